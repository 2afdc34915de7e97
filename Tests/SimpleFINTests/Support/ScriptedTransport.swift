import SimpleFIN
import Synchronization

/// Gives scripted results in order and remembers the requests.
final class ScriptedTransport: HTTPTransport {
    private let script: Mutex<[Result<HTTPResponse, TransportFailure>]>
    private let sent = Mutex<[HTTPRequest]>([])

    init(_ script: [Result<HTTPResponse, TransportFailure>]) {
        self.script = Mutex(script)
    }

    convenience init(_ status: Int, _ body: String = "", redirectURL: String? = nil) {
        self.init([
            .success(HTTPResponse(status: status, body: Array(body.utf8), redirectURL: redirectURL))
        ])
    }

    var requests: [HTTPRequest] { sent.withLock { $0 } }

    func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        sent.withLock { $0.append(request) }
        let next = script.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        return try (next ?? .failure(.refused)).get()
    }
}
