/// A time of a clock that nobody sets, for what waits by duration: it waits as long
/// whatever becomes of the wall clock.
struct SteadyTime: Comparable, Hashable {
    /// Since the watcher began.
    let seconds: Int64

    func adding(_ seconds: Int64) -> SteadyTime { SteadyTime(seconds: self.seconds + seconds) }

    static func < (one: SteadyTime, other: SteadyTime) -> Bool { one.seconds < other.seconds }
}
