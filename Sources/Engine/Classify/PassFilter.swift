internal import Classification
public import Model
internal import Vault

/// The transactions whose changes a dry run shows. All conditions must hold; without any it is
/// every transaction.
///
/// Only a dry run has one: a vault whose conclusions follow two rulebooks explains nothing.
public struct PassFilter: Hashable, Sendable {
    /// The first day.
    public var since: CalendarDay?
    /// The row ID of their account.
    public var account: Int64?
    /// Only transactions whose class and category come from the last stage, and new
    /// ones.
    public var isOnlyUnclassified = false

    public init() {}

    var isNarrow: Bool { self != PassFilter() }

    /// The changes to show.
    ///
    /// - Parameter lastStage: the stage that decides what no other does.
    func filtered(
        _ changes: [ConclusionChange], of snapshot: Snapshot, lastStage: String?
    ) -> [ConclusionChange] {
        guard isNarrow else { return changes }
        let meant = Set(
            snapshot.transactions.lazy.filter { transaction in
                (since.map { transaction.day >= $0 } ?? true)
                    && (account.map { snapshot.account(of: transaction).id == $0 } ?? true)
            }.map(\.id))
        return changes.filter { change in
            meant.contains(change.transaction)
                && (!isOnlyUnclassified
                    || change.before?.isUnclassified(lastStage: lastStage) ?? true)
        }
    }
}

extension Verdict {
    fileprivate func isUnclassified(lastStage: String?) -> Bool {
        transactionClass.reason.by == lastStage && category.reason.by == lastStage && splits == nil
    }
}
