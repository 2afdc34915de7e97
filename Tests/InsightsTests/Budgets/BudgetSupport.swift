import Insights
import Model
import Testing
import Vault

/// Categories of which dining and groceries are parts of food.
let budgetTree: @Sendable () throws -> CategoryTree = {
    try CategoryTree(
        [
            ("food", nil), ("groceries", "food"), ("dining", "food"), ("shopping", nil),
            ("travel", nil), ("other", nil),
        ].map { Category(id: $0, name: $0, type: .expense, parent: $1, lens: nil) })
}

extension BudgetLine {
    init(
        _ category: String, from: String? = nil, every: BudgetPeriod = .month, _ kind: Kind,
        carry: Carry = .none, cap: Money? = nil
    ) {
        self.init(
            .category(category), from: from.flatMap { CalendarMonth($0) }, every: every, kind,
            carry: carry, cap: cap, currency: dollars)
    }
}

func usd(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: dollars) }

/// Budgets over the entries of a vault.
struct BudgetBooks {
    let books: Books
    let facts: BudgetFacts
    let budgets: [Budget]

    init(
        _ lines: [BudgetLine], _ entries: [Entry], today: CalendarDay, series: FoundSeries? = nil
    ) throws {
        books = try Books([AccountSketch("checking")], entries)
        let none = FoundSeries(
            [], payments: [:], besides: [:], ownCharges: [], newest: [:], oldestDay: nil)
        facts = try BudgetFacts(
            books.vault, categories: budgetTree(),
            series: RecurringPayments(
                series ?? none, reminders: [:], today: today, selection: .all),
            today: today)
        budgets = Budget.all(of: lines)
    }

    func report(_ days: Range<CalendarDay>) throws -> BudgetReport {
        try #require(try BudgetReport.all(budgets, facts, in: days).first)
    }

    func figure(_ category: String, _ days: Range<CalendarDay>) throws -> BudgetFigure {
        try #require(try report(days).figures.first { $0.subject == .category(category) })
    }

    /// The periods of the only budget.
    func periods(_ first: String, through last: String) throws -> [BudgetFigure] {
        let months = try (
            #require(CalendarMonth(first)), #require(CalendarMonth(last))
        )
        return try BudgetReport.history(
            of: budgets[0], among: budgets, facts, in: months.0.firstDay..<months.1.next.firstDay)
    }
}

func month(_ year: Int, _ month: Int) -> Range<CalendarDay> {
    let month = CalendarMonth(year: year, month: month)
    return month.firstDay..<month.next.firstDay
}
