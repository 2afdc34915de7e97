public import Model

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// When something happens: read from the clock once, and handed down.
public struct Moment: Sendable {
    /// POSIX seconds.
    public let now: Int64
    /// The day that counts as today, by the calendar on the person's wall.
    public let today: CalendarDay
    /// Where the person's days begin.
    public let zone: DayZone
    /// Whether ``today`` is another day than the clock's.
    package let isPretended: Bool

    /// - Parameters:
    ///   - clock: POSIX seconds.
    ///   - today: another day than the clock's, to look at the vault as of that day.
    ///   - isPretended: whether the clock itself shows another day than the world's.
    public init(
        clock: Int64, today: CalendarDay? = nil, isPretended: Bool = false, zone: DayZone = .utc
    ) {
        let clockDay = zone.day(at: clock)
        let today = today ?? clockDay
        let shifted = clock + Int64(clockDay.days(until: today)) * 86_400
        self.today = today
        self.isPretended = isPretended || today != clockDay
        self.zone = zone
        // The same time on the wall, also where clocks were changed in between.
        now = shifted - zone.secondsEast(shifted) + zone.secondsEast(clock)
    }

    /// The newest day that banks may have dated something by now. They count days in UTC,
    /// which may be a day ahead of the person's, or behind it.
    public var newestBankDay: CalendarDay {
        max(today, CalendarDay(secondsSinceEpoch: now))
    }
}

/// The time zone in which days begin at midnight.
public struct DayZone: Sendable {
    /// Seconds by which the zone's clocks are ahead of UTC at an instant.
    let secondsEast: @Sendable (Int64) -> Int64

    package init(secondsEast: @escaping @Sendable (Int64) -> Int64) {
        self.secondsEast = secondsEast
    }

    public static let utc = DayZone { _ in 0 }

    /// The machine's, or that of `TZ`.
    public static let local = DayZone { instant in
        var seconds = time_t(instant)
        var parts = tm()
        return localtime_r(&seconds, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    }

    /// - Parameter instant: POSIX seconds.
    public func day(at instant: Int64) -> CalendarDay {
        CalendarDay(secondsSinceEpoch: instant + secondsEast(instant))
    }

    /// The earlier of the days that the person's and a bank's calendar, which is UTC's, show
    /// at an instant.
    package func earlierDay(at instant: Int64) -> CalendarDay {
        min(day(at: instant), CalendarDay(secondsSinceEpoch: instant))
    }

    /// The first instant of a day in POSIX seconds. Where clocks skip the day, that of
    /// the next.
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
