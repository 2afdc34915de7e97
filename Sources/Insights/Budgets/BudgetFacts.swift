public import Model
public import Vault

/// What budgets read of a vault: spending and income by day, and recurring payments.
public struct BudgetFacts: Sendable {
    public let categories: CategoryTree
    public let today: CalendarDay
    let recurring: RecurringPayments
    let known: AnsweredDays
    private let vault: Vault
    private let queries: [String: TransactionQuery]
    private let income: [Currency: DaySums]
    private let spending: [Currency: [String: DaySums]]
    private let lastDay: CalendarDay?

    /// - Parameters:
    ///   - queries: the transactions of saved views, by name.
    ///   - lastDay: the last day that counts; nil for all.
    public init(
        _ vault: Vault, categories: CategoryTree, series: RecurringPayments,
        queries: [String: TransactionQuery] = [:], today: CalendarDay,
        through lastDay: CalendarDay? = nil
    ) throws {
        self.vault = vault
        self.categories = categories
        self.queries = queries
        self.today = today
        self.lastDay = lastDay
        recurring = series
        known = try AnsweredDays(vault, on: today)
        var income: [Currency: [(CalendarDay, Int128)]] = [:]
        var spending: [Currency: [String: [(CalendarDay, Int128)]]] = [:]
        let all = CalendarDay(daysSinceEpoch: .min)..<CalendarDay(daysSinceEpoch: .max)
        for figure in try vault.dailyFigures(all.through(lastDay)) {
            let currency = figure.total.currency
            switch figure.transactionClass {
            case .income:
                income[currency, default: []].append((figure.day, figure.total.minorUnits))
            case .expense:
                spending[currency, default: [:]][figure.category, default: []]
                    .append((figure.day, -figure.total.minorUnits))
            case .transfer, .ignore: break
            }
        }
        self.income = income.mapValues(DaySums.init)
        self.spending = spending.mapValues { $0.mapValues(DaySums.init) }
    }

    /// Whether the spending of a budget can be read. A view may be gone, or have a mistake.
    public func knows(_ subject: BudgetSubject) -> Bool {
        if case .view(let name) = subject { queries[name] != nil } else { true }
    }

    /// The currencies with spending in some days, by code.
    func currencies(in days: Range<CalendarDay>) -> [Currency] {
        spending.filter { $0.value.values.contains { $0.hasAny(in: days) } }.keys
            .sorted { $0.code < $1.code }
    }

    func income(in days: Range<CalendarDay>, _ currency: Currency) -> Int128 {
        income[currency]?.sum(in: days) ?? 0
    }

    /// All spending less money back.
    func spent(in days: Range<CalendarDay>, _ currency: Currency) -> Int128 {
        (spending[currency] ?? [:]).values.reduce(0) { $0 + $1.sum(in: days) }
    }

    /// The spending of a category alone.
    func spent(inCategory id: String, _ days: Range<CalendarDay>, _ currency: Currency) -> Int128 {
        spending[currency]?[id]?.sum(in: days) ?? 0
    }

    /// The categories with spending.
    func spentCategories(_ currency: Currency) -> [String] {
        (spending[currency] ?? [:]).keys.sorted()
    }

    /// The spending that counts for a budget: of its category with the subcategories, or of the
    /// transactions with its tag or in its view.
    func spent(
        on subject: BudgetSubject, in days: Range<CalendarDay>, _ currency: Currency
    ) throws -> Int128 {
        switch subject {
        case .category(let id):
            return categories.ids(within: id).reduce(0) {
                $0 + spent(inCategory: $1, days, currency)
            }
        case .tag(let tag):
            var query = TransactionQuery()
            query.tags = [tag]
            return try found(query, in: days, currency)
        case .view(let name):
            return try queries[name].map { try found($0, in: days, currency) } ?? 0
        }
    }

    private func found(
        _ query: TransactionQuery, in days: Range<CalendarDay>, _ currency: Currency
    ) throws -> Int128 {
        var query = query
        query.days = days.through(lastDay)
        (query.limit, query.offset) = (nil, 0)
        return try -TransactionSums(
            vault, try vault.searched(query), by: .month, only: .expense
        ).totals.filter { $0.sum.currency == currency }.reduce(0) { $0 + $1.sum.minorUnits }
    }

    /// The series of a name, whatever its case; nil if there is none.
    func series(named name: String, _ currency: Currency) -> RecurringPayment? {
        recurring.payments.first {
            $0.series.currency == currency && $0.series.name.lowercased() == name.lowercased()
        }
    }
}

/// Amounts by day, whose sums are found quickly.
private struct DaySums: Sendable {
    private let days: [CalendarDay]
    /// The sum of all amounts before each of the days, and of all.
    private let sums: [Int128]

    /// - Parameter amounts: in order of days.
    init(_ amounts: [(CalendarDay, Int128)]) {
        days = amounts.map(\.0)
        var sums: [Int128] = [0]
        for (_, amount) in amounts { sums.append(sums[sums.count - 1] + amount) }
        self.sums = sums
    }

    func sum(in range: Range<CalendarDay>) -> Int128 {
        sums[place(of: range.upperBound)] - sums[place(of: range.lowerBound)]
    }

    func hasAny(in range: Range<CalendarDay>) -> Bool {
        place(of: range.lowerBound) < place(of: range.upperBound)
    }

    /// How many amounts are of earlier days.
    private func place(of day: CalendarDay) -> Int {
        var (low, high) = (0, days.count)
        while low < high {
            let middle = (low + high) / 2
            if days[middle] < day { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
