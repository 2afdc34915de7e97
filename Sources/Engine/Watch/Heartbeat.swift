/// What has to be done every so often.
public struct Heartbeat {
    let milliseconds: Int32
    let beat: () -> Void

    /// - Parameter interval: from one time to the next, a millisecond and more.
    public init(every interval: Duration, _ beat: @escaping () -> Void) {
        let (seconds, attoseconds) = interval.components
        milliseconds = Int32(
            clamping: max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000))
        self.beat = beat
    }
}
