internal import Web

/// Something that sends one HTTP request and returns its answer.
///
/// A transport verifies TLS, follows no redirect and keeps no cookie; the
/// ``Client`` decides what happens next.
public protocol HTTPTransport: Sendable {
    /// Sends a request and waits for the whole answer, whatever its status.
    ///
    /// - Throws: ``TransportFailure`` where there is no whole answer.
    func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse
}

/// One request, to an address that was checked. Its address and credentials
/// print as "***": a claim address is itself a secret.
public struct HTTPRequest: Hashable, Sendable {
    public enum Method: String, Hashable, Sendable {
        case get = "GET"
        /// A POST with an empty body and `Content-Length: 0`.
        case post = "POST"
    }

    public let method: Method

    /// For Basic authentication; nil where the request carries none.
    public let credentials: Credentials?

    /// The most bytes of the answer's body, counted after decompression.
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

    /// The address, without credentials.
    public var url: String { address.text }

    /// Whether this is `http` to this machine, which must pass any proxy by.
    public var isPlainLoopback: Bool { !address.isEncrypted && address.isLoopback }

    var address: WebAddress { secretAddress.value }
}

/// An answer as it came. Its body and address print as "***".
public struct HTTPResponse: Hashable, Sendable {
    public let status: Int

    /// Seconds that `Retry-After` asks for, or nil.
    public let retryAfterSeconds: Int?

    private let secretBody: Secret<[UInt8]>
    private let secretRedirect: Secret<String?>

    /// - Parameters:
    ///   - body: decompressed.
    ///   - redirectURL: where `Location` leads, made absolute; nil without one.
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

/// What a client may do on the network, and for how long.
///
/// TLS certificates are always verified; no setting turns that off.
public struct NetworkPolicy: Hashable, Sendable {
    /// Whether `http` is allowed to this machine (localhost, 127.0.0.0/8,
    /// ::1): for tests and a bridge that runs here. Elsewhere it never is.
    public var allowsPlainHTTPOnLoopback: Bool

    /// Time until a connection must stand, TLS included.
    public var connectTimeout: Duration

    /// Time for one whole request, waiting for the bank included.
    public var totalTimeout: Duration

    /// Time after which an answer slower than ``slowestBytesPerSecond`` is
    /// given up.
    public var slowTimeout: Duration

    public var slowestBytesPerSecond: Int

    /// The most bytes of an answer, counted after decompression.
    public var maximumAnswerBytes: Int

    /// How the client names itself to a bridge.
    public var userAgent: String

    /// - Parameters:
    ///   - totalTimeout: a bridge may ask its banks first, so minutes are usual.
    ///   - maximumAnswerBytes: some 300 bytes a transaction; the default holds
    ///     more than 200,000 of them.
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
