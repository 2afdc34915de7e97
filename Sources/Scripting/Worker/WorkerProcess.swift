internal import CPlatformShim

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A program that can be started as a worker.
public struct WorkerProgram: Sendable {
    public let path: String
    let arguments: [String]

    public init(path: String, arguments: [String]) {
        self.path = path
        self.arguments = arguments
    }

    /// The running program itself, even after an upgrade replaced its file. (On Linux; macOS has no
    /// such handle.)
    public static var itself: WorkerProgram {
        #if os(Linux)
            let path = "/proc/self/exe"
        #else
            let path = CommandLine.arguments.first ?? ""
        #endif
        return WorkerProgram(path: path, arguments: [ScriptWorker.argument])
    }
}

/// A running worker.
final class WorkerProcess {
    /// Why a worker ended.
    enum End: Sendable {
        /// Its own doing: a crash, or a violation of its limits.
        case fault(signal: Int32)
        /// It used too much processor time.
        case time
        /// It sent a malformed answer.
        case nonsense
        /// Killed from outside.
        case outside
        /// It refused to work because it could not be confined.
        case unconfined
    }

    /// The process id.
    let process: pid_t
    private let channel: WorkerChannel
    private var end: End?
    /// The longest wait for a result in milliseconds, however little the worker computes. Time in
    /// which the program was stopped or the machine slept doesn't count.
    static let longestWait = 60_000
    private static let longestPoll = 100

    /// - Throws: the error number if it can't be started.
    init(_ program: WorkerProgram) throws(StartFailure) {
        var files: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.number), 0, &files) == 0 else {
            throw StartFailure(number: errno)
        }
        defer { close(files[1]) }
        for file in files { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
        var process: pid_t = 0
        let words = ([program.path] + program.arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var arguments = words + [nil]
        let error = platform_start_program(
            program.path, &arguments, &environment,
            platform_files(input: files[1], output: -1, errors: -1, shares_group: 0), &process)
        guard error == 0 else {
            close(files[0])
            throw StartFailure(number: error)
        }
        self.process = process
        channel = WorkerChannel(file: files[0], blocks: false)
    }

    struct StartFailure: Error {
        let number: Int32
    }

    deinit {
        close(channel.file)
        // Don't wait longer than it takes to die.
        if end == nil { _ = finish(.time) }
    }

    /// The processor time used so far, in nanoseconds.
    var computed: Int64 {
        #if os(Linux)
            var clock: clockid_t = 0
            var time = timespec()
            guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
                return 0
            }
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        #else
            return Int64(clamping: clock_gettime_nsec_np(CLOCK_UPTIME_RAW))
        #endif
    }

    /// Whether it is still running; it may have been killed from outside.
    var isRunning: Bool {
        guard end == nil else { return false }
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return true }
        end = Self.end(ofStatus: status)
        return false
    }

    /// Sends a message and waits for the answer.
    ///
    /// - Parameters:
    ///   - patience: the remaining wait in milliseconds.
    ///   - last: the limit for `computed`, beyond which the worker is killed.
    func exchange(
        _ message: MessageWriter, patience: inout Int, until last: Int64
    ) throws(Failure) -> MessageReader {
        do throws(WorkerChannel.End) {
            // A worker that doesn't read must not block the program.
            try channel.send(message) { wait(for: POLLOUT, &patience, until: last) }
            return try channel.receive { wait(for: POLLIN, &patience, until: last) }
        } catch {
            let reason: End =
                switch error {
                case .givenUp: .time
                case .broken: .nonsense
                case .closed: .outside
                }
            throw Failure(end: finish(reason))
        }
    }

    struct Failure: Error {
        let end: End
    }

    /// Waits until the worker reads or writes.
    ///
    /// - Returns: false if it has computed, or kept the program waiting, for too long.
    private func wait(
        for event: Int32, _ patience: inout Int, until last: Int64
    ) -> Bool {
        while true {
            let left = last - computed
            guard left > 0, patience > 0 else { return false }
            var waited = pollfd(fd: channel.file, events: Int16(event), revents: 0)
            let time = min(max(Int(left / 1_000_000), 1), Self.longestPoll)
            let ready = poll(&waited, 1, Int32(time))
            if ready == 0 { patience -= time }
            if ready > 0 || (ready < 0 && errno != EINTR) { return true }
        }
    }

    /// Ends the worker.
    ///
    /// - Parameter reason: the reason, unless the worker has already ended by itself.
    func finish(_ reason: End) -> End {
        if let end { return end }
        // A worker that closed its end is about to exit for a reason of its own.
        var status: Int32 = 0
        var gone: pid_t = 0
        if case .outside = reason { gone = waitForEnd(&status) }
        if gone != process {
            kill(process, SIGKILL)
            while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        }
        let end = gone == process ? Self.end(ofStatus: status) : reason
        self.end = end
        return end
    }

    /// Waits half a second at most.
    private func waitForEnd(_ status: inout Int32) -> pid_t {
        for _ in 0..<500 {
            let gone = waitpid(process, &status, WNOHANG)
            if gone != 0 { return gone }
            usleep(1_000)
        }
        return 0
    }

    /// Signals that indicate a crash.
    static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP]

    private static func end(ofStatus status: Int32) -> End {
        let signal = status & 0x7f
        guard signal != 0 else {
            return status >> 8 == ScriptWorker.unconfinedStatus ? .unconfined : .outside
        }
        return (crashes + [SIGSYS, SIGPROF]).contains(signal) ? .fault(signal: signal) : .outside
    }
}

#if canImport(Glibc)
    extension __socket_type {
        fileprivate var number: UInt32 { rawValue }
    }
#else
    extension Int32 {
        fileprivate var number: Int32 { self }
    }
#endif

/// One end of the connection between the program and its worker. A message is sent as its length in
/// 32 bits, followed by its bytes.
struct WorkerChannel {
    let file: Int32
    /// Whether writing blocks until there is room; otherwise `send` calls its `wait`.
    var blocks = true
    /// Modifies outgoing messages; for tests.
    var garble: ([UInt8]) -> [UInt8] = { $0 }

    /// The size limit for incoming messages. A list of questions takes some hundred kilobytes, the
    /// library of a large vault some megabytes.
    static let mostBytes = 64 << 20

    enum End: Error {
        /// The other end is closed.
        case closed
        /// The other end sent a malformed message.
        case broken
        /// The waiting side gave up.
        case givenUp
    }

    /// - Parameter wait: blocks until there may be room to write; false gives up.
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

    /// - Parameter wait: blocks until there may be something to read; false gives up.
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

/// Writes to a socket. A closed other end is an error rather than a signal.
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
