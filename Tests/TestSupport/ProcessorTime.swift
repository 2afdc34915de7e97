#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Processor time, which other programs on the machine hardly change.
public enum ProcessorTime {
    /// The most that work may take that must not grow faster than its input. Work that does
    /// takes hours where a test makes it large.
    public static let bounded = 60.0

    /// The seconds of this thread that some work takes.
    public static func used(by work: () throws -> Void) rethrows -> Double {
        let start = now()
        try work()
        return now() - start
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
