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
    /// classifies anew.
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
        let report = try classifying {
            try vault.decide(
                .linked, pair, summary: "transfers mark \(pair.first) \(pair.second)")
        }.classified
        return (
            TransferRecord(
                sender: try transaction(sender.id), receiver: try transaction(receiver.id),
                isMarked: true), report
        )
    }

    /// Takes the person's word that two transactions are no transfer: they are
    /// never paired again on their own.
    ///
    /// - Parameter other: nil for the one that it is paired with.
    /// - Throws: `TransferError.notPaired` where `other` is nil and there is none.
    public func unlinkTransfer(
        _ one: Int64, _ other: Int64?
    ) throws -> (other: Int64, report: ClassifyReport) {
        let record = try transaction(one)
        guard let other = try other.map({ try transaction($0).id }) ?? record.partner else {
            throw TransferError.notPaired(one)
        }
        guard one != other else { throw TransferError.sameTransaction(one) }
        let pair = TransactionPair(one, other)
        let report = try classifying {
            try vault.decide(
                .unlinked, pair, summary: "transfers unlink \(pair.first) \(pair.second)")
        }.classified
        return (other, report)
    }

    private func transaction(_ id: Int64) throws -> TransactionRecord {
        guard let record = try vault.transaction(id) else {
            throw EngineError.noSuchTransaction(id)
        }
        return record
    }
}
