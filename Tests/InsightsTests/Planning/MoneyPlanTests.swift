import Insights
import Model
import TestSupport
import Testing

@Suite("A plan of money")
struct MoneyPlanTests {
    private static let november = CalendarMonth(year: 2026, month: 11)

    private static func money(_ minorUnits: Int128) -> Money {
        Money(sum: minorUnits, currency: dollars)
    }

    private static func flow(
        income: Int128, expenses: Int128, minimums: Int128 = 0
    ) -> FreeCashFlow {
        FreeCashFlow(
            months: CalendarMonth(year: 2026, month: 5)..<CalendarMonth(year: 2026, month: 11),
            income: money(income), expenses: money(expenses), planned: money(0),
            minimums: money(minimums))
    }

    private static func goal(
        _ name: String, _ amount: Int128, by deadline: CalendarMonth? = nil, priority: Int
    ) -> GoalProgress {
        GoalProgress(
            PlannedGoal(
                name: name,
                amount: DecimalAmount(coefficient: Int64(amount), decimals: 2),
                deadline: deadline, priority: priority),
            amount: money(amount), funds: 0, pace: 0, free: nil, in: november)
    }

    @Test("is as docs/planning.md works it out")
    func scenario() throws {
        let card = Debt(
            name: "Card", account: 1, currency: dollars, owed: 60_000, rate: try rate("12"),
            minimum: 10_000)
        let plan = MoneyPlan(
            Self.flow(income: 300_000, expenses: 200_000, minimums: 10_000),
            PlanSettings(horizon: 12), cushion: 600_000, debts: [card],
            goals: [
                Self.goal(
                    "Holiday", 120_000, by: CalendarMonth(year: 2027, month: 6), priority: 1),
                Self.goal("Sofa", 60_000, priority: 3),
            ], after: Self.november)
        let rows = plan.months.prefix(4).map { month in
            let got = Dictionary(
                uniqueKeysWithValues: month.allocations.map { ($0.purpose.name, $0.amount) })
            return ["\(month.month)", month.available.groupedText]
                + ["cushion", "Card", "Holiday", "Sofa", "rest"].map {
                    (got[$0] ?? Self.money(0)).groupedText
                }
        }
        let worked = try PlanningPage.table("a plan")
        #expect(rows == worked)
        #expect(plan.notes.isEmpty)
    }

    @Test("spends exactly what there is", arguments: UInt64(1)...40)
    func sums(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        func amount(_ most: Int) -> Int128 { Int128(Int.random(in: 1...most, using: &random)) }
        let shares = [
            (40, 40, 20), (0, 100, 0), (100, 0, 0), (0, 0, 100), (33, 33, 34),
        ][Int.random(in: 0...4, using: &random)]
        let debts = try (0..<Int.random(in: 0...4, using: &random)).map { number in
            let owed = amount(1_000_000)
            return Debt(
                name: "\(number)", account: Int64(number), currency: dollars, owed: owed,
                rate: try rate("\(Int.random(in: 0...30, using: &random))"),
                minimum: owed / 25 + 1)
        }
        let goals = (0..<Int.random(in: 0...4, using: &random)).map { number in
            Self.goal(
                "\(number)", amount(500_000),
                by: number.isMultiple(of: 2)
                    ? nil : Self.november.adding(months: Int.random(in: 1...30, using: &random)),
                priority: number % 3 + 1)
        }
        let minimums = debts.reduce(Int128(0)) { $0 + ($1.minimum ?? 0) }
        let plan = MoneyPlan(
            Self.flow(income: amount(900_000), expenses: amount(400_000), minimums: minimums),
            PlanSettings(
                cushionShare: shares.0, debtShare: shares.1, goalShare: shares.2, horizon: 36),
            cushion: amount(600_000), debts: debts, goals: goals, after: Self.november)
        for month in plan.months {
            let spent = month.allocations.reduce(Int128(0)) { $0 + $1.amount.minorUnits }
            #expect(spent == max(0, month.available.minorUnits))
            #expect(month.allocations.allSatisfy { $0.amount.minorUnits > 0 })
            #expect(month.allocations.allSatisfy { $0.lacks.minorUnits >= 0 })
        }
    }

    @Test("a deficit shares out nothing and says so")
    func deficit() {
        let plan = MoneyPlan(
            Self.flow(income: 100_000, expenses: 100_001), .usual, cushion: 0, debts: [],
            goals: [], after: Self.november)
        #expect(plan.months.allSatisfy { $0.allocations.isEmpty })
        #expect(plan.notes == [.deficit(Self.money(-1))])
    }

    @Test("names a goal that its share doesn't reach in time")
    func missed() throws {
        let goal = Self.goal(
            "Car", 500_000, by: CalendarMonth(year: 2026, month: 12), priority: 1)
        let plan = MoneyPlan(
            Self.flow(income: 100_000, expenses: 90_000), .usual, cushion: 0, debts: [],
            goals: [goal], after: Self.november)
        // 40 and 20 of 60 parts: a third of 100.00 is 33.34, as the last gets the rest.
        #expect(plan.notes == [.missed(goal, saved: Self.money(3_334))])
    }
}

extension MoneyPlan.Purpose {
    fileprivate var name: String {
        switch self {
        case .cushion: "cushion"
        case .debt(let debt): debt.name
        case .goal(let goal): goal.goal.name
        case .rest: "rest"
        }
    }
}
