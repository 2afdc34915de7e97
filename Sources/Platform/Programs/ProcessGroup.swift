#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

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
