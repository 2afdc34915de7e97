public import Model

/// A period of a budget: its target, what came over from the one before, and what was spent.
public struct BudgetTerm: Hashable, Sendable {
    /// Why there is an amount to spend, or why there is less.
    public enum Reason: Hashable, Sendable {
        /// The line's own amount.
        case amount(Money)
        /// One of the equal parts of a sum that is saved; the first is 1. Behind the last the sum is
        /// saved.
        case saving(Money, by: CalendarMonth, part: Int, of: Int)
        /// The newest payment of a series before the period, or the first one, and how many there are in a year;
        /// nil for a series without payments.
        case series(String, payment: Money?, timesAYear: Int)
        /// The sum of so many periods before, fewer if less is known.
        case average(sum: Money, periods: Int)
        /// A share in percent of the income of the period before.
        case share(DecimalAmount, income: Money)
        /// What other budgets left of the income of the period before, by weight.
        case rest(income: Money, others: Money, weight: Int, of: Int)
        /// The line holds only for some days of the period.
        case part(days: Int, of: Int)
        /// More than the cap is not given.
        case cap(Money)
        /// Left of the period before, or overspent there.
        case carried
    }

    /// An amount with its reason. The parts of a period make up what may be spent in it.
    public struct Part: Hashable, Sendable {
        public let reason: Reason
        public let amount: Money
    }

    public let line: BudgetLine
    public let days: Range<CalendarDay>
    public let parts: [Part]
    /// The line's amount for these days, without what was carried over.
    public let target: Money
    public let carried: Money
    public let spent: Money

    /// What may still be spent; negative if too much was.
    public var left: Money {
        Money(
            sum: target.minorUnits + carried.minorUnits - spent.minorUnits,
            currency: target.currency)
    }

    /// What the next period gets of it.
    var passedOn: Int128 {
        switch line.carry {
        case .none: 0
        case .surplus: max(0, left.minorUnits)
        case .both: left.minorUnits
        }
    }

    /// The part of the target for some days.
    public func target(in some: Range<CalendarDay>) -> Int128 {
        DayShares(target.minorUnits, over: days).share(of: some)
    }
}

/// An amount spread evenly over days, exactly.
///
/// The first n days together have the n-th part of the whole, rounded down. So each day has its
/// fixed share, no two differ by more than one minor unit, and the shares of any days that make
/// up the whole add up to it.
public struct DayShares: Hashable, Sendable {
    public let days: Range<CalendarDay>
    /// Minor units.
    public let whole: Int128

    public init(_ whole: Int128, over days: Range<CalendarDay>) {
        self.whole = whole
        self.days = days
    }

    /// The share of some days; those outside have none.
    public func share(of some: Range<CalendarDay>) -> Int128 {
        let some = some.clamped(to: days)
        return share(before: some.upperBound) - share(before: some.lowerBound)
    }

    private func share(before day: CalendarDay) -> Int128 {
        let count = Int128(days.lowerBound.days(until: days.upperBound))
        guard count > 0 else { return 0 }
        let product = whole * Int128(days.lowerBound.days(until: day))
        let (quotient, remainder) = product.quotientAndRemainder(dividingBy: count)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

/// The periods of all budgets.
struct BudgetTerms {
    let facts: BudgetFacts
    /// By subject, oldest first.
    private(set) var all: [BudgetSubject: [BudgetTerm]] = [:]
    private let budgets: [Budget]

    /// - Parameter days: the days that are asked for. Periods before them are there if
    ///   something is carried over from them.
    init(_ budgets: [Budget], _ facts: BudgetFacts, covering days: Range<CalendarDay>) throws {
        self.facts = facts
        self.budgets = budgets
        // What is left depends on the others.
        let isOfRest = budgets.map { $0.lines.contains(where: \.isRest) }
        var days = days
        if isOfRest.contains(true), !days.isEmpty {
            let carrying = budgets.compactMap { $0.carrying?.firstDay }
            days = carrying.reduce(days.lowerBound, min)..<days.upperBound
        }
        for (budget, isOfRest) in zip(budgets, isOfRest) where !isOfRest {
            all[budget.subject] = try terms(of: budget, covering: days)
        }
        var rests: [BudgetSubject: [BudgetTerm]] = [:]
        for (budget, isOfRest) in zip(budgets, isOfRest) where isOfRest {
            rests[budget.subject] = try terms(of: budget, covering: days)
        }
        all.merge(rests) { $1 }
    }

    private func terms(
        of budget: Budget, covering days: Range<CalendarDay>
    ) throws -> [BudgetTerm] {
        guard !days.isEmpty else { return [] }
        let end = days.upperBound.adding(days: -1).month.next
        var month = min(days.lowerBound.month, budget.carrying ?? days.lowerBound.month)
        var terms: [BudgetTerm] = []
        while month < end {
            guard let line = budget.line(in: month) else {
                month = month.next
                continue
            }
            let whole = line.every.months(around: month)
            let first = max(whole.lowerBound, line.from ?? whole.lowerBound)
            let last = min(whole.upperBound, budget.nextLine(after: month) ?? whole.upperBound)
            let before = terms.last.flatMap { term in
                term.days.upperBound == first.firstDay && isKnown(term) ? term : nil
            }
            terms.append(
                try term(line, in: first..<last, of: whole, carried: before?.passedOn ?? 0))
            month = last
        }
        return terms
    }

    /// Whether a period can carry over: one before all transactions has no spending that is known.
    /// What is saved for something is set aside all the same.
    private func isKnown(_ term: BudgetTerm) -> Bool {
        if case .save = term.line.kind { return true }
        guard let first = facts.known.firstDay(in: term.line.currency) else { return true }
        return term.days.upperBound > first
    }

    private func term(
        _ line: BudgetLine, in months: Range<CalendarMonth>, of whole: Range<CalendarMonth>,
        carried: Int128
    ) throws -> BudgetTerm {
        let (days, all) = (months.days, whole.days)
        func money(_ sum: Int128) -> Money { Money(sum: sum, currency: line.currency) }
        let given = try given(by: line, in: whole)
        var parts = [BudgetTerm.Part(reason: given.reason, amount: money(given.amount))]
        var target = DayShares(given.amount, over: all).share(of: days)
        if days != all {
            parts.append(
                .init(
                    reason: .part(
                        days: days.lowerBound.days(until: days.upperBound),
                        of: all.lowerBound.days(until: all.upperBound)),
                    amount: money(target - given.amount)))
        }
        if carried != 0 { parts.append(.init(reason: .carried, amount: money(carried))) }
        if let cap = line.cap, target + carried > cap.minorUnits {
            let most = max(0, cap.minorUnits - carried)
            parts.append(.init(reason: .cap(cap), amount: money(most - target)))
            target = most
        }
        return BudgetTerm(
            line: line, days: days, parts: parts, target: money(target), carried: money(carried),
            spent: money(try facts.spent(on: line.subject, in: days, line.currency)))
    }

    /// The amount for a whole period of the calendar, and its reason.
    private func given(
        by line: BudgetLine, in months: Range<CalendarMonth>
    ) throws -> (reason: BudgetTerm.Reason, amount: Int128) {
        let days = months.days
        func money(_ sum: Int128) -> Money { Money(sum: sum, currency: line.currency) }
        func before(_ count: Int) -> Range<CalendarDay> {
            let first = months.lowerBound.adding(months: -count * line.every.monthCount)
            return (first..<first.adding(months: line.every.monthCount)).days
        }
        switch line.kind {
        case .amount(let amount): return (.amount(amount), amount.minorUnits)
        case .save(let sum, let by, let again):
            return Self.saved(sum, from: line.from ?? by, by: by, again: again, months.lowerBound)
        case .series(let name):
            guard let payment = facts.series(named: name, line.currency),
                let price = payment.payments.last(where: { $0.day < days.lowerBound })
                    ?? payment.payments.first
            else { return (.series(name, payment: nil, timesAYear: 0), 0) }
            let times = payment.series.frequency.timesAYear
            let amount = Int128(price.amount.magnitude)
            let year = amount * Int128(times * line.every.monthCount)
            return (
                .series(payment.series.name, payment: money(amount), timesAYear: times),
                year.divided(by: 12)
            )
        case .average(let count):
            let whole = facts.known.wholeMonths(in: line.currency).days
            let known = (1...count).map(before).filter { $0.clamped(to: whole) == $0 }
            let sum = try known.reduce(Int128(0)) {
                try $0 + facts.spent(on: line.subject, in: $1, line.currency)
            }
            return (
                .average(sum: money(sum), periods: known.count),
                known.isEmpty ? 0 : max(0, sum.divided(by: known.count))
            )
        case .share(let percent):
            let income = facts.income(in: before(1), line.currency)
            let whole = max(0, income) * Int128(percent.coefficient)
            return (
                .share(percent, income: money(income)),
                whole / (100 * powerOfTen(percent.decimals))
            )
        case .rest(let weight):
            return rest(weight, line, days, income: facts.income(in: before(1), line.currency))
        case .end: return (.amount(money(0)), 0)
        }
    }

    private static func saved(
        _ sum: Money, from first: CalendarMonth, by last: CalendarMonth, again: Int?,
        _ month: CalendarMonth
    ) -> (reason: BudgetTerm.Reason, amount: Int128) {
        var (first, last) = (first, last)
        if let again {
            while last < month { (first, last) = (last.next, last.adding(months: again)) }
        }
        let count = first.months(until: last) + 1
        let part = first.months(until: month) + 1
        guard (1...count).contains(part) else {
            return (.saving(sum, by: last, part: part, of: count), 0)
        }
        let (before, after) = (Int128(part - 1), Int128(part))
        return (
            .saving(sum, by: last, part: part, of: count),
            sum.minorUnits * after / Int128(count) - sum.minorUnits * before / Int128(count)
        )
    }

    private func rest(
        _ weight: Int, _ line: BudgetLine, _ days: Range<CalendarDay>, income: Int128
    ) -> (reason: BudgetTerm.Reason, amount: Int128) {
        let others = budgets.filter { other in
            guard case .category(let id) = other.subject, other.currency == line.currency else {
                return false
            }
            return !budgets.contains { $0.holds(id, within: facts.categories) }
        }.reduce(Int128(0)) { sum, other in
            (all[other.subject] ?? []).reduce(sum) { $0 + $1.target(in: days) }
        }
        // In the order of the budgets, so that the parts add up to the whole.
        let weights = budgets.compactMap { budget -> (BudgetSubject, Int)? in
            guard let own = budget.line(in: days.lowerBound.month),
                case .rest(let weight) = own.kind, own.currency == line.currency
            else { return nil }
            return (budget.subject, weight)
        }
        let whole = max(0, income - others)
        let total = weights.reduce(0) { $0 + $1.1 }
        let before = weights.prefix { $0.0 != line.subject }.reduce(0) { $0 + $1.1 }
        let amount =
            total > 0
            ? whole * Int128(before + weight) / Int128(total) - whole * Int128(before)
                / Int128(total) : 0
        func money(_ sum: Int128) -> Money { Money(sum: sum, currency: line.currency) }
        return (
            .rest(income: money(income), others: money(others), weight: weight, of: total), amount
        )
    }
}

extension BudgetLine {
    fileprivate var isRest: Bool { if case .rest = kind { true } else { false } }
}

extension Budget {
    /// The first month that may pass something on; nil for none.
    fileprivate var carrying: CalendarMonth? { lines.first { $0.carry != .none }?.from }

    /// Whether it is for a category above another.
    func holds(_ id: String, within tree: CategoryTree) -> Bool {
        guard case .category(let own) = subject else { return false }
        return own != id && tree.isCategory(id, within: own)
    }
}

extension Range<CalendarMonth> {
    public var days: Range<CalendarDay> { lowerBound.firstDay..<upperBound.firstDay }

    public var months: [CalendarMonth] {
        sequence(first: lowerBound, next: \.next).prefix { $0 < upperBound }.map { $0 }
    }

    public var count: Int { lowerBound.months(until: upperBound) }
}
