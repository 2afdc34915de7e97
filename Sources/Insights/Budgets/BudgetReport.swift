public import Model

/// A budget over some days.
public struct BudgetFigure: Hashable, Sendable {
    /// How spending stands beside the target.
    public enum Status: String, CaseIterable, Comparable, Sendable {
        /// More was spent than there was.
        case over
        /// What is still to come will be more than is left.
        case short
        /// More was spent than the days that are over have of the target.
        case fast
        case good

        public static func < (one: Status, other: Status) -> Bool {
            (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
        }
    }

    public let subject: BudgetSubject
    /// The line in force at the end of the days.
    public let line: BudgetLine
    public let days: Range<CalendarDay>
    /// The budget for a category above it, whose sums have it too; nil for none.
    public let within: String?
    public let target: Money
    /// What came over from before the days; nothing if they begin within a period.
    public let carried: Money
    /// What was spent on days with a target.
    public let spent: Money
    /// Recurring payments that are late or due until the end of the days.
    public let toCome: Money
    public let status: Status
    /// Where the money comes from, if the days are within one period.
    public let parts: [BudgetTerm.Part]

    /// Whether the days are in several periods, whose sums stand together here whatever is
    /// carried over from one to the next.
    public let isOfSeveralPeriods: Bool

    /// The target with what was carried over.
    public var available: Money {
        Money(sum: target.minorUnits + carried.minorUnits, currency: target.currency)
    }

    /// What may still be spent; negative if too much was.
    public var left: Money {
        Money(sum: available.minorUnits - spent.minorUnits, currency: target.currency)
    }

    /// Spending in whole percent of what there is, rounded down; nil if there is nothing.
    public var usedPercent: Int? {
        guard available.minorUnits > 0 else { return nil }
        return Int(clamping: max(0, spent.minorUnits) * 100 / available.minorUnits)
    }
}

/// All budgets in one currency over some days, and the spending that none of them has.
public struct BudgetReport: Sendable {
    /// The days asked for, from the first on which a budget has a target.
    public let days: Range<CalendarDay>
    public let currency: Currency
    /// Overspent ones first, then by spending; those for parts of a category behind it.
    public let figures: [BudgetFigure]
    /// Spending in categories without a budget.
    public let unbudgeted: Money
    /// All spending, as `CategorySpending` has it.
    public let spent: Money

    /// The targets of all categories. Those within others count once, and tags and views, which
    /// are in categories, not at all.
    public var target: Money { sum(of: \.target) }

    public var carried: Money { sum(of: \.carried) }

    /// What is still to come in categories with a budget.
    public var toCome: Money { sum(of: \.toCome) }

    private func sum(of amount: (BudgetFigure) -> Money) -> Money {
        let counted = figures.filter { $0.subject.kind == "category" && $0.within == nil }
        return Money(sum: counted.reduce(0) { $0 + amount($1).minorUnits }, currency: currency)
    }
}

extension BudgetReport {
    /// A report for each currency with budgets or spending.
    ///
    /// - Parameter days: within history or not; what has no bound is without targets.
    public static func all(
        _ budgets: [Budget], _ facts: BudgetFacts, in days: Range<CalendarDay>
    ) throws -> [BudgetReport] {
        let terms = try BudgetTerms(budgets, facts, covering: days).all
        let currencies = (budgets.map(\.currency) + facts.currencies(in: days)).distinct
        return try currencies.compactMap { currency in
            let own = budgets.filter { $0.currency == currency }
            let first = own.flatMap { terms[$0.subject] ?? [] }.map(\.days.lowerBound).min()
            let days = first.map { days.clamped(to: $0..<max($0, days.upperBound)) } ?? days
            let figures = try own.compactMap { budget in
                try BudgetFigure(
                    budget, terms[budget.subject] ?? [], facts, in: days,
                    within: own.filter { other in
                        guard case .category(let id) = budget.subject else { return false }
                        return other.holds(id, within: facts.categories)
                    })
            }
            let spent = facts.spent(in: days, currency)
            guard !figures.isEmpty || spent != 0 else { return nil }
            let budgeted = covered(own, terms, facts, in: days, currency)
            return BudgetReport(
                days: days, currency: currency, figures: inOrder(figures),
                unbudgeted: Money(sum: spent - budgeted, currency: currency),
                spent: Money(sum: spent, currency: currency))
        }
    }

    /// The spending in categories that a budget has on its day.
    private static func covered(
        _ budgets: [Budget], _ terms: [BudgetSubject: [BudgetTerm]], _ facts: BudgetFacts,
        in days: Range<CalendarDay>, _ currency: Currency
    ) -> Int128 {
        facts.spentCategories(currency).reduce(0) { sum, category in
            let having = budgets.filter { budget in
                guard case .category(let id) = budget.subject else { return false }
                return facts.categories.isCategory(category, within: id)
            }
            let ranges = having.flatMap { terms[$0.subject] ?? [] }
                .map { $0.days.clamped(to: days) }.filter { !$0.isEmpty }
                .sorted { $0.lowerBound < $1.lowerBound }
            var end = days.lowerBound
            return ranges.reduce(sum) { sum, range in
                let first = max(end, range.lowerBound)
                guard first < range.upperBound else { return sum }
                end = range.upperBound
                return sum + facts.spent(inCategory: category, first..<end, currency)
            }
        }
    }

    private static func inOrder(_ figures: [BudgetFigure]) -> [BudgetFigure] {
        func sorted(_ some: [BudgetFigure]) -> [BudgetFigure] {
            some.sorted { one, other in
                if one.status != other.status { return one.status < other.status }
                if one.spent.minorUnits != other.spent.minorUnits {
                    return one.spent.minorUnits > other.spent.minorUnits
                }
                return one.subject.name < other.subject.name
            }
        }
        func branch(_ figure: BudgetFigure) -> [BudgetFigure] {
            guard figure.subject.kind == "category" else { return [figure] }
            return [figure]
                + sorted(figures.filter { $0.within == figure.subject.name }).flatMap(branch)
        }
        let top = figures.filter { $0.within == nil }
        let categories = sorted(top.filter { $0.subject.kind == "category" })
        return categories.flatMap(branch) + sorted(top.filter { $0.subject.kind != "category" })
    }

    /// The periods of one budget that overlap some days, oldest first.
    public static func history(
        of budget: Budget, among budgets: [Budget], _ facts: BudgetFacts,
        in days: Range<CalendarDay>
    ) throws -> [BudgetFigure] {
        try periods(of: [budget], among: budgets, facts, in: days)
    }

    /// The period of each budget that holds today, as a whole.
    public static func current(
        _ budgets: [Budget], _ facts: BudgetFacts
    ) throws -> [BudgetFigure] {
        let today = facts.today..<facts.today.adding(days: 1)
        return try periods(of: budgets, among: budgets, facts, in: today)
    }

    private static func periods(
        of some: [Budget], among budgets: [Budget], _ facts: BudgetFacts,
        in days: Range<CalendarDay>
    ) throws -> [BudgetFigure] {
        let terms = try BudgetTerms(budgets, facts, covering: days).all
        return try some.flatMap { budget in
            try (terms[budget.subject] ?? []).filter { $0.days.overlaps(days) }.compactMap {
                try BudgetFigure(budget, [$0], facts, in: $0.days, within: [])
            }
        }
    }
}

extension BudgetFigure {
    /// Nil if no period of the budget is within the days.
    ///
    /// - Parameter holders: the budgets for categories above.
    fileprivate init?(
        _ budget: Budget, _ terms: [BudgetTerm], _ facts: BudgetFacts,
        in days: Range<CalendarDay>, within holders: [Budget]
    ) throws {
        let terms = terms.filter { $0.days.overlaps(days) }
        guard let first = terms.first, let last = terms.last else { return nil }
        func money(_ sum: Int128) -> Money { Money(sum: sum, currency: budget.currency) }
        subject = budget.subject
        line = last.line
        self.days = days
        // The nearest one: it is below all others.
        within =
            holders.first { holder in
                holders.allSatisfy { other in
                    other == holder || other.holds(holder.subject.name, within: facts.categories)
                }
            }?.subject.name
        let target = terms.reduce(Int128(0)) { $0 + $1.target(in: days) }
        self.target = money(target)
        let beginsWithin = first.days.lowerBound < days.lowerBound
        carried = money(beginsWithin ? 0 : first.carried.minorUnits)
        let spent = try terms.reduce(Int128(0)) { sum, term in
            let asked = term.days.clamped(to: days)
            guard asked != term.days else { return sum + term.spent.minorUnits }
            return try sum + facts.spent(on: budget.subject, in: asked, budget.currency)
        }
        self.spent = money(spent)
        let recurring = facts.recurring(of: budget, in: days)
        toCome = money(recurring.toCome)
        isOfSeveralPeriods = terms.count > 1
        parts = terms.count == 1 && first.days == first.days.clamped(to: days) ? first.parts : []
        let whole = target + carried.minorUnits
        let elapsed = terms.reduce(Int128(0)) {
            $0 + $1.target(in: days.through(facts.today))
        }
        // Bills come on their days; the pace is that of the rest. A twentieth of it more is no
        // news, as on the first day, when one purchase is more than a day's share.
        let free = max(0, whole - recurring.paid - recurring.toCome)
        let isFast =
            target > 0 && facts.today.adding(days: 1) < days.upperBound
            && (spent - recurring.paid) * target * 20 > free * (elapsed * 20 + target)
        status =
            if spent > whole { .over } else if spent + recurring.toCome > whole { .short } else {
                isFast ? .fast : .good
            }
    }
}

extension BudgetFacts {
    /// What recurring payments in a budget's category took in some days, and what they will
    /// still take.
    fileprivate func recurring(
        of budget: Budget, in days: Range<CalendarDay>
    ) -> (paid: Int128, toCome: Int128) {
        guard case .category(let id) = budget.subject, today < days.upperBound else {
            return (0, 0)
        }
        func isMeant(_ payment: RecurringPayment) -> Bool {
            let series = payment.series
            return series.transactionClass == .expense && series.currency == budget.currency
                && payment.isActive && series.standing != .possible
                && categories.isCategory(series.category, within: id)
        }
        let paid = recurring.payments.filter(isMeant).flatMap(\.payments)
            .filter { days.contains($0.day) }.reduce(Int128(0)) { $0 - Int128($1.amount) }
        let toCome = recurring.upcoming(within: today.days(until: days.upperBound) - 1)
            // A late one is still to come.
            .filter { isMeant($0.bill) && days.contains(max($0.day, today)) }
            .reduce(Int128(0)) { $0 - Int128($1.bill.series.usualAmount) }
        return (paid, toCome)
    }
}
