internal import Platform

/// The interface for sending one HTTP request.
///
/// A transport verifies TLS, follows no redirects and keeps no cookies; the
/// ``Client`` decides what happens next.
public protocol HTTPTransport: Sendable {
    /// Sends a request and waits for the whole response, whatever its status.
    ///
    /// - Throws: ``TransportFailure`` if there is no complete response.
    func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse
}

/// One request to a validated address. Address and credentials print as "***"
/// because a claim address is itself a secret.
public struct HTTPRequest: Hashable, Sendable {
    public enum Method: String, Hashable, Sendable {
        case get = "GET"
        /// A POST with an empty body and `Content-Length: 0`.
        case post = "POST"
    }

    public let method: Method

    /// For Basic authentication; nil for a request without.
    public let credentials: Credentials?

    /// The size limit for the response body, after decompression.
    public let maximumBodyBytes: Int

    private let secretAddress: Secret<WebAddress>

    init(
        _ method: Method, _ address: WebAddress, credentials: Credentials? = nil,
        maximumBodyBytes: Int
    ) {
        self.method = method
        self.secretAddress = Secret(address)
        self.credentials = credentials
        self.maximumBodyBytes = maximumBodyBytes
    }

    public var url: String { address.text }

    /// Whether this is `http` to this machine, which must bypass any proxy.
    public var isPlainLoopback: Bool { !address.isEncrypted && address.isLoopback }

    var address: WebAddress { secretAddress.value }
}

/// A response as received. Its body and redirect address print as "***".
public struct HTTPResponse: Hashable, Sendable {
    public let status: Int

    /// The seconds that `Retry-After` requests, if any.
    public let retryAfterSeconds: Int?

    private let secretBody: Secret<[UInt8]>
    private let secretRedirect: Secret<String?>

    /// - Parameters:
    ///   - body: decompressed.
    ///   - redirectURL: the target of `Location`, made absolute; nil without one.
    public init(
        status: Int, body: [UInt8], redirectURL: String? = nil, retryAfterSeconds: Int? = nil
    ) {
        self.status = status
        self.retryAfterSeconds = retryAfterSeconds
        self.secretBody = Secret(body)
        self.secretRedirect = Secret(redirectURL)
    }

    public var body: [UInt8] { secretBody.value }
    public var redirectURL: String? { secretRedirect.value }
}

/// Network permissions and timeouts of a client.
///
/// TLS certificates are always verified; no setting turns that off.
public struct NetworkPolicy: Hashable, Sendable {
    /// Whether `http` is allowed to this machine (localhost, 127.0.0.0/8, ::1),
    /// for tests and a local bridge. It is never allowed to other machines.
    public var allowsPlainHTTPOnLoopback: Bool

    /// The timeout for connecting, TLS included.
    public var connectTimeout: Duration

    /// The timeout for a whole request, including the bridge's wait for its banks.
    public var totalTimeout: Duration

    /// The time after which a response slower than ``slowestBytesPerSecond`` is
    /// aborted.
    public var slowTimeout: Duration

    public var slowestBytesPerSecond: Int

    /// The size limit for a response, after decompression.
    public var maximumAnswerBytes: Int

    /// The client's `User-Agent`.
    public var userAgent: String

    /// - Parameters:
    ///   - totalTimeout: minutes are usual, because a bridge may query its banks
    ///     first.
    ///   - maximumAnswerBytes: a transaction takes about 300 bytes; the default
    ///     holds more than 200,000.
    ///   - userAgent: visible ASCII.
    public init(
        allowsPlainHTTPOnLoopback: Bool = false,
        connectTimeout: Duration = .seconds(15),
        totalTimeout: Duration = .seconds(300),
        slowTimeout: Duration = .seconds(120),
        slowestBytesPerSecond: Int = 1,
        maximumAnswerBytes: Int = 64 << 20,
        userAgent: String = "ghostvault"
    ) {
        self.allowsPlainHTTPOnLoopback = allowsPlainHTTPOnLoopback
        self.connectTimeout = connectTimeout
        self.totalTimeout = totalTimeout
        self.slowTimeout = slowTimeout
        self.slowestBytesPerSecond = slowestBytesPerSecond
        self.maximumAnswerBytes = maximumAnswerBytes
        self.userAgent = userAgent
    }

    func allows(_ address: WebAddress) -> Bool {
        address.isEncrypted || (allowsPlainHTTPOnLoopback && address.isLoopback)
    }
}
