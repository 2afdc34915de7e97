internal import CWaitShim

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Sleeps until a file changes, a signal comes, a time is reached, or another
/// thread rings, and uses no processor time until then.
///
/// From its making on, SIGINT, SIGTERM and SIGHUP are told rather than ending
/// the process; make it before other threads are started. Used by one thread,
/// but for its ``bell``.
public final class Waiter {
    /// Wakes the waiter from any thread.
    public let bell: Bell
    private let handle: Bell.Handle
    private var folders: [Int32: String] = [:]

    /// - Throws: ``WaitingError/unavailable`` on systems other than Linux.
    public init() throws(WaitingError) {
        guard wait_shim_is_here() else { throw .unavailable }
        guard let shim = wait_shim_open() else {
            throw .refused(reason: String(cString: strerror(errno)))
        }
        handle = Bell.Handle(shim)
        bell = Bell(handle: handle)
    }

    /// Tells from now on of files in a folder that are written, made, renamed
    /// or removed; not of those in folders within it.
    ///
    /// A folder that was removed and made again has to be watched again, which
    /// is harmless where it was not.
    ///
    /// - Parameter eachWrite: whether to tell of each write to a file, and not
    ///   only of its end.
    /// - Returns: false where there is no such folder.
    @discardableResult
    public func watch(_ folder: String, eachWrite: Bool = false) throws(WaitingError) -> Bool {
        let number = wait_shim_watch(handle.shim, folder, eachWrite)
        if number >= 0 {
            folders[number] = folder
            return true
        }
        if [ENOENT, ENOTDIR, EACCES].contains(-number) { return false }
        throw .cannotWatch(folder: folder, reason: String(cString: strerror(-number)))
    }

    /// - Parameters:
    ///   - until: milliseconds of the wall clock since 1970; nil for no time.
    ///     A clock that is set ahead and a machine that slept are no delay.
    ///   - milliseconds: the longest to sleep, by a clock that nobody sets.
    /// - Returns: everything that happened; empty where the longest sleep ended.
    public func wait(
        until: Int64? = nil, atMost milliseconds: Int32? = nil
    ) throws(WaitingError) -> [Wakening] {
        let reasons = wait_shim_wait(handle.shim, until ?? Int64.max, milliseconds ?? -1)
        guard reasons >= 0 else {
            throw .refused(reason: String(cString: strerror(-reasons)))
        }
        var wakenings: [Wakening] = []
        func has(_ reason: wait_shim_reason) -> Bool { reasons & Int32(reason.rawValue) != 0 }
        if has(WAIT_SHIM_SIGNALLED) { wakenings += signals().map(Wakening.signal) }
        if has(WAIT_SHIM_CHANGED) { wakenings += changes() }
        if has(WAIT_SHIM_REACHED) { wakenings.append(.timeReached) }
        if has(WAIT_SHIM_CLOCK_SET) { wakenings.append(.clockSet) }
        if has(WAIT_SHIM_RUNG) { wakenings.append(.rung) }
        return wakenings
    }

    private func signals() -> [Wakening.Signal] {
        var signals: [Wakening.Signal] = []
        while true {
            switch wait_shim_next_signal(handle.shim) {
            case 0: return signals
            case SIGHUP: signals.append(.hangUp)
            case SIGTERM: signals.append(.terminate)
            default: signals.append(.interrupt)
            }
        }
    }

    /// Each file once, whatever was done to it.
    private func changes() -> [Wakening] {
        var seen: Set<FileChange> = []
        var changes: [Wakening] = []
        var number: Int32 = 0
        var name: UnsafePointer<CChar>?
        while wait_shim_next_change(handle.shim, &number, &name) {
            guard number >= 0 else {
                changes.append(.changesLost)
                continue
            }
            guard let folder = folders[number], let name else { continue }
            let change = FileChange(folder: folder, name: String(cString: name))
            if seen.insert(change).inserted { changes.append(.changed(change)) }
        }
        return changes
    }
}

/// Why a ``Waiter`` woke.
public enum Wakening: Hashable, Sendable {
    public enum Signal: Hashable, Sendable {
        /// SIGINT, SIGTERM, SIGHUP.
        case interrupt, terminate, hangUp
    }

    case signal(Signal)
    case changed(FileChange)
    /// So much changed at once that not all is known.
    case changesLost
    case timeReached
    /// Somebody set the wall clock.
    case clockSet
    case rung
}

/// A file that is not as it was.
public struct FileChange: Hashable, Sendable {
    /// As it was given to ``Waiter/watch(_:eachWrite:)``.
    public let folder: String
    /// Empty where the folder itself was removed or renamed.
    public let name: String

    public init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }
}

/// Wakes a ``Waiter`` from any thread.
public struct Bell: Sendable {
    /// Lives as long as somebody may ring.
    ///
    /// Unchecked because the shim may be rung by any thread, and everything
    /// else is done by the one that waits.
    fileprivate final class Handle: @unchecked Sendable {
        let shim: OpaquePointer

        init(_ shim: OpaquePointer) {
            self.shim = shim
        }

        deinit { wait_shim_close(shim) }
    }

    fileprivate let handle: Handle

    public func ring() { wait_shim_ring(handle.shim) }
}

public enum WaitingError: Error, Hashable, Sendable {
    /// This system has no way that the program knows.
    case unavailable
    case cannotWatch(folder: String, reason: String)
    case refused(reason: String)
}
