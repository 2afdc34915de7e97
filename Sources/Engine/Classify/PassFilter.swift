public import Model

/// Which transactions a person wants a pass to bring up to date. What is set
/// must all hold; with nothing set it is every transaction.
public struct PassFilter: Hashable, Sendable {
    /// Those of this day and later ones.
    public var since: CalendarDay?
    /// The vault's number of the account that they are in.
    public var account: Int64?
    /// Those alone of which no stage but the last has decided class or
    /// category, and those that no pass has seen.
    public var isOnlyUnclassified = false

    public init() {}

    /// Whether it leaves anything out.
    var isNarrow: Bool { self != PassFilter() }
}
