/// The parts of an HTTP request that the bridge reads.
public struct BridgeRequest: Sendable {
    public let method: String
    /// Without the query string.
    public let path: String
    /// Percent-decoded, in order; names may repeat.
    public let query: [(name: String, value: String)]
    /// The raw Authorization header.
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

/// An HTTP response of the bridge.
public struct BridgeResponse: Hashable, Sendable {
    public let status: Int
    public let contentType: String
    public let body: [UInt8]
    /// The redirect target, or nil.
    public private(set) var location: String?
    /// The value of Retry-After in seconds, or nil.
    public private(set) var retryAfterSeconds: Int?
    public internal(set) var delivery = Delivery.prompt

    /// How the response is sent.
    public enum Delivery: Hashable, Sendable {
        case prompt
        /// Seconds after the request.
        case late
        /// In small pieces with pauses.
        case slow
        /// Half of the response, then the connection closes.
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

/// The query of a request to `/accounts`. Unknown and invalid parameters are ignored.
struct AccountsQuery {
    /// POSIX seconds, inclusive.
    private(set) var start: Int64?
    /// POSIX seconds, exclusive.
    private(set) var end: Int64?
    /// Set by `pending` with any value: `pending=0` acts like `pending=1`, as on the
    /// real bridge.
    private(set) var wantsPending = false
    /// Empty for all.
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

    /// Clamped to about the years ±3000.
    private static func instant(_ text: String) -> Int64? {
        Int64(text).map { min(max($0, -100_000_000_000), 100_000_000_000) }
    }
}
