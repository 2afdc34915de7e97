internal import CPlatformShim

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A program that can be started as a worker.
public struct WorkerProgram: Sendable {
    /// Where it lies.
    public let path: String
    let arguments: [String]

    public init(path: String, arguments: [String]) {
        self.path = path
        self.arguments = arguments
    }

    /// The running program itself, also after another was installed in its place (on Linux; macOS
    /// has no such handle).
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
    /// Why a worker is no more.
    enum End: Sendable {
        /// By something that it did itself: a crash, or what its limits forbid.
        case fault(signal: Int32)
        /// It computed longer than it may.
        case time
        /// It answered what is no answer.
        case nonsense
        /// From outside.
        case outside
        /// It refused to work, since it could not be confined.
        case unconfined
    }

    /// Its number.
    let process: pid_t
    private let channel: WorkerChannel
    private var end: End?
    /// For how many milliseconds what comes of a request is waited for, however little the worker
    /// computes. Time in which the program itself was stopped, or the machine slept, is none.
    static let longestWait = 60_000
    private static let longestPoll = 100

    /// - Throws: the error's number where it can't be started.
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
            platform_files(input: files[1], output: -1, errors: -1), &process)
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
        // It is not waited for longer than it takes to be gone.
        if end == nil { _ = finish(.time) }
    }

    /// The processor time that it has used, in nanoseconds.
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

    /// Whether it still runs; it may have been ended from outside.
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
    ///   - patience: for how many milliseconds more it is waited for.
    ///   - last: of `computed`: beyond it the worker is ended.
    func exchange(
        _ message: MessageWriter, patience: inout Int, until last: Int64
    ) throws(Failure) -> MessageReader {
        do throws(WorkerChannel.End) {
            // One that does not read must not stop the program either.
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
    /// - Returns: false where it has computed, or kept the program waiting, for too long.
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
    /// - Parameter reason: why it is ended, where it has not ended by itself.
    func finish(_ reason: End) -> End {
        if let end { return end }
        // One that closed its end is about to be gone, and for a reason of its own.
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

    /// Signals that mean that a process crashed.
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
