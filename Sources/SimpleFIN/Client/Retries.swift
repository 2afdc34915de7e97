#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How often, and after how long, a request is tried again that surely never
/// reached a server: its host's name was not found, or the connection was
/// refused. Anything else may have been counted by the bridge, and is never
/// repeated.
public struct Retries: Sendable {
    /// The longest wait before each further attempt; a random part of it, from
    /// a half up, is waited.
    public let delays: [Duration]

    private let wait: @Sendable (Duration) -> Void

    /// - Parameters:
    ///   - delays: one for each further attempt.
    ///   - wait: waits for so long; for tests, which don't.
    public init(
        delays: [Duration] = [.milliseconds(500), .seconds(2)],
        wait: @escaping @Sendable (Duration) -> Void = { Retries.sleep($0) }
    ) {
        self.delays = delays
        self.wait = wait
    }

    /// Each request is tried once.
    public static let none = Retries(delays: [])

    /// Calls until there is an answer, or a failure that may have been counted,
    /// or no attempt left.
    func attempt<Value>(
        _ send: () throws(TransportFailure) -> Value
    ) throws(TransportFailure) -> Value {
        for delay in delays {
            do {
                return try send()
            } catch .nameLookup, .refused {
                wait(delay * Double.random(in: 0.5...1))
            } catch {
                throw error
            }
        }
        return try send()
    }

    /// Keeps the thread waiting.
    public static func sleep(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var left = timespec(
            tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        var rest = timespec()
        // A signal is no reason to go on early.
        while nanosleep(&left, &rest) != 0, errno == EINTR { left = rest }
    }
}
