public import Model

/// How what each coming month leaves is shared out: to a cushion, debts and goals.
///
/// Each of them gets its share. What one can't use goes to the others by their shares, so that a
/// month spends exactly what there is. The minimum of a debt that is repaid is free from the next
/// month on.
public struct MoneyPlan: Sendable {
    public enum Purpose: Hashable, Sendable {
        case cushion
        case debt(Debt)
        case goal(GoalProgress)
        /// Nothing can use it, or what could has no share.
        case rest
    }

    /// A part of a month's money.
    public struct Allocation: Hashable, Sendable {
        public let purpose: Purpose
        public let amount: Money
        /// What the purpose lacks before and after it; a debt's minimum is paid before.
        public let lacked: Money
        public let lacks: Money
    }

    public struct Month: Sendable {
        public let month: CalendarMonth
        /// What it leaves; negative for a deficit.
        public let available: Money
        /// None in a deficit, otherwise exactly what is available.
        public let allocations: [Allocation]
    }

    /// What a plan can't do, or doesn't need to.
    public enum Note: Hashable, Sendable {
        case deficit(Money)
        case fullCushion
        /// A goal whose deadline comes before the plan has saved for it.
        case missed(GoalProgress, saved: Money)
        /// A debt that grows although its minimum is paid.
        case grows(Debt)
        /// A debt of which too little is known.
        case unknown(Debt)
        /// A planned item that can't be counted.
        case leftOut(PlanNote)
    }

    public let cashFlow: FreeCashFlow
    public let settings: PlanSettings
    /// What is on savings accounts besides what goals have there.
    public let cushion: Money
    /// What the cushion should have.
    public let target: Money
    public let months: [Month]
    public let notes: [Note]
    /// The month in which the plan is done with a purpose.
    public let done: [Purpose: CalendarMonth]

    /// - Parameters:
    ///   - cushion: minor units on savings accounts besides goals.
    ///   - debts: all of the currency, in the person's own order.
    ///   - goals: all of the currency.
    ///   - month: the last one before the plan.
    public init(
        _ cashFlow: FreeCashFlow, _ settings: PlanSettings, cushion: Int128, debts: [Debt],
        goals: [GoalProgress], after month: CalendarMonth
    ) {
        let currency = cashFlow.currency
        let target = cashFlow.needs.minorUnits * Int128(settings.cushionMonths)
        var state = PlanState(
            settings, currency: currency, cushionLacks: max(0, target - cushion), debts: debts,
            goals: goals)
        var months: [Month] = []
        var notes: [Note] = []
        if cashFlow.free.minorUnits <= 0 { notes.append(.deficit(cashFlow.free)) }
        if cushion >= target { notes.append(.fullCushion) }
        notes += debts.filter(\.growsByMinimum).map { Note.grows($0) }
        notes += debts.filter { !$0.isKnown }.map { Note.unknown($0) }
        notes += cashFlow.leftOut.map { Note.leftOut($0) }
        for number in 1...settings.horizon {
            let month = month.adding(months: number)
            let freed = state.payMinimums(in: number)
            let available = cashFlow.free.minorUnits + freed
            let allocations = available > 0 ? state.allocate(available, in: month) : []
            months.append(
                Month(
                    month: month, available: Money(sum: available, currency: currency),
                    allocations: allocations))
            state.noteDone(in: month)
            for (goal, lacks) in state.goals where lacks > 0 && goal.goal.deadline == month {
                let saved = Money(sum: goal.amount.minorUnits - lacks, currency: currency)
                notes.append(.missed(goal, saved: saved))
            }
        }
        self.cashFlow = cashFlow
        self.settings = settings
        self.cushion = Money(sum: cushion, currency: currency)
        self.target = Money(sum: target, currency: currency)
        self.months = months
        self.notes = notes
        done = state.done
    }
}

/// Where a plan stands.
private struct PlanState {
    let settings: PlanSettings
    let currency: Currency
    var cushionLacks: Int128
    /// The highest rate first, those repaid included.
    var loans: [DebtPayoff.Loan]
    /// Goals with what they lack.
    var goals: [(goal: GoalProgress, lacks: Int128)]
    var done: [MoneyPlan.Purpose: CalendarMonth] = [:]

    init(
        _ settings: PlanSettings, currency: Currency, cushionLacks: Int128, debts: [Debt],
        goals: [GoalProgress]
    ) {
        self.settings = settings
        self.currency = currency
        self.cushionLacks = cushionLacks
        loans = [DebtPayoff.Loan](debts)
        loans.sort(by: .avalanche)
        self.goals = goals.filter { $0.left.minorUnits > 0 }.map { ($0, $0.left.minorUnits) }
    }

    /// Charges interest and pays all minimums.
    ///
    /// - Returns: what they are less than all minimums, which the cash flow has taken off.
    mutating func payMinimums(in number: Int) -> Int128 {
        var freed: Int128 = 0
        for position in loans.indices where loans[position].owed < Amortisation.largest {
            let debt = loans[position].debt
            // A typed debt's payments are among past expenses, unless they are still to begin.
            let known = debt.account != nil || debt.grace == 0 ? loans[position].minimum : 0
            freed += known - loans[position].charge(in: number)
        }
        return freed
    }

    /// Shares out a month's money.
    mutating func allocate(
        _ available: Int128, in month: CalendarMonth
    ) -> [MoneyPlan.Allocation] {
        let shares = Self.split(
            available,
            [
                (Int128(settings.cushionShare), cushionLacks),
                (Int128(settings.debtShare), loans.reduce(0) { $0 + $1.owed }),
                (Int128(settings.goalShare), goals.reduce(0) { $0 + $1.lacks }),
            ])
        let currency = currency
        var allocations: [MoneyPlan.Allocation] = []
        func add(_ purpose: MoneyPlan.Purpose, _ amount: Int128, lacked: Int128) {
            guard amount > 0 else { return }
            allocations.append(
                MoneyPlan.Allocation(
                    purpose: purpose, amount: Money(sum: amount, currency: currency),
                    lacked: Money(sum: lacked, currency: currency),
                    lacks: Money(sum: lacked - amount, currency: currency)))
        }
        add(.cushion, shares[0], lacked: cushionLacks)
        cushionLacks -= shares[0]
        var left = shares[1]
        for position in loans.indices {
            let amount = min(left, loans[position].owed)
            add(.debt(loans[position].debt), amount, lacked: loans[position].owed)
            loans[position].pay(amount)
            left -= amount
        }
        let ofGoals = Self.split(
            shares[2], goals.map { (weight(of: $0.goal.goal, in: month), $0.lacks) })
        for (position, amount) in ofGoals.enumerated() {
            add(.goal(goals[position].goal), amount, lacked: goals[position].lacks)
            goals[position].lacks -= amount
        }
        let rest = available - shares.reduce(0, +)
        add(.rest, rest, lacked: rest)
        return allocations
    }

    /// The priority by the months to the deadline; without a deadline, by those of the plan.
    private func weight(of goal: PlannedGoal, in month: CalendarMonth) -> Int128 {
        let months = goal.deadline.map { month.months(until: $0) + 1 } ?? settings.horizon
        return max(1, Int128(4 - goal.priority) * Self.scale / Int128(max(1, months)))
    }

    private static let scale: Int128 = 1_000_000

    mutating func noteDone(in month: CalendarMonth) {
        var finished: [MoneyPlan.Purpose] = cushionLacks == 0 ? [.cushion] : []
        finished += loans.filter { $0.owed == 0 }.map { MoneyPlan.Purpose.debt($0.debt) }
        finished += goals.filter { $0.lacks == 0 }.map { MoneyPlan.Purpose.goal($0.goal) }
        for purpose in finished where done[purpose] == nil { done[purpose] = month }
    }

    /// Parts of a sum by weight, none larger than it needs. What one doesn't need goes to the
    /// others. Only if all have what they need, something is left.
    private static func split(
        _ sum: Int128, _ parts: [(weight: Int128, need: Int128)]
    ) -> [Int128] {
        var given = [Int128](repeating: 0, count: parts.count)
        var left = sum
        while left > 0 {
            let open = parts.indices.filter { parts[$0].weight > 0 && given[$0] < parts[$0].need }
            guard let last = open.last else { break }
            let whole = open.reduce(Int128(0)) { $0 + parts[$1].weight }
            var rest = left
            let round = left
            for position in open {
                // The last gets what rounding leaves.
                let share = position == last ? rest : round * parts[position].weight / whole
                rest -= share
                let taken = min(share, parts[position].need - given[position])
                given[position] += taken
                left -= taken
            }
        }
        return given
    }
}
