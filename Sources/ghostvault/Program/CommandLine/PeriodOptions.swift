import ArgumentParser
import Model

/// A period by options: a month, or a range of days.
struct PeriodOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A month, such as 2025-03, mar, this or last.", valueName: "month"),
        transform: PeriodWords.init(monthArgument:))
    var month: PeriodWords?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The first day, such as 2025-03-01, monday, 7d or mar.", valueName: "day"),
        transform: PeriodWords.init(argument:))
    var from: PeriodWords?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The last day, written the same way.", valueName: "day"),
        transform: PeriodWords.init(argument:))
    var to: PeriodWords?

    func validate() throws {
        if month != nil, from != nil || to != nil {
            throw ValidationError("Give --month, or --from and --to, not both.")
        }
    }

    mutating func clear() { (month, from, to) = (nil, nil, nil) }

    var isGiven: Bool { month != nil || from != nil || to != nil }

    /// The requested days where coming ones are meant, too; nil if no option was given.
    func plannedDays(
        asOf today: CalendarDay, or bare: PeriodWords?
    ) throws -> Range<CalendarDay>? {
        var planned = self
        planned.month = month?.planned(.nearest, asOf: today)
        planned.from = from?.planned(.nearest, asOf: today)
        planned.to = to?.planned(.nearest, asOf: today)
        return try planned.days(asOf: today, or: bare?.planned(.nearest, asOf: today))
    }

    /// The requested days; nil if no option was given.
    ///
    /// - Parameter bare: a period given without an option.
    /// - Throws: `ValidationError` if the days end before they begin, or two periods are given.
    func days(
        asOf today: CalendarDay, or bare: PeriodWords? = nil
    ) throws -> Range<CalendarDay>? {
        if let bare {
            guard !isGiven else {
                throw ValidationError(
                    "Give one period: without an option, with --month, or with --from and --to.")
            }
            return bare.days(asOf: today)
        }
        if let month = month?.month(asOf: today) { return month.firstDay..<month.next.firstDay }
        guard from != nil || to != nil else { return nil }
        let first = from?.firstDay(asOf: today) ?? CalendarDay(daysSinceEpoch: .min)
        let last = to?.lastDay(asOf: today) ?? CalendarDay(daysSinceEpoch: .max)
        guard first <= last else { throw ValidationError("--from must not be after --to.") }
        return first..<last.adding(days: 1)
    }
}

/// A period without an option: "oct", "last week", "2026-01..2026-03".
struct PeriodArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A period, such as oct, q3, 2025, last week, 7d, ytd or 2026-01..2026-03.",
            valueName: "period"))
    var words: [String] = []

    func validate() throws {
        let (periods, rest) = PeriodWords.parting(words)
        if let word = rest.first { throw ValidationError(PeriodWords.refusal(of: word)) }
        try PeriodWords.refuseSecond(of: periods.map(\.text))
    }

    var period: PeriodWords? { PeriodWords.parting(words).periods.first?.words }
}

/// A period without an option, and other words: "acme 2025".
struct PeriodAndWords: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A period, such as oct or last week, and part of a payee or text.",
            valueName: "words"))
    var words: [String] = []

    func validate() throws {
        try PeriodWords.refuseSecond(of: PeriodWords.parting(words).periods.map(\.text))
    }

    var period: PeriodWords? { PeriodWords.parting(words).periods.first?.words }

    /// The words that are no period.
    var rest: [String] { PeriodWords.parting(words).rest }
}

extension PeriodWords {
    /// A day, or the first or last day of a period.
    ///
    /// - Throws: `ValidationError` that says what can be written.
    init(argument: String) throws {
        guard let words = PeriodWords(argument), words.isOneTerm else {
            throw ValidationError(
                "write 2026-10-01, today, monday, \"1 oct\", 7d, 2026-10, oct or \"last week\"")
        }
        self = words
    }

    /// - Throws: `ValidationError` if the argument names no calendar month.
    init(monthArgument argument: String) throws {
        guard let words = PeriodWords(argument), words.isMonth else {
            throw ValidationError("write 2026-10, oct, this or last")
        }
        self = words
    }

    static func refusal(of word: String) -> String {
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber }
        return "\"\(word)\" is not a period. Write \(accepted)."
            + (isPlain ? " To look for it: ghostvault transactions \(word)" : "")
    }

    /// - Throws: `ValidationError` if several periods are given.
    static func refuseSecond(of periods: [String]) throws {
        guard periods.count > 1 else { return }
        let words = periods.map { "\"\($0)\"" }.joined(separator: " and ")
        throw ValidationError("Give one period, not \(words); a range is written oct..nov.")
    }
}

extension Range<CalendarDay> {
    /// Calendar months that the days consist of; nil if they have a part of one.
    ///
    /// A month that is not over may end with today. An open end is today's month, an open
    /// beginning some month before any account.
    func months(asOf today: CalendarDay) -> ClosedRange<CalendarMonth>? {
        let isOpen = (
            lowerBound.daysSinceEpoch == .min, upperBound.daysSinceEpoch == .max
        )
        let first = isOpen.0 ? CalendarMonth(year: 1900, month: 1) : lowerBound.month
        let last = isOpen.1 ? today.month : upperBound.adding(days: -1).month
        guard !isEmpty, first <= last, isOpen.0 || lowerBound == first.firstDay,
            isOpen.1 || upperBound == last.next.firstDay || upperBound == today.adding(days: 1)
        else { return nil }
        return first...last
    }

    /// " of October 2026", " of 2025" or " from 2026-01-10 to 2026-02-03"; empty for all days.
    func headingWords(asOf today: CalendarDay) -> String {
        let last = upperBound.adding(days: -1)
        let month = lowerBound.month
        let isOpen = (
            lowerBound.daysSinceEpoch == .min, upperBound.daysSinceEpoch == .max
        )
        switch isOpen {
        case (true, true): return ""
        case (true, false): return " until \(last)"
        case (false, true): return " since \(lowerBound)"
        case (false, false) where isEmpty: return ""
        case (false, false): break
        }
        if lowerBound == last { return " of \(last)" }
        // Also the beginning of a month that is not over.
        if lowerBound == month.firstDay,
            last == month.lastDay || last == today && last.month == month
        {
            return " of \(month.name) \(month.year)"
        }
        let year = CalendarMonth(year: month.year, month: 1)
        if lowerBound == year.firstDay, last == year.adding(months: 11).lastDay {
            return " of \(month.year)"
        }
        return " from \(lowerBound) to \(last)"
    }
}
