public import Insights
public import Model
internal import Vault

/// The debts, goals and plan of a person, from one state of the vault.
public struct PersonalPlan: Sendable {
    public let today: CalendarDay
    public let debts: Debts
    public let goals: Goals
    /// One for each currency with income or expenses.
    public let plans: [MoneyPlan]
}

extension Engine {
    /// - Parameter lastDay: as in ``forecast(through:asKnownOn:withRange:)``.
    public func personalPlan(asKnownOn lastDay: CalendarDay?) throws -> PersonalPlan {
        let written = try writtenPlan()
        let today = moment.today
        let last = lastDay ?? moment.newestBankDay
        let currency = try currencyOrder().first ?? Currency(code: "")
        let debts = try Debts(written.debts, vault, in: currency, through: last)
        let free = try FreeCashFlow.all(
            vault, on: today, debts.debts, written.items, in: currency)
        let goals = try Goals(
            written.goals, vault, free: free, in: currency, on: today, through: last)
        let savings = try AccountBalances.accounts(try vault.accounts(), of: vault, on: last)
            .filter { $0.type == .savings && $0.visibility.isCounted }
        let plans = free.map { cashFlow in
            let currency = cashFlow.currency
            let own = savings.filter { $0.currency == currency }
            let ids = Set(own.map(\.id))
            let held = own.reduce(Int128(0)) { $0 + ($1.balance?.minorUnits ?? 0) }
            // What is saved for a goal without an account is on one of them, too.
            let forGoals = goals.goals.filter { $0.amount.currency == currency }
                .reduce(Int128(0)) { sum, goal in
                    goal.account.map(ids.contains) ?? true ? sum + goal.saved.minorUnits : sum
                }
            return MoneyPlan(
                cashFlow, written.settings, cushion: max(0, held - forGoals),
                debts: debts.debts.filter { $0.currency == currency },
                goals: goals.goals.filter { $0.amount.currency == currency }, after: today.month)
        }
        return PersonalPlan(today: today, debts: debts, goals: goals, plans: plans)
    }

    /// Income, expenses and free cash flow by month, past and ahead, for each currency.
    ///
    /// - Parameter lastDay: as in ``forecast(through:asKnownOn:withRange:)``.
    public func cashFlow(asKnownOn lastDay: CalendarDay?) throws -> [[CashFlowMonth]] {
        let written = try writtenPlan()
        let last = moment.today.month.adding(
            months: min(written.settings.horizon, CashFlowMonth.mostAhead))
        let currency = try currencyOrder().first ?? Currency(code: "")
        let debts = try Debts(
            written.debts, vault, in: currency, through: lastDay ?? moment.newestBankDay)
        let forecast = try forecast(
            through: last.lastDay, asKnownOn: lastDay, withRange: false, withLoans: true)
        return try CashFlowMonth.all(
            vault, forecast, debts.debts, written.items, in: currency, through: last,
            asKnownOn: lastDay)
    }

    /// What is planned for categories in some days, beside what was booked.
    ///
    /// - Parameter lastDay: the last day whose transactions count; nil for all.
    public func plannedCategories(
        _ days: ClosedRange<CalendarDay>, through lastDay: CalendarDay?
    ) throws -> [PlannedCategory] {
        try PlannedCategory.all(
            days, vault, try writtenPlan().items,
            usual: try currencyOrder().first ?? Currency(code: ""), in: try categories(),
            through: lastDay)
    }

    /// What the figures of each currency's plan suggest.
    ///
    /// - Parameter lastDay: as in ``forecast(through:asKnownOn:withRange:)``.
    public func advice(asKnownOn lastDay: CalendarDay?) throws -> [Advice] {
        let plan = try personalPlan(asKnownOn: lastDay)
        let safe = SafeToSpend.all(
            try forecast(
                through: plan.today.adding(days: SafeToSpend.days), asKnownOn: lastDay,
                withRange: false))
        return try plan.plans.map { own in
            let currency = own.cashFlow.currency
            let left = safe.first { $0.currency == currency }?.inMonth
            return Advice(
                own, debts: plan.debts.debts.filter { $0.currency == currency },
                goals: plan.goals.goals.filter { $0.amount.currency == currency },
                try Advice.Facts(
                    vault, in: own.cashFlow.months, currency,
                    lowest: left.map { ($0.amount, $0.lowest) }),
                without: own.settings.adviceOff)
        }
    }
}
