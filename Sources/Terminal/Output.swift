import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Buffered writing to an open file, such as standard output.
///
/// May be shared: what one call writes stays together. After the first error
/// nothing more is written and every call throws that same error, so a long
/// run into a closed pipe ends at its next line.
public final class Output: Sendable {
    private let descriptor: Int32
    private let state = Mutex(State())

    /// - Parameter descriptor: 1 for standard output, 2 for standard error. It
    ///   stays the caller's, who closes it.
    public init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Adds text to the buffer, and writes the buffer out once it is full.
    public func write(_ text: String) throws(OutputError) {
        try write(Array(text.utf8))
    }

    public func write(_ bytes: [UInt8]) throws(OutputError) {
        try changeState { state throws(OutputError) in
            state.buffer.append(contentsOf: bytes)
            if state.buffer.count >= Self.bufferSize { try writeOut(&state) }
        }
    }

    /// Writes out all that is buffered. Call it before the program ends, and
    /// where a person waits for a line.
    public func flush() throws(OutputError) {
        try changeState { state throws(OutputError) in try writeOut(&state) }
    }

    /// Has the next call try again after an error, for a program that goes on
    /// whatever becomes of its lines. What was not written is lost.
    public func forgetFailure() {
        state.withLock { $0.failure = nil }
    }

    /// Lets a write to a pipe without a reader, or beyond the limit of a file's size, fail
    /// as an error. The system's default is to end the program by a signal, before it can
    /// clean up.
    ///
    /// It holds for the whole process; a program calls it once, at its start.
    public static func reportFailuresAsErrors() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    private static let bufferSize = 1 << 16

    private struct State {
        var buffer: [UInt8] = []
        var failure: OutputError?
    }

    private func changeState(
        _ body: (inout State) throws(OutputError) -> Void
    ) throws(OutputError) {
        try state.withLock { state throws(OutputError) in
            if let failure = state.failure { throw failure }
            do throws(OutputError) {
                try body(&state)
            } catch {
                state = State(failure: error)
                throw error
            }
        }
    }

    private func writeOut(_ state: inout State) throws(OutputError) {
        var written = 0
        while written < state.buffer.count {
            let count = state.buffer.withUnsafeBytes { bytes in
                systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: bytes[written...]))
            }
            guard count < 0 else {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitUntilWritable()
            case EPIPE: throw .readerClosed
            case let code: throw .failed(code: code)
            }
        }
        state.buffer.removeAll(keepingCapacity: true)
    }

    /// A terminal or pipe may be in non-blocking mode, set by another program
    /// that shares it.
    private func waitUntilWritable() {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&entry, 1, -1)
    }
}

/// Why output could not be written.
public enum OutputError: Error, Hashable, Sendable {
    /// The program that read the output has ended, as `head` does after its
    /// last line: the usual end of a pipeline and nothing to complain of.
    case readerClosed
    /// - Parameter code: the system's error number, as in `errno.h`.
    case failed(code: Int32)

    /// The system's words for it.
    public var reason: String {
        switch self {
        case .readerClosed: "nobody reads it any more"
        case .failed(let code): String(cString: strerror(code))
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
