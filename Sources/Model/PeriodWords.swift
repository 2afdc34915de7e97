/// Days as a person writes them: "2026-10-01", "oct", "last week", "7d", "2026-01..2026-03".
///
/// What the words mean depends on today. A month, quarter or weekday without a year is the
/// latest that has begun. Weeks begin on Monday.
public struct PeriodWords: Hashable, Sendable {
    /// The accepted forms, for messages.
    public static let accepted =
        "2026-10-01, 2026-10, 2026, oct, q3, today, monday, \"last week\", 7d, ytd or "
        + "2026-01..2026-03"

    private let first: Term?
    private let last: Term?
    private let isRange: Bool

    /// Nil if the text names no days. Case and surplus blanks don't matter.
    public init?(_ text: some StringProtocol) {
        let text = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard let dots = text.firstRange(of: "..") else {
            guard let term = Term(text) else { return nil }
            (first, last, isRange) = (term, term, false)
            return
        }
        let ends = [text[..<dots.lowerBound], text[dots.upperBound...]].map {
            String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        let terms = ends.map(Term.init)
        guard ends.contains(where: { !$0.isEmpty }),
            zip(ends, terms).allSatisfy({ $0.isEmpty || $1 != nil })
        else { return nil }
        (first, last, isRange) = (terms[0], terms[1], true)
    }

    /// The days as a period: "7d" is the last seven days, "3m" the last three months, today and
    /// this month included. An open range has no bound there.
    ///
    /// Empty if a range ends before it begins.
    public func days(asOf today: CalendarDay) -> Range<CalendarDay> {
        guard isRange else {
            return first.map { $0.days(asOf: today) }.map {
                $0.lowerBound..<$0.upperBound.adding(days: 1)
            } ?? Self.start..<Self.start
        }
        let start = first.map { $0.ends(asOf: today).lowerBound } ?? Self.start
        let end =
            last.map { $0.ends(asOf: today).upperBound.adding(days: 1) }
            ?? CalendarDay(daysSinceEpoch: .max)
        return start..<max(start, end)
    }

    /// The first day that is meant, for a period that begins with it: "7d" is seven days ago.
    public func firstDay(asOf today: CalendarDay) -> CalendarDay {
        first.map { $0.ends(asOf: today).lowerBound } ?? Self.start
    }

    /// The last day that is meant, for a period that ends with it: "7d" is seven days ago,
    /// "oct" the last of October.
    public func lastDay(asOf today: CalendarDay) -> CalendarDay {
        last.map { $0.ends(asOf: today).upperBound } ?? CalendarDay(daysSinceEpoch: .max)
    }

    /// Whether the words are no range and not "all".
    public var isOneTerm: Bool { !isRange && first != .all }

    /// Whether the words name one calendar month.
    public var isMonth: Bool {
        guard !isRange else { return false }
        return switch first {
        case .month, .latest(month: _, day: nil), .calendar(.month, back: _): true
        default: false
        }
    }

    /// Whether the words name one calendar week.
    public var isWeek: Bool {
        guard !isRange else { return false }
        return switch first {
        case .calendar(.week, back: _): true
        default: false
        }
    }

    /// The calendar month that is meant; nil for other periods.
    public func month(asOf today: CalendarDay) -> CalendarMonth? {
        isMonth ? firstDay(asOf: today).month : nil
    }

    private static let start = CalendarDay(daysSinceEpoch: .min)
}

extension PeriodWords {
    /// Finds the period in the words of a command line, and what is left of them.
    ///
    /// Neighbouring words may form one period, as in "last week". An argument of several words
    /// is a period only as a whole, so that "march of dimes" is none.
    ///
    /// - Returns: every period that was found, for the caller to refuse a second.
    public static func parting(
        _ words: [String]
    ) -> (periods: [(text: String, words: PeriodWords)], rest: [String]) {
        var periods: [(text: String, words: PeriodWords)] = []
        var rest: [String] = []
        var left = words[...]
        while let word = left.first {
            if let (count, period) = leading(left) {
                periods.append((left.prefix(count).joined(separator: " "), period))
                left = left.dropFirst(count)
            } else {
                rest.append(word)
                left = left.dropFirst()
            }
        }
        return (periods, rest)
    }

    /// The longest period that words begin with, and how many of them it takes; nil for none.
    public static func leading(
        _ words: ArraySlice<String>
    ) -> (count: Int, words: PeriodWords)? {
        for count in (1...longestPeriod).reversed() where count <= words.count {
            if let period = PeriodWords(words.prefix(count).joined(separator: " ")) {
                return (count, period)
            }
        }
        return nil
    }

    /// Words of the longest period, "1 oct 2026 .. today".
    private static let longestPeriod = 5
}

/// Days that are named without a range.
private enum Term: Hashable {
    case day(CalendarDay)
    case month(CalendarMonth)
    case year(Int)
    case quarter(Int, year: Int?)
    /// A month or a day of it in the latest year in which it is not in the future.
    case latest(month: Int, day: Int?)
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
                default: nil as Term?
                }
            guard let term else { return nil }
            self = term
        }
    }

    /// The term of a word of digits, such as "2026-10" or "-30d".
    private static func number(_ word: Substring) -> Term? {
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

    private static func name(_ word: Substring) -> Term? {
        month(word).map { .latest(month: $0, day: nil) }
            ?? weekday(word).map { .weekday($0, beforeToday: false) }
    }

    private static func pair(_ one: Substring, _ other: Substring) -> Term? {
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
            return month(other).map { .latest(month: $0, day: nil) }
        default: break
        }
        if let month = month(one) {
            if let year = year(other) { return .month(CalendarMonth(year: year, month: month)) }
            return day(other).map { .latest(month: month, day: $0) }
        }
        if let month = month(other) { return day(one).map { .latest(month: month, day: $0) } }
        if one.first == "q", let year = year(other), let quarter = Int(one.dropFirst()),
            (1...4).contains(quarter), one.count == 2
        {
            return .quarter(quarter, year: year)
        }
        return nil
    }

    private static func triple(
        _ one: Substring, _ two: Substring, _ three: Substring
    ) -> Term? {
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
            CalendarDay(year: year, month: $0.0, day: $0.1).map(Term.day)
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
        case .latest(let month, let day):
            return Self.latest(month: month, day: day, asOf: today)
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

    /// The days as a bound of others, where "7d" is seven days ago.
    func ends(asOf today: CalendarDay) -> ClosedRange<CalendarDay> {
        guard case .count(let count, let unit) = self else { return days(asOf: today) }
        return Term.ago(count, unit).days(asOf: today)
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
