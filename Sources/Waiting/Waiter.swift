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
    private let handle: ShimHandle
    private var folders: [Int32: String] = [:]
    /// Nil where the system names what changed.
    private var comparedFolders: ComparedFolders?
    /// What came while work was under way.
    private var ahead: [Wakening] = []

    /// - Throws: ``WaitingError/unavailable`` on systems other than Linux and macOS.
    public convenience init() throws(WaitingError) {
        try self.init(comparesNames: !wait_shim_names_files())
    }

    /// - Parameter comparesNames: whether to find out what changed in a folder by
    ///   comparing its names, as has to be done where the system does not tell.
    package init(comparesNames: Bool) throws(WaitingError) {
        handle = try ShimHandle()
        bell = Bell(handle: handle)
        comparedFolders = comparesNames ? ComparedFolders(handle) : nil
    }

    deinit { comparedFolders?.forgetAll() }

    /// Has the next waiter of this thread told of signals that come from now on, for a
    /// process that has something to do before it can make one. On macOS it does nothing.
    public static func holdSignals() { wait_shim_hold_signals() }

    /// Tells from now on of files in a folder that are written, made, renamed
    /// or removed; not of those in folders within it.
    ///
    /// A folder that was removed and made again has to be watched again, which
    /// is harmless where it was not.
    ///
    /// - Parameter eachWrite: whether to tell of each write to a file, and not
    ///   only of its end. macOS always does.
    /// - Returns: false where there is no such folder.
    /// - Throws: ``WaitingError/cannotWatch(path:reason:)`` where the system watches no
    ///   more. On macOS each file in a folder counts.
    @discardableResult
    public func watch(_ folder: String, eachWrite: Bool = false) throws(WaitingError) -> Bool {
        guard comparedFolders == nil else {
            return try comparedFolders?.watch(folder) ?? false
        }
        let kind = eachWrite ? WAIT_SHIM_FOLDER_EACH_WRITE : WAIT_SHIM_FOLDER
        guard let number = try handle.watch(folder, kind) else { return false }
        folders[number] = folder
        return true
    }

    /// - Parameters:
    ///   - until: milliseconds of the wall clock since 1970; nil for no time.
    ///     A clock that is set ahead and a machine that slept are no delay.
    ///   - milliseconds: the longest to sleep, by a clock that nobody sets.
    /// - Returns: everything that happened; empty where the longest sleep ended, and
    ///   now and then where nothing is worth telling.
    public func wait(
        until: Int64? = nil, atMost milliseconds: Int32? = nil
    ) throws(WaitingError) -> [Wakening] {
        guard !ahead.isEmpty else { return try sleep(until, milliseconds) }
        defer { ahead = [] }
        return try ahead + sleep(until, 0)
    }

    /// Whether SIGINT or SIGTERM came since the last ``wait(until:atMost:)``, for work
    /// that takes long. They are told by the next, with all else that came.
    public func isAskedToEnd() throws(WaitingError) -> Bool {
        let came = try whatCame()
        return came.contains(.signal(.interrupt)) || came.contains(.signal(.terminate))
    }

    /// What came since the last ``wait(until:atMost:)``, for work that takes long. It is
    /// told by the next.
    public func whatCame() throws(WaitingError) -> [Wakening] {
        ahead += try sleep(nil, 0)
        return ahead
    }

    private func sleep(
        _ until: Int64?, _ milliseconds: Int32?
    ) throws(WaitingError) -> [Wakening] {
        let reasons = wait_shim_wait(handle.shim, until ?? Int64.max, milliseconds ?? -1)
        guard reasons >= 0 else {
            throw .refused(reason: String(cString: strerror(-reasons)))
        }
        var wakenings: [Wakening] = []
        func has(_ reason: wait_shim_reason) -> Bool { reasons & Int32(reason.rawValue) != 0 }
        if has(WAIT_SHIM_SIGNALLED) { wakenings += signals().map(Wakening.signal) }
        if has(WAIT_SHIM_CHANGED) { wakenings += try changes() }
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
    private func changes() throws(WaitingError) -> [Wakening] {
        var seen: Set<FileChange> = []
        var changes: [Wakening] = []
        var unnamed: [Int32] = []
        var number: Int32 = 0
        var name: UnsafePointer<CChar>?
        while wait_shim_next_change(handle.shim, &number, &name) {
            guard number >= 0 else {
                changes.append(.changesLost)
                continue
            }
            guard comparedFolders == nil else {
                unnamed.append(number)
                continue
            }
            guard let folder = folders[number], let name else { continue }
            let change = FileChange(folder: folder, name: String(cString: name))
            if seen.insert(change).inserted { changes.append(.changed(change)) }
        }
        for change in try comparedFolders?.changes(unnamed) ?? []
        where seen.insert(change).inserted {
            changes.append(.changed(change))
        }
        return changes
    }
}
