internal import Foundation
internal import Platform

/// The wall clock of a watcher, which can run faster than the world's: a test
/// of months takes minutes.
public struct WatchClock: Sendable {
    private let start: Int64
    private let realStart: Int64
    private let steadyStart = ContinuousClock.now
    private let speed: Int64
    private let setAhead: @Sendable () -> Int64
    /// Whether it began on another day than the world's.
    let isPretended: Bool
    /// Where the person's days begin.
    let zone: DayZone

    /// - Parameters:
    ///   - moment: what the clock shows at first; nil for the real time.
    ///   - speed: seconds that pass in one, 1 and more.
    public init(startingAt moment: Moment? = nil, speed: Int = 1) {
        self.init(startingAt: moment, speed: speed, setAhead: { 0 })
    }

    /// - Parameter setAhead: by how many seconds the clock was set ahead since,
    ///   negative where it was set back; a test's.
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

    var moment: Moment { Moment(clock: now, isPretended: isPretended, zone: zone) }

    /// The real time of one of this clock's, in milliseconds since 1970,
    /// rounded up: at it, ``now`` has reached that time.
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

    /// Now, by a clock that nobody sets, and that goes on while the machine sleeps.
    var steady: SteadyTime { SteadyTime(seconds: steadyMilliseconds * speed / 1000) }

    /// What ``now`` will show at a steady time, as the clock is set at present.
    func instant(of time: SteadyTime) -> Int64 { now + time.seconds - steady.seconds }

    /// Seconds, within one or two, by which the clock was set ahead since the watcher
    /// began; negative where it was set back.
    var offset: Int64 {
        setAhead() + (Self.realMilliseconds - realStart - steadyMilliseconds) / 1000
    }

    private var steadyMilliseconds: Int64 {
        let (seconds, attoseconds) = (ContinuousClock.now - steadyStart).components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}

/// A time of a clock that nobody sets, for what waits by duration: it waits as long
/// whatever becomes of the wall clock.
struct SteadyTime: Comparable, Hashable {
    /// Since the watcher began.
    let seconds: Int64

    func adding(_ seconds: Int64) -> SteadyTime { SteadyTime(seconds: self.seconds + seconds) }

    static func < (one: SteadyTime, other: SteadyTime) -> Bool { one.seconds < other.seconds }
}

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
