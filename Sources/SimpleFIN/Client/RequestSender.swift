internal import Web

/// Sends a request and follows its redirects as far as is safe.
struct RequestSender: Sendable {
    let transport: any HTTPTransport
    let policy: NetworkPolicy
    let retries: Retries

    /// - Parameter mayFollow: asked before each redirect is followed, which is a request
    ///   of its own.
    func send(
        _ first: HTTPRequest, mayFollow: () -> Bool = { true }
    ) throws(SimpleFINError) -> HTTPResponse {
        var request = first
        for redirect in 0...Self.maximumRedirects {
            let response = try sendOnce(request)
            guard Self.redirects.contains(response.status) else { return response }
            request = try next(after: request, response)
            guard redirect < Self.maximumRedirects else { break }
            guard mayFollow() else { throw .redirectRefused(.noRequestLeft) }
        }
        throw .redirectRefused(.tooMany)
    }

    private func sendOnce(_ request: HTTPRequest) throws(SimpleFINError) -> HTTPResponse {
        guard policy.allows(request.address) else { throw .insecureAddress }
        let response: HTTPResponse
        do {
            response = try retries.attempt { () throws(TransportFailure) in
                try transport.send(request)
            }
        } catch .tooLarge {
            throw .answerTooLarge(limitBytes: request.maximumBodyBytes)
        } catch {
            throw .cannotConnect(error, host: request.address.host)
        }
        guard response.body.count <= request.maximumBodyBytes else {
            throw .answerTooLarge(limitBytes: request.maximumBodyBytes)
        }
        return response
    }

    /// Credentials go only where they were meant to: same scheme, host and
    /// port. Those that a redirect's address holds are dropped: libcurl puts
    /// the request's own into it, and a server's are none of ours. A claim is
    /// repeated only where the server asks for the same method again (RFC 9110,
    /// 15.4.8 and 15.4.9), never turned into a GET.
    private func next(
        after request: HTTPRequest, _ response: HTTPResponse
    ) throws(SimpleFINError) -> HTTPRequest {
        guard let target = response.redirectURL.flatMap({ WebAddress($0) }) else {
            throw .redirectRefused(.toNoAddress)
        }
        guard target.isEncrypted || (!request.address.isEncrypted && policy.allows(target)) else {
            throw .redirectRefused(.toInsecureAddress)
        }
        guard request.method == .get || Self.redirectsKeepingMethod.contains(response.status) else {
            throw .redirectRefused(.changesMethod)
        }
        guard request.credentials == nil || target.origin == request.address.origin else {
            throw .redirectRefused(.toAnotherHost)
        }
        return HTTPRequest(
            request.method, target, credentials: request.credentials,
            maximumBodyBytes: request.maximumBodyBytes)
    }

    private static let maximumRedirects = 5
    private static let redirectsKeepingMethod: Set<Int> = [307, 308]
    private static let redirects: Set<Int> = [301, 302, 303, 307, 308]
}
