/// Days as a person writes them: "2026-10-01", "oct", "last week", "7d", "2026-01..2026-03".
///
/// What the words mean depends on today. A month, quarter or weekday without a year is the
/// latest that has begun; commands that plan ask for ``planned(_:asOf:)``. Weeks begin on Monday.
public struct PeriodWords: Hashable, Sendable {
    /// The accepted forms, for messages.
    public static let accepted =
        "2026-10-01, 2026-10, 2026, oct, q3, today, monday, \"last week\", 7d, ytd or "
        + "2026-01..2026-03"

    private let first: PeriodTerm?
    private let last: PeriodTerm?
    private let isRange: Bool

    /// The year of a month, day or quarter that names none, where coming ones are meant, too.
    public enum Aim: Sendable {
        /// No more than six months ago, else the next.
        case nearest
        /// The one that isn't over.
        case next
    }

    /// The words with such a year.
    public func planned(_ aim: Aim, asOf today: CalendarDay) -> PeriodWords {
        PeriodWords(
            first: first?.planned(aim, asOf: today), last: last?.planned(aim, asOf: today),
            isRange: isRange)
    }

    private init(first: PeriodTerm?, last: PeriodTerm?, isRange: Bool) {
        (self.first, self.last, self.isRange) = (first, last, isRange)
    }

    /// Nil if the text names no days. Case and surplus blanks don't matter.
    public init?(_ text: some StringProtocol) {
        let text = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard let dots = text.firstRange(of: "..") else {
            guard let term = PeriodTerm(text) else { return nil }
            (first, last, isRange) = (term, term, false)
            return
        }
        let ends = [text[..<dots.lowerBound], text[dots.upperBound...]].map {
            String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        let terms = ends.map(PeriodTerm.init)
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
        case .month, .named(month: _, day: nil), .latest, .calendar(.month, back: _): true
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
