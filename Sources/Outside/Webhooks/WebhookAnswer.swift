internal import CCurlShim

/// What a receiver answered, or that it did not.
struct WebhookAnswer {
    private let outcome: curl_shim_outcome
    private let status: Int
    private let retryAfterSeconds: Int
    private let host: String

    /// - Parameter retryAfterSeconds: below 0 where the receiver names none.
    init(_ outcome: curl_shim_outcome, status: Int, retryAfterSeconds: Int, host: String) {
        self.outcome = outcome
        self.status = status
        self.retryAfterSeconds = retryAfterSeconds
        self.host = host
    }

    var meaning: DeliveryOutcome {
        // Also if the rest of the answer never came: the receiver has the message.
        if 200...299 ~= status { return .delivered }
        return switch outcome {
        // Nobody reads what the receiver says beside its status.
        case CURL_SHIM_ANSWERED, CURL_SHIM_TOO_LARGE: meaningOfStatus
        case CURL_SHIM_LIBRARY_MISSING: .refused(reason: "libcurl is not installed")
        case CURL_SHIM_NAME_LOOKUP: .tryAgain(reason: "the host \(host) is not found")
        case CURL_SHIM_REFUSED: .tryAgain(reason: "nothing answers at \(host)")
        case CURL_SHIM_TIMED_OUT: .tryAgain(reason: "\(host) did not answer in time")
        case CURL_SHIM_UNTRUSTED_CERTIFICATE:
            .tryAgain(reason: "the certificate of \(host) is not one that this machine trusts")
        case CURL_SHIM_CERTIFICATE_FILE:
            .tryAgain(reason: "the file of trusted certificates can't be read")
        case CURL_SHIM_SECURE_CONNECTION:
            .tryAgain(reason: "no secure connection to \(host) could be made")
        case CURL_SHIM_CUT_OFF: .tryAgain(reason: "the connection to \(host) broke off")
        case CURL_SHIM_GARBLED: .tryAgain(reason: "\(host) does not answer as a web server does")
        case CURL_SHIM_ENDED_EARLY:
            .brokenOff(reason: "it was broken off before \(host) had answered")
        case CURL_SHIM_OUT_OF_MEMORY: .tryAgain(reason: "memory is used up")
        default: .tryAgain(reason: "\(host) can't be reached")
        }
    }

    private var meaningOfStatus: DeliveryOutcome {
        switch status {
        case 200...299: .delivered
        case 300...399:
            .refused(reason: "\(host) sends elsewhere (status \(status)), which is not followed")
        case 408, 429, 500...599:
            .tryAgain(reason: "\(host) answered with status \(status)", after: pause)
        default: .refused(reason: "\(host) refused it with status \(status)")
        }
    }

    private var pause: Duration? {
        retryAfterSeconds < 0 ? nil : .seconds(min(retryAfterSeconds, 86_400))
    }
}
