internal import Foundation

/// The wall clock of a watcher, which can run faster than the world's: a test
/// of months takes minutes.
public struct WatchClock: Sendable {
    private let start: Int64
    private let realStart: Int64
    private let speed: Int64

    /// - Parameters:
    ///   - moment: what the clock shows at first; nil for the real time.
    ///   - speed: seconds that pass in one, 1 and more.
    public init(startingAt moment: Moment? = nil, speed: Int = 1) {
        realStart = Self.realMilliseconds
        start = moment?.now ?? realStart / 1000
        self.speed = Int64(max(1, speed))
    }

    /// POSIX seconds.
    public var now: Int64 {
        start + (Self.realMilliseconds - realStart) * speed / 1000
    }

    /// The real time of one of this clock's, in milliseconds since 1970,
    /// rounded up: at it, ``now`` has reached that time.
    func realMilliseconds(of instant: Int64) -> Int64 {
        let (product, overflow) = (instant - start).multipliedReportingOverflow(by: 1000)
        guard !overflow else { return .max }
        return realStart + (product + speed - 1) / speed
    }

    private static var realMilliseconds: Int64 {
        Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
    }
}
