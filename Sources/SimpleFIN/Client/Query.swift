public import Model
internal import Web

/// What to ask of a bridge's accounts.
public struct Query: Hashable, Sendable {
    /// The first day of transactions. Without one a bridge sends few or none.
    public var start: CalendarDay?

    /// The day before which transactions end. A bridge may then report
    /// balances as of this day.
    public var end: CalendarDay?

    public var includesPending: Bool

    /// The bank's ids of the accounts wanted; empty for all of them.
    public var accounts: [String]

    /// Whether transactions are left out.
    public var balancesOnly: Bool

    public init(
        start: CalendarDay? = nil, end: CalendarDay? = nil, includesPending: Bool = false,
        accounts: [String] = [], balancesOnly: Bool = false
    ) {
        self.start = start
        self.end = end
        self.includesPending = includesPending
        self.accounts = accounts
        self.balancesOnly = balancesOnly
    }

    /// The query as it stands behind "?" in an address.
    ///
    /// Always asks for version 2 of the protocol. Days are sent as the POSIX
    /// seconds of their UTC midnight. `pending` is left out when unwanted, as
    /// bridges take `pending=0` for a yes.
    public var encoded: String {
        var parts = ["version=2"]
        if let start { parts.append("start-date=\(start.secondsSinceEpoch)") }
        if let end { parts.append("end-date=\(end.secondsSinceEpoch)") }
        if includesPending { parts.append("pending=1") }
        if balancesOnly { parts.append("balances-only=1") }
        parts += accounts.map { "account=" + PercentEncoding.encode($0) }
        return parts.joined(separator: "&")
    }
}
