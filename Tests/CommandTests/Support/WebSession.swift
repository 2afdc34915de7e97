import Engine
import Foundation
import Scripting
import Vault

@testable import ghostvault

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The page of a scenario's vault, with a client that sends what it is told.
final class WebSession {
    let scenario: Scenario
    let server: WebServer
    private let nobody: Int32
    private(set) var cookie = ""

    /// - Parameter scenario: has a vault in its folder.
    init(_ scenario: Scenario) throws {
        self.scenario = scenario
        nobody = open("/dev/null", O_RDWR | O_CLOEXEC)
        var context = ProgramContext(
            variables: [
                "HOME": scenario.folder + "/home", "GHOSTVAULT_TODAY": "2026-03-15", "TZ": "UTC",
                "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "GHOSTVAULT_SECRETS": "file",
            ], input: nobody, output: nobody, errors: nobody)
        context.looksAtDisks = false
        context.zone = .utc
        context.scriptHost = { .inThisProcess }
        server = try WebServer(
            VaultFolder(path: scenario.folder + "/vault"), in: context, port: 0)
        let server = server
        let thread = Thread { _ = server.serve() }
        thread.start()
    }

    /// A session of the prepared household, that has entered.
    static func entered(_ scenario: Scenario? = nil) async throws -> WebSession {
        var own = scenario
        if own == nil { own = try await JSONHousehold.copy() }
        guard let own else { throw NoAnswer() }
        let session = try WebSession(own)
        session.enter()
        return session
    }

    func close() async throws {
        server.stop()
        closeDescriptor(nobody)
        try await scenario.close()
    }

    /// Exchanges the token of the address for the cookie.
    func enter() {
        let answer = post("/enter", server.gate.token ?? "")
        cookie = answer["set-cookie"].map { String($0.prefix { $0 != ";" }) } ?? ""
    }

    var origin: String { "http://127.0.0.1:\(server.port)" }

    func get(_ target: String, _ further: String...) -> WebAnswerBytes {
        send(
            ["GET \(target) HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "Cookie: \(cookie)"]
                + further)
    }

    func post(_ target: String, _ body: String, _ further: String...) -> WebAnswerBytes {
        send(
            [
                "POST \(target) HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "Origin: \(origin)",
                "Cookie: \(cookie)", "Content-Length: \(body.utf8.count)",
            ] + further, body: body)
    }

    /// Sends a form with the token of the session.
    func form(_ target: String, _ fields: String) -> WebAnswerBytes {
        post(target, "form=\(server.gate.formToken)&\(fields)")
    }

    func send(_ lines: [String], body: String = "") -> WebAnswerBytes {
        send(bytes: Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
    }

    func send(bytes: [UInt8]) -> WebAnswerBytes {
        WebAnswerBytes(Self.exchange(bytes, port: server.port))
    }

    private static func exchange(_ bytes: [UInt8], port: UInt16) -> [UInt8] {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let client = socket(AF_INET, kind, 0)
        defer { closeDescriptor(client) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return [] }
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(client, $0.baseAddress?.advanced(by: sent), bytes.count - sent)
            }
            guard count > 0 else { break }
            sent += count
        }
        shutdown(client, Int32(SHUT_WR))
        var answer: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(client, &part, part.count), count > 0 {
            answer += part[..<count]
        }
        return answer
    }
}

private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

struct NoAnswer: Error {}

/// A response as it came.
struct WebAnswerBytes {
    let status: Int
    let headers: [(name: String, value: String)]
    let text: String

    init(_ bytes: [UInt8]) {
        let whole = String(decoding: bytes, as: UTF8.self)
        let end = whole.range(of: "\r\n\r\n")
        let lines = whole[..<(end?.lowerBound ?? whole.endIndex)].components(separatedBy: "\r\n")
        status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
        headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (
                parts[0].lowercased(),
                parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
            )
        }
        text = end.map { String(whole[$0.upperBound...]) } ?? ""
    }

    subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The text of a page without its markup.
    var words: String {
        text.replacing(/<[^>]*>/, with: " ").replacing("&amp;", with: "&")
            .replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
