public import Classification
internal import Configuration
internal import Model
public import Vault

/// Why two transactions can't be marked as a transfer, or taken apart.
public enum TransferError: Error, Hashable, Sendable {
    case sameTransaction(Int64)
    case sameAccount(Int64, Int64)
    /// Both came in, or both went out.
    case sameDirection(Int64, Int64)
    /// They are of one currency and differ.
    case amountsDiffer(Int64, Int64)
    /// The transaction is in no pair.
    case notPaired(Int64)
}

/// What the person's word on a transfer came to.
public struct MarkedTransfer: Sendable {
    public let transfer: TransferRecord
    /// What they were to each other before.
    public let before: Before
    /// Those that were paired with a side before, in the order of the sides.
    public let freed: [Freed]
    public let report: ClassifyReport

    public enum Before: Sendable {
        case strangers
        /// A pair that the program found.
        case found
        /// A pair that the person marked.
        case marked
    }

    /// A transaction whose partner belongs to another one now.
    public struct Freed: Sendable {
        /// As it is now.
        public let record: TransactionRecord
        /// The side that it was paired with.
        public let formerPartner: Int64
    }
}

extension Engine {
    /// Takes the person's word that two transactions are one transfer, and
    /// classifies anew. Of two human decisions the later one holds: where they
    /// set another class before, or a rule of theirs does, both sides are
    /// corrected to be transfers. Whatever a side was paired with before is free
    /// again.
    ///
    /// - Throws: `TransferError` where they can't be the two sides of one.
    public func markTransfer(_ one: Int64, _ other: Int64) throws -> MarkedTransfer {
        guard one != other else { throw TransferError.sameTransaction(one) }
        let records = (try transaction(one), try transaction(other))
        guard records.0.account != records.1.account else {
            throw TransferError.sameAccount(one, other)
        }
        let (sender, receiver) =
            records.0.amount.minorUnits < 0 ? records : (records.1, records.0)
        guard sender.amount.minorUnits < 0, receiver.amount.minorUnits > 0 else {
            throw TransferError.sameDirection(one, other)
        }
        guard
            sender.amount.currency != receiver.amount.currency
                || sender.amount.minorUnits.magnitude == receiver.amount.minorUnits.magnitude
        else { throw TransferError.amountsDiffer(one, other) }
        let pair = TransactionPair(one, other)
        let grounds = try CorrectionGrounds(self, of: [one, other])
        let marked = try vault.pairDecisions().filter { $0.value == .linked }.keys
        let freed = [records.0, records.1].compactMap { side -> (former: Int64, side: Int64)? in
            let former =
                marked.first { $0 != pair && $0.contains(side.id) }?.partner(of: side.id)
                ?? side.partner
            guard let former, !pair.contains(former) else { return nil }
            return (former, side.id)
        }
        var corrections = try withoutMark(
            freed.filter { marked.contains(TransactionPair($0.former, $0.side)) }.map(\.former))
        for side in [one, other] {
            corrections[side] = grounds.correctionToTransfer(of: side)
        }
        let report = try classifying {
            try vault.decide(
                .linked, pair, correcting: corrections,
                summary: "transfers mark \(pair.first) \(pair.second)")
        }.classified
        return MarkedTransfer(
            transfer: TransferRecord(
                sender: try transaction(sender.id), receiver: try transaction(receiver.id),
                isMarked: true),
            before: marked.contains(pair)
                ? .marked : records.0.partner == other ? .found : .strangers,
            freed: try freed.compactMap { freed in
                try vault.transaction(freed.former).map {
                    MarkedTransfer.Freed(record: $0, formerPartner: freed.side)
                }
            },
            report: report)
    }

    /// Takes the person's word that two transactions are no transfer: they are
    /// never paired again on their own, and no earlier correction makes either
    /// a transfer.
    ///
    /// - Parameter other: nil for the one that it is paired with.
    /// - Returns: both as they are now.
    /// - Throws: `TransferError.notPaired` where `other` is nil and there is none.
    public func unlinkTransfer(
        _ one: Int64, _ other: Int64?
    ) throws -> (sides: [TransactionRecord], report: ClassifyReport) {
        let record = try transaction(one)
        guard let other = try other.map({ try transaction($0).id }) ?? record.partner else {
            throw TransferError.notPaired(one)
        }
        guard one != other else { throw TransferError.sameTransaction(one) }
        let pair = TransactionPair(one, other)
        let corrections = try withoutMark([one, other])
        let report = try classifying {
            try vault.decide(
                .unlinked, pair, correcting: corrections,
                summary: "transfers unlink \(pair.first) \(pair.second)")
        }.classified
        return ([try transaction(one), try transaction(other)], report)
    }

    /// What is left of corrections of transactions that were marked as sides of
    /// transfers, of those that made them one.
    private func withoutMark(_ sides: [Int64]) throws -> [Int64: Correction] {
        try vault.corrections(of: sides)
            .filter { $0.value.class == .transfer }
            .mapValues { correction in
                var rest = correction
                rest.class = nil
                return rest
            }
    }

    private func transaction(_ id: Int64) throws -> TransactionRecord {
        guard let record = try vault.transaction(id) else {
            throw EngineError.noSuchTransaction(id)
        }
        return record
    }
}

extension Engine {
    /// The pairs in doubt that look like a transfer which the person made: of the
    /// same accounts, amount and texts but for numbers, each with no other to
    /// choose from. They are the person's to judge: what one of them was, another
    /// need not have been.
    ///
    /// - Returns: the oldest first.
    public func doubtfulPairs(
        like transfer: TransferRecord
    ) throws -> [(sender: TransactionRecord, receiver: TransactionRecord)] {
        let candidates = try vault.transferCandidates()
        let looks = (Look(transfer.sender), Look(transfer.receiver))
        var found: [(sender: TransactionRecord, receiver: TransactionRecord)] = []
        for (one, others) in candidates {
            guard others.count == 1, candidates[others[0]] == [one],
                let sender = try vault.transaction(one), Look(sender) == looks.0,
                let receiver = try vault.transaction(others[0]), Look(receiver) == looks.1
            else { continue }
            found.append((sender, receiver))
        }
        return found.sorted { ($0.sender.day, $0.sender.id) < ($1.sender.day, $1.sender.id) }
    }

    /// What transactions of one kind have in common.
    private struct Look: Equatable {
        let account: Int64
        let amount: Money
        let text: String

        init(_ record: TransactionRecord) {
            account = record.account
            amount = record.amount
            text = record.description.lowercased().filter { !$0.isNumber }
        }
    }
}

extension Engine {
    /// The names in transfers in doubt that may be the person's own, the most
    /// frequent first: those that they did not yet give as `holders`.
    public func possibleHolders() throws -> [PossibleHolder] {
        let candidates = try vault.transferCandidates()
        guard !candidates.isEmpty else { return [] }
        return try PossibleHolder.all(
            in: try snapshot(), candidates: candidates,
            pipeline: try configured { try $0.compiledPipeline() })
    }
}
