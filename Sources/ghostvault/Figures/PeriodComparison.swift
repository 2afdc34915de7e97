import ArgumentParser
import Engine
import Insights
import Model
import Vault

/// A period's income and spending beside those of the period before and of usual months.
struct PeriodComparison {
    let periods: ComparedPeriods
    /// The days of the period that are shown.
    let days: Range<CalendarDay>
    /// The days of the period before that are compared.
    let earlier: Range<CalendarDay>
    let answered: AnsweredDays
    let today: CalendarDay
    /// Spending first, each by currency.
    let differences: [PeriodDifference]
    /// Top-level categories, the largest change first.
    let categories: [CategoryDifference]
    /// The days before as they are compared.
    private let compared: CountedDays
    /// The spending of the months before; nil for other periods than a month.
    let yardstick: SpendingYardstick?
    /// The days of those that are compared; nil for all.
    let soFar: MonthSoFar?
    /// An average month of those before; empty for other periods than a month.
    let usualIncome: [Currency: IncomeFigures]

    /// - Parameter lastDay: the last day that counts; nil to include what banks date ahead.
    init(
        of engine: Engine, _ periods: ComparedPeriods, on today: CalendarDay,
        through lastDay: CalendarDay?
    ) throws {
        let vault = engine.vault
        let answered = try AnsweredDays(vault, on: today)
        let days = periods.days.through(lastDay)
        let earlier = answered.sameDays(of: periods.days, in: periods.before)
        let order = try engine.currencyOrder()
        let found = try PeriodDifference.all(vault, of: days, since: earlier)
        let tree = try engine.categories()
        let month = periods.month
        let soFar = month.flatMap(answered.soFar)
        let yardstick = try month.map {
            try SpendingYardstick(
                vault, before: $0, known: answered, soFar: soFar, in: tree)
        }
        (self.periods, self.days, self.earlier) = (periods, days, earlier.days)
        compared = earlier
        (self.answered, self.today) = (answered, today)
        differences = PeriodDifference.Direction.allCases.flatMap { direction in
            order.sorted(found.filter { $0.direction == direction }) { $0.after.currency }
        }
        categories = CategoryDifference.all(
            try CategorySpending.breakdown(vault, days: days, in: tree),
            try CategorySpending.breakdown(vault, days: earlier, in: tree), yardstick, tree)
        (self.yardstick, self.soFar) = (yardstick, soFar)
        usualIncome =
            try month.map {
                try MonthlyIncome.averages(vault, before: $0, known: answered, soFar: soFar)
            } ?? [:]
    }

    /// Whether all days of the period before are compared.
    var isWhole: Bool { earlier == periods.before }

    /// The parts of the changes of ``categories``, by their ids.
    func spendingByCategory(
        in vault: Vault, _ tree: CategoryTree
    ) throws -> [String: [PeriodDifference]] {
        func top(_ category: String) -> String {
            tree[category]?.parent.map(top) ?? category
        }
        let all = try PeriodDifference.all(vault, of: days, since: compared, by: top)
            .filter { $0.difference.direction == .spending }
        return Dictionary(grouping: all, by: \.group).mapValues { $0.map(\.difference) }
    }

    /// The average of the months before.
    func usual(of difference: PeriodDifference) -> Money? {
        difference.direction == .spending
            ? yardstick?.usual(in: difference.after.currency)?.average
            : usualIncome[difference.after.currency]?.income
    }

    /// The reason for a payee's change: that of its main part, which beside money that went the
    /// other way is not all that a period has of the payee.
    func words(
        for payee: PeriodDifference.PayeeChange, _ direction: PeriodDifference.Direction
    ) -> String {
        let noun = direction == .spending ? "money back" : "taken back"
        switch payee.main.cause {
        case .new where payee.timesBefore > 0:
            return "only \(noun) in \(periods.name(of: periods.before))"
        case .missing where payee.timesAfter > 0:
            return "only \(noun) in \(periods.name(of: periods.days))"
        default: return words(for: payee.main, direction)
        }
    }

    /// "not in October", "twice: 2 and 30 November", "quarterly", "larger payments" or "more
    /// money back".
    ///
    /// - Parameter isInCategory: whether the payee may have other payments in other categories.
    func words(
        for part: PeriodDifference.Part, _ direction: PeriodDifference.Direction,
        isInCategory: Bool = false
    ) -> String {
        let not = isInCategory ? "none of it" : "not"
        switch part.cause {
        case .new:
            guard !isWhole else { return "\(not) in \(periods.name(of: periods.before))" }
            return "\(not) by \(earlier.upperBound.adding(days: -1).words(on: today))"
        case .missing:
            let name = periods.name(of: periods.days)
            if isInCategory { return "none of it \(isWhole ? "" : "yet ")in \(name)" }
            return isWhole ? "not in \(name)" : "not yet in \(name)"
        case .yearly: return part.frequency?.rawValue ?? "rare"
        case .price:
            return part.change.minorUnits > 0 ? "larger payments" : "smaller payments"
        case .back:
            let noun = direction == .spending ? "money back" : "taken back"
            if part.timesBefore == 0 { return noun }
            if part.timesAfter == 0 { return "no \(noun)" }
            return part.change.minorUnits < 0 ? "more \(noun)" : "less \(noun)"
        case .frequency:
            guard part.timesAfter == 2, part.timesBefore == 1,
                let month = periods.month, let first = part.daysAfter.first,
                let last = part.daysAfter.last
            else { return "\(part.timesAfter)×, before \(part.timesBefore)×" }
            return first == last
                ? "twice on \(first.components.day) \(month.name)"
                : "twice: \(first.components.day) and \(last.components.day) \(month.name)"
        }
    }
}

/// A period and the one before it.
struct ComparedPeriods {
    let days: Range<CalendarDay>
    /// As many months, or as many days.
    let before: Range<CalendarDay>

    /// - Parameter asked: a year or month up to today stands for all of it.
    /// - Throws: `ValidationError` for days without an end, or none that has begun.
    init(_ asked: Range<CalendarDay>, on today: CalendarDay) throws {
        guard asked.lowerBound.daysSinceEpoch != .min, asked.upperBound.daysSinceEpoch != .max,
            !asked.isEmpty
        else { throw ValidationError("A comparison needs a period with a beginning and an end.") }
        guard asked.lowerBound <= today else {
            throw ValidationError("The period from \(asked.lowerBound) on has not begun.")
        }
        let first = asked.lowerBound.month
        guard asked.lowerBound == first.firstDay else {
            let count = asked.lowerBound.days(until: asked.upperBound)
            (days, before) = (asked, asked.lowerBound.adding(days: -count)..<asked.lowerBound)
            return
        }
        let last = asked.upperBound.adding(days: -1).month
        let isToDate = asked.upperBound == today.adding(days: 1)
        let isYear = isToDate && first.month == 1 && first.year == last.year && first != last
        let end = isYear ? first.adding(months: 12) : last.next
        if isToDate || asked.upperBound == end.firstDay {
            let count = first.months(until: end)
            days = first.firstDay..<end.firstDay
            before = first.adding(months: -count).firstDay..<first.firstDay
        } else {
            let count = asked.lowerBound.days(until: asked.upperBound)
            (days, before) = (asked, asked.lowerBound.adding(days: -count)..<asked.lowerBound)
        }
    }

    /// The periods without the months that are not known whole in the one before; one month, or
    /// other days, as they are. Nil if nothing is left of that, or it has not begun today.
    func known(since oldest: CalendarDay?, on today: CalendarDay) -> ComparedPeriods? {
        guard let oldest, oldest > before.lowerBound else { return self }
        guard oldest < before.upperBound else { return nil }
        guard isOfMonths else { return self }
        let (first, other) = (days.lowerBound.month, before.lowerBound.month)
        let count = first.months(until: days.upperBound.month)
        let lost =
            other.months(until: oldest.month) + (oldest == oldest.month.firstDay ? 0 : 1)
        let start = first.adding(months: lost).firstDay
        guard lost < count, start <= today else { return nil }
        return ComparedPeriods(
            days: start..<days.upperBound,
            before: other.adding(months: lost).firstDay..<before.upperBound)
    }

    /// Whether these are several whole months, which have as many before them.
    var isOfMonths: Bool {
        let (first, other) = (days.lowerBound.month, before.lowerBound.month)
        return first.months(until: days.upperBound.month) > 1
            && before == other.firstDay..<first.firstDay
    }

    private init(days: Range<CalendarDay>, before: Range<CalendarDay>) {
        (self.days, self.before) = (days, before)
    }

    /// The period if it is one month.
    var month: CalendarMonth? {
        let month = days.lowerBound.month
        return days == month.firstDay..<month.next.firstDay ? month : nil
    }

    /// "November", "2026", "Q3 2026" or "May to June 2026"; "this period" and "the period before" for others.
    func name(of period: Range<CalendarDay>) -> String {
        let first = period.lowerBound.month
        let count = first.months(until: period.upperBound.month)
        if period == first.firstDay..<first.adding(months: max(0, count)).firstDay {
            switch (count, first.month) {
            case (1, _): return first.name
            case (12, 1): return "\(first.year)"
            case (3, 1), (3, 4), (3, 7), (3, 10): return "Q\(first.month / 3 + 1) \(first.year)"
            case (2...12, _) where period.upperBound.adding(days: -1).month.year == first.year:
                let last = first.adding(months: count - 1)
                return "\(first.name) to \(last.name) \(first.year)"
            default: break
            }
        }
        return period == days ? "this period" : "the period before"
    }
}

/// A top-level category's spending in a period and before.
struct CategoryDifference {
    let id: String
    let name: String
    let spent: Money
    let before: Money
    /// In an average month; nil for other periods, and if none is known.
    let usual: Money?

    var change: Money {
        Money(sum: spent.minorUnits - before.minorUnits, currency: spent.currency)
    }

    /// The largest change first.
    static func all(
        _ spending: [CategorySpending], _ before: [CategorySpending],
        _ yardstick: SpendingYardstick?, _ tree: CategoryTree
    ) -> [CategoryDifference] {
        let all = spending + before
        var ids: [String] = tree.categories.filter { $0.parent == nil }.map { $0.id }
        ids += Set(all.map { $0.category }).subtracting(ids).sorted()
        var differences: [CategoryDifference] = []
        for currency in all.map({ $0.spent.currency }).distinct {
            func spent(_ category: String, in list: [CategorySpending]) -> Money? {
                list.first { $0.category == category && $0.spent.currency == currency }?.spent
            }
            let zero = Money(minorUnits: 0, currency: currency)
            let own = ids.map { (id: String) -> CategoryDifference in
                CategoryDifference(
                    id: id, name: tree[id]?.name ?? id, spent: spent(id, in: spending) ?? zero,
                    before: spent(id, in: before) ?? zero,
                    usual: yardstick?.usual(of: id, in: currency)?.average)
            }
            differences += own.filter { $0.change.minorUnits != 0 }.sorted { left, right in
                left.change.minorUnits.magnitude > right.change.minorUnits.magnitude
            }
        }
        return differences
    }
}
