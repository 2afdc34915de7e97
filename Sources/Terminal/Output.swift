import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A buffered writer to an open file, such as standard output.
///
/// Thread-safe: the text of one call stays together. After the first error nothing more is
/// written, and every call throws that error. A long run into a closed pipe therefore ends at
/// its next line.
public final class Output: Sendable {
    /// Nil for what is kept.
    private let descriptor: Int32?
    private let mostBytes: Int
    private let state = Mutex(State())

    /// - Parameter descriptor: 1 for standard output, 2 for standard error. The caller keeps
    ///   ownership and closes it.
    public init(descriptor: Int32) {
        self.descriptor = descriptor
        mostBytes = .max
    }

    /// Keeps what is written, for ``collected``.
    ///
    /// - Parameter limit: the most bytes; writing more is an error.
    public init(collectingAtMost limit: Int) {
        descriptor = nil
        mostBytes = limit
    }

    /// What was written and kept.
    public var collected: [UInt8] { state.withLock { $0.buffer } }

    /// Shows what is written in a pager if it is longer than the screen, until ``endPaging()``.
    public func page(in pager: Pager) {
        state.withLock { $0.paging = .held(pager, lines: 0) }
    }

    /// Whether a pager shows what is written, or may yet do so.
    public var isPaging: Bool { state.withLock { $0.paging != nil } }

    /// Writes out what a pager was not needed for, or waits until the person leaves the pager.
    public func endPaging() throws(OutputError) {
        try state.withLock { state throws(OutputError) in
            switch state.paging {
            case nil: return
            case .held: state.paging = nil
            case .shown(let pager):
                var failure = state.failure
                if failure == nil {
                    do throws(OutputError) {
                        try writeOut(&state)
                    } catch {
                        failure = error
                    }
                }
                let isProgram = pager.end()
                state = State(buffer: isProgram ? [] : state.whole)
                // A person may leave the pager before the end.
                if isProgram, let failure, failure != .readerClosed {
                    state.failure = failure
                    throw failure
                }
            }
            try writeOut(&state)
        }
    }

    /// Appends to the buffer, and writes the buffer out when it is full.
    public func write(_ text: String) throws(OutputError) {
        try write(Array(text.utf8))
    }

    public func write(_ bytes: [UInt8]) throws(OutputError) {
        try changeState { state throws(OutputError) in
            state.buffer.append(contentsOf: bytes)
            switch state.paging {
            case .held(let pager, let lines):
                let lines = lines + bytes.count { $0 == UInt8(ascii: "\n") }
                state.paging = .held(pager, lines: lines)
                guard lines > pager.rows else { return }
                state.paging = pager.start().map { .shown($0) }
                if state.paging != nil { state.whole = state.buffer }
            case .shown: state.whole.append(contentsOf: bytes)
            case nil: break
            }
            if state.buffer.count >= Self.bufferSize { try writeOut(&state) }
        }
    }

    /// Writes the buffer out. Call it before the program ends, and when a person waits for a
    /// line.
    public func flush() throws(OutputError) {
        try changeState { state throws(OutputError) in
            if case .held = state.paging { return }
            try writeOut(&state)
        }
    }

    /// Clears the error so that the next call tries again. Unwritten text is lost.
    ///
    /// For a program that must go on even if its output fails.
    public func forgetFailure() {
        state.withLock { $0.failure = nil }
    }

    /// Makes writing to a closed pipe, or past the file size limit, fail with an error.
    ///
    /// By default the system ends the process with a signal, before it can clean up. Affects
    /// the whole process; call it once at the start.
    public static func reportFailuresAsErrors() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    private static let bufferSize = 1 << 16

    private struct State {
        var buffer: [UInt8] = []
        var failure: OutputError?
        var paging: Paging?
        /// All that was written to a pager, in case that it is no program.
        var whole: [UInt8] = []
    }

    private enum Paging {
        /// Nothing is shown until it is known whether there is more than the pager's rows.
        case held(Pager, lines: Int)
        case shown(RunningPager)
    }

    private func changeState(
        _ body: (inout State) throws(OutputError) -> Void
    ) throws(OutputError) {
        try state.withLock { state throws(OutputError) in
            if let failure = state.failure { throw failure }
            do throws(OutputError) {
                try body(&state)
            } catch {
                state = State(failure: error, paging: state.paging, whole: state.whole)
                throw error
            }
        }
    }

    private func writeOut(_ state: inout State) throws(OutputError) {
        guard var descriptor else {
            guard state.buffer.count <= mostBytes else { throw .failed(code: EFBIG) }
            return
        }
        if case .shown(let pager) = state.paging { descriptor = pager.input }
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
            case EAGAIN: waitUntilWritable(descriptor)
            case EPIPE: throw .readerClosed
            case let code: throw .failed(code: code)
            }
        }
        state.buffer.removeAll(keepingCapacity: true)
    }

    /// Waits for a terminal or pipe that another program has put into non-blocking mode.
    private func waitUntilWritable(_ descriptor: Int32) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&entry, 1, -1)
    }
}

/// The reason output could not be written.
public enum OutputError: Error, Hashable, Sendable {
    /// The reading program has ended, as `head` does after its last line. This is the normal
    /// end of a pipeline.
    case readerClosed
    /// - Parameter code: the system's error number, as in `errno.h`.
    case failed(code: Int32)

    /// The system's description.
    public var reason: String {
        switch self {
        case .readerClosed: "the reader has closed it"
        case .failed(let code): String(cString: strerror(code))
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
