public import Model
public import Vault

/// The spending of earlier months, as a comparison.
public struct SpendingYardstick: Sendable {
    /// The spending of one category and its descendants in the months before.
    public struct Usual: Hashable, Sendable {
        /// In the month before; zero if nothing was spent.
        public let lastMonth: Money
        /// Of the months, rounded to the nearest minor unit.
        public let average: Money
        /// Oldest first.
        public let months: [Money]
    }

    /// The number of months to look back.
    public static let mostMonths = MonthlyIncome.mostMonths

    private let month: CalendarMonth
    private let known: AnsweredDays
    private let byCategory: [Currency: [String: Usual]]
    private let byCurrency: [Currency: Usual]

    /// Reads the months before a month.
    ///
    /// A month of which not everything is known in a currency does not count in it.
    ///
    /// - Parameters:
    ///   - soFar: the month, whose days count in each; nil for all days.
    ///   - lens: the lens to count; nil for all.
    public init(
        _ vault: Vault, before month: CalendarMonth, known: AnsweredDays,
        soFar: MonthSoFar? = nil, lens: Lens? = nil, in categories: CategoryTree
    ) throws {
        (self.month, self.known) = (month, known)
        let all = (month.adding(months: -Self.mostMonths)..<month).months
        let spending = try all.map {
            try CategorySpending.breakdown(
                vault,
                days: soFar?.sameDays(of: $0) ?? CountedDays($0.firstDay..<$0.next.firstDay),
                lens: lens, in: categories)
        }
        let currencies = spending.joined().map(\.spent.currency).distinct
        var byCategory: [Currency: [String: Usual]] = [:]
        var byCurrency: [Currency: Usual] = [:]
        for currency in currencies {
            let whole = Self.months(before: month, known, currency)
            let own = zip(all, spending).filter { whole.contains($0.0) }
                .map { $0.1.filter { $0.spent.currency == currency } }
            guard !own.isEmpty else { continue }
            let flat = own.map { $0.flatMap(\.withParts) }
            for id in Set(flat.joined().map(\.category)) {
                byCategory[currency, default: [:]][id] = Usual(
                    flat.map { $0.first { $0.category == id }?.spent.minorUnits ?? 0 }, currency)
            }
            byCurrency[currency] = Usual(
                own.map { $0.reduce(0) { $0 + $1.spent.minorUnits } }, currency)
        }
        self.byCategory = byCategory
        self.byCurrency = byCurrency
    }

    /// The months before that are compared; none if not all of the last is known.
    private static func months(
        before month: CalendarMonth, _ known: AnsweredDays, _ currency: Currency
    ) -> Range<CalendarMonth> {
        let whole = known.wholeMonths(mostMonths, before: month, in: currency)
        return whole.upperBound == month ? whole : month..<month
    }

    /// The number of whole months that are known before the month; 0 if it is the first.
    public func months(in currency: Currency) -> Int {
        Self.months(before: month, known, currency).count
    }

    /// The currencies that something was spent in.
    public var currencies: [Currency] { byCurrency.keys.sorted { $0.code < $1.code } }

    /// A category's average; zeros if nothing was spent, nil if no month is known.
    public func usual(of category: String, in currency: Currency) -> Usual? {
        let months = months(in: currency)
        guard months > 0 else { return nil }
        return byCategory[currency]?[category]
            ?? Usual([Int128](repeating: 0, count: months), currency)
    }

    /// The average total of all categories.
    public func usual(in currency: Currency) -> Usual? {
        let months = months(in: currency)
        guard months > 0 else { return nil }
        return byCurrency[currency] ?? Usual([Int128](repeating: 0, count: months), currency)
    }
}

extension SpendingYardstick.Usual {
    /// - Parameter amounts: oldest first, at least one.
    fileprivate init(_ amounts: [Int128], _ currency: Currency) {
        months = amounts.map { Money(sum: $0, currency: currency) }
        lastMonth = months[amounts.count - 1]
        average = Money(
            sum: amounts.reduce(0, +).divided(by: amounts.count), currency: currency)
    }
}
