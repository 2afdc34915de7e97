public import Model
public import Vault

/// What a person's own figures suggest, by fixed rules.
///
/// Nothing is guessed: each step and each risk is one of `AdviceRule`, holds by its limit, and has the
/// figures that it follows from. `docs/planning.md` lists the rules.
public struct Advice: Sendable {
    /// Something to do, the most pressing first.
    public enum Step: Hashable, Sendable {
        /// An average month costs more than comes in.
        case spendLess(by: Money, wants: [Want])
        /// The minimum of a debt doesn't cover its interest.
        case coverInterest(of: Debt, interest: Money)
        /// There is less aside than one month needs; with all that is free it takes some months.
        case saveFirstMonth(needs: Money, lacks: Money, months: Int128)
        /// With all that is free, a dear debt ends earlier.
        case repay(Debt, with: Money, months: Int, saved: Money, isDear: Bool)
        /// There is less aside than the person wants.
        case fillCushion(lacks: Money, eachMonth: Money, done: CalendarMonth?)
        /// A goal comes too late.
        case hurry(GoalProgress)
        /// Nothing needs this money.
        case giveAPurpose(to: Money)

        public var rule: AdviceRule {
            switch self {
            case .spendLess: .deficit
            case .coverInterest: .growingDebt
            case .saveFirstMonth: .firstMonth
            case .repay(_, _, _, _, let isDear): isDear ? .dearDebt : .cheapDebt
            case .fillCushion: .cushion
            case .hurry: .goal
            case .giveAPurpose: .noPurpose
            }
        }
    }

    public enum Risk: Hashable, Sendable {
        /// The money for spending doesn't last.
        case short(Money, on: CalendarDay)
        /// Minimums take a large share of income, in whole percent.
        case debtLoad(Int)
        /// Most of the income comes from one payee.
        case oneIncome(String, percent: Int)
        case unknownDebt(Debt)

        public var rule: AdviceRule {
            switch self {
            case .short: .short
            case .debtLoad: .debtLoad
            case .oneIncome: .oneIncome
            case .unknownDebt: .unknownDebt
            }
        }
    }

    /// What an average month spends on wants in a category.
    public struct Want: Hashable, Sendable {
        /// Its id.
        public let category: String
        public let amount: Money

        public init(category: String, amount: Money) {
            self.category = category
            self.amount = amount
        }
    }

    /// What the advice reads beside the plan.
    public struct Facts: Sendable {
        /// By amount, the largest first.
        public let wants: [Want]
        /// The largest payer of the averaged months, and its share of income in whole percent.
        public let payer: (name: String, percent: Int)?
        /// The lowest balance for spending in the next 31 days.
        public let lowest: (amount: Money, day: CalendarDay)?

        public init(
            wants: [Want], payer: (name: String, percent: Int)?,
            lowest: (amount: Money, day: CalendarDay)?
        ) {
            self.wants = wants
            self.payer = payer
            self.lowest = lowest
        }
    }

    public let currency: Currency
    public let free: Money
    /// Minimums of debts as a share of income, in whole percent; nil without income.
    public let debtLoad: Int?
    /// How many tenths of a month the cushion lasts; nil if a month needs nothing.
    public let cushionTenths: Int128?
    public let cushion: Money
    /// At most ``mostSteps``.
    public let steps: [Step]
    public let risks: [Risk]

    public static let mostSteps = 5
    /// Percent a year from which a debt is dear: more than savings bring.
    public static let dearPercent = 8
    /// A larger share of income for debts, in percent, is a risk.
    public static let largestDebtLoad = 36
    /// A larger share of income from one payee, in percent, is a risk.
    public static let largestPayer = 80

    /// - Parameters:
    ///   - debts: of the plan's currency.
    ///   - goals: of the plan's currency.
    ///   - off: rules that the person switched off.
    public init(
        _ plan: MoneyPlan, debts: [Debt], goals: [GoalProgress], _ facts: Facts,
        without off: Set<AdviceRule> = []
    ) {
        let flow = plan.cashFlow
        currency = flow.currency
        free = flow.free
        cushion = plan.cushion
        let minimums = debts.reduce(Int128(0)) { $0 + ($1.minimum ?? 0) }
        debtLoad = Self.percent(minimums, of: flow.income.minorUnits)
        let needs = flow.needs.minorUnits
        cushionTenths = needs > 0 ? max(0, plan.cushion.minorUnits) * 10 / needs : nil
        let steps = Self.steps(plan, debts, goals, facts).filter { !off.contains($0.rule) }
        self.steps = Array(steps.prefix(Self.mostSteps))
        var risks: [Risk] = []
        if let lowest = facts.lowest, lowest.amount.minorUnits < 0 {
            risks.append(.short(lowest.amount, on: lowest.day))
        }
        if let debtLoad, debtLoad > Self.largestDebtLoad { risks.append(.debtLoad(debtLoad)) }
        if let payer = facts.payer, payer.percent > Self.largestPayer {
            risks.append(.oneIncome(payer.name, percent: payer.percent))
        }
        risks += debts.filter { !$0.isKnown }.map { Risk.unknownDebt($0) }
        self.risks = risks.filter { !off.contains($0.rule) }
    }

    private static func steps(
        _ plan: MoneyPlan, _ debts: [Debt], _ goals: [GoalProgress], _ facts: Facts
    ) -> [Step] {
        let flow = plan.cashFlow
        let (currency, free) = (flow.currency, flow.free.minorUnits)
        func money(_ amount: Int128) -> Money { Money(sum: amount, currency: currency) }
        var steps: [Step] = []
        if free < 0 {
            steps.append(.spendLess(by: money(-free), wants: Array(facts.wants.prefix(3))))
        }
        for debt in debts where debt.growsByMinimum {
            steps.append(.coverInterest(of: debt, interest: money(debt.nextInterest ?? 0)))
        }
        // What follows is done with free money.
        guard free > 0 else { return steps }
        let needs = flow.needs.minorUnits
        let lacks = needs - max(0, plan.cushion.minorUnits)
        if lacks > 0 {
            steps.append(
                .saveFirstMonth(
                    needs: flow.needs, lacks: money(lacks), months: (lacks + free - 1) / free))
        }
        let repayable = debts.filter { $0.amortisation() != nil && $0.grace == 0 }
            .sorted { ($1.rate ?? .zero, $0.name) < ($0.rate ?? .zero, $1.name) }
        func repay(_ debt: Debt, isDear: Bool) -> Step? {
            guard let alone = debt.amortisation(), let faster = debt.amortisation(extra: free),
                faster.interest < alone.interest
            else { return nil }
            return .repay(
                debt, with: flow.free, months: alone.payments.count - faster.payments.count,
                saved: money(alone.interest - faster.interest), isDear: isDear)
        }
        let limit = InterestRate(
            percent: DecimalAmount(coefficient: Int64(dearPercent), decimals: 0))
        func isDear(_ debt: Debt) -> Bool { debt.rate.map { $0 >= limit } == true }
        if let debt = repayable.first(where: isDear), let step = repay(debt, isDear: true) {
            steps.append(step)
        }
        let cushionLacks = plan.target.minorUnits - max(0, plan.cushion.minorUnits)
        let first = plan.months.first?.allocations ?? []
        if cushionLacks > 0, let part = first.first(where: { $0.purpose == .cushion }) {
            steps.append(
                .fillCushion(
                    lacks: money(cushionLacks), eachMonth: part.amount, done: plan.done[.cushion]))
        }
        steps += goals.filter { [.late, .stalled, .impossible].contains($0.verdict) }
            .map { Step.hurry($0) }
        if cushionLacks <= 0, let debt = repayable.first(where: { !isDear($0) }),
            let step = repay(debt, isDear: false)
        {
            steps.append(step)
        }
        if let rest = first.first(where: { $0.purpose == .rest }) {
            steps.append(.giveAPurpose(to: rest.amount))
        }
        return steps
    }

    /// Rounded to the nearest; nil of nothing.
    static func percent(_ part: Int128, of whole: Int128) -> Int? {
        whole > 0 ? Int(clamping: (part * 200 + whole) / (whole * 2)) : nil
    }
}

extension InterestRate {
    fileprivate static let zero = InterestRate(coefficient: 0, decimals: 0)
}

extension Advice.Facts {
    /// - Parameters:
    ///   - months: those that the plan averages, at least one.
    public init(
        _ vault: Vault, in months: Range<CalendarMonth>, _ currency: Currency,
        lowest: (amount: Money, day: CalendarDay)?
    ) throws {
        var wants: [String: Int128] = [:]
        for figure in try vault.dailyFigures(months.days, lens: .want)
        where figure.total.currency == currency && figure.transactionClass == .expense {
            wants[figure.category, default: 0] -= figure.total.minorUnits
        }
        var query = TransactionQuery()
        query.days = months.days
        let income = try TransactionSums(vault, query, by: .payee, only: .income)
        let whole = income.totals.first { $0.sum.currency == currency }?.sum.minorUnits ?? 0
        let largest = income.groups.first { $0.sum.currency == currency && $0.name != nil }
        let payer = largest.flatMap { payer in
            Advice.percent(payer.sum.minorUnits, of: whole).map { (payer.name ?? "", $0) }
        }
        self.init(
            wants: wants.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .filter { $0.value > 0 }.map {
                    Advice.Want(
                        category: $0.key,
                        amount: Money(sum: $0.value.divided(by: months.count), currency: currency))
                },
            payer: payer, lowest: lowest)
    }
}
