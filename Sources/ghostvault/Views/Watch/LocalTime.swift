#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The time on the person's wall, "2026-03-15 09:30:05".
enum LocalTime {
    /// - Parameter instant: POSIX seconds.
    static func text(_ instant: Int64) -> String {
        var seconds = time_t(instant)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return "\(instant)" }
        return "\(Int(parts.tm_year) + 1900)-\(twoDigits(parts.tm_mon + 1))-"
            + "\(twoDigits(parts.tm_mday)) \(twoDigits(parts.tm_hour)):"
            + "\(twoDigits(parts.tm_min)):\(twoDigits(parts.tm_sec))"
    }

    private static func twoDigits(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
