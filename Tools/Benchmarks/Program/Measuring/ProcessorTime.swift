#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Time in which a processor worked for this process. Unlike time on the wall
/// it does not grow while other programs are at work.
struct ProcessorTime {
    private let nanoseconds: Double

    static var now: ProcessorTime {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return ProcessorTime(nanoseconds: Double(time.tv_sec) * 1e9 + Double(time.tv_nsec))
    }

    func nanoseconds(since earlier: ProcessorTime) -> Double {
        nanoseconds - earlier.nanoseconds
    }
}

/// Ends the program so that who started it sees that it failed.
func exitWithFailure() -> Never {
    exit(1)
}
