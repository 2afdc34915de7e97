public import Model
public import Vault

/// A goal with what is saved, how fast, and when it will be reached.
public struct GoalProgress: Hashable, Sendable {
    public enum Verdict: Hashable, Sendable {
        case reached
        /// It has no deadline.
        case onTheWay
        case onTime
        /// It will be reached, but after its deadline.
        case late
        /// Nothing is being saved.
        case stalled
        /// Its deadline needs more each month than an average month leaves.
        case impossible
        /// Its deadline is over.
        case overdue
    }

    public let goal: PlannedGoal
    /// The account that it is saved on; nil for typed sums.
    public let account: Int64?
    public let amount: Money
    /// At most the amount.
    public let saved: Money
    /// What is saved each month; negative if more is taken away, nil if it isn't known.
    public let pace: Money?
    /// The month in which it is reached at that pace; nil if it is not within a hundred years.
    public let date: CalendarMonth?
    /// What each month needs from the next on; nil without a deadline that is still to come.
    public let needed: Money?
    public let verdict: Verdict

    public var left: Money {
        Money(sum: amount.minorUnits - saved.minorUnits, currency: amount.currency)
    }

    /// Whole percent, rounded down.
    public var percent: Int { Int(saved.minorUnits * 100 / max(1, amount.minorUnits)) }

    /// The whole months before today whose transfers make a pace, at most.
    public static let mostMonths = 6

    /// - Parameters:
    ///   - funds: minor units on the account; of a typed goal, what is saved.
    ///   - ahead: minor units of goals that the same account serves first.
    ///   - pace: minor units a month that reach the account.
    ///   - free: what an average month leaves; nil if it isn't known.
    public init(
        _ goal: PlannedGoal, account: Int64? = nil, amount: Money, funds: Int128,
        ahead: Int128 = 0, pace: Int128?, free: Money?, in month: CalendarMonth
    ) {
        let currency = amount.currency
        let saved = min(amount.minorUnits, max(0, funds - ahead))
        let left = amount.minorUnits - saved
        let isReached = left == 0
        self.goal = goal
        self.account = account
        self.amount = amount
        self.saved = Money(sum: saved, currency: currency)
        self.pace = pace.map { Money(sum: $0, currency: currency) }
        var date: CalendarMonth?
        if let pace, pace > 0, !isReached {
            // Earlier goals are reached first.
            let months = (ahead + amount.minorUnits - funds + pace - 1) / pace
            if months <= Int128(Amortisation.mostMonths) {
                date = month.adding(months: Int(months))
            }
        }
        var needed: Int128?
        if let deadline = goal.deadline, deadline >= month, !isReached {
            // In the month of the deadline, everything is needed at once.
            let months = Int128(max(1, month.months(until: deadline)))
            needed = (left + months - 1) / months
        }
        self.date = date
        self.needed = needed.map { Money(sum: $0, currency: currency) }
        verdict =
            if isReached {
                .reached
            } else if let deadline = goal.deadline, deadline < month {
                .overdue
            } else if let needed, let free, needed > free.minorUnits {
                .impossible
            } else if pace.map({ $0 <= 0 }) ?? true {
                .stalled
            } else if let deadline = goal.deadline {
                date.map { $0 <= deadline } == true ? .onTime : .late
            } else {
                .onTheWay
            }
    }
}

/// The goals of a person with their progress.
public struct Goals: Sendable {
    /// By priority, then in the person's own order.
    public let goals: [GoalProgress]
    /// Goals whose account isn't known, or with decimals that their currency lacks.
    public let unplaced: [PlannedGoal]

    /// - Parameters:
    ///   - free: what an average month leaves, by currency.
    ///   - currency: of typed goals that name none.
    ///   - last: the last day that counts.
    public init(
        _ planned: [PlannedGoal], _ vault: Vault, free: [FreeCashFlow], in currency: Currency,
        on today: CalendarDay, through last: CalendarDay
    ) throws {
        let records = try AccountBalances.accounts(
            try vault.accounts().filter { $0.visibility != .hidden }, of: vault, on: last)
        let pace = try SavingPace(vault, before: today.month)
        var ahead: [Int64: Int128] = [:]
        var goals: [GoalProgress] = []
        var unplaced: [PlannedGoal] = []
        let sorted = planned.enumerated().sorted {
            ($0.element.priority, $0.offset) < ($1.element.priority, $1.offset)
        }
        for goal in sorted.map(\.element) {
            let account = goal.account.flatMap { records.meant(by: $0) }
            let known = account?.currency ?? goal.currency.map { Currency(code: $0) } ?? currency
            let typed = [goal.saved, goal.monthly].compactMap(\.self)
            guard goal.account == nil || account != nil,
                typed.allSatisfy({ $0.minorUnits(in: known) != nil }),
                let amount = goal.amount.minorUnits(in: known)
            else {
                unplaced.append(goal)
                continue
            }
            let funds = account.map { $0.balance?.minorUnits ?? 0 }
            goals.append(
                GoalProgress(
                    goal, account: account?.id, amount: Money(sum: amount, currency: known),
                    funds: funds ?? goal.saved?.minorUnits(in: known) ?? 0,
                    ahead: account.flatMap { ahead[$0.id] } ?? 0,
                    pace: try account.map { try pace.monthly(of: $0.id) }
                        ?? goal.monthly?.minorUnits(in: known),
                    free: free.first { $0.currency == known }?.free, in: today.month))
            if let account { ahead[account.id, default: 0] += amount }
        }
        self.goals = goals
        self.unplaced = unplaced
    }
}

/// What transfers from and to own accounts bring an account each month.
private struct SavingPace {
    private let vault: Vault
    private let month: CalendarMonth
    private let transfers: [AccountFlow]

    /// - Parameter month: the first that no longer counts.
    init(_ vault: Vault, before month: CalendarMonth) throws {
        self.vault = vault
        self.month = month
        let first = month.adding(months: -GoalProgress.mostMonths)
        transfers = try vault.accountFlows(first.firstDay...month.previous.lastDay)
            .filter { $0.partner != nil && !$0.isPending }
    }

    /// Minor units, rounded down; nil before the first whole month of its history.
    func monthly(of account: Int64) throws -> Int128? {
        guard let known = try vault.firstKnownDay(of: account) else { return nil }
        let whole = known == known.month.firstDay ? known.month : known.month.next
        let months = min(GoalProgress.mostMonths, whole.months(until: month))
        guard months > 0 else { return nil }
        let first = month.adding(months: -months).firstDay
        let sum = transfers.reduce(Int128(0)) { sum, flow in
            flow.account == account && flow.day >= first ? sum + Int128(flow.minorUnits) : sum
        }
        // Towards minus infinity, so that a pace never promises too much.
        return sum >= 0 ? sum / Int128(months) : -((Int128(months) - 1 - sum) / Int128(months))
    }
}
