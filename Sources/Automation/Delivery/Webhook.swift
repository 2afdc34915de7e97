internal import Platform

/// A receiver of messages over HTTPS, signed as standardwebhooks.com describes.
///
/// Certificates are verified, redirects are not followed, and proxies come from the
/// environment, as for banks. The first message loads libcurl.
public struct Webhook: Sendable {
    /// The timeouts.
    public struct Patience: Hashable, Sendable {
        /// Until the connection is made.
        public let connecting: Duration
        /// For the whole request.
        public let total: Duration

        public init(connecting: Duration = .seconds(5), total: Duration = .seconds(15)) {
            self.connecting = connecting
            self.total = total
        }
    }

    private let destination: WebhookDestination
    private let key: WebhookKey
    private let patience: Patience
    private let environment: NetworkEnvironment

    /// - Parameter environment: contains the variables for proxies and certificates; nil
    ///   for the process's own.
    public init(
        to destination: WebhookDestination, key: WebhookKey, patience: Patience = Patience(),
        environment: [String: String]? = nil
    ) {
        self.destination = destination
        self.key = key
        self.patience = patience
        self.environment = NetworkEnvironment(environment)
    }

    /// Sends one message and waits for the response, of which only the status counts.
    ///
    /// - Parameters:
    ///   - json: at most 256 KiB.
    ///   - id: unique to the message and the same for each retry, so that a receiver can
    ///     drop repeats: 1 to 100 letters, digits, "-" and "_".
    ///   - secondsSinceEpoch: now; receivers reject messages that are minutes old.
    ///   - isUnwanted: called about twenty times a second, once by libcurl before 7.66;
    ///     true gives up, to be retried.
    public func send(
        _ json: [UInt8], id: String, secondsSinceEpoch: Int64,
        unless isUnwanted: () -> Bool = { false }
    ) -> DeliveryOutcome {
        guard json.count <= Self.mostBytes else {
            return .refused(reason: "the message is larger than \(Self.mostBytes >> 10) KiB")
        }
        guard Self.isUsable(id) else { return .refused(reason: "the message has no usable id") }
        return JSONPost(
            to: destination.address,
            headers: [
                "webhook-id: \(id)", "webhook-timestamp: \(secondsSinceEpoch)",
                "webhook-signature: "
                    + key.signature(id: id, secondsSinceEpoch: secondsSinceEpoch, body: json),
            ], body: json, patience: patience, mostAnswerBytes: Self.mostAnswerBytes,
            environment: environment
        ).send(unless: isUnwanted).meaning
    }

    // MARK: Internals

    private static let mostBytes = 256 << 10
    private static let mostAnswerBytes = 64 << 10

    /// It is part of a header and, between periods, of the signed text.
    private static func isUsable(_ id: String) -> Bool {
        1...100 ~= id.utf8.count
            && id.utf8.allSatisfy {
                isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
    }
}
