import DemoHousehold

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A client's connection, for one request.
struct Connection {
    private let descriptor: Int32

    private static let mostBytesOfHead = 1 << 16
    private static let timeout = timeval(tv_sec: 60, tv_usec: 0)

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Answers the request and closes the connection. A client that disconnects is no error.
    func serve(_ teller: Teller) {
        defer { _ = Descriptor.close(descriptor) }
        var timeout = Self.timeout
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
        guard let head = readHead() else { return }
        guard let request = BridgeRequest(head: head) else {
            _ = send(Array("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".utf8)[...])
            return
        }
        deliver(teller.answer(to: request))
        // Closing with unread bytes would take the response back.
        shutdown(descriptor, Int32(SHUT_WR))
        while let bytes = read(), !bytes.isEmpty {}
    }

    /// The lines of a request up to the first empty one; nil if the client sends none.
    private func readHead() -> [UInt8]? {
        var head: [UInt8] = []
        while head.count < Self.mostBytesOfHead, let bytes = read(), !bytes.isEmpty {
            let from = max(0, head.count - 3)
            head += bytes
            for start in from..<head.count where head[start...].starts(with: "\r\n\r\n".utf8) {
                return Array(head[..<start])
            }
        }
        return nil
    }

    /// The next bytes; none at the end, nil after an error.
    private func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count < 0 ? nil : Array(bytes[..<count])
    }

    /// - Returns: whether the client took the bytes.
    private func send(_ bytes: ArraySlice<UInt8>) -> Bool {
        Descriptor.write(bytes, to: descriptor) == 0
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
    /// - Parameter head: the request's first lines, without the empty one; nil if they are not
    ///   HTTP.
    init?(head: [UInt8]) {
        let lines = String(decoding: head, as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ")
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
        let parts = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let fields = parts.count > 1 ? parts[1].split(separator: "&") : []
        var authorization: String?
        for line in lines.dropFirst() {
            let header = line.split(separator: ":", maxSplits: 1)
            guard header.count == 2, header[0].lowercased() == "authorization" else { continue }
            authorization = String(header[1].drop { $0 == " " })
        }
        self.init(
            method: String(words[0]), path: Self.decoded(parts[0]),
            query: fields.map { field in
                let pair = field.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (Self.decoded(pair[0]), pair.count > 1 ? Self.decoded(pair[1]) : "")
            }, authorization: authorization)
    }

    /// A text without percent-encoding.
    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let first = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if first == UInt8(ascii: "%"), digits.utf8.count == 2,
                digits.allSatisfy(\.isHexDigit), let byte = UInt8(digits, radix: 16)
            {
                bytes.append(byte)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(first)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
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
