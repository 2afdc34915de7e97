import Insights
import Model
import TestSupport
import Testing

@Suite("Repaying debts together")
struct DebtPayoffTests {
    private static func debt(
        _ name: String, _ owed: Int128, _ percent: String, _ minimum: Int128, grace: Int = 0
    ) throws -> Debt {
        Debt(
            name: name, currency: dollars, owed: owed, rate: try rate(percent), minimum: minimum,
            grace: grace)
    }

    private static func cardAndLoan() throws -> [Debt] {
        [try debt("Card", 100_000, "12", 10_000), try debt("Loan", 50_000, "6", 5_000)]
    }

    @Test(
        "is as docs/planning.md works it out",
        arguments: [
            (DebtPayoff.Order.avalanche, "two debts, the highest rate first"),
            (.snowball, "two debts, the smallest first"),
        ] as [(DebtPayoff.Order, String)])
    func scenario(order: DebtPayoff.Order, scenario: String) throws {
        let payoff = try #require(DebtPayoff(try Self.cardAndLoan(), by: order, extra: 10_000))
        let months = Dictionary(grouping: payoff.payments, by: \.month)
        let found = months.keys.sorted().map { month in
            ["\(month)"]
                + (0...1).flatMap { debt in
                    let payment = months[month]?.first { $0.debt == debt }
                    return [payment?.interest, payment?.amount, payment?.owed].map {
                        Money(sum: $0 ?? 0, currency: dollars).groupedText
                    }
                }
        }
        let worked = try PlanningPage.table(scenario)
        #expect(found == worked)
    }

    /// Computed independently with Python's `decimal`.
    @Test(
        "costs as many months and as much interest as computed elsewhere",
        arguments: [
            (.avalanche, 20_000, 29, 239_434),
            (.snowball, 20_000, 29, 280_021), (.avalanche, 0, 41, 438_391),
            (.snowball, 0, 41, 442_342), (.own, 0, 41, 438_391),
        ] as [(DebtPayoff.Order, Int128, Int, Int128)])
    func fourDebts(order: DebtPayoff.Order, extra: Int128, months: Int, interest: Int128) throws {
        let debts = [
            try Self.debt("Store card", 80_000, "24.99", 4_000),
            try Self.debt("Visa", 650_000, "19.9", 18_000),
            try Self.debt("Car", 1_200_000, "5.9", 37_000),
            try Self.debt("Family", 200_000, "0", 5_000),
        ]
        let payoff = try #require(DebtPayoff(debts, by: order, extra: extra))
        #expect(payoff.months == months)
        #expect(payoff.interest == interest)
    }

    @Test("a debt in its grace keeps its minimum from the others")
    func grace() throws {
        let debts = [
            try Self.debt("Card", 30_000, "0", 10_000),
            try Self.debt("Student", 20_000, "0", 10_000, grace: 2),
        ]
        let payoff = try #require(DebtPayoff(debts, by: .own))
        #expect(payoff.payments.map(\.amount) == [10_000, 0, 10_000, 0, 10_000, 10_000, 10_000])
    }

    @Test("never ends if the sum doesn't cover the interest")
    func never() throws {
        let debts = [try Self.debt("Card", 100_000, "24", 1_000)]
        #expect(debts[0].growsByMinimum)
        #expect(DebtPayoff(debts, by: .avalanche) == nil)
        #expect(DebtPayoff(debts, by: .avalanche, extra: 1_500)?.months == 82)
    }

    @Test(
        "spends the whole sum each month but the last, and repays each cent with its interest",
        arguments: UInt64(1)...30, DebtPayoff.Order.allCases)
    func sums(seed: UInt64, order: DebtPayoff.Order) throws {
        var random = RandomNumbers(seed: seed)
        let debts = try (0...Int.random(in: 0...5, using: &random)).map { number in
            let owed = Int128(Int.random(in: 100...2_000_000, using: &random))
            let percent = "\(Int.random(in: 0...29, using: &random)).5"
            return try Self.debt("\(number)", owed, percent, owed / 30 + 1)
        }
        let extra = Int128(Int.random(in: 0...50_000, using: &random))
        let sum = debts.reduce(extra) { $0 + ($1.minimum ?? 0) }
        let payoff = try #require(DebtPayoff(debts, by: order, extra: extra))
        let paid = Dictionary(grouping: payoff.payments, by: \.month)
            .mapValues { $0.reduce(Int128(0)) { $0 + $1.amount } }
        #expect(paid.filter { $0.key < payoff.months }.allSatisfy { $0.value == sum })
        #expect((paid[payoff.months] ?? 0) <= sum)
        #expect(
            paid.values.reduce(0, +) == debts.reduce(0) { $0 + ($1.owed ?? 0) } + payoff.interest)
        #expect(Set(payoff.repaid.map(\.debt)) == Set(debts))
    }
}
