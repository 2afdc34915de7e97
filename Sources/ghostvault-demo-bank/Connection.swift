import DemoHousehold
import Serving

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension HTTPConnection {
    private static var mostBytesOfBody: Int { 1 << 16 }

    /// Answers the request and closes the connection. A client that disconnects is no error.
    func serve(_ teller: Teller) {
        switch request(bodyAtMost: Self.mostBytesOfBody, within: .seconds(60)) {
        case .request(let request): deliver(teller.answer(to: BridgeRequest(request)))
        case .refused:
            _ = send(Array("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".utf8)[...])
        case .nothing: break
        }
        finish()
    }

    /// Sends the response on time, late, slowly or only half of it.
    private func deliver(_ response: BridgeResponse) {
        if response.delivery == .late { sleep(5) }
        let body = response.body
        guard send(Array(response.head.utf8)[...]) else { return }
        switch response.delivery {
        case .prompt, .late: _ = send(body[...])
        case .cutOff: _ = send(body[..<(body.count / 2)])
        case .slow:
            for start in stride(from: 0, to: body.count, by: 16 << 10) {
                usleep(200_000)
                guard send(body[start..<min(start + 16 << 10, body.count)]) else { return }
            }
        }
    }
}

extension BridgeRequest {
    init(_ request: HTTPRequest) {
        self.init(
            method: request.method, path: request.path,
            query: request.query.map { ($0.name, $0.value) },
            authorization: request["authorization"])
    }
}

extension BridgeResponse {
    /// The status line and the headers, with the empty line behind them.
    fileprivate var head: String {
        var lines = [
            "HTTP/1.1 \(status) \(phrase)", "Content-Type: \(contentType)",
            "Content-Length: \(body.count)", "Connection: close",
        ]
        if let location { lines.append("Location: \(location)") }
        if let retryAfterSeconds { lines.append("Retry-After: \(retryAfterSeconds)") }
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }

    private var phrase: String {
        switch status {
        case 200: "OK"
        case 302: "Found"
        case 402: "Payment Required"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 429: "Too Many Requests"
        case 503: "Service Unavailable"
        default: "Internal Server Error"
        }
    }
}
