internal import CPlatformShim

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A program that was started, usually in a process group of its own.
package struct RunningProgram: ~Copyable {
    package enum NotStarted: Error {
        /// The input does not fit into a pipe.
        case inputTooLarge
        /// - Parameter number: of `errno`.
        case system(Int32)
    }

    package enum End {
        case exited(Int32)
        case killed(signal: Int32)
        case tookTooLong
        case unwanted
    }

    private let processID: pid_t

    /// Nil if it has ended already.
    package var group: ProcessGroup? { ProcessGroup(leader: processID) }

    /// - Parameters:
    ///   - input: what its standard input holds; nil for nothing.
    ///   - outputs: the files of its two outputs; nil to discard them.
    package init(
        path: String, arguments: [String], environment: [String: String], input: [UInt8]?,
        outputs: (standard: Int32, errors: Int32)? = nil
    ) throws(NotStarted) {
        let reader = try input.map { bytes throws(NotStarted) in try Self.filledPipe(bytes) }
        defer { if let reader { close(reader) } }
        processID = try Self.spawn(
            path, arguments: [path] + arguments,
            environment: environment.map { "\($0.key)=\($0.value)" }.sorted(),
            files: platform_files(
                input: reader ?? -1, output: outputs?.standard ?? -1,
                errors: outputs?.errors ?? -1, shares_group: 0))
    }

    /// - Parameters:
    ///   - files: its three standard files.
    ///   - canAsk: whether it may ask at the terminal, which ends it together with this program.
    package init(
        path: String, arguments: [String], environment: [String: String],
        files: (input: Int32, output: Int32, errors: Int32), canAsk: Bool
    ) throws(NotStarted) {
        processID = try Self.spawn(
            path, arguments: [path] + arguments,
            environment: environment.map { "\($0.key)=\($0.value)" }.sorted(),
            files: platform_files(
                input: files.input, output: files.output, errors: files.errors,
                shares_group: canAsk ? 1 : 0))
    }

    /// Waits until it has ended, or the time is over, or it is unwanted; then
    /// its group is asked to end, and killed a second later, or sooner where this
    /// program has to end as well.
    package consuming func wait(atMost limit: Duration, unless isUnwanted: () -> Bool) -> End {
        let clock = ContinuousClock()
        let deadline = clock.now + limit
        if let end = poll(until: deadline, unless: isUnwanted) { return end }
        let early: End = clock.now < deadline ? .unwanted : .tookTooLong
        kill(-processID, SIGTERM)
        let grace = if case .unwanted = early { Self.shortGrace } else { Duration.seconds(1) }
        let hasEnded = poll(until: clock.now + grace, unless: { false }) != nil
        // Those that it has started may still be there.
        kill(-processID, SIGKILL)
        if !hasEnded { _ = Self.waitForEnd(of: processID, options: 0) }
        return early
    }

    /// Less than this program's own end may take.
    private static let shortGrace = Duration.milliseconds(300)

    // MARK: Waiting

    /// Looks at once, then after ever longer breaks of at most 20 ms: no call
    /// waits for a process and for a time on every system.
    private func poll(
        until deadline: ContinuousClock.Instant, unless isUnwanted: () -> Bool
    ) -> End? {
        var pause: useconds_t = 500
        while true {
            if let end = Self.waitForEnd(of: processID, options: WNOHANG) { return end }
            guard ContinuousClock().now < deadline, !isUnwanted() else { return nil }
            usleep(pause)
            pause = min(pause * 2, 20_000)
        }
    }

    private static func waitForEnd(of processID: pid_t, options: Int32) -> End? {
        var status: Int32 = 0
        while true {
            let result = waitpid(processID, &status, options)
            if result == 0 { return nil }
            if result == processID { break }
            // Nobody else waits for it; were it so, its end would be unknown.
            guard errno == EINTR else { return .killed(signal: 0) }
        }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }

    // MARK: Starting

    /// A pipe's end to read from, with the bytes in it already and nobody to
    /// write more: the program may read them or not, and holds nobody up.
    private static func filledPipe(_ bytes: [UInt8]) throws(NotStarted) -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system(errno) }
        let (reader, writer) = (ends[0], ends[1])
        defer { close(writer) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(writer, F_SETFL, O_NONBLOCK)
        let written = bytes.withUnsafeBytes { write(writer, $0.baseAddress, $0.count) }
        guard written == bytes.count else {
            close(reader)
            throw .inputTooLarge
        }
        return reader
    }

    private static func spawn(
        _ path: String, arguments: [String], environment: [String], files: platform_files
    ) throws(NotStarted) -> pid_t {
        var processID: pid_t = 0
        let result = withCStrings(arguments) { arguments in
            withCStrings(environment) { environment in
                platform_start_program(path, arguments, environment, files, &processID)
            }
        }
        guard result == 0 else { throw .system(result) }
        return processID
    }

    /// The texts as C has them, behind each other and ended by a null pointer.
    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}

/// A started program and what it started, as another process finds them again.
public struct ProcessGroup: Hashable, Sendable {
    /// That of the program, too.
    public let number: Int32
    /// The start of the system and of the program: numbers are used again.
    public let started: String

    public init(number: Int32, started: String) {
        self.number = number
        self.started = started
    }

    /// Nil if the program has ended, or the system doesn't tell when it started; only
    /// Linux does.
    init?(leader: pid_t) {
        guard let started = Self.start(of: leader) else { return nil }
        self.init(number: leader, started: started)
    }

    /// Asks the group to end, and kills what is left of it a second later. Does nothing
    /// if the program has ended, or its number belongs to another one.
    public func end() {
        // 0 and 1 would be this program's own group and everything.
        guard number > 1, isRunning else { return }
        kill(-number, SIGTERM)
        let deadline = ContinuousClock.now + .seconds(1)
        while isRunning, ContinuousClock.now < deadline { usleep(10_000) }
        kill(-number, SIGKILL)
    }

    private var isRunning: Bool { Self.start(of: number) == started }

    /// Nil also for one that has ended and that nobody waited for.
    private static func start(of process: pid_t) -> String? {
        guard let status = text(of: "/proc/\(process)/stat"),
            let system = text(of: "/proc/sys/kernel/random/boot_id"),
            // The program's name stands in parentheses and may hold anything.
            let end = status.lastIndex(of: ")")
        else { return nil }
        let fields = status[end...].dropFirst().split(separator: " ")
        guard fields.count > 19, !["Z", "X"].contains(fields[0]) else { return nil }
        return "\(system.split(separator: "\n").first ?? "") \(fields[19])"
    }

    private static func text(of path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
