/// Why a bridge could not be used. No case holds a secret or a transaction;
/// a host name is the most that one gives away.
public enum SimpleFINError: Error, Hashable, Sendable {
    /// The text given is no setup token.
    case brokenToken(TokenFault)
    /// The text given is no access URL.
    case brokenAccessURL(AccessURLFault)
    /// The bridge refused to exchange the token (403).
    case claimRefused
    /// The bridge takes no claim at the token's address (400, 404, 405, 410): a
    /// part of the token may be missing.
    case claimAddressUnknown
    /// The bridge no longer accepts the access URL (403).
    case accessRefused
    /// The bridge wants its subscription paid (402).
    case paymentRequired
    /// The bridge was asked too often (429).
    case tooManyRequests(retryAfterSeconds: Int?)
    /// Any other status that is no answer.
    case bridgeFailure(status: Int)
    /// Status 200, but the body is not an answer of the protocol.
    case notAnAnswer(AnswerFault)
    /// An address without TLS that is not this machine, or not allowed to be.
    case insecureAddress
    case redirectRefused(RedirectFault)
    /// No whole answer came.
    case cannotConnect(TransportFailure, host: String)
    case answerTooLarge(limitBytes: Int)
}

/// Why a body is not an answer of the protocol.
public enum AnswerFault: Hashable, Sendable {
    case empty
    /// A web page, as a bridge or a network's sign-in page sends it.
    case html
    /// Not JSON, or JSON that ends too early.
    case notJSON
    case notAnObject
    /// Neither `errlist` nor `errors`, of which the protocol requires one.
    case noErrorList
    case noAccountList
    case noVersions
    /// The answer to a claim is not an access URL.
    case claimedNoAccessURL
}

/// Why a redirect was not followed.
public enum RedirectFault: Hashable, Sendable {
    case tooMany
    case toNoAddress
    case toInsecureAddress
    /// To a host or port for which the credentials are not meant.
    case toAnotherHost
    /// A claim would have become another kind of request.
    case changesMethod
    /// It would be one request more than may be sent.
    case noRequestLeft
}
