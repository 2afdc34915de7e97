/// An error in talking to a bridge. No case contains a secret or a transaction; a
/// host name is the most that it reveals.
public enum SimpleFINError: Error, Hashable, Sendable {
    /// The text is no setup token.
    case brokenToken(TokenFault)
    /// The text is no access URL.
    case brokenAccessURL(AccessURLFault)
    /// The bridge refused to exchange the token (403).
    case claimRefused
    /// The bridge accepts no claim at the token's address (400, 404, 405, 410).
    /// Part of the token may be missing.
    case claimAddressUnknown
    /// The bridge no longer accepts the access URL (403).
    case accessRefused
    /// The bridge's subscription is unpaid (402).
    case paymentRequired
    /// The bridge received too many requests (429).
    case tooManyRequests(retryAfterSeconds: Int?)
    /// Any other status without a response.
    case bridgeFailure(status: Int)
    /// Status 200, but the body is no SimpleFIN response.
    case notAnAnswer(AnswerFault)
    /// An address without TLS on another machine, or on this one if not allowed.
    case insecureAddress
    case redirectRefused(RedirectFault)
    /// No complete response arrived.
    case cannotConnect(TransportFailure, host: String)
    case answerTooLarge(limitBytes: Int)
}

/// Why a body is no SimpleFIN response.
public enum AnswerFault: Hashable, Sendable {
    case empty
    /// A web page, for example from a bridge or a network's sign-in page.
    case html
    /// Not JSON, or truncated JSON.
    case notJSON
    case notAnObject
    /// Neither `errlist` nor `errors`; the protocol requires one of them.
    case noErrorList
    case noAccountList
    case noVersions
    /// The response to a claim is no access URL.
    case claimedNoAccessURL
}

/// Why a redirect was not followed.
public enum RedirectFault: Hashable, Sendable {
    case tooMany
    case toNoAddress
    case toInsecureAddress
    /// To a host or port that must not receive the credentials.
    case toAnotherHost
    /// A claim would have turned into another kind of request.
    case changesMethod
    /// It would exceed the number of requests allowed.
    case noRequestLeft
}

/// Why a request got no complete response.
public enum TransportFailure: Error, Hashable, Sendable {
    /// libcurl is not installed.
    case libraryMissing
    /// The process can't open another file or socket.
    case tooManyFiles
    case nameLookup
    /// Nothing listens at the address, or the network is unreachable.
    case refused
    case timedOut
    /// This machine doesn't trust the server's certificate.
    case untrustedCertificate
    /// The file with trusted certificates can't be read.
    case certificateFile
    /// The TLS handshake failed.
    case secureConnection
    /// The connection broke in the middle.
    case cutOff
    /// The response is not HTTP, or is badly compressed.
    case garbled
    /// The response exceeds the request's limit.
    case tooLarge
    /// The header does not end.
    case headerTooLarge
    case outOfMemory
    /// The program is shutting down.
    case stopped
    /// - Parameter code: libcurl's error number.
    case other(code: Int)

    /// Whether the request certainly never reached a server, so that it can't
    /// count against a quota.
    public var isBeforeSending: Bool {
        switch self {
        case .libraryMissing, .tooManyFiles, .nameLookup, .refused, .untrustedCertificate,
            .certificateFile, .secureConnection:
            true
        case .timedOut, .cutOff, .garbled, .tooLarge, .headerTooLarge, .outOfMemory, .stopped,
            .other:
            false
        }
    }
}

extension SimpleFINError: CustomStringConvertible {
    /// The event, the cause and the remedy, in one line.
    public var description: String { "\(whatHappened) \(why) \(whatToDo)" }

    /// The cause, in one sentence.
    public var whatHappened: String { words.what }

    /// The likely cause, in one sentence.
    public var why: String { words.why }

    /// The next step, in one sentence.
    public var whatToDo: String { words.next }

    private var words: ErrorWords {
        switch self {
        case .brokenToken(let fault):
            ErrorWords(
                "This is not a setup token.", fault.why,
                "Copy the whole token from the bridge's page and try again.")
        case .brokenAccessURL(let fault):
            ErrorWords(
                "The stored access URL cannot be used.", fault.why,
                "Make a new setup token at the bridge and connect again.")
        case .claimRefused:
            ErrorWords(
                "The bridge refused the setup token.",
                "It may have been used already, or be compromised: someone else may have used it.",
                "Disable the token at the bridge and make a new one.")
        case .claimAddressUnknown:
            ErrorWords(
                "The bridge does not know this setup token.",
                "Part of the token may be missing, or the token has expired.",
                "Copy the whole token from the bridge's page and try again, or make a new one there."
            )
        case .accessRefused:
            ErrorWords(
                "The bridge refused access.",
                "The connection was disabled or removed at the bridge.",
                "Make a new setup token at the bridge and reconnect; history is kept.")
        case .paymentRequired:
            ErrorWords(
                "The bridge asks for payment.", "Its subscription has ended.",
                "Renew the subscription at the bridge, then sync again.")
        case .tooManyRequests(let seconds):
            ErrorWords(
                "The bridge received too many requests.",
                "It allows about 24 requests a day and disables a token that keeps asking.",
                seconds.map { "Sync again in \(Self.waitingTime($0))." } ?? "Sync again tomorrow.")
        case .bridgeFailure(let status):
            ErrorWords(
                "The bridge could not respond.", "It sent the HTTP status \(status).",
                "Try again later; if it keeps failing, ask the bridge's support.")
        case .notAnAnswer(.claimedNoAccessURL):
            ErrorWords(
                "The setup token returned no access URL.",
                "The bridge accepted the token, but sent something else back.",
                "The token is likely used up: make a new one at the bridge.")
        case .notAnAnswer(let fault):
            ErrorWords(
                "The bridge sent something that is not a SimpleFIN response.", fault.why,
                "Try again later; nothing was changed.")
        case .insecureAddress:
            ErrorWords(
                "The address is not secure.",
                "Only https keeps the data private.",
                "Use a bridge with an https address.")
        case .redirectRefused(let fault):
            ErrorWords(
                "The bridge redirected to another address, which was not followed.",
                fault.why,
                "If the bridge has moved, make a new setup token there and connect again.")
        case .cannotConnect(let failure, let host):
            ErrorWords("Cannot connect to \(host).", failure.why, failure.whatToDo)
        case .answerTooLarge(let limit):
            ErrorWords(
                "The bridge's response is too large.", "It has more than \(limit) bytes.",
                limit < Self.leastBytesOfDays
                    ? "Check that the setup token is from a SimpleFIN bridge."
                    : "Request fewer days at once.")
        }
    }

    /// A limit below this is not one for transactions.
    private static let leastBytesOfDays = 1 << 20

    private static func waitingTime(_ seconds: Int) -> String {
        let minutes = max(1, (seconds / 60) + (seconds % 60 > 0 ? 1 : 0))
        return minutes == 1 ? "1 minute" : "\(minutes) minutes"
    }
}

private struct ErrorWords {
    let what: String
    let why: String
    let next: String

    init(_ what: String, _ why: String, _ next: String) {
        self.what = what
        self.why = why
        self.next = next
    }
}

extension TokenFault {
    fileprivate var why: String {
        switch self {
        case .empty: "The text is empty."
        case .isAnAddress: "It is a web address, not a token of letters and digits."
        case .notBase64: "It has invalid characters, or its end is missing."
        case .holdsNoAddress: "It does not lead to a bridge; part of it may be missing."
        }
    }
}

extension AccessURLFault {
    fileprivate var why: String {
        switch self {
        case .notAnAddress: "It is not a web address."
        case .noCredentials: "It has no user and password."
        case .unusableCredentials: "Its user or password is malformed."
        }
    }
}

extension AnswerFault {
    fileprivate var why: String {
        switch self {
        case .empty: "The response is empty."
        case .html: "It is a web page, perhaps the network's sign-in page."
        case .notJSON: "It is not JSON, or ends too early."
        case .notAnObject: "It is JSON, but not an object."
        case .noErrorList: "It has no list of errors, which every response needs."
        case .noAccountList: "It has no list of accounts."
        case .noVersions: "It names no versions."
        case .claimedNoAccessURL: "It is not an access URL."
        }
    }
}

extension RedirectFault {
    fileprivate var why: String {
        switch self {
        case .tooMany: "There were too many redirects."
        case .toNoAddress: "The address is not a usable one."
        case .toInsecureAddress: "The address is not secure."
        case .toAnotherHost: "The credentials are meant for the first host only."
        case .changesMethod: "The token would have been wasted."
        case .noRequestLeft: "It would exceed the request limit."
        }
    }
}

extension TransportFailure {
    fileprivate var why: String {
        switch self {
        case .libraryMissing: "The network library libcurl is not installed."
        case .tooManyFiles: "The program has too many files open."
        case .nameLookup: "The host name can't be found."
        case .refused: "The host does not respond, or there is no network."
        case .timedOut: "The response took too long."
        case .untrustedCertificate: "The server's certificate is not trusted."
        case .certificateFile: "The file of trusted certificates cannot be read."
        case .secureConnection: "No secure connection could be established."
        case .cutOff: "The connection ended before the response was complete."
        case .garbled: "The response is not HTTP."
        case .tooLarge: "The response is too large."
        case .headerTooLarge: "The response's header is longer than any bridge's."
        case .outOfMemory: "Out of memory."
        case .stopped: "The program was stopped."
        case .other(let code): "libcurl reports error \(code)."
        }
    }

    fileprivate var whatToDo: String {
        switch self {
        case .libraryMissing: "Install libcurl4 (Debian, Ubuntu) or libcurl (Fedora, Arch)."
        case .tooManyFiles: "Raise the limit of open files (ulimit -n) and try again."
        case .untrustedCertificate:
            "Check this machine's clock and certificates; do not continue over this network."
        case .certificateFile: "Check CURL_CA_BUNDLE and SSL_CERT_FILE, or unset them."
        case .tooLarge: "Request fewer days at once."
        case .garbled, .headerTooLarge: "Check the bridge's address, and try again later."
        case .outOfMemory: "Close other programs and try again."
        case .stopped: "The next sync tries again."
        default: "Check your internet connection and try again."
        }
    }
}
