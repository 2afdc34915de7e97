public import Model
public import Vault

/// What was spent or earned by month, with a row for each category, payee or tag.
public struct MonthlySums: Sendable {
    /// A category, payee or tag over all months, in one currency.
    public struct Row: Hashable, Sendable {
        /// A category's id, a payee or a tag; nil for what has none.
        public let name: String?
        /// How many categories stand above it.
        public let depth: Int
        /// The sum of all months.
        public let total: Money
        /// The sum of each month, in their order.
        public let months: [Money]
        /// The average of the complete months, rounded once; nil for fewer than two.
        public let average: Money?
    }

    /// Oldest first.
    public let months: [CalendarMonth]
    /// The months that are averaged in each currency.
    public let completeMonths: [Currency: [CalendarMonth]]
    /// The highest first in each currency; a category before its parts.
    public private(set) var rows: [Row]
    /// Everything in a currency, without a name. What is in two rows counts once.
    public private(set) var totals: [Row]

    /// The rows and totals with their currencies in an order.
    public func sorted(by order: CurrencyOrder) -> MonthlySums {
        var sums = self
        sums.rows = order.sorted(rows) { $0.total.currency }
        sums.totals = order.sorted(totals) { $0.total.currency }
        return sums
    }

    /// Spending by category, as ``CategorySpending`` has it for each month.
    ///
    /// - Parameters:
    ///   - days: the days that count; the first and the last month may be cut.
    ///   - isComplete: whether a month counts in averages.
    public static func spending(
        _ vault: Vault, days: Range<CalendarDay>, lens: Lens? = nil, in categories: CategoryTree,
        isComplete: (CalendarMonth, Currency) -> Bool
    ) throws -> MonthlySums {
        try MonthlySums(days: days, isComplete: isComplete) { days in
            let spending = try CategorySpending.breakdown(
                vault, days: days, lens: lens, in: categories)
            return Sums(
                entries: spending.flatMap { entries($0, depth: 0) },
                totals: Dictionary(grouping: spending, by: \.spent.currency)
                    .mapValues { $0.reduce(0) { $0 + Int128($1.spent.minorUnits) } })
        }
    }

    /// What ``TransactionSums`` has of a query for each month.
    ///
    /// - Parameters:
    ///   - counted: income, or expenses, which are positive here.
    ///   - query: its days don't count.
    public static func found(
        _ vault: Vault, _ counted: TransactionClass, _ query: TransactionQuery = TransactionQuery(),
        by kind: TransactionSums.Kind, days: Range<CalendarDay>,
        isComplete: (CalendarMonth, Currency) -> Bool
    ) throws -> MonthlySums {
        let sign: Int128 = counted == .expense ? -1 : 1
        return try MonthlySums(days: days, isComplete: isComplete) { days in
            var query = query
            query.days = days
            let sums = try TransactionSums(vault, query, by: kind, only: counted)
            return Sums(
                entries: sums.groups.map {
                    Entry(
                        name: $0.name, depth: 0, currency: $0.sum.currency,
                        sum: sign * Int128($0.sum.minorUnits))
                }.sorted { $0.sum > $1.sum },
                totals: Dictionary(
                    uniqueKeysWithValues: sums.totals.map {
                        ($0.sum.currency, sign * Int128($0.sum.minorUnits))
                    }))
        }
    }

    private struct Entry {
        let name: String?
        let depth: Int
        let currency: Currency
        let sum: Int128
    }

    private struct Sums {
        let entries: [Entry]
        let totals: [Currency: Int128]
    }

    private struct Key: Hashable {
        let name: String?
        let currency: Currency
    }

    private static func entries(_ spending: CategorySpending, depth: Int) -> [Entry] {
        [
            Entry(
                name: spending.category, depth: depth, currency: spending.spent.currency,
                sum: Int128(spending.spent.minorUnits))
        ] + spending.parts.flatMap { entries($0, depth: depth + 1) }
    }

    private init(
        days: Range<CalendarDay>, isComplete: (CalendarMonth, Currency) -> Bool,
        _ sums: (Range<CalendarDay>) throws -> Sums
    ) throws {
        guard !days.isEmpty else {
            (months, completeMonths, rows, totals) = ([], [:], [], [])
            return
        }
        let last = days.upperBound.adding(days: -1).month
        let months = (days.lowerBound.month..<last.next).months
        let parts = try months.map {
            try sums(days.clamped(to: $0.firstDay..<$0.next.firstDay))
        }
        let byName = parts.map { part in
            Dictionary(
                part.entries.map { (Key(name: $0.name, currency: $0.currency), $0.sum) },
                uniquingKeysWith: +)
        }
        let all = try sums(days)
        let complete = Dictionary(
            uniqueKeysWithValues: all.totals.keys.map { currency in
                (currency, months.indices.filter { isComplete(months[$0], currency) })
            })
        func row(
            _ name: String?, depth: Int, _ currency: Currency, _ total: Int128, _ own: [Int128]
        ) -> Row {
            let complete = complete[currency] ?? []
            let averaged = complete.reduce(Int128(0)) { $0 + own[$1] }
            return Row(
                name: name, depth: depth, total: Money(sum: total, currency: currency),
                months: own.map { Money(sum: $0, currency: currency) },
                average: complete.count > 1
                    ? Money(sum: averaged.divided(by: complete.count), currency: currency) : nil)
        }
        self.months = months
        completeMonths = complete.mapValues { $0.map { months[$0] } }
        rows = all.entries.map { entry in
            let key = Key(name: entry.name, currency: entry.currency)
            return row(
                entry.name, depth: entry.depth, entry.currency, entry.sum,
                byName.map { $0[key] ?? 0 })
        }
        totals = all.totals.sorted { $0.key.code < $1.key.code }.map { currency, total in
            row(nil, depth: 0, currency, total, parts.map { $0.totals[currency] ?? 0 })
        }
    }
}
