public import Model

/// The transactions for a pass to bring up to date. All conditions must hold; without
/// any it is every transaction.
public struct PassFilter: Hashable, Sendable {
    /// The first day.
    public var since: CalendarDay?
    /// The vault's number of their account.
    public var account: Int64?
    /// Only transactions whose class and category come from the last stage, and new
    /// ones.
    public var isOnlyUnclassified = false

    public init() {}

    var isNarrow: Bool { self != PassFilter() }
}
