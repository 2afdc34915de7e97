/// What a client asks of `/accounts`. Parameters that are unknown or no
/// numbers are passed over.
struct AccountsQuery {
    /// POSIX seconds of the first instant that is wanted.
    private(set) var start: Int64?
    /// POSIX seconds of the first instant that is no longer wanted.
    private(set) var end: Int64?
    /// Asked for by `pending` of any value: `pending=0` works as `pending=1`
    /// does, which real clients have met.
    private(set) var wantsPending = false
    /// Empty for all of them.
    private(set) var accounts: Set<String> = []
    private(set) var wantsOnlyBalances = false
    private(set) var version: ProtocolVersion?

    init(_ parameters: [(name: String, value: String)]) {
        for (name, value) in parameters {
            switch name {
            case "start-date": start = Self.instant(value)
            case "end-date": end = Self.instant(value)
            case "pending": wantsPending = true
            case "account": accounts.insert(value)
            case "balances-only": wantsOnlyBalances = value == "1"
            case "version": version = Int(value).flatMap(ProtocolVersion.init)
            default: break
            }
        }
    }

    /// Far instants become the nearest of about the years ±3000.
    private static func instant(_ text: String) -> Int64? {
        Int64(text).map { min(max($0, -100_000_000_000), 100_000_000_000) }
    }
}
