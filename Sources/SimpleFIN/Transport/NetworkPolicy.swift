internal import Web

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
