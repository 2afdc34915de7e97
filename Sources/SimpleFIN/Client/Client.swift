/// A client of the SimpleFIN protocol (https://www.simplefin.org/protocol.html),
/// versions 1 and 2.
///
/// Each call sends one request and the redirects it is sent on by, and waits
/// for the answer. A bridge counts its requests, so only one that surely never
/// reached it is tried again (``Retries``); a quota is the caller's to keep.
public struct Client: Sendable {
    private let sender: RequestSender

    public init(
        transport: any HTTPTransport, policy: NetworkPolicy = NetworkPolicy(),
        retries: Retries = Retries()
    ) {
        sender = RequestSender(transport: transport, policy: policy, retries: retries)
    }

    /// A client over libcurl.
    public init(policy: NetworkPolicy = NetworkPolicy(), retries: Retries = Retries()) {
        self.init(transport: CurlTransport(policy: policy), policy: policy, retries: retries)
    }

    /// Exchanges a setup token for an access URL. A token can be claimed once,
    /// so store what comes back before anything else.
    ///
    /// - Throws: ``SimpleFINError/claimRefused`` where the bridge says no: the
    ///   token may be used up, or known to someone else;
    ///   ``SimpleFINError/claimAddressUnknown`` where a part of it may be missing.
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

    /// Reads accounts and their transactions.
    ///
    /// A bridge may send less than was asked for and say so in the answer's
    /// messages, under status 200.
    ///
    /// - Parameter mayFollow: asked before each redirect is followed: a bridge counts it
    ///   as one more request.
    /// - Throws: ``SimpleFINError/accessRefused`` where the access URL is no
    ///   longer good, ``SimpleFINError/paymentRequired``,
    ///   ``SimpleFINError/tooManyRequests(retryAfterSeconds:)``,
    ///   ``SimpleFINError/bridgeFailure(status:)`` by status;
    ///   ``SimpleFINError/notAnAnswer(_:)`` where the body is something else.
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

    /// The protocol versions that a bridge claims to speak. A bridge may speak
    /// more than it claims, so this is for display only. Sends no credentials.
    public func info(_ access: AccessURL) throws(SimpleFINError) -> [String] {
        let request = HTTPRequest(
            .get, access.address(of: "info"), maximumBodyBytes: Self.maximumClaimBytes)
        let response = try sender.send(request)
        guard response.status == 200 else { throw SimpleFINError(unexpected: response) }
        let answer = try JSONReader.readAnswer(response.body)
        guard let versions = answer["versions"]?.elements else { throw .notAnAnswer(.noVersions) }
        return versions.filter { $0.isText || $0.isNumber }.map(\.text)
    }

    /// An access URL or a list of versions is a line of text.
    private static let maximumClaimBytes = 64 << 10
}

extension SimpleFINError {
    /// The error for a status that means the same to every request.
    fileprivate init(unexpected response: HTTPResponse) {
        switch response.status {
        case 402: self = .paymentRequired
        case 429: self = .tooManyRequests(retryAfterSeconds: response.retryAfterSeconds)
        default: self = .bridgeFailure(status: response.status)
        }
    }
}
