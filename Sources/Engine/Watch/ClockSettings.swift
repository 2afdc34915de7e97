internal import Platform

/// Notices that somebody set a watcher's clock.
struct ClockSettings {
    private let clock: WatchClock
    /// As it was when this was asked last.
    private var offset: Int64

    init(_ clock: WatchClock) {
        self.clock = clock
        offset = clock.offset
    }

    /// Whether it was set since this was asked last. The system tells of it, unless
    /// that was between two waits.
    mutating func wasSet(_ reasons: [WakeReason]) -> Bool {
        let before = offset
        offset = clock.offset
        return reasons.contains(.clockSet) || abs(offset - before) > Self.toleranceSeconds
    }

    /// By which two clocks that are not read at once may differ.
    private static let toleranceSeconds: Int64 = 2
}
