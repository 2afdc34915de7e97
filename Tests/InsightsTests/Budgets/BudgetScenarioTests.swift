import Insights
import Model
import Testing

/// The scenarios of docs/planning.md, which were worked out by hand.
@Suite("The reference scenarios of budgets")
struct BudgetScenarioTests {
    // MARK: A month with a yearly budget

    private func november() throws -> BudgetBooks {
        try BudgetBooks(
            [
                BudgetLine("groceries", .amount(usd(400_00))),
                BudgetLine("dining", .amount(usd(150_00))),
                BudgetLine("travel", every: .year, .amount(usd(1_200_00))),
            ],
            [
                Entry(day(2025, 11, 3), -120_00, .expense, "groceries"),
                Entry(day(2025, 11, 10), -95_50, .expense, "groceries"),
                Entry(day(2025, 11, 17), -140_25, .expense, "groceries"),
                Entry(day(2025, 11, 18), 15_75, .expense, "groceries"),
                Entry(day(2025, 11, 6), -60_40, .expense, "dining"),
                Entry(day(2025, 11, 20), -102_10, .expense, "dining"),
                Entry(day(2025, 11, 12), -79_90, .expense, "shopping"),
                Entry(day(2025, 11, 2), 3_000_00, .income),
            ], today: day(2025, 11, 30))
    }

    @Test(
        "a month has the target, the spending and what is left",
        arguments: [
            ("groceries", 400_00, 340_00, 60_00, BudgetFigure.Status.good),
            ("dining", 150_00, 162_50, -12_50, .over), ("travel", 98_63, 0, 98_63, .good),
        ] as [(String, Int64, Int64, Int64, BudgetFigure.Status)])
    func monthly(
        category: String, target: Int64, spent: Int64, left: Int64, status: BudgetFigure.Status
    ) throws {
        let figure = try november().figure(category, month(2025, 11))
        #expect(figure.target == usd(target))
        #expect(figure.spent == usd(spent))
        #expect(figure.left == usd(left))
        #expect(figure.status == status)
    }

    @Test("what has no budget makes the sum that of all spending, and the overspent is first")
    func sum() throws {
        let report = try november().report(month(2025, 11))
        #expect(report.target.minorUnits == 648_63)
        #expect(report.unbudgeted.minorUnits == 79_90)
        #expect(report.spent.minorUnits == 582_40)
        #expect(report.figures.map(\.subject.name) == ["dining", "groceries", "travel"])
    }

    @Test("a week has its days of the month")
    func week() throws {
        let days = day(2025, 11, 10)..<day(2025, 11, 17)
        let groceries = try november().figure("groceries", days)
        #expect(groceries.target.minorUnits == 93_33)
        #expect(groceries.spent.minorUnits == 95_50)
        #expect(groceries.left.minorUnits == -2_17)
        #expect(try november().figure("dining", days).target.minorUnits == 35_00)
    }

    // MARK: Carry-over and caps

    private func year() throws -> BudgetBooks {
        try BudgetBooks(
            [
                BudgetLine(
                    "entertainment", from: "2025-01", .amount(usd(400_00)), carry: .both,
                    cap: usd(550_00)),
                BudgetLine(
                    "entertainment", from: "2025-04", .amount(usd(420_00)), carry: .surplus,
                    cap: usd(550_00)),
            ],
            [
                Entry(day(2025, 1, 31), -310_20, .expense, "entertainment"),
                Entry(day(2025, 2, 1), -520_00, .expense, "entertainment"),
                Entry(day(2025, 3, 9), -180_00, .expense, "entertainment"),
                Entry(day(2025, 4, 9), -600_00, .expense, "entertainment"),
                Entry(day(2025, 5, 9), -400_55, .expense, "entertainment"),
            ], today: day(2025, 6, 15))
    }

    @Test("each month has what the one before leaves it, within the cap")
    func carried() throws {
        let periods = try year().periods("2025-01", through: "2025-07")
        #expect(
            periods.map(\.carried.minorUnits)
                == [0, 89_80, -30_20, 189_80, 0, 19_45, 439_45])
        #expect(
            periods.map(\.target.minorUnits)
                == [400_00, 400_00, 400_00, 360_20, 420_00, 420_00, 110_55])
        #expect(
            periods.map(\.left.minorUnits)
                == [89_80, -30_20, 189_80, -50_00, 19_45, 439_45, 550_00])
    }

    @Test("April says of each part where it comes from")
    func why() throws {
        let april = try #require(try year().periods("2025-04", through: "2025-04").first)
        #expect(
            april.parts.map(\.reason) == [.amount(usd(420_00)), .carried, .cap(usd(550_00))])
        #expect(april.parts.map(\.amount.minorUnits) == [420_00, 189_80, -59_80])
    }

    @Test("half a year has the sum of its months")
    func half() throws {
        let figure = try year().figure("entertainment", day(2025, 1, 1)..<day(2025, 7, 1))
        #expect(figure.target.minorUnits == 2_400_20)
        #expect(figure.spent.minorUnits == 2_010_75)
        #expect(figure.left.minorUnits == 389_45)
    }
}
