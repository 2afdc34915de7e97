#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One end of the line between the program and its worker. A message is its length, 32 bits, and
/// its bytes.
struct WorkerChannel {
    let file: Int32
    /// Whether writing waits until the other end has read; else it is up to whoever waits for room.
    var blocks = true
    /// Changes what is sent; for tests.
    var garble: ([UInt8]) -> [UInt8] = { $0 }

    /// The longest message that is taken. A list of questions takes some hundred kilobytes, the
    /// library of a large vault some megabytes.
    static let mostBytes = 64 << 20

    enum End: Error {
        /// The other end is closed.
        case closed
        /// The other end writes what is no message.
        case broken
        /// Whoever waits gave up.
        case givenUp
    }

    /// - Parameter wait: returns when there may be room to write; false gives up.
    func send(_ message: MessageWriter, waiting wait: () -> Bool = { true }) throws(End) {
        var framed = MessageWriter()
        framed.put(garble(message.bytes))
        var sent = 0
        while sent < framed.bytes.count {
            guard wait() else { throw .givenUp }
            let count = framed.bytes.withUnsafeBytes {
                sendBytes(file, $0.baseAddress.map { $0 + sent }, $0.count - sent, blocks: blocks)
            }
            if count > 0 {
                sent += count
            } else if errno != EINTR, blocks || errno != EAGAIN {
                throw .closed
            }
        }
    }

    /// - Parameter wait: returns when there may be something to read; false gives up.
    func receive(waiting wait: () -> Bool = { true }) throws(End) -> MessageReader {
        let head = try bytes(4, wait)
        let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard count <= Self.mostBytes else { throw .broken }
        return MessageReader(try bytes(count, wait))
    }

    private func bytes(_ count: Int, _ wait: () -> Bool) throws(End) -> [UInt8] {
        var failure: End?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, failure == nil {
                guard wait() else {
                    failure = .givenUp
                    return
                }
                let got = read(file, buffer.baseAddress.map { $0 + filled }, count - filled)
                if got > 0 {
                    filled += got
                } else if got == 0 || errno != EINTR {
                    failure = .closed
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }
}

/// Writes to a socket. A closed other end is an error, and no signal.
private func sendBytes(
    _ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, blocks: Bool
) -> Int {
    let waiting = blocks ? 0 : Int32(MSG_DONTWAIT)
    #if canImport(Glibc)
        return send(file, bytes, count, waiting | Int32(MSG_NOSIGNAL))
    #else
        return send(file, bytes, count, waiting)
    #endif
}
