internal import CCurlShim
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
        do throws(CurlHandle.Unavailable) {
            let handle = try CurlHandle()
            let headers = [
                "webhook-id: \(id)", "webhook-timestamp: \(secondsSinceEpoch)",
                "webhook-signature: "
                    + key.signature(id: id, secondsSinceEpoch: secondsSinceEpoch, body: json),
            ]
            return send(json, headers, by: handle, unless: isUnwanted)
        } catch {
            return switch error {
            case .libraryMissing: .refused(reason: "libcurl is not installed")
            case .outOfMemory: .tryAgain(reason: "out of memory")
            }
        }
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

    private func send(
        _ json: [UInt8], _ headers: [String], by handle: CurlHandle, unless isUnwanted: () -> Bool
    ) -> DeliveryOutcome {
        let address = destination.address
        let pointer = handle.pointer
        curl_shim_prepare(pointer, address.text, true, !address.isEncrypted)
        curl_shim_identify(pointer, "ghostvault", nil, nil)
        environment.lead(handle, isPlainLoopback: !address.isEncrypted)
        curl_shim_limit(
            pointer,
            curl_shim_limits(
                connect_milliseconds: patience.connecting.wholeMilliseconds,
                total_milliseconds: patience.total.wholeMilliseconds,
                slow_seconds: 0, slowest_bytes_per_second: 0,
                body_bytes: Self.mostAnswerBytes))
        return json.withUnsafeBufferPointer { body in
            curl_shim_carry(pointer, "application/json", body.baseAddress, body.count)
            for header in headers { curl_shim_add_header(pointer, header) }
            return withoutActuallyEscaping(isUnwanted) { isUnwanted in
                let question = Question(isUnwanted)
                return withExtendedLifetime(question) {
                    curl_shim_end_when(
                        pointer,
                        { context in
                            guard let context else { return false }
                            return Unmanaged<Question>.fromOpaque(context)
                                .takeUnretainedValue().ask()
                        }, Unmanaged.passUnretained(question).toOpaque())
                    var answer = curl_shim_answer()
                    let outcome = curl_shim_perform(pointer, &answer)
                    return WebhookAnswer(
                        outcome, status: answer.status,
                        retryAfterSeconds: answer.retry_after_seconds, host: destination.host
                    ).meaning
                }
            }
        }
    }

    /// A closure that C can refer to.
    private final class Question {
        let ask: () -> Bool

        init(_ ask: @escaping () -> Bool) {
            self.ask = ask
        }
    }
}

extension Duration {
    /// At least 1, as 0 means no limit to libcurl.
    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        let total = Int128(seconds) * 1000 + Int128(attoseconds / 1_000_000_000_000_000)
        return Int(min(max(total, 1), Int128(Int32.max)))
    }
}

/// A receiver's response, or its absence.
struct WebhookAnswer {
    private let outcome: curl_shim_outcome
    private let status: Int
    private let retryAfterSeconds: Int
    private let host: String

    /// - Parameter retryAfterSeconds: negative if the receiver sent none.
    init(_ outcome: curl_shim_outcome, status: Int, retryAfterSeconds: Int, host: String) {
        self.outcome = outcome
        self.status = status
        self.retryAfterSeconds = retryAfterSeconds
        self.host = host
    }

    var meaning: DeliveryOutcome {
        // Even without the rest of the response, the receiver has the message.
        if 200...299 ~= status { return .delivered }
        return switch outcome {
        // Only the status of a response counts.
        case CURL_SHIM_ANSWERED, CURL_SHIM_TOO_LARGE: meaningOfStatus
        case CURL_SHIM_LIBRARY_MISSING: .refused(reason: "libcurl is not installed")
        case CURL_SHIM_NAME_LOOKUP: .tryAgain(reason: "the host \(host) is not found")
        case CURL_SHIM_REFUSED: .tryAgain(reason: "\(host) does not respond")
        case CURL_SHIM_TIMED_OUT: .tryAgain(reason: "\(host) did not respond in time")
        case CURL_SHIM_UNTRUSTED_CERTIFICATE:
            .tryAgain(reason: "this machine does not trust the certificate of \(host)")
        case CURL_SHIM_CERTIFICATE_FILE:
            .tryAgain(reason: "the file of trusted certificates can't be read")
        case CURL_SHIM_SECURE_CONNECTION:
            .tryAgain(reason: "no secure connection to \(host) could be made")
        case CURL_SHIM_CUT_OFF: .tryAgain(reason: "the connection to \(host) broke off")
        case CURL_SHIM_GARBLED: .tryAgain(reason: "\(host) is not a web server")
        case CURL_SHIM_ENDED_EARLY:
            .brokenOff(reason: "it was interrupted before \(host) responded")
        case CURL_SHIM_HEADER_TOO_LARGE:
            .tryAgain(reason: "the header of \(host)'s response does not end")
        case CURL_SHIM_OUT_OF_MEMORY: .tryAgain(reason: "out of memory")
        default: .tryAgain(reason: "\(host) can't be reached")
        }
    }

    private var meaningOfStatus: DeliveryOutcome {
        switch status {
        case 200...299: .delivered
        case 300...399:
            .refused(reason: "\(host) redirects (status \(status)), which is not followed")
        case 408, 429, 500...599:
            .tryAgain(reason: "\(host) responded with status \(status)", after: pause)
        default: .refused(reason: "\(host) refused it with status \(status)")
        }
    }

    private var pause: Duration? {
        retryAfterSeconds < 0 ? nil : .seconds(min(retryAfterSeconds, 86_400))
    }
}
