internal import Model
internal import Vault

/// Why a pending charge can't have become a posted transaction.
public enum SettlementError: Error, Hashable, Sendable {
    /// No vanished pending charge has this number.
    case noVanishedHold(Int64)
    /// The user has already decided, and earlier corrections have moved to the posted
    /// transaction.
    case settled(hold: Int64, posted: Int64)
    case stillPending(Int64)
    case differentAccounts(hold: Int64, posted: Int64)
    /// One is incoming, the other outgoing.
    case differentDirections(hold: Int64, posted: Int64)
}

extension Engine {
    /// Records which transaction a vanished pending charge became, and classifies again.
    /// Corrections move from the charge to that transaction.
    ///
    /// - Parameter posted: nil if it became none of them.
    /// - Throws: ``SettlementError``, or ``EngineError/noSuchTransaction(_:)``, with nothing
    ///   stored.
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
        return try classifying {
            try vault.settle(hold: hold, as: posted, summary: summary)
        }.classified
    }
}
