public import Model

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The current time, read once from the clock and passed down.
public struct Moment: Sendable {
    /// POSIX seconds.
    public let now: Int64
    /// Today in the user's time zone.
    public let today: CalendarDay
    /// The time zone of the user's days.
    public let zone: DayZone
    /// Whether today or the clock is not the real one.
    package let isPretended: Bool

    /// - Parameters:
    ///   - clock: POSIX seconds.
    ///   - today: a day other than the clock's, to view the vault as of that day.
    ///   - hasPretendedClock: whether the clock itself is not the real one.
    public init(
        clock: Int64, today: CalendarDay? = nil, hasPretendedClock: Bool = false,
        zone: DayZone = .utc
    ) {
        let clockDay = zone.day(at: clock)
        let today = today ?? clockDay
        let shifted = clock + Int64(clockDay.days(until: today)) * 86_400
        self.today = today
        self.isPretended = hasPretendedClock || today != clockDay
        self.zone = zone
        // The same local time, even across a change of clocks.
        now = shifted - zone.secondsEast(shifted) + zone.secondsEast(clock)
    }

    /// The latest day that banks may use by now. They count days in UTC, which may be a day
    /// off.
    public var newestBankDay: CalendarDay {
        max(today, CalendarDay(secondsSinceEpoch: now))
    }
}

/// A time zone that defines when days begin.
public struct DayZone: Sendable {
    /// The offset from UTC at an instant, in seconds east.
    let secondsEast: @Sendable (Int64) -> Int64

    package init(secondsEast: @escaping @Sendable (Int64) -> Int64) {
        self.secondsEast = secondsEast
    }

    public static let utc = DayZone { _ in 0 }

    /// The machine's time zone, or that of `TZ`.
    public static let local = DayZone { instant in
        var seconds = time_t(instant)
        var parts = tm()
        return localtime_r(&seconds, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    }

    /// - Parameter instant: POSIX seconds.
    public func day(at instant: Int64) -> CalendarDay {
        CalendarDay(secondsSinceEpoch: instant + secondsEast(instant))
    }

    /// The earlier of the user's and the bank's (UTC) day at an instant.
    package func earlierDay(at instant: Int64) -> CalendarDay {
        min(day(at: instant), CalendarDay(secondsSinceEpoch: instant))
    }

    /// The first instant of a day in POSIX seconds. If the zone skips the day, that of the next
    /// day.
    package func start(of day: CalendarDay) -> Int64 {
        // No zone is a whole day away from UTC.
        var low = day.secondsSinceEpoch - 86_400
        var high = day.secondsSinceEpoch + 86_400
        while low < high {
            let middle = low + (high - low) / 2
            if self.day(at: middle) >= day { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
