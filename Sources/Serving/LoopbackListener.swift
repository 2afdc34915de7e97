#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A socket that only programs of this machine can reach, on 127.0.0.1.
package final class LoopbackListener: Sendable {
    package let port: UInt16
    private let listener: Int32
    /// What is written to the second end stops ``next()``.
    private let stopping: (read: Int32, write: Int32)

    /// Starts to listen. Clients can connect from now on.
    ///
    /// - Parameter port: 0 for any free port.
    package init(port: UInt16) throws(ListeningError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ListeningError(number: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        stopping = (ends[0], ends[1])
        do throws(ListeningError) {
            (listener, self.port) = try Self.listeningSocket(port: port)
        } catch {
            for end in ends { close(end) }
            throw error
        }
    }

    deinit { for descriptor in [listener, stopping.read, stopping.write] { close(descriptor) } }

    /// Waits for the next client.
    ///
    /// - Returns: nil after ``stop()``.
    package func next() -> HTTPConnection? {
        while true {
            var entries = [listener, stopping.read].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            poll(&entries, 2, -1)
            if entries[1].revents != 0 { return nil }
            guard entries[0].revents != 0 else { continue }
            let connection = accept(listener, nil, nil)
            if connection >= 0 {
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                return HTTPConnection(connection)
            }
            // Without a free descriptor the client stays in the queue.
            if errno == EMFILE || errno == ENFILE { usleep(10_000) }
        }
    }

    /// Lets ``next()`` return; call it from any thread.
    package func stop() {
        var byte: UInt8 = 1
        _ = write(stopping.write, &byte, 1)
    }

    private static func listeningSocket(port: UInt16) throws(ListeningError) -> (Int32, UInt16) {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let listener = socket(AF_INET, stream, 0)
        guard listener >= 0 else { throw ListeningError(number: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // A port whose last server has just ended can be taken at once.
        var on: Int32 = 1
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                fcntl(listener, F_SETFD, FD_CLOEXEC) == 0
                    && fcntl(listener, F_SETFL, O_NONBLOCK) == 0
                    && setsockopt(
                        listener, SOL_SOCKET, SO_REUSEADDR, &on,
                        socklen_t(MemoryLayout<Int32>.size)) == 0
                    && bind(listener, address, size) == 0
                    && listen(listener, 64) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard isListening else {
            let number = errno
            close(listener)
            throw ListeningError(number: number)
        }
        return (listener, UInt16(bigEndian: address.sin_port))
    }
}

/// The port was not available.
package struct ListeningError: Error, CustomStringConvertible {
    /// The system's error number.
    package let number: Int32

    package var description: String {
        "Cannot serve on 127.0.0.1: \(String(cString: strerror(number)))."
    }
}
