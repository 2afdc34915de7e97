#if os(Linux)
    internal import CPlatformShim
    internal import Glibc

    /// Waiting as Linux does it: the kernel reports files, signals and time.
    final class InotifyBackend: WaitBackend {
        private let waiter: OpenWaiter
        private var folders: [Int32: String] = [:]

        init() throws(WaitingError) {
            waiter = try OpenWaiter()
        }

        var wakeSignal: WakeSignal { WakeSignal { [waiter] in platform_wake(waiter.pointer) } }

        func watch(_ folder: String, eachWrite: Bool) throws(WaitingError) -> Bool {
            let number = platform_watch(waiter.pointer, folder, eachWrite)
            if number >= 0 {
                folders[number] = folder
                return true
            }
            if [ENOENT, ENOTDIR, EACCES, EPERM, ELOOP].contains(-number) { return false }
            throw .cannotWatch(path: folder, reason: String(cString: strerror(-number)))
        }

        func wait(
            until: Int64?, atMost milliseconds: Int32?
        ) throws(WaitingError) -> [WakeReason] {
            let found = platform_wait(waiter.pointer, until ?? Int64.max, milliseconds ?? -1)
            guard found >= 0 else {
                throw .refused(reason: String(cString: strerror(-found)))
            }
            func has(_ reason: platform_reason) -> Bool { found & Int32(reason.rawValue) != 0 }
            var reasons: [WakeReason] = []
            if has(PLATFORM_SIGNALLED) { reasons += signals().map(WakeReason.signal) }
            if has(PLATFORM_CHANGED) { reasons += changes() }
            if has(PLATFORM_REACHED) { reasons.append(.timeReached) }
            if has(PLATFORM_CLOCK_SET) { reasons.append(.clockSet) }
            if has(PLATFORM_WOKEN) { reasons.append(.woken) }
            return reasons
        }

        private func signals() -> [WakeReason.Signal] {
            var signals: [WakeReason.Signal] = []
            while case let number = platform_next_signal(waiter.pointer), number != 0 {
                signals.append(WakeReason.Signal(number: number))
            }
            return signals
        }

        /// Each file once, whatever was done to it.
        private func changes() -> [WakeReason] {
            var seen: Set<WakeReason> = []
            var changes: [WakeReason] = []
            var number: Int32 = 0
            var name: UnsafePointer<CChar>?
            while platform_next_change(waiter.pointer, &number, &name) {
                var change = WakeReason.changesLost
                if number >= 0 {
                    guard let folder = folders[number], let name else { continue }
                    change = .changed(FileChange(folder: folder, name: String(cString: name)))
                }
                if seen.insert(change).inserted { changes.append(change) }
            }
            return changes
        }
    }

    /// The shim's waiter, which lives as long as somebody may wake it.
    ///
    /// Unchecked because any thread may wake it, and one alone does everything else.
    private final class OpenWaiter: @unchecked Sendable {
        let pointer: OpaquePointer

        init() throws(WaitingError) {
            guard let pointer = platform_open_waiter() else { throw .refusedByErrno }
            self.pointer = pointer
        }

        deinit { platform_close_waiter(pointer) }
    }
#endif
