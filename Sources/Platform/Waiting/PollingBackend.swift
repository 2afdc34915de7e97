#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Waiting by means that every POSIX system has: it looks at clocks, signals and folders
/// at intervals. macOS uses it.
final class PollingBackend: WaitBackend {
    private let interval: Duration
    private let now: () -> Int64
    private let clock = ContinuousClock()
    private let signalMask: SignalMask
    private let pipe: WakePipe
    private var folders: [String: PolledFolder] = [:]
    private var nextComparison: ContinuousClock.Instant
    /// The wall clock's lead over a clock that nobody sets, in milliseconds.
    private var lead: Int64
    private let started: ContinuousClock.Instant

    /// - Parameters:
    ///   - interval: the longest time until a signal or a changed file is noticed.
    ///   - now: gives the wall clock's milliseconds since 1970.
    init(
        interval: Duration = .milliseconds(500), now: @escaping () -> Int64 = wallClock
    ) throws(WaitingError) {
        pipe = try WakePipe()
        signalMask = SignalMask()
        self.interval = interval
        self.now = now
        started = clock.now
        nextComparison = started
        lead = now()
    }

    deinit { signalMask.restore() }

    var wakeSignal: WakeSignal { WakeSignal { [pipe] in pipe.fill() } }

    func watch(_ folder: String, eachWrite: Bool) throws(WaitingError) -> Bool {
        guard let found = PolledFolder(folder) else {
            folders[folder] = nil
            return false
        }
        if folders[folder]?.identity != found.identity { folders[folder] = found }
        return true
    }

    func wait(until: Int64?, atMost milliseconds: Int32?) throws(WaitingError) -> [WakeReason] {
        let end = milliseconds.map { clock.now + .milliseconds($0) }
        while true {
            var reasons = Self.takeSignals().map(WakeReason.signal)
            if clock.now >= nextComparison {
                reasons += changes()
                nextComparison = clock.now + interval
            }
            if let until, now() >= until { reasons.append(.timeReached) }
            if wasClockSet() { reasons.append(.clockSet) }
            if pipe.empty() { reasons.append(.woken) }
            let left = end.map { $0 - clock.now } ?? interval
            if !reasons.isEmpty || left <= .zero { return reasons }
            let untilTime = until.map { Duration.milliseconds(max(1, $0 - now())) } ?? interval
            pipe.wait(atMost: min(interval, left, untilTime))
        }
    }

    /// Signals stay pending for the process while they are blocked.
    private static func takeSignals() -> [WakeReason.Signal] {
        var pending = sigset_t()
        guard sigpending(&pending) == 0 else { return [] }
        return SignalMask.numbers.filter { sigismember(&pending, $0) == 1 }.compactMap {
            var one = sigset_t()
            sigemptyset(&one)
            sigaddset(&one, $0)
            var taken: Int32 = 0
            return sigwait(&one, &taken) == 0 ? WakeReason.Signal(number: taken) : nil
        }
    }

    private func wasClockSet() -> Bool {
        let (seconds, attoseconds) = (clock.now - started).components
        let passed = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        let lead = now() - passed
        // Clocks that are only kept in step move by less.
        guard abs(lead - self.lead) > 1_000 else { return false }
        self.lead = lead
        return true
    }

    private func changes() -> [WakeReason] {
        var changes: [FileChange] = []
        for (path, before) in folders.sorted(by: { $0.key < $1.key }) {
            let found = PolledFolder(path)
            if let found, found.identity == before.identity {
                changes += before.names(thatDifferIn: found)
                    .map { FileChange(folder: path, name: $0) }
                folders[path] = found
            } else {
                changes.append(FileChange(folder: path, name: ""))
                folders[path] = nil
            }
        }
        return changes.map(WakeReason.changed)
    }

    static func wallClock() -> Int64 {
        var time = timeval()
        gettimeofday(&time, nil)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_usec) / 1_000
    }
}

/// A folder's content at the last check.
private struct PolledFolder {
    let identity: FileStamp
    private let files: [String: FileStamp]

    /// Nil if there is no such folder, or it can't be read.
    init?(_ path: String) {
        guard let identity = FileStamp(path), identity.isFolder,
            let stream = opendir(path)
        else { return nil }
        defer { closedir(stream) }
        var files: [String: FileStamp] = [:]
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { letters in
                UnsafeRawPointer(letters).withMemoryRebound(to: CChar.self, capacity: 1) {
                    String(cString: $0)
                }
            }
            if name != ".", name != ".." { files[name] = FileStamp(path + "/" + name) }
        }
        self.identity = identity
        self.files = files
    }

    func names(thatDifferIn other: PolledFolder) -> [String] {
        Set(files.keys).union(other.files.keys).filter { files[$0] != other.files[$0] }.sorted()
    }
}

/// Which file a path leads to, and when it was last written.
private struct FileStamp: Equatable {
    let isFolder: Bool
    private let device: UInt64
    private let inode: UInt64
    /// Zero for a folder, which is written with each file in it.
    private var size: Int64 = 0
    private var modified: Int64 = 0

    /// Nil if there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 || lstat(path, &status) == 0 else { return nil }
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        guard !isFolder else { return }
        size = Int64(status.st_size)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}

/// A pipe with a byte in it while the waiter is to wake.
private final class WakePipe: Sendable {
    private let reader: Int32
    private let writer: Int32

    init() throws(WaitingError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .refusedByErrno }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// A full pipe wakes as well.
    func fill() { _ = write(writer, [1], 1) }

    /// Whether there was a byte in it.
    func empty() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        var wasFilled = false
        while read(reader, &bytes, bytes.count) > 0 { wasFilled = true }
        return wasFilled
    }

    func wait(atMost longest: Duration) {
        let (seconds, attoseconds) = longest.components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        var file = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        poll(&file, 1, Int32(clamping: max(1, milliseconds)))
    }
}
