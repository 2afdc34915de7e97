import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A server on 127.0.0.1 that gives scripted answers, one a connection, and
/// remembers what it was asked.
public final class LoopbackServer: Sendable {
    public struct Reply: Sendable {
        var bytes: [UInt8]
        /// Whether nothing follows the bytes until the client closes the connection.
        var hangs = false
        /// What follows the bytes again and again until the client closes the connection.
        var endless: [UInt8] = []

        public static func endless(_ start: String, part: String) -> Reply {
            let count = max(1, 65_536 / max(1, part.utf8.count))
            return Reply(
                bytes: Array(start.utf8),
                endless: Array(String(repeating: part, count: count).utf8))
        }

        public static func raw(_ text: String, hangs: Bool = false) -> Reply {
            Reply(bytes: Array(text.utf8), hangs: hangs)
        }

        public static func status(_ status: Int, _ body: String = "", headers: [String] = [])
            -> Reply
        {
            .status(status, bytes: Array(body.utf8), headers: headers)
        }

        public static func status(_ status: Int, bytes body: [UInt8], headers: [String] = [])
            -> Reply
        {
            let lines =
                ["HTTP/1.1 \(status) Status", "Content-Length: \(body.count)", "Connection: close"]
                + headers
            return Reply(bytes: Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        }
    }

    struct SocketFailure: Error {
        let step: String
        let code: Int32
    }

    public let port: UInt16
    private let listener: Int32
    private let heard = Mutex<[String]>([])
    private let carried = Mutex<[String]>([])

    public init(_ replies: [Reply]) throws {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let listener = socket(AF_INET, kind, 0)
        guard listener >= 0 else { throw SocketFailure(step: "socket", code: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (bound, named) = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                (bind(listener, generic, length), getsockname(listener, generic, &length))
            }
        }
        guard bound == 0, named == 0, listen(listener, 8) == 0 else {
            throw SocketFailure(step: "bind", code: errno)
        }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        guard !replies.isEmpty else { return }
        Thread.detachNewThread { [self] in
            for reply in replies { answer(with: reply) }
        }
    }

    deinit {
        close(listener)
    }

    /// The heads of the requests so far.
    public var requests: [String] { heard.withLock { $0 } }

    /// The bodies of the requests so far that had one.
    public var bodies: [String] { carried.withLock { $0 } }

    public func url(_ path: String, user: String? = nil) -> String {
        "http://\(user.map { $0 + "@" } ?? "")127.0.0.1:\(port)\(path)"
    }

    private func answer(with reply: Reply) {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        defer { close(connection) }
        let head = readHead(connection)
        heard.withLock { $0.append(head.text) }
        if let body = readBody(connection, head) { carried.withLock { $0.append(body) } }
        send(reply.bytes, to: connection)
        while !reply.endless.isEmpty, send(reply.endless, to: connection) {}
        var byte: UInt8 = 0
        while reply.hangs, read(connection, &byte, 1) > 0 {}
    }

    private func readHead(_ connection: Int32) -> (text: String, rest: [UInt8]) {
        var head: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let last = head.indices.first(where: { head[$0...].starts(with: end) }) {
                let body = last + end.count
                return (String(decoding: head[..<body], as: UTF8.self), Array(head[body...]))
            }
            let count = read(connection, &buffer, buffer.count)
            guard count > 0 else { break }
            head += buffer.prefix(count)
            let isTLSHandshake = head[0] == 0x16
            if isTLSHandshake { break }
        }
        return (String(decoding: head, as: UTF8.self), [])
    }

    /// As long as the head says; nil where it says nothing or 0.
    private func readBody(_ connection: Int32, _ head: (text: String, rest: [UInt8])) -> String? {
        let lines = head.text.split(separator: "\r\n")
        let length =
            lines.lazy
            .filter { $0.lowercased().hasPrefix("content-length:") }
            .compactMap { Int($0.dropFirst(15).drop { $0 == " " }) }.first ?? 0
        guard length > 0 else { return nil }
        var body = head.rest
        var buffer = [UInt8](repeating: 0, count: 4096)
        while body.count < length {
            let count = read(connection, &buffer, buffer.count)
            guard count > 0 else { break }
            body += buffer.prefix(count)
        }
        return String(decoding: body, as: UTF8.self)
    }

    /// - Returns: false if the client has closed the connection.
    @discardableResult
    private func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
        #if canImport(Darwin)
            var on: Int32 = 1
            setsockopt(
                connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout.size(ofValue: on))
            )
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { chunk in
                #if canImport(Glibc)
                    Glibc.send(connection, chunk.baseAddress, chunk.count, flags)
                #else
                    Darwin.send(connection, chunk.baseAddress, chunk.count, flags)
                #endif
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
