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

extension Engine {
    /// Takes the person's word that two transactions are one transfer, and
    /// classifies anew. Of two human decisions the later one holds: where they
    /// set another class before, or a rule of theirs does, both sides are
    /// corrected to be transfers.
    ///
    /// - Throws: `TransferError` where they can't be the two sides of one.
    public func markTransfer(
        _ one: Int64, _ other: Int64
    ) throws -> (transfer: TransferRecord, report: ClassifyReport) {
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
        var corrections: [Int64: Correction] = [:]
        for side in [one, other] {
            corrections[side] = grounds.correctionToTransfer(of: side)
        }
        let report = try classifying {
            try vault.decide(
                .linked, pair, correcting: corrections,
                summary: "transfers mark \(pair.first) \(pair.second)")
        }.classified
        return (
            TransferRecord(
                sender: try transaction(sender.id), receiver: try transaction(receiver.id),
                isMarked: true), report
        )
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
        let corrections = try vault.corrections(of: [one, other])
            .filter { $0.value.class == .transfer }
            .mapValues { correction in
                var rest = correction
                rest.class = nil
                return rest
            }
        let report = try classifying {
            try vault.decide(
                .unlinked, pair, correcting: corrections,
                summary: "transfers unlink \(pair.first) \(pair.second)")
        }.classified
        return ([try transaction(one), try transaction(other)], report)
    }

    private func transaction(_ id: Int64) throws -> TransactionRecord {
        guard let record = try vault.transaction(id) else {
            throw EngineError.noSuchTransaction(id)
        }
        return record
    }
}
