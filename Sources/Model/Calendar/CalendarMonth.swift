/// A month of the Gregorian calendar.
public struct CalendarMonth: Hashable, Comparable, Sendable {
    public let year: Int
    /// 1 to 12.
    public let month: Int

    /// - Parameter month: any number of months; 13 is January of the next
    ///   year, 0 is December of the last.
    public init(year: Int, month: Int) {
        let index = year * 12 + month - 1
        self.year = index.flooredQuotient(by: 12)
        self.month = index - self.year * 12 + 1
    }

    /// A month written as "2025-03", or nil where the text is anything else.
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

    /// Months from this month to another; negative when the other is earlier.
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
