internal import Platform

/// How a watcher waits.
struct WatchSleep {
    private let waiter: Waiter
    private let clock: WatchClock
    private let heartbeat: Heartbeat?
    private let mostMomentsOfGap: Int

    /// - Parameter longestGap: so long is waited for a file to be written that is gone
    ///   or empty.
    init(
        _ waiter: Waiter, _ clock: WatchClock, _ heartbeat: Heartbeat?, longestGap: Duration
    ) {
        self.waiter = waiter
        self.clock = clock
        self.heartbeat = heartbeat
        mostMomentsOfGap = Int(longestGap / .milliseconds(Self.quietMilliseconds))
    }

    /// - Parameter instant: POSIX seconds of the watcher's clock.
    /// - Returns: what happened; nothing where it was time, or for a heartbeat.
    func wait(until instant: Int64) throws -> [WakeReason] {
        let wake = clock.realMilliseconds(of: instant)
        guard let heartbeat else { return try withWhatFollows(waiter.wait(until: wake)) }
        let reasons = try waiter.wait(until: wake, atMost: heartbeat.milliseconds)
        heartbeat.beat()
        return try withWhatFollows(reasons)
    }

    /// Editors and commands write several files in a row: what follows within a
    /// moment belongs to the same change. Some remove or empty a file before they write
    /// it, for which is waited longer: in between it says nothing that anybody meant.
    private func withWhatFollows(_ reasons: [WakeReason]) throws -> [WakeReason] {
        guard reasons.contains(where: \.isOfFiles) else { return reasons }
        var all = reasons
        for _ in 0..<Self.mostMomentsOfQuiet {
            let more = try waiter.wait(atMost: Self.quietMilliseconds)
            all += more
            guard more.contains(where: \.isOfFiles), !more.contains(where: \.isSignal) else {
                break
            }
        }
        for _ in 0..<mostMomentsOfGap
        where all.contains(where: WatchedFolders.isGone) && !all.contains(where: \.isSignal) {
            all += try waiter.wait(atMost: Self.quietMilliseconds)
        }
        return all
    }

    private static let quietMilliseconds: Int32 = 20
    private static let mostMomentsOfQuiet = 10
}
