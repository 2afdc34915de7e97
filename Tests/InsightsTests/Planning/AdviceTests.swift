import Insights
import Model
import Testing

@Suite("Advice")
struct AdviceTests {
    private static func money(_ cents: Int128) -> Money { Money(sum: cents, currency: dollars) }

    private static func card(
        _ owed: Int128? = 600_00, at percent: String = "12", minimum: Int128 = 100_00
    ) throws -> Debt {
        Debt(
            name: "Card", account: 2, currency: dollars, owed: owed, rate: try rate(percent),
            minimum: minimum)
    }

    private static func goal(saved: Int128, pace: Int128?, free: Int128) -> GoalProgress {
        GoalProgress(
            PlannedGoal(
                name: "Roof", amount: DecimalAmount(coefficient: 1200, decimals: 0),
                deadline: CalendarMonth(year: 2027, month: 5)), amount: money(1200_00),
            funds: saved,
            pace: pace, free: money(free), in: CalendarMonth(year: 2026, month: 11))
    }

    private static func advice(
        income: Int128 = 3000_00, expenses: Int128 = 2000_00, cushion: Int128 = 6000_00,
        debts: [Debt] = [], goals: [GoalProgress] = [],
        facts: Advice.Facts = Advice.Facts(wants: [], payer: nil, lowest: nil),
        off: Set<AdviceRule> = []
    ) -> Advice {
        let minimums = debts.reduce(0) { $0 + ($1.minimum ?? 0) }
        let flow = FreeCashFlow(
            months: CalendarMonth(year: 2026, month: 5)..<CalendarMonth(year: 2026, month: 11),
            income: money(income), expenses: money(expenses), planned: money(0),
            minimums: money(minimums))
        let plan = MoneyPlan(
            flow, .usual, cushion: cushion, debts: debts, goals: goals,
            after: CalendarMonth(year: 2026, month: 11))
        return Advice(plan, debts: debts, goals: goals, facts, without: off)
    }

    @Test("of the example in docs/planning.md is to repay the card and fill the cushion")
    func example() throws {
        let card = try Self.card()
        let advice = Self.advice(debts: [card])
        #expect(advice.free == Self.money(900_00))
        #expect(advice.cushionTenths == 28)
        #expect(advice.debtLoad == 3)
        #expect(
            advice.steps == [
                .repay(
                    card, with: Self.money(900_00), months: 6, saved: Self.money(15_93),
                    isDear: true),
                .fillCushion(
                    lacks: Self.money(300_00), eachMonth: Self.money(300_00),
                    done: CalendarMonth(year: 2026, month: 12)),
                .giveAPurpose(to: Self.money(94_00)),
            ])
        #expect(advice.risks == [])
    }

    @Test("names what a month lacks, and its largest wants")
    func deficit() {
        let wants = ["dining", "travel", "gifts", "pets"].enumerated().map { position, category in
            Advice.Want(category: category, amount: Self.money(Int128(400 - position)))
        }
        let advice = Self.advice(
            expenses: 3200_00, cushion: 0,
            facts: Advice.Facts(wants: wants, payer: nil, lowest: nil))
        #expect(
            advice.steps == [.spendLess(by: Self.money(200_00), wants: Array(wants.prefix(3)))])
    }

    @Test(
        "holds by its limits",
        arguments: [
            ("cushion of no month", 0, "7.999", [.firstMonth, .cushion]),
            ("dear from 8 %", 2100_00, "8", [.dearDebt, .cushion]),
            ("not below", 2100_00, "7.999", [.cushion]),
            ("a full cushion", 6300_00, "7.999", [.cheapDebt]),
            ("a full cushion, dear", 6300_00, "8", [.dearDebt]),
        ] as [(String, Int64, String, [AdviceRule])])
    func limits(_ name: String, cushion: Int64, percent: String, rules: [AdviceRule]) throws {
        let debt = try Self.card(900_000_00, at: percent, minimum: 100_00)
        let growing = debt.growsByMinimum
        let steady = try Self.card(5000_00, at: percent)
        #expect(growing)
        let advice = Self.advice(cushion: Int128(cushion), debts: [steady])
        #expect(advice.steps.map(\.rule) == rules)
        #expect(Self.advice(debts: [debt]).steps.map(\.rule).contains(.growingDebt))
    }

    @Test("tells of goals that come too late, and only of those")
    func goals() {
        let late = Self.goal(saved: 0, pace: 100_00, free: 900_00)
        let good = Self.goal(saved: 0, pace: 300_00, free: 900_00)
        #expect(Self.advice(cushion: 6000_00, goals: [late]).steps == [.hurry(late)])
        #expect(Self.advice(cushion: 6000_00, goals: [good]).steps == [])
    }

    @Test("tells of risks above their limits")
    func risks() throws {
        func facts(_ percent: Int, _ lowest: Int128) -> Advice.Facts {
            Advice.Facts(
                wants: [], payer: ("ACME", percent),
                lowest: (Self.money(lowest), day(2026, 12, 3)))
        }
        let unknown = try Self.card(nil, minimum: 1081_00)
        let bad = Self.advice(debts: [unknown], facts: facts(81, -1))
        #expect(
            bad.risks == [
                .short(Self.money(-1), on: day(2026, 12, 3)), .oneIncome("ACME", percent: 81),
                .unknownDebt(unknown),
            ])
        let loaded = Self.advice(debts: [try Self.card(minimum: 1110_00)], facts: facts(80, 0))
        #expect(loaded.risks == [.debtLoad(37)])
    }

    @Test("leaves out rules that are switched off", arguments: AdviceRule.allCases)
    func off(rule: AdviceRule) throws {
        let debts = [try Self.card(), try Self.card(nil, minimum: 1200_00)]
        let goals = [Self.goal(saved: 0, pace: nil, free: 900_00)]
        let facts = Advice.Facts(
            wants: [], payer: ("ACME", 90), lowest: (Self.money(-5), day(2026, 12, 3)))
        func rules(_ off: Set<AdviceRule>) -> [AdviceRule] {
            let advice = Self.advice(
                income: 3400_00, cushion: 0, debts: debts, goals: goals, facts: facts, off: off)
            return advice.steps.map(\.rule) + advice.risks.map(\.rule)
        }
        #expect(rules([rule]) == rules([]).filter { $0 != rule })
    }

    @Test("follows the rules that docs/planning.md lists")
    func documented() throws {
        let listed = try PlanningPage.lines(under: "## Advice").compactMap { line in
            line.hasPrefix("| `") ? line.split(separator: "`")[1] : nil
        }
        #expect(listed.map(String.init) == AdviceRule.allCases.map(\.rawValue))
    }
}
