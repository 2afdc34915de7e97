/// An HTTP request, as much of it as the bridge looks at.
public struct BridgeRequest: Sendable {
    public let method: String
    /// Without the query.
    public let path: String
    /// Percent-decoded, in order; names may repeat.
    public let query: [(name: String, value: String)]
    /// The Authorization header as it came.
    public let authorization: String?

    public init(
        method: String, path: String, query: [(name: String, value: String)] = [],
        authorization: String? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.authorization = authorization
    }
}

/// What the bridge says to a request.
public struct BridgeResponse: Hashable, Sendable {
    /// The HTTP status.
    public let status: Int
    public let contentType: String
    public let body: [UInt8]
    /// Where a client is sent on to, or nil.
    public private(set) var location: String?
    /// Seconds that a client is asked to wait, or nil.
    public private(set) var retryAfterSeconds: Int?
    public internal(set) var delivery = Delivery.prompt

    /// How the answer travels.
    public enum Delivery: Hashable, Sendable {
        case prompt
        /// Seconds after it was asked for.
        case late
        /// In small pieces with pauses.
        case slow
        /// Only half of it; then the connection ends.
        case cutOff
    }

    init(status: Int, contentType: String, body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    static func redirect(to location: String) -> BridgeResponse {
        var response = text("", status: 302)
        response.location = location
        return response
    }

    func asking(toWaitSeconds seconds: Int) -> BridgeResponse {
        var response = self
        response.retryAfterSeconds = seconds
        return response
    }

    static func text(_ text: String, status: Int) -> BridgeResponse {
        BridgeResponse(
            status: status, contentType: "text/plain; charset=utf-8", body: Array(text.utf8))
    }

    static func page(_ text: String, status: Int) -> BridgeResponse {
        BridgeResponse(
            status: status, contentType: "text/html; charset=utf-8", body: Array(text.utf8))
    }

    static func json(_ text: String, status: Int) -> BridgeResponse {
        json(Array(text.utf8), status: status)
    }

    static func json(_ body: [UInt8], status: Int) -> BridgeResponse {
        BridgeResponse(status: status, contentType: "application/json", body: body)
    }
}

/// The versions of the SimpleFIN protocol.
public enum ProtocolVersion: Int, CaseIterable, Sendable {
    case first = 1
    case second = 2
}

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
