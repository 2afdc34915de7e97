public import Classification
internal import Configuration
public import Model
public import Vault

/// Why two transactions can't be marked or unlinked as a transfer.
public enum TransferError: Error, Hashable, Sendable {
    case sameTransaction(Int64)
    case sameAccount(Int64, Int64)
    /// Both are incoming, or both outgoing.
    case sameDirection(Int64, Int64)
    /// The currency is the same, but more arrived than was sent, or less than half of it.
    case amountsDiffer(Int64, Int64)
    /// The transaction has no partner.
    case notPaired(Int64)
}

/// The outcome of marking a transfer.
public struct MarkedTransfer: Sendable {
    public let transfer: TransferRecord
    /// Their relation before.
    public let before: Before
    /// The former partners of the sides, in the order of the sides.
    public let freed: [Freed]
    public let report: ClassifyReport

    public enum Before: Sendable {
        case strangers
        /// A detected pair.
        case found
        /// A pair that the user marked.
        case marked
    }

    /// A transaction that lost its partner.
    public struct Freed: Sendable {
        /// Its current state.
        public let record: TransactionRecord
        /// The side that it was paired with.
        public let formerPartner: Int64
    }
}

/// A transaction that sent money, and those that may have received it.
public struct TransferInDoubt: Sendable {
    public let sender: TransactionRecord
    /// At least one.
    public let receivers: [TransactionRecord]
}

extension Engine {
    /// Marks two transactions as one transfer, and classifies again. The later decision wins:
    /// earlier corrections and rules of the user that disagree are overruled on both sides.
    /// Former partners become free.
    ///
    /// - Throws: `TransferError` if they can't form a transfer.
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
                || Self.isSent(
                    receiver.amount.minorUnits.magnitude, of: sender.amount.minorUnits.magnitude)
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
        for side in [one, other] { corrections[side] = grounds.correctionToTransfer(of: side) }
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

    /// Whether so much may be what is left of a sum after a fee.
    private static func isSent(_ received: UInt128, of sent: UInt128) -> Bool {
        received <= sent && received >= sent / 2
    }

    /// Unlinks two transactions. They are never paired automatically again, and earlier
    /// corrections no longer make either a transfer.
    ///
    /// - Parameter other: nil for its current partner.
    /// - Returns: both in their new state; one alone if the other existed by following it.
    /// - Throws: `TransferError.notPaired` if `other` is nil and there is no partner.
    public func unlinkTransfer(
        _ one: Int64, _ other: Int64?
    ) throws -> (sides: [TransactionRecord], report: ClassifyReport) {
        let record = try transaction(one)
        guard let other = try other.map({ try transaction($0).id }) ?? record.partner else {
            throw TransferError.notPaired(one)
        }
        guard one != other else { throw TransferError.sameTransaction(one) }
        let report = try unlinkTransfers(of: one, with: [other])
        return (try [one, other].compactMap { try vault.transaction($0) }, report)
    }

    /// Unlinks a transaction from others, as one decision; see ``unlinkTransfer(_:_:)``.
    ///
    /// - Parameter others: at least one, and not itself.
    @discardableResult
    public func unlinkTransfers(of one: Int64, with others: [Int64]) throws -> ClassifyReport {
        let pairs = others.map { TransactionPair(one, $0) }
        let corrections = try withoutMark([one] + others)
        let sides = Set(pairs.flatMap { [$0.first, $0.second] }).sorted()
        return try classifying {
            try vault.decide(
                .unlinked, pairs, correcting: corrections,
                summary: "transfers unlink \(CorrectionChange.naming(sides))")
        }.classified
    }

    /// The rest of the corrections that made transactions a side of a transfer.
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

    /// The transactions that sent money and could each be a side of several transfers, or of
    /// one in doubt, the newest first.
    ///
    /// - Parameters:
    ///   - lastDay: the last day that counts; nil for all.
    ///   - hidden: accounts to leave out.
    public func transfersInDoubt(
        through lastDay: CalendarDay? = nil, leavingOut hidden: Set<Int64> = []
    ) throws -> [TransferInDoubt] {
        let candidates = try vault.transferCandidates()
        let records = try vault.transactions(
            numbered: Set(candidates.keys).union(candidates.values.joined()))
        func counts(_ record: TransactionRecord) -> Bool {
            !hidden.contains(record.account) && lastDay.map { record.day <= $0 } ?? true
        }
        return candidates.compactMap { id, others -> TransferInDoubt? in
            // A pair is in doubt once, as the side that sent the money.
            guard let sender = records[id], sender.amount.minorUnits < 0, counts(sender) else {
                return nil
            }
            let receivers = others.compactMap { records[$0] }.filter(counts)
            return receivers.isEmpty ? nil : TransferInDoubt(sender: sender, receivers: receivers)
        }.sorted { ($1.sender.day, $1.sender.id) < ($0.sender.day, $0.sender.id) }
    }

    /// The transactions that could be the other side of one: in another account, in the other
    /// direction, of the same amount and within two weeks, the nearest day first. Also those that
    /// the last pass found for it, of other currencies.
    ///
    /// - Throws: ``EngineError/noSuchTransaction(_:)``.
    public func possiblePartners(of id: Int64) throws -> [TransactionRecord] {
        let record = try transaction(id)
        let found = Set(try vault.transferCandidates()[id] ?? [])
        var query = TransactionQuery()
        query.days = record.day.adding(days: -14)..<record.day.adding(days: 15)
        var partners: [TransactionRecord] = []
        try vault.forEachTransaction(query) { other in
            guard other.account != record.account, other.partner == nil else { return }
            let isOpposite =
                other.amount.currency == record.amount.currency
                && Int128(other.amount.minorUnits) + Int128(record.amount.minorUnits) == 0
            if isOpposite && other.amount.minorUnits != 0 || found.contains(other.id) {
                partners.append(other)
            }
        }
        return partners.sorted {
            (abs(record.day.days(until: $0.day)), $0.id)
                < (abs(record.day.days(until: $1.day)), $1.id)
        }
    }

    /// The doubtful pairs that resemble a marked transfer: same accounts, amounts and
    /// descriptions except for digits, and no other candidate. The user decides about each, as
    /// similar pairs can differ.
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

    /// The features that similar transactions share.
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

    /// The names in doubtful transfers that may be the user's own, the most frequent first.
    /// Names that are already configured as `holders` are left out.
    public func possibleHolders() throws -> [PossibleHolder] {
        let candidates = try vault.transferCandidates()
        guard !candidates.isEmpty else { return [] }
        return try PossibleHolder.all(
            in: try snapshot(), candidates: candidates,
            pipeline: try configured { try $0.pipeline() })
    }
}
