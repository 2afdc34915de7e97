public import Model

/// A test of what the stages before a rule decided.
public enum DecidedTest: Hashable, Sendable {
    case `class`(TransactionClass)
    /// One of some categories, by their ids.
    case category(Set<String>)
    case lens(Lens)
    /// Whether the category is a guess.
    case guessed(Bool)
    /// The name of its series.
    case series(String)
    /// Whether it is in any series.
    case inSeries(Bool)
    /// What was spent up to it. Doesn't hold for what doesn't count in that.
    case total(SpendingTotal, AmountTest)

    /// - Parameter total: gives the total up to the transaction, in minor units.
    func holds(
        for decided: DecidedValues, exponent: @autoclosure () -> Int,
        total: (SpendingTotal) -> Int128?
    ) -> Bool {
        switch self {
        case .series(let name): decided.series?.lowercased() == name.lowercased()
        case .inSeries(let wanted): (decided.series != nil) == wanted
        case .total(let wanted, let test):
            total(wanted).map { test.holds(forMinorUnits: $0, exponent: exponent()) } ?? false
        case .class(let wanted): decided.transactionClass == wanted
        case .category(let wanted): wanted.contains(decided.category)
        case .lens(let wanted): decided.lens == wanted
        case .guessed(let wanted): decided.isGuess == wanted
        }
    }
}

/// What was spent in a month or year up to a transaction, with the transaction.
///
/// Counts what figures of spending count, by day. Transactions of one day are ordered by what they
/// say, whenever they came.
public struct SpendingTotal: Hashable, Sendable {
    public enum Period: Hashable, Sendable {
        case month, year
    }

    public let period: Period
    /// The ids of categories; empty for all.
    public let categories: Set<String>

    public init(_ period: Period, of categories: Set<String> = []) {
        self.period = period
        self.categories = categories
    }

    func contains(_ category: String) -> Bool {
        categories.isEmpty || categories.contains(category)
    }
}

extension SpendingTotal.Period {
    /// The first day of the month or year that has a day.
    func firstDay(with day: CalendarDay) -> CalendarDay {
        switch self {
        case .month: day.month.firstDay
        case .year: CalendarMonth(year: day.month.year, month: 1).firstDay
        }
    }
}
