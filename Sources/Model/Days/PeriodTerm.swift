/// Days that are named without a range.
enum PeriodTerm: Hashable {
    case day(CalendarDay)
    case month(CalendarMonth)
    case year(Int)
    case quarter(Int, year: Int?)
    /// A month or a day of it, in the latest year in which it is not in the future.
    case named(month: Int, day: Int?)
    /// "last oct": the same, also where the nearest is meant.
    case latest(month: Int)
    /// Monday is 1.
    case weekday(Int, beforeToday: Bool)
    /// The unit that holds today, or one before it.
    case calendar(Unit, back: Int)
    /// From the beginning of the unit to today.
    case toDate(Unit)
    /// "7d": a period of that many units as well as a day so long ago.
    case count(Int, Unit)
    /// "last 7 days".
    case recent(Int, Unit)
    /// "7 days ago".
    case ago(Int, Unit)
    case all

    enum Unit: CaseIterable {
        case day, week, month, quarter, year

        /// - Parameter word: "d", "day" or "days".
        init?(_ word: Substring) {
            let unit = Self.allCases.first {
                let name = "\($0)"
                return word == name.prefix(1) || word == name || word == name + "s"
            }
            guard let unit else { return nil }
            self = unit
        }

        /// 0 for a unit that doesn't consist of months.
        var months: Int { self == .year ? 12 : self == .quarter ? 3 : self == .month ? 1 : 0 }
    }

    /// - Parameter text: in lower case, with single blanks.
    init?(_ text: String) {
        switch text {
        case "today": self = .calendar(.day, back: 0)
        case "yesterday": self = .calendar(.day, back: 1)
        // Bare, they are what --month takes.
        case "this": self = .calendar(.month, back: 0)
        case "last": self = .calendar(.month, back: 1)
        case "ytd": self = .toDate(.year)
        case "mtd": self = .toDate(.month)
        case "all": self = .all
        default:
            let words = text.split(separator: " ")
            let term =
                switch words.count {
                case 1: Self.number(words[0]) ?? Self.name(words[0])
                case 2: Self.pair(words[0], words[1])
                case 3: Self.triple(words[0], words[1], words[2])
                default: nil as PeriodTerm?
                }
            guard let term else { return nil }
            self = term
        }
    }

    /// The term of a word of digits, such as "2026-10" or "-30d".
    private static func number(_ word: Substring) -> PeriodTerm? {
        if let day = CalendarDay(word) { return .day(day) }
        if let month = CalendarMonth(word) { return .month(month) }
        if let year = year(word) { return .year(year) }
        if let match = word.wholeMatch(of: /-?(\d{1,5})([dwmqy])/), let count = Int(match.1),
            let unit = Unit(match.2), count > 0
        {
            return .count(count, unit)
        }
        if let match = word.wholeMatch(of: /(?:(\d{4})-?)?q([1-4])/), let quarter = Int(match.2) {
            guard let year = match.1 else { return .quarter(quarter, year: nil) }
            return Self.year(year).map { .quarter(quarter, year: $0) }
        }
        return nil
    }

    private static func name(_ word: Substring) -> PeriodTerm? {
        month(word).map { .named(month: $0, day: nil) }
            ?? weekday(word).map { .weekday($0, beforeToday: false) }
    }

    private static func pair(_ one: Substring, _ other: Substring) -> PeriodTerm? {
        switch one {
        case "this":
            guard let unit = unit(named: other), !other.hasSuffix("s"), unit != .day else {
                return nil
            }
            return .calendar(unit, back: 0)
        case "last":
            if let unit = unit(named: other), !other.hasSuffix("s") {
                return unit == .day ? nil : .calendar(unit, back: 1)
            }
            if let weekday = weekday(other) { return .weekday(weekday, beforeToday: true) }
            return month(other).map { .latest(month: $0) }
        default: break
        }
        if let month = month(one) {
            if let year = year(other) { return .month(CalendarMonth(year: year, month: month)) }
            return day(other).map { .named(month: month, day: $0) }
        }
        if let month = month(other) { return day(one).map { .named(month: month, day: $0) } }
        if one.first == "q", let year = year(other), let quarter = Int(one.dropFirst()),
            (1...4).contains(quarter), one.count == 2
        {
            return .quarter(quarter, year: year)
        }
        return nil
    }

    private static func triple(
        _ one: Substring, _ two: Substring, _ three: Substring
    ) -> PeriodTerm? {
        if one == "last", let count = count(two), let unit = unit(named: three) {
            return .recent(count, unit)
        }
        if three == "ago", let count = count(one), let unit = unit(named: two) {
            return .ago(count, unit)
        }
        guard let year = year(three) else { return nil }
        let named = month(one).flatMap { month in day(two).map { (month, $0) } }
        let written = month(two).flatMap { month in day(one).map { (month, $0) } }
        return (named ?? written).flatMap {
            CalendarDay(year: year, month: $0.0, day: $0.1).map(PeriodTerm.day)
        }
    }

    // MARK: Words

    /// A plausible year of an account.
    private static func year(_ word: Substring) -> Int? {
        guard word.wholeMatch(of: /(19|20)\d\d/) != nil else { return nil }
        return Int(word)
    }

    private static func day(_ word: Substring) -> Int? {
        guard word.wholeMatch(of: /\d{1,2}(st|nd|rd|th)?,?/) != nil,
            let day = Int(word.prefix { $0.isNumber }), (1...31).contains(day)
        else { return nil }
        return day
    }

    private static func count(_ word: Substring) -> Int? {
        guard word.wholeMatch(of: /\d{1,5}/) != nil, let count = Int(word), count > 0 else {
            return nil
        }
        return count
    }

    private static func unit(named word: Substring) -> Unit? {
        word.count > 1 ? Unit(word) : nil
    }

    private static func month(_ word: Substring) -> Int? {
        guard word.count >= 3 else { return nil }
        return (1...12).first {
            CalendarMonth(year: 2000, month: $0).name.lowercased().hasPrefix(word)
        }
    }

    private static func weekday(_ word: Substring) -> Int? {
        guard word.count >= 3 else { return nil }
        return weekdays.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
    }

    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    // MARK: Days

    /// The days as a period.
    func days(asOf today: CalendarDay) -> ClosedRange<CalendarDay> {
        switch self {
        case .day(let day): return day...day
        case .month(let month): return Self.days(of: month)
        case .year(let year):
            return Self.days(of: CalendarMonth(year: year, month: 1), months: 12)
        case .quarter(let quarter, let year):
            let first = CalendarMonth(year: year ?? today.month.year, month: quarter * 3 - 2)
            let isAhead = year == nil && first > today.month
            return Self.days(of: isAhead ? first.adding(months: -12) : first, months: 3)
        case .named(let month, let day):
            return Self.latest(month: month, day: day, asOf: today)
        case .latest(let month): return Self.latest(month: month, day: nil, asOf: today)
        case .weekday(let weekday, let beforeToday):
            let from = beforeToday ? today.adding(days: -1) : today
            let day = from.adding(days: -((from.isoWeekday - weekday + 7) % 7))
            return day...day
        case .calendar(let unit, let back): return Self.days(of: unit, back: back, asOf: today)
        case .toDate(let unit):
            return Self.days(of: unit, back: 0, asOf: today).lowerBound...today
        case .count(let count, let unit), .recent(let count, let unit):
            return Self.days(lasting: count, unit, asOf: today)
        case .ago(let count, let unit):
            let day = Self.day(count, unit, before: today)
            return day...day
        case .all:
            return CalendarDay(daysSinceEpoch: .min)...CalendarDay(daysSinceEpoch: .max - 1)
        }
    }

    /// The term with the year that commands which plan mean, where it names none: the nearest, or
    /// that of the next days that aren't over.
    func planned(_ aim: PeriodWords.Aim, asOf today: CalendarDay) -> PeriodTerm {
        switch self {
        case .named, .quarter(_, year: nil): break
        default: return self
        }
        let days = days(asOf: today)
        let back = days.lowerBound.month.months(until: today.month)
        let years = aim == .nearest ? (back + 5) / 12 : days.upperBound < today ? 1 + back / 13 : 0
        let month = days.lowerBound.month.adding(months: 12 * years)
        switch self {
        case .named(_, day: nil): return .month(month)
        case .named(_, let day?):
            return .day(month.firstDay.adding(days: min(day, month.dayCount) - 1))
        case .quarter(let quarter, year: nil): return .quarter(quarter, year: month.year)
        default: return self
        }
    }

    /// The days as a bound of others, where "7d" is seven days ago.
    func ends(asOf today: CalendarDay) -> ClosedRange<CalendarDay> {
        guard case .count(let count, let unit) = self else { return days(asOf: today) }
        return PeriodTerm.ago(count, unit).days(asOf: today)
    }

    private static func days(
        of month: CalendarMonth, months: Int = 1
    ) -> ClosedRange<CalendarDay> {
        month.firstDay...month.adding(months: months - 1).lastDay
    }

    private static func latest(
        month: Int, day: Int?, asOf today: CalendarDay
    ) -> ClosedRange<CalendarDay> {
        // Up to eight years lie between two 29th of February.
        for year in (today.month.year - 8...today.month.year).reversed() {
            let month = CalendarMonth(year: year, month: month)
            guard let number = day else {
                if month <= today.month { return days(of: month) }
                continue
            }
            if let day = CalendarDay(year: year, month: month.month, day: number), day <= today {
                return day...day
            }
        }
        // There is no such day, such as the 31st of June: the month's last.
        let last = latest(month: month, day: nil, asOf: today).upperBound
        return last...last
    }

    private static func days(
        of unit: Unit, back: Int, asOf today: CalendarDay
    ) -> ClosedRange<CalendarDay> {
        let month = today.month
        switch unit {
        case .day:
            let day = today.adding(days: -back)
            return day...day
        case .week:
            let monday = today.adding(days: 1 - today.isoWeekday - 7 * back)
            return monday...monday.adding(days: 6)
        case .month: return days(of: month.adding(months: -back))
        case .quarter:
            let first = CalendarMonth(year: month.year, month: (month.month - 1) / 3 * 3 + 1)
            return days(of: first.adding(months: -3 * back), months: 3)
        case .year: return days(of: CalendarMonth(year: month.year - back, month: 1), months: 12)
        }
    }

    /// The last days or weeks up to today, or the last whole months with this one.
    private static func days(
        lasting count: Int, _ unit: Unit, asOf today: CalendarDay
    ) -> ClosedRange<CalendarDay> {
        switch unit {
        case .day: today.adding(days: 1 - count)...today
        case .week: today.adding(days: 1 - 7 * count)...today
        case .month, .quarter, .year:
            today.month.adding(months: 1 - count * unit.months).firstDay...today
        }
    }

    private static func day(
        _ count: Int, _ unit: Unit, before today: CalendarDay
    ) -> CalendarDay {
        switch unit {
        case .day: return today.adding(days: -count)
        case .week: return today.adding(days: -7 * count)
        case .month, .quarter, .year:
            let month = today.month.adding(months: -count * unit.months)
            return month.firstDay.adding(days: min(today.components.day, month.dayCount) - 1)
        }
    }
}
