#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A client's connection, for one request.
///
/// That is enough for a few requests, and a client always learns where a response ends.
package struct HTTPConnection: Sendable {
    private let descriptor: Int32

    private static let mostBytesOfHead = 1 << 15

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        #if canImport(Glibc)
        #else
            // On Linux the flag of each call does it.
            var on: Int32 = 1
            setsockopt(
                descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
            _ = fcntl(descriptor, F_SETFL, 0)
        #endif
    }

    package enum Arrival {
        case request(HTTPRequest)
        /// Something that is no request, with the status that says so.
        case refused(status: Int)
        /// The client sent nothing in time, or is gone.
        case nothing
    }

    /// Reads the request.
    ///
    /// - Parameters:
    ///   - most: the largest body in bytes.
    ///   - limit: how long it may take altogether.
    package func request(bodyAtMost most: Int, within limit: Duration) -> Arrival {
        let end = ContinuousClock.now + limit
        wait(atMost: limit)
        var bytes: [UInt8] = []
        var head: HTTPRequest?
        var length = 0
        while ContinuousClock.now < end {
            if head == nil, let (found, rest) = Self.head(of: bytes) {
                guard let request = HTTPRequest(head: found) else { return .refused(status: 400) }
                switch request.bodyLength {
                case nil: return .refused(status: 400)
                case let count? where count > most: return .refused(status: 413)
                case let count?: length = count
                }
                (head, bytes) = (request, rest)
            }
            if var request = head, bytes.count >= length {
                request.body = Array(bytes.prefix(length))
                return .request(request)
            }
            guard head != nil || bytes.count < Self.mostBytesOfHead else {
                return .refused(status: 431)
            }
            guard let more = read(), !more.isEmpty else { return .nothing }
            bytes += more
        }
        return .nothing
    }

    /// The bytes before the first empty line, and those behind it.
    private static func head(of bytes: [UInt8]) -> (head: [UInt8], rest: [UInt8])? {
        let end = Array("\r\n\r\n".utf8)
        guard bytes.count >= end.count else { return nil }
        for start in 0...(bytes.count - end.count)
        where bytes[start] == end[0] && bytes[start...].starts(with: end) {
            return (Array(bytes[..<start]), Array(bytes[(start + end.count)...]))
        }
        return nil
    }

    /// - Returns: whether the client took the bytes.
    package func send(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = systemSend(descriptor, part)
                if count < 0 {
                    if errno == EINTR { continue }
                    return false
                }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Whether the client has closed the connection.
    package var isGone: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 0) > 0 else { return false }
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) <= 0
    }

    /// Ends the connection, after the client has had time to read.
    package func finish() {
        // Closing with unread bytes would take the response back.
        shutdown(descriptor, Int32(SHUT_WR))
        wait(atMost: .seconds(2))
        let end = ContinuousClock.now + .seconds(2)
        while ContinuousClock.now < end, let bytes = read(), !bytes.isEmpty {}
        close(descriptor)
    }

    private func wait(atMost limit: Duration) {
        var timeout = timeval(tv_sec: Int(limit.components.seconds), tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
    }

    /// The next bytes; none at the end, nil after an error.
    private func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count < 0 ? nil : Array(bytes[..<count])
    }
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
        send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #else
        send(descriptor, bytes.baseAddress, bytes.count, 0)
    #endif
}
