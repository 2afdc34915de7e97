public import Model

/// What another program lets a category or a tag spend from a month on.
public struct ProgramBudget: Hashable, Sendable {
    /// In the program's words, with its group; or a tag.
    public var category: String
    public var isTag = false
    /// The first of its period.
    public var month: CalendarMonth
    public var period = BudgetPeriod.month
    /// For each period; 0 for none.
    public var amount: DecimalAmount
    /// Nil for that of the file's accounts.
    public var currency: String?
    public var carry: Carry

    /// What a period passes to the next.
    public enum Carry: String, Hashable, Sendable {
        case nothing, surplus, both
    }

    public init(
        category: String, month: CalendarMonth, amount: DecimalAmount, carry: Carry
    ) {
        self.category = category
        self.month = month
        self.amount = amount
        self.carry = carry
    }

    /// Whether a budget can have the amount, so that many of them have a sum.
    public static func canHave(_ amount: DecimalAmount) -> Bool {
        (0...largestCoefficient).contains(amount.coefficient) && amount.decimals <= mostDecimals
    }

    static let largestCoefficient: Int64 = 1_000_000_000_000_000
    private static let mostDecimals = 8

    /// The budgets of one category from which another stands than before. Periods that have none
    /// between others have 0.
    static func changes(_ all: [ProgramBudget]) -> [ProgramBudget] {
        var changes: [ProgramBudget] = []
        func add(_ budget: ProgramBudget) {
            let stands =
                changes.last.map {
                    ($0.amount, $0.carry, $0.period) == (budget.amount, budget.carry, budget.period)
                } ?? (budget.amount.coefficient == 0)
            if !stands { changes.append(budget) }
        }
        var before: ProgramBudget?
        for budget in all.sorted(by: { $0.month < $1.month }) {
            if var gap = before, gap.next < budget.month {
                (gap.month, gap.amount) = (gap.next, DecimalAmount(coefficient: 0, decimals: 0))
                add(gap)
            }
            add(budget)
            before = budget
        }
        return changes
    }

    private var next: CalendarMonth { month.adding(months: period.monthCount) }
}
