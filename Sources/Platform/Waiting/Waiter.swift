#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A sleep that ends when a file changes, a signal comes, a time is reached, or another
/// thread wakes it.
///
/// While it exists, SIGINT, SIGTERM and SIGHUP are reported and don't end the process;
/// make it before other threads are started. One thread uses it, but any thread may send
/// its ``wakeSignal``. If SIGHUP comes because the process's terminal was closed, it is
/// reported as SIGTERM.
///
/// On Linux it uses no processor time; elsewhere it looks twice a second.
public final class Waiter {
    /// Wakes the waiter from any thread.
    public let wakeSignal: WakeSignal
    private let backend: any WaitBackend
    private let terminal = ControllingTerminal()
    /// The events that arrived during other work.
    private var ahead: [WakeReason] = []

    /// - Throws: ``WaitingError/refused(reason:)`` if the system gives it no more files.
    public convenience init() throws(WaitingError) {
        #if os(Linux)
            try self.init(InotifyBackend())
        #else
            try self.init(PollingBackend())
        #endif
    }

    init(_ backend: any WaitBackend) {
        self.backend = backend
        wakeSignal = backend.wakeSignal
    }

    /// Blocks the signals that a waiter reports, for a process with something to do before
    /// it makes one on this thread.
    public static func holdSignals() { _ = SignalMask() }

    /// Reports from now on which files of a folder are written, made, renamed or removed;
    /// not those of its subfolders.
    ///
    /// Watch a folder again after it was removed and made again. Watching it twice does no
    /// harm.
    ///
    /// - Parameter eachWrite: whether to report each write to a file, and not only its end.
    ///   Where folders are polled, it always does.
    /// - Returns: false if there is no such folder.
    /// - Throws: ``WaitingError/cannotWatch(path:reason:)`` if the system watches no more.
    @discardableResult
    public func watch(_ folder: String, eachWrite: Bool = false) throws(WaitingError) -> Bool {
        try backend.watch(folder, eachWrite: eachWrite)
    }

    /// Sleeps until there is a reason not to.
    ///
    /// - Parameters:
    ///   - until: milliseconds of the wall clock since 1970; nil for no time. Setting the
    ///     clock ahead, or sleep of the machine, causes no delay.
    ///   - milliseconds: the longest sleep, by a clock that nobody sets.
    /// - Returns: everything that happened; empty after the longest sleep, and now and then
    ///   if nothing is worth reporting.
    public func wait(
        until: Int64? = nil, atMost milliseconds: Int32? = nil
    ) throws(WaitingError) -> [WakeReason] {
        guard !ahead.isEmpty else { return try next(until: until, atMost: milliseconds) }
        defer { ahead = [] }
        return try ahead + next(until: until, atMost: 0)
    }

    /// Whether SIGINT or SIGTERM came since the last ``wait(until:atMost:)``, for work
    /// that takes long. The next wait reports them with everything else that came.
    public func isAskedToEnd() throws(WaitingError) -> Bool {
        let came = try whatCame()
        return came.contains(.signal(.interrupt)) || came.contains(.signal(.terminate))
    }

    /// What came since the last ``wait(until:atMost:)``, for work that takes long. The next
    /// wait reports it.
    public func whatCame() throws(WaitingError) -> [WakeReason] {
        ahead += try next(until: nil, atMost: 0)
        return ahead
    }

    private func next(
        until: Int64?, atMost milliseconds: Int32?
    ) throws(WaitingError) -> [WakeReason] {
        let reasons = try backend.wait(until: until, atMost: milliseconds)
        guard reasons.contains(.signal(.hangUp)), terminal.isGone else { return reasons }
        return reasons + [.signal(.terminate)]
    }
}

/// Why a ``Waiter`` woke.
public enum WakeReason: Hashable, Sendable {
    public enum Signal: Hashable, Sendable {
        /// SIGINT, SIGTERM, SIGHUP.
        case interrupt, terminate, hangUp

        init(number: Int32) {
            switch number {
            case SIGHUP: self = .hangUp
            case SIGTERM: self = .terminate
            default: self = .interrupt
            }
        }
    }

    case signal(Signal)
    case changed(FileChange)
    /// Too much changed at once to know all of it.
    case changesLost
    case timeReached
    /// Somebody set the wall clock.
    case clockSet
    case woken
}

/// A file that was written, made, renamed or removed.
public struct FileChange: Hashable, Sendable {
    /// As it was given to ``Waiter/watch(_:eachWrite:)``.
    public let folder: String
    /// Empty if the folder itself was removed or renamed.
    public let name: String

    public init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }
}

/// Wakes a ``Waiter`` from any thread.
public struct WakeSignal: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    public func send() { body() }
}

public enum WaitingError: Error, Hashable, Sendable {
    case cannotWatch(path: String, reason: String)
    case refused(reason: String)

    static var refusedByErrno: Self { .refused(reason: String(cString: strerror(errno))) }
}

/// How a ``Waiter`` waits on a system. Only ``wakeSignal`` may be used by other threads.
protocol WaitBackend: AnyObject {
    var wakeSignal: WakeSignal { get }
    func watch(_ folder: String, eachWrite: Bool) throws(WaitingError) -> Bool
    func wait(until: Int64?, atMost milliseconds: Int32?) throws(WaitingError) -> [WakeReason]
}

/// The signals that waiters report, kept from ending the process.
struct SignalMask {
    static let numbers = [SIGINT, SIGTERM, SIGHUP]
    private var before = sigset_t()

    /// Blocks them for this thread, and for those that it starts later.
    init() {
        var blocked = sigset_t()
        sigemptyset(&blocked)
        for number in Self.numbers { sigaddset(&blocked, number) }
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
    }

    func restore() {
        var before = before
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
