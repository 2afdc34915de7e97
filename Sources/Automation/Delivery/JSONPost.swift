internal import CCurlShim
internal import Platform

/// A request that carries JSON to a server.
///
/// Certificates are verified and redirects are not followed. An `http` address is on this
/// machine, and passes every proxy by. The first request loads libcurl.
struct JSONPost {
    private let address: WebAddress
    private let headers: [String]
    private let body: [UInt8]
    private let patience: Webhook.Patience
    private let mostAnswerBytes: Int
    private let environment: NetworkEnvironment

    init(
        to address: WebAddress, headers: [String], body: [UInt8], patience: Webhook.Patience,
        mostAnswerBytes: Int, environment: NetworkEnvironment
    ) {
        (self.address, self.headers, self.body) = (address, headers, body)
        (self.patience, self.mostAnswerBytes) = (patience, mostAnswerBytes)
        self.environment = environment
    }

    /// Sends the request and waits for the response.
    ///
    /// - Parameter isUnwanted: called about twenty times a second, once by libcurl before 7.66;
    ///   true gives up.
    func send(unless isUnwanted: () -> Bool = { false }) -> ServerResponse {
        do throws(CurlHandle.Unavailable) {
            return send(by: try CurlHandle(), unless: isUnwanted)
        } catch {
            return switch error {
            case .libraryMissing: ServerResponse(CURL_SHIM_LIBRARY_MISSING, host: address.host)
            case .tooManyFiles: ServerResponse(CURL_SHIM_TOO_MANY_FILES, host: address.host)
            case .outOfMemory: ServerResponse(CURL_SHIM_OUT_OF_MEMORY, host: address.host)
            }
        }
    }

    private func send(by handle: CurlHandle, unless isUnwanted: () -> Bool) -> ServerResponse {
        let pointer = handle.pointer
        curl_shim_prepare(pointer, address.text, true, !address.isEncrypted)
        curl_shim_identify(pointer, "ghostvault", nil, nil)
        environment.lead(handle, isPlainLoopback: !address.isEncrypted)
        curl_shim_limit(
            pointer,
            curl_shim_limits(
                connect_milliseconds: patience.connecting.wholeMilliseconds,
                total_milliseconds: patience.total.wholeMilliseconds,
                slow_seconds: 0, slowest_bytes_per_second: 0, body_bytes: mostAnswerBytes))
        return body.withUnsafeBufferPointer { body in
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
                    return ServerResponse(
                        outcome, status: answer.status,
                        retryAfterSeconds: answer.retry_after_seconds,
                        body: Array(
                            UnsafeBufferPointer(start: answer.body, count: answer.body_size)),
                        host: address.host)
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

/// A server's response, or its absence.
struct ServerResponse {
    private let outcome: curl_shim_outcome
    let status: Int
    private let retryAfterSeconds: Int
    /// Untrusted.
    let body: [UInt8]
    private let host: String

    /// - Parameter retryAfterSeconds: negative if the server sent none.
    init(
        _ outcome: curl_shim_outcome, status: Int = 0, retryAfterSeconds: Int = -1,
        body: [UInt8] = [], host: String
    ) {
        (self.outcome, self.status, self.retryAfterSeconds) = (outcome, status, retryAfterSeconds)
        (self.body, self.host) = (body, host)
    }

    /// What it means where only the arrival counts.
    var meaning: DeliveryOutcome {
        // Even without the rest of the response, the receiver has the message.
        if 200...299 ~= status { return .delivered }
        // Only the status of a response counts.
        return outcome == CURL_SHIM_TOO_LARGE ? meaningOfStatus : breakdown ?? meaningOfStatus
    }

    /// Why there is no whole response; nil if there is one.
    var breakdown: DeliveryOutcome? {
        switch outcome {
        case CURL_SHIM_ANSWERED: nil
        case CURL_SHIM_TOO_LARGE: .refused(reason: "the response of \(host) is too large")
        case CURL_SHIM_LIBRARY_MISSING: .refused(reason: "libcurl is not installed")
        case CURL_SHIM_TOO_MANY_FILES: .tryAgain(reason: "too many files are open")
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

    /// Whether nothing can have been sent.
    var wasNotSent: Bool {
        [
            CURL_SHIM_LIBRARY_MISSING, CURL_SHIM_TOO_MANY_FILES, CURL_SHIM_NAME_LOOKUP,
            CURL_SHIM_REFUSED, CURL_SHIM_UNTRUSTED_CERTIFICATE, CURL_SHIM_CERTIFICATE_FILE,
            CURL_SHIM_SECURE_CONNECTION,
        ].contains(outcome)
    }

    var meaningOfStatus: DeliveryOutcome {
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
