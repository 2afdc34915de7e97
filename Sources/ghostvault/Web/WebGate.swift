import Serving
import Synchronization

/// Decides which requests are answered, before anything looks at what they ask for.
///
/// A page of another site can make a browser send requests here, and a name of another site can
/// lead here. So the host must be this one, the sender must be this page, and the cookie of the
/// session must be there.
final class WebGate: Sendable {
    private struct State {
        /// What opens a session, once; nil afterwards.
        var token: String?
        var session: String?
        /// What the last command of a form said.
        var answer: WebAnswer?
    }

    let port: UInt16
    /// What forms of the session hold.
    let formToken = secret()
    private let state: Mutex<State>

    init(port: UInt16) {
        self.port = port
        state = Mutex(State(token: Self.secret()))
    }

    /// The token of the address; nil once it is used.
    var token: String? { state.withLock { $0.token } }

    /// 256 random bits.
    private static func secret() -> String {
        (0..<4).map { _ in
            let digits = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }

    /// Ports of a host share their cookies.
    private var cookieName: String { "ghostvault-\(port)" }

    /// What must not be answered; nil for what may.
    func refusal(of request: HTTPRequest) -> WebResponse? {
        guard ["GET", "POST"].contains(request.method) else {
            return .refusal(405, "Only GET and POST.", headers: [("Allow", "GET, POST")])
        }
        let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
        guard let host = request["host"], hosts.contains(host) else {
            return .refusal(421, "Not a name of this server.")
        }
        guard isFromHere(request, host) else {
            return .refusal(403, "Only this page's own requests are answered.")
        }
        return nil
    }

    private func isFromHere(_ request: HTTPRequest, _ host: String) -> Bool {
        for name in ["origin", "sec-fetch-site", "cookie"] where request.has(name) {
            guard request[name] != nil else { return false }
        }
        if let origin = request["origin"] {
            guard origin == "http://\(host)" else { return false }
        } else if request.method == "POST" {
            return false
        }
        switch request["sec-fetch-site"] {
        case "same-origin": return true
        // An address that was typed, or a browser that doesn't tell.
        case "none", nil: return true
        // The file that opens the door is of another site. The door shows nothing.
        default:
            return request.method == "GET" && request.path == "/"
                && request["sec-fetch-mode"] == "navigate"
                && request["sec-fetch-dest"] == "document"
        }
    }

    func hasSession(_ request: HTTPRequest) -> Bool {
        let cookies = (request["cookie"] ?? "").split(separator: ";").map { cookie in
            cookie.drop { $0 == " " }.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        }
        let own = cookies.filter { $0.first.map(String.init) == cookieName && $0.count == 2 }
        guard own.count == 1, let session = state.withLock({ $0.session }) else { return false }
        return Self.isSame(String(own[0][1]), session)
    }

    /// Exchanges the token for a session.
    ///
    /// - Returns: the cookie; nil for another token, and for the second time.
    func enter(with token: String) -> String? {
        let session = Self.secret()
        let isEntered = state.withLock { state in
            guard let expected = state.token, Self.isSame(token, expected) else { return false }
            (state.token, state.session) = (nil, session)
            return true
        }
        guard isEntered else { return nil }
        return "\(cookieName)=\(session); Path=/; HttpOnly; SameSite=Strict"
    }

    func isOfSession(formToken: String) -> Bool { Self.isSame(formToken, self.formToken) }

    /// Compares in a time that tells nothing.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    func keep(_ answer: WebAnswer) { state.withLock { $0.answer = answer } }

    /// What the last command of a form said, once.
    func takeAnswer() -> WebAnswer? {
        state.withLock { state in
            defer { state.answer = nil }
            return state.answer
        }
    }
}

/// What a command came to.
struct WebAnswer: Sendable {
    let exitCode: Int32
    let parts: [ScreenRecorder.Part]
    let data: [UInt8]

    /// Whether there is something to show, perhaps not all of it.
    var isGood: Bool { [ExitStatus.done, .partial, .rules].map(\.rawValue).contains(exitCode) }
}

struct WebResponse {
    let status: Int
    var type = "text/plain; charset=utf-8"
    var headers: [(String, String)] = []
    var body: [UInt8] = []
    /// The rest of the body, which takes longer.
    var rest: (() -> [UInt8])?

    static func refusal(
        _ status: Int, _ words: String, headers: [(String, String)] = []
    ) -> WebResponse {
        WebResponse(status: status, headers: headers, body: Array((words + "\n").utf8))
    }

    static func page(_ markup: String, status: Int = 200) -> WebResponse {
        WebResponse(status: status, type: "text/html; charset=utf-8", body: Array(markup.utf8))
    }

    static func redirect(to address: String) -> WebResponse {
        WebResponse(status: 303, headers: [("Location", address)])
    }

    /// On every response, whatever it is.
    private static let safety = [
        (
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
                + "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; "
                + "base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
        // With "no-referrer", browsers send forms of the page itself without an origin.
        ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "no-store"),
        ("Connection", "close"),
    ]

    /// The response as it is sent, up to its rest. A value can't begin another line.
    var bytes: [UInt8] {
        // Without a length the response ends with its connection.
        let length = rest == nil ? [("Content-Length", "\(body.count)")] : []
        let fields = [("Content-Type", type)] + length + Self.safety + headers
        let lines = fields.map { name, value in
            "\(name): " + String(value.unicodeScalars.filter { (0x20..<0x7F).contains($0.value) })
        }
        let head = ["HTTP/1.1 \(status) \(status < 400 ? "OK" : "Refused")"] + lines
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}
