internal import Foundation
internal import Platform

/// The wall clock of a watcher. It can run faster than real time, so that tests of months
/// take minutes.
public struct WatchClock: Sendable {
    private let start: Int64
    private let realStart: Int64
    private let steadyStart = ContinuousClock.now
    private let speed: Int64
    private let setAhead: @Sendable () -> Int64
    /// Whether it started on a day other than the real one.
    let isPretended: Bool
    /// The time zone of the user's days.
    let zone: DayZone

    /// - Parameters:
    ///   - moment: the clock's initial time; nil for the real time.
    ///   - speed: clock seconds per real second, at least 1.
    public init(startingAt moment: Moment? = nil, speed: Int = 1) {
        self.init(startingAt: moment, speed: speed, setAhead: { 0 })
    }

    /// - Parameter setAhead: seconds that the clock was set ahead since, negative if it was set
    ///   back; for tests.
    package init(
        startingAt moment: Moment?, speed: Int = 1, setAhead: @escaping @Sendable () -> Int64
    ) {
        realStart = Self.realMilliseconds
        start = moment?.now ?? realStart / 1000
        isPretended = moment?.isPretended ?? false
        zone = moment?.zone ?? .utc
        self.speed = Int64(max(1, speed))
        self.setAhead = setAhead
    }

    /// POSIX seconds.
    public var now: Int64 {
        start + setAhead() + (Self.realMilliseconds - realStart) * speed / 1000
    }

    var moment: Moment { Moment(clock: now, hasPretendedClock: isPretended, zone: zone) }

    /// The real time at which the clock reaches an instant, in milliseconds since 1970, rounded
    /// up.
    func realMilliseconds(of instant: Int64) -> Int64 {
        let (product, overflow) = (instant - start - setAhead())
            .multipliedReportingOverflow(by: 1000)
        guard !overflow else { return .max }
        return realStart + (product + speed - 1) / speed
    }

    private static var realMilliseconds: Int64 {
        Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
    }

    // MARK: What nobody sets

    /// The current time of a monotonic clock that continues while the machine sleeps.
    var steady: SteadyTime { SteadyTime(seconds: steadyMilliseconds * speed / 1000) }

    /// What ``now`` will show at a steady time, as the clock is currently set.
    func instant(of time: SteadyTime) -> Int64 { now + time.seconds - steady.seconds }

    /// Seconds that the clock was set ahead since the watcher started, to within one or two;
    /// negative if it was set back.
    var offset: Int64 {
        setAhead() + (Self.realMilliseconds - realStart - steadyMilliseconds) / 1000
    }

    private var steadyMilliseconds: Int64 {
        let (seconds, attoseconds) = (ContinuousClock.now - steadyStart).components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}

/// A time of a monotonic clock, for waits of a fixed duration.
struct SteadyTime: Comparable, Hashable {
    /// Seconds since the watcher started.
    let seconds: Int64

    func adding(_ seconds: Int64) -> SteadyTime { SteadyTime(seconds: self.seconds + seconds) }

    static func < (one: SteadyTime, other: SteadyTime) -> Bool { one.seconds < other.seconds }
}

/// A detector of changes to a watcher's clock.
struct ClockSettings {
    private let clock: WatchClock
    /// The offset at the last check.
    private var offset: Int64

    init(_ clock: WatchClock) {
        self.clock = clock
        offset = clock.offset
    }

    /// Whether the clock was set since the last check. The system reports it, except between
    /// two waits.
    mutating func wasSet(_ reasons: [WakeReason]) -> Bool {
        let before = offset
        offset = clock.offset
        return reasons.contains(.clockSet) || abs(offset - before) > Self.toleranceSeconds
    }

    /// The largest difference between two clocks that are not read at once.
    private static let toleranceSeconds: Int64 = 2
}
