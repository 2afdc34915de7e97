/// A day of the Gregorian calendar, without time or time zone.
///
/// Banks send an instant. Its UTC day is the transaction's day, whatever the machine's
/// time zone.
public struct CalendarDay: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01, which is 0.
    public let daysSinceEpoch: Int32

    public init(daysSinceEpoch: Int32) {
        self.daysSinceEpoch = daysSinceEpoch
    }

    /// The UTC day of an instant.
    ///
    /// - Parameter secondsSinceEpoch: POSIX seconds. An instant beyond the years ±9999
    ///   is clamped to them.
    public init(secondsSinceEpoch: Int64) {
        let days = secondsSinceEpoch.flooredQuotient(by: 86_400)
        self.init(daysSinceEpoch: Int32(min(max(days, -4_371_587), 2_932_896)))
    }

    /// A day from its parts, or nil if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (-9999...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CalendarMonth(year: year, month: month).dayCount
        else { return nil }
        self.init(validYear: year, month: month, day: day)
    }

    /// A day written as "2025-03-09", or nil for any other string.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Year, month (1 to 12) and day of the month (1 to 31).
    ///
    /// Howard Hinnant's `civil_from_days` ("chrono-Compatible Low-Level Date
    /// Algorithms"): eras of 400 years that begin on 1 March.
    public var components: (year: Int, month: Int, day: Int) {
        let shifted = Int(daysSinceEpoch) + 719_468
        let era = shifted.flooredQuotient(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    public var month: CalendarMonth {
        let (year, month, _) = components
        return CalendarMonth(year: year, month: month)
    }

    /// Monday is 1, Sunday is 7, as in ISO 8601.
    public var isoWeekday: Int {
        let fromMonday = (Int(daysSinceEpoch) + 3) % 7
        return (fromMonday < 0 ? fromMonday + 7 : fromMonday) + 1
    }

    /// POSIX seconds at which the day begins in UTC.
    public var secondsSinceEpoch: Int64 { Int64(daysSinceEpoch) * 86_400 }

    /// The day that many days later, or earlier for a negative number. Clamped to the
    /// range of a day.
    public func adding(days: Int) -> CalendarDay {
        let (sum, overflow) = Int(daysSinceEpoch).addingReportingOverflow(days)
        return CalendarDay(
            daysSinceEpoch: overflow ? (days < 0 ? .min : .max) : Int32(clamping: sum))
    }

    /// Days from this day to another; negative if the other is earlier.
    public func days(until other: CalendarDay) -> Int {
        Int(other.daysSinceEpoch) - Int(daysSinceEpoch)
    }

    public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        left.daysSinceEpoch < right.daysSinceEpoch
    }

    /// Howard Hinnant's `days_from_civil`, the inverse of ``components``. Clamped to
    /// the range of a day.
    init(validYear year: Int, month: Int, day: Int) {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.flooredQuotient(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(daysSinceEpoch: Int32(clamping: era * 146_097 + dayOfEra - 719_468))
    }
}

extension CalendarDay: CustomStringConvertible {
    /// "2025-03-09".
    public var description: String {
        let (year, month, day) = components
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }
}

extension BinaryInteger {
    /// Division that rounds towards minus infinity.
    func flooredQuotient(by divisor: Self) -> Self {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
}

/// A month of the Gregorian calendar.
public struct CalendarMonth: Hashable, Comparable, Sendable {
    public let year: Int
    /// 1 to 12.
    public let month: Int

    /// - Parameter month: any number. 13 is January of the next year, 0 is December of
    ///   the previous one.
    public init(year: Int, month: Int) {
        let index = year * 12 + month - 1
        self.year = index.flooredQuotient(by: 12)
        self.month = index - self.year * 12 + 1
    }

    /// A month written as "2025-03", or nil for any other string.
    public init?(_ text: some StringProtocol) {
        guard let first = CalendarDay(text + "-01") else { return nil }
        self = first.month
    }

    public var firstDay: CalendarDay { CalendarDay(validYear: year, month: month, day: 1) }
    public var lastDay: CalendarDay { firstDay.adding(days: dayCount - 1) }

    /// 28 to 31.
    public var dayCount: Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: isLeapYear ? 29 : 28
        default: 31
        }
    }

    public var previous: CalendarMonth { adding(months: -1) }
    public var next: CalendarMonth { adding(months: 1) }

    public func adding(months: Int) -> CalendarMonth {
        CalendarMonth(year: year, month: month + months)
    }

    /// Months from this month to another; negative if the other is earlier.
    public func months(until other: CalendarMonth) -> Int {
        (other.year - year) * 12 + other.month - month
    }

    /// The English name, "March".
    public var name: String { Self.names[month - 1] }

    public static func < (left: CalendarMonth, right: CalendarMonth) -> Bool {
        (left.year, left.month) < (right.year, right.month)
    }

    private var isLeapYear: Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static let names = [
        "January", "February", "March", "April", "May", "June", "July", "August",
        "September", "October", "November", "December",
    ]
}

extension CalendarMonth: CustomStringConvertible {
    /// "2025-03".
    public var description: String { "\(padded(year, to: 4))-\(padded(month, to: 2))" }
}

extension Range where Bound == CalendarDay {
    /// The part of the range up to and including a last day; all of it if that is nil.
    public func through(_ last: CalendarDay?) -> Range {
        guard let last else { return self }
        return lowerBound..<Swift.max(lowerBound, Swift.min(upperBound, last.adding(days: 1)))
    }
}
