internal import Model
internal import Vault

/// Why a hold can't be what a posted transaction was before.
public enum SettlementError: Error, Hashable, Sendable {
    /// There is no hold of this number that its bank no longer names.
    case noVanishedHold(Int64)
    /// The person has said what it became, and what they said about it is there.
    case settled(hold: Int64, posted: Int64)
    case stillPending(Int64)
    case differentAccounts(hold: Int64, posted: Int64)
    /// One came in, and the other went out.
    case differentDirections(hold: Int64, posted: Int64)
}

extension Engine {
    /// Takes the person's word on what a vanished hold became, and classifies
    /// anew. What they had said about the hold goes to what it became.
    ///
    /// - Parameter posted: nil where it became none of the transactions.
    /// - Throws: ``SettlementError``, or
    ///   ``EngineError/noSuchTransaction(_:)``, with nothing stored.
    public func settle(hold: Int64, as posted: Int64?) throws -> ClassifyReport {
        guard let held = try vault.vanishedHold(hold) else {
            throw SettlementError.noVanishedHold(hold)
        }
        if let earlier = try vault.settlement(ofHold: hold) {
            throw SettlementError.settled(hold: hold, posted: earlier)
        }
        var summary = "transactions settle \(hold) --neither"
        if let posted {
            guard let record = try vault.transaction(posted) else {
                throw EngineError.noSuchTransaction(posted)
            }
            guard !record.isPending else { throw SettlementError.stillPending(posted) }
            guard record.account == held.account else {
                throw SettlementError.differentAccounts(hold: hold, posted: posted)
            }
            guard record.amount.minorUnits.signum() == held.amount.minorUnits.signum() else {
                throw SettlementError.differentDirections(hold: hold, posted: posted)
            }
            summary = "transactions settle \(hold) \(posted)"
        }
        try vault.settle(hold: hold, as: posted, summary: summary)
        return try classify(dryRun: false)
    }
}
