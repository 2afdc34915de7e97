/// What a person wants an account to take part in.
public enum AccountVisibility: String, CaseIterable, Sendable {
    /// Shown, and counted in every total.
    case counted
    /// Shown, but left out of totals.
    case trackingOnly = "tracking-only"
    /// Neither shown in lists nor counted.
    case hidden

    /// Whether the account's balance and transactions belong to totals.
    public var isCounted: Bool { self == .counted }
}
