internal import Automation
internal import Model
internal import Vault

/// What came in and went out over some days in one currency.
struct PeriodFigures {
    let currency: Currency
    private var income: Int128 = 0
    private var spending: Int128 = 0
    /// What was spent, by category.
    private var categories: [String: Int128] = [:]

    private init(_ currency: Currency) {
        self.currency = currency
    }

    static func all(_ vault: Vault, _ days: Range<CalendarDay>) throws -> [PeriodFigures] {
        var all: [Currency: PeriodFigures] = [:]
        for figure in try vault.dailyFigures(days) {
            let currency = figure.total.currency
            all[currency, default: PeriodFigures(currency)].add(figure)
        }
        return all.values.filter(\.hasMovement).sorted { $0.currency.code < $1.currency.code }
    }

    private var hasMovement: Bool { income != 0 || !categories.isEmpty }

    private mutating func add(_ figure: DailyFigure) {
        let amount = figure.total.minorUnits
        switch figure.transactionClass {
        case .income: income += amount
        case .expense:
            spending -= amount
            categories[figure.category, default: 0] -= amount
        case .transfer, .ignore: break
        }
    }

    /// As handlers are told of it.
    func period(named name: String, _ look: EventLook) -> EventPeriod {
        func money(_ sum: Int128) -> Money {
            Money(sum: sum, currency: currency)
        }
        let largestFirst = categories.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return EventPeriod(
            name: name, income: money(income), spending: money(spending),
            net: money(income - spending),
            categories: largestFirst.map { category, spent in
                EventSpending(category: look.category(category), spent: money(spent))
            })
    }
}
