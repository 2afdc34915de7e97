import Insights
import Model
import Testing

@Suite("The progress of a goal")
struct GoalProgressTests {
    private static let january = CalendarMonth(year: 2027, month: 1)

    private static func goal(by deadline: CalendarMonth?) throws -> PlannedGoal {
        PlannedGoal(
            name: "Bicycle", amount: try DecimalAmount(exactly: "1200"), deadline: deadline)
    }

    private static func money(_ minorUnits: Int128) -> Money {
        Money(sum: minorUnits, currency: dollars)
    }

    @Test(
        "has a date by its pace, what its deadline needs, and a verdict",
        arguments: [
            // funds, pace, deadline in months, free; months to the date, needed, verdict
            (120_000, 0, 5, 0, nil, nil, .reached),
            (0, 10_000, nil, 0, 12, nil, .onTheWay),
            (0, 10_000, 12, 50_000, 12, 10_000, .onTime),
            (0, 10_001, 12, 50_000, 12, 10_000, .onTime),
            (0, 9_999, 12, 50_000, 13, 10_000, .late),
            (20_000, 10_000, 9, 50_000, 10, 11_112, .late),
            (0, 10_000, 2, 50_000, 12, 60_000, .impossible),
            (0, 10_000, 0, 200_000, 12, 120_000, .late),
            (0, 10_000, -1, 50_000, 12, nil, .overdue),
            (0, 0, 12, 50_000, nil, 10_000, .stalled),
            (0, -500, nil, 50_000, nil, nil, .stalled),
            // Longer than a hundred years.
            (0, 1, nil, 50_000, nil, nil, .onTheWay), (0, 1, 12, 50_000, nil, 10_000, .late),
        ] as [(Int128, Int128, Int?, Int128, Int?, Int128?, GoalProgress.Verdict)])
    func verdict(
        funds: Int128, pace: Int128, deadline: Int?, free: Int128, date: Int?, needed: Int128?,
        verdict: GoalProgress.Verdict
    ) throws {
        let month = Self.january
        let found = GoalProgress(
            try Self.goal(by: deadline.map { month.adding(months: $0) }),
            amount: Self.money(120_000), funds: funds, pace: pace, free: Self.money(free),
            in: month)
        #expect(found.date == date.map { month.adding(months: $0) })
        #expect(found.needed?.minorUnits == needed)
        #expect(found.verdict == verdict)
    }

    @Test("a second goal on one account waits for the first")
    func behindAnother() throws {
        let second = GoalProgress(
            try Self.goal(by: nil), account: 1, amount: Self.money(120_000), funds: 50_000,
            ahead: 80_000, pace: 30_000, free: nil, in: Self.january)
        #expect(second.saved.minorUnits == 0)
        // 80,000 + 120,000 - 50,000 are five months of 30,000.
        #expect(second.date == CalendarMonth(year: 2027, month: 6))
    }
}
