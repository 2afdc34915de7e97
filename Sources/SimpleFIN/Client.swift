public import Model
internal import Platform

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A client of the SimpleFIN protocol (https://www.simplefin.org/protocol.html),
/// versions 1 and 2.
///
/// Each call sends one request, follows its redirects and blocks until the
/// response arrives. Bridges count requests, so the client retries only those that
/// certainly never reached the bridge (``Retries``). The caller tracks the quota.
public struct Client: Sendable {
    private let sender: RequestSender

    public init(
        transport: any HTTPTransport, policy: NetworkPolicy = NetworkPolicy(),
        retries: Retries = Retries()
    ) {
        sender = RequestSender(transport: transport, policy: policy, retries: retries)
    }

    /// Creates a client that uses libcurl.
    public init(policy: NetworkPolicy = NetworkPolicy(), retries: Retries = Retries()) {
        self.init(transport: CurlTransport(policy: policy), policy: policy, retries: retries)
    }

    /// Exchanges a setup token for an access URL. A token can be claimed only
    /// once, so store the result before doing anything else.
    ///
    /// - Throws: ``SimpleFINError/claimRefused`` if the bridge refuses: the token
    ///   may be used up or known to someone else;
    ///   ``SimpleFINError/claimAddressUnknown`` if part of it may be missing.
    public func claim(_ token: SetupToken) throws(SimpleFINError) -> AccessURL {
        let request = HTTPRequest(
            .post, token.claimAddress, maximumBodyBytes: Self.maximumClaimBytes)
        let response = try sender.send(request)
        switch response.status {
        case 200:
            break
        case 401, 403:
            throw .claimRefused
        case 400, 404, 405, 410:
            throw .claimAddressUnknown
        default:
            throw SimpleFINError(unexpected: response)
        }
        let body = String(decoding: response.body, as: UTF8.self)
        let access: AccessURL
        do {
            access = try AccessURL(body)
        } catch .brokenAccessURL {
            throw .notAnAnswer(.claimedNoAccessURL)
        } catch {
            throw error
        }
        guard sender.policy.allows(access.address(of: "accounts")) else { throw .insecureAddress }
        return access
    }

    /// Fetches accounts and their transactions.
    ///
    /// A bridge may send less than requested with status 200, and say so in the
    /// response's messages.
    ///
    /// - Parameter mayFollow: called before each redirect, which the bridge counts
    ///   as another request.
    /// - Throws: depending on the status, ``SimpleFINError/accessRefused`` if the
    ///   access URL is no longer valid, ``SimpleFINError/paymentRequired``,
    ///   ``SimpleFINError/tooManyRequests(retryAfterSeconds:)`` or
    ///   ``SimpleFINError/bridgeFailure(status:)``;
    ///   ``SimpleFINError/notAnAnswer(_:)`` if the body is no SimpleFIN response.
    public func accounts(
        _ query: Query, _ access: AccessURL, mayFollow: () -> Bool = { true }
    ) throws(SimpleFINError) -> Answer {
        let request = HTTPRequest(
            .get, access.address(of: "accounts", query: query.encoded),
            credentials: access.credentials,
            maximumBodyBytes: sender.policy.maximumAnswerBytes)
        let response = try sender.send(request, mayFollow: mayFollow)
        switch response.status {
        case 200:
            return try Answer(body: response.body)
        case 401, 403:
            throw .accessRefused
        default:
            throw SimpleFINError(unexpected: response)
        }
    }

    /// The protocol versions that a bridge claims to support. It may support more,
    /// so use this for display only. Sends no credentials.
    public func info(_ access: AccessURL) throws(SimpleFINError) -> [String] {
        let request = HTTPRequest(
            .get, access.address(of: "info"), maximumBodyBytes: Self.maximumClaimBytes)
        let response = try sender.send(request)
        guard response.status == 200 else { throw SimpleFINError(unexpected: response) }
        let answer = try JSONReader.readAnswer(response.body)
        guard let versions = answer["versions"]?.elements else { throw .notAnAnswer(.noVersions) }
        return versions.filter { $0.isText || $0.isNumber }.map(\.text)
    }

    /// An access URL or a list of versions is one line.
    private static let maximumClaimBytes = 64 << 10
}

extension SimpleFINError {
    /// Creates the error for a status that means the same for every request.
    fileprivate init(unexpected response: HTTPResponse) {
        switch response.status {
        case 402: self = .paymentRequired
        case 429: self = .tooManyRequests(retryAfterSeconds: response.retryAfterSeconds)
        default: self = .bridgeFailure(status: response.status)
        }
    }
}

/// Options of a request for accounts.
public struct Query: Hashable, Sendable {
    /// The first day of transactions. Without it, a bridge sends few or none.
    public var start: CalendarDay?

    /// The day after the last day of transactions. A bridge may then report
    /// balances as of this day.
    public var end: CalendarDay?

    public var includesPending: Bool

    /// The bank's ids of the requested accounts; empty for all.
    public var accounts: [String]

    /// Whether to omit transactions.
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

    /// The query string, without "?".
    ///
    /// Always requests version 2 of the protocol. Days are sent as the POSIX
    /// seconds of their UTC midnight. `pending` is omitted when unwanted because
    /// bridges treat `pending=0` as a yes.
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

/// The retry policy for requests that certainly never reached a server: the host
/// name was not found, or the connection was refused. A bridge may have counted any
/// other request, so those are never retried.
public struct Retries: Sendable {
    /// The longest delay before each retry. The actual delay is random, between
    /// half of it and all of it.
    public let delays: [Duration]

    private let wait: @Sendable (Duration) -> Void

    /// - Parameters:
    ///   - delays: one for each retry.
    ///   - wait: sleeps for a duration; tests replace it.
    public init(
        delays: [Duration] = [.milliseconds(500), .seconds(2)],
        wait: @escaping @Sendable (Duration) -> Void = { Retries.sleep($0) }
    ) {
        self.delays = delays
        self.wait = wait
    }

    /// No retries.
    public static let none = Retries(delays: [])

    /// Calls `body` until it succeeds, fails in a way that may have been counted,
    /// or no retries are left.
    func attempt<Value>(
        _ send: () throws(TransportFailure) -> Value
    ) throws(TransportFailure) -> Value {
        for delay in delays {
            do {
                return try send()
            } catch .nameLookup, .refused {
                wait(delay * Double.random(in: 0.5...1))
            } catch {
                throw error
            }
        }
        return try send()
    }

    /// Blocks the thread.
    public static func sleep(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var left = timespec(
            tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        var rest = timespec()
        // A signal must not cut the delay short.
        while nanosleep(&left, &rest) != 0, errno == EINTR { left = rest }
    }
}

/// Sends a request and follows its redirects where that is safe.
struct RequestSender: Sendable {
    let transport: any HTTPTransport
    let policy: NetworkPolicy
    let retries: Retries

    /// - Parameter mayFollow: called before each redirect, which is a request of
    ///   its own.
    func send(
        _ first: HTTPRequest, mayFollow: () -> Bool = { true }
    ) throws(SimpleFINError) -> HTTPResponse {
        var request = first
        for redirect in 0...Self.maximumRedirects {
            let response = try sendOnce(request)
            guard Self.redirects.contains(response.status) else { return response }
            request = try next(after: request, response)
            guard redirect < Self.maximumRedirects else { break }
            guard mayFollow() else { throw .redirectRefused(.noRequestLeft) }
        }
        throw .redirectRefused(.tooMany)
    }

    private func sendOnce(_ request: HTTPRequest) throws(SimpleFINError) -> HTTPResponse {
        guard policy.allows(request.address) else { throw .insecureAddress }
        let response: HTTPResponse
        do {
            response = try retries.attempt { () throws(TransportFailure) in
                try transport.send(request)
            }
        } catch .tooLarge {
            throw .answerTooLarge(limitBytes: request.maximumBodyBytes)
        } catch {
            throw .cannotConnect(error, host: request.address.host)
        }
        guard response.body.count <= request.maximumBodyBytes else {
            throw .answerTooLarge(limitBytes: request.maximumBodyBytes)
        }
        return response
    }

    /// Credentials are sent only to their own scheme, host and port. Credentials
    /// in a redirect's address are dropped: libcurl inserts the request's own, and
    /// a server's are not ours to use. A claim is repeated only if the server
    /// keeps its method (RFC 9110, 15.4.8 and 15.4.9); it never becomes a GET.
    private func next(
        after request: HTTPRequest, _ response: HTTPResponse
    ) throws(SimpleFINError) -> HTTPRequest {
        guard let target = response.redirectURL.flatMap({ WebAddress($0) }) else {
            throw .redirectRefused(.toNoAddress)
        }
        guard target.isEncrypted || (!request.address.isEncrypted && policy.allows(target)) else {
            throw .redirectRefused(.toInsecureAddress)
        }
        guard request.method == .get || Self.redirectsKeepingMethod.contains(response.status) else {
            throw .redirectRefused(.changesMethod)
        }
        guard request.credentials == nil || target.origin == request.address.origin else {
            throw .redirectRefused(.toAnotherHost)
        }
        return HTTPRequest(
            request.method, target, credentials: request.credentials,
            maximumBodyBytes: request.maximumBodyBytes)
    }

    private static let maximumRedirects = 5
    private static let redirectsKeepingMethod: Set<Int> = [307, 308]
    private static let redirects: Set<Int> = [301, 302, 303, 307, 308]
}
