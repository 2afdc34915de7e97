internal import Automation
internal import Model
internal import Vault

/// What came in and went out over some days in one currency.
struct PeriodFigures {
    let currency: Currency
    private var income: Int64 = 0
    private var spending: Int64 = 0
    /// What was spent, by category.
    private var categories: [String: Int64] = [:]

    private init(_ currency: Currency) {
        self.currency = currency
    }

    /// - Throws: `MoneyError.overflow`.
    static func all(_ vault: Vault, _ days: Range<CalendarDay>) throws -> [PeriodFigures] {
        var all: [Currency: PeriodFigures] = [:]
        for figure in try vault.dailyFigures(days) {
            let currency = figure.total.currency
            try all[currency, default: PeriodFigures(currency)].add(figure)
        }
        return all.values.filter(\.hasMovement).sorted { $0.currency.code < $1.currency.code }
    }

    private var hasMovement: Bool { income != 0 || !categories.isEmpty }

    private mutating func add(_ figure: DailyFigure) throws {
        let amount = figure.total.minorUnits
        switch figure.transactionClass {
        case .income: income = try Self.sum(income, amount)
        case .expense:
            spending = try Self.difference(spending, amount)
            categories[figure.category] = try Self.difference(
                categories[figure.category] ?? 0, amount)
        case .transfer, .ignore: break
        }
    }

    private static func sum(_ one: Int64, _ other: Int64) throws -> Int64 {
        let (sum, overflow) = one.addingReportingOverflow(other)
        guard !overflow else { throw MoneyError.overflow }
        return sum
    }

    private static func difference(_ one: Int64, _ other: Int64) throws -> Int64 {
        let (difference, overflow) = one.subtractingReportingOverflow(other)
        guard !overflow else { throw MoneyError.overflow }
        return difference
    }

    /// As handlers are told of it.
    func period(named name: String, _ look: EventLook) throws -> EventPeriod {
        func money(_ minorUnits: Int64) -> Money {
            Money(minorUnits: minorUnits, currency: currency)
        }
        let largestFirst = categories.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return EventPeriod(
            name: name, income: money(income), spending: money(spending),
            net: money(try Self.difference(income, spending)),
            categories: largestFirst.map { category, spent in
                EventSpending(category: look.category(category), spent: money(spent))
            })
    }
}
