import Insights
import Model
import Testing

@Suite("What is planned for a category beside what was booked")
struct PlannedCategoryTests {
    private static func item(
        _ name: String, _ amount: Int64, _ period: PlannedItem.Period, _ start: CalendarDay,
        _ category: String?, account: String? = nil
    ) -> PlannedItem {
        PlannedItem(
            name: name, amount: DecimalAmount(coefficient: amount, decimals: 0), period: period,
            start: start, account: account, category: category)
    }

    private static func tree() throws -> CategoryTree {
        let parents = ["fuel": "transport", "games": "hobby"]
        return try CategoryTree(
            ["salary", "transport", "fuel", "hobby", "games", "health", "groceries"].map { id in
                Category(
                    id: id, name: id, type: id == "salary" ? .income : .expense,
                    parent: parents[id], lens: nil)
            })
    }

    private static let november = day(2026, 11, 1)...day(2026, 11, 30)

    @Test("is as docs/planning.md works it out, to the cent and in all")
    func scenario() throws {
        let books = try Books(
            [AccountSketch("checking")],
            [
                Entry(day(2026, 11, 6), 64_000, .income, "salary"),
                Entry(day(2026, 11, 30), 125, .income, "interest"),
                Entry(day(2026, 11, 2), -16_000, .expense, "health"),
                Entry(day(2026, 11, 8), -3_150, .expense, "hobby"),
                Entry(day(2026, 11, 9), -1_200, .expense, "games"),
                Entry(day(2026, 11, 20), -45_000, .expense, "transport"),
                Entry(day(2026, 11, 21), 1_000, .expense, "transport"),
                Entry(day(2026, 11, 4), -7_525, .expense, "fuel"),
                Entry(day(2026, 11, 5), -31_010, .expense, "groceries"),
                Entry(day(2026, 11, 11), -50_000, .transfer, "transport"),
                Entry(day(2026, 10, 31), -99_900, .expense, "health"),
            ])
        let rows = try PlannedCategory.all(
            Self.november, books.vault,
            [
                Self.item("Side job", 300, .biweekly, day(2026, 11, 6), "salary"),
                Self.item("Gym", -40, .weekly, day(2026, 11, 2), "health"),
                Self.item("Books", -25, .monthly, day(2026, 1, 31), "hobby"),
                Self.item("Repair", -480, .once, day(2026, 11, 20), "transport"),
                Self.item("Fuel", -120, .monthly, day(2026, 11, 1), "fuel"),
                Self.item("Holiday", -900, .yearly, day(2026, 7, 1), "groceries"),
            ], usual: dollars, in: try Self.tree(), through: nil)
        func cells(_ name: String, _ rows: [PlannedCategory]) -> [String] {
            [name]
                + [\PlannedCategory.planned, \.actual, \.difference].map { amount in
                    Money(
                        sum: rows.reduce(0) { $0 + $1[keyPath: amount].minorUnits },
                        currency: dollars
                    ).groupedText
                }
        }
        let found = [(true, "income"), (false, "expenses")].flatMap { isIncome, name in
            let own = rows.filter { $0.isIncome == isIncome }
            return own.map { cells($0.category ?? "without a plan", [$0]) } + [cells(name, own)]
        }
        #expect(found == (try PlanningPage.table("planned beside booked")))
    }

    @Test("counts what was booked until the last known day, and no item of an unknown account")
    func bounds() throws {
        let books = try Books(
            [AccountSketch("checking")],
            [
                Entry(day(2026, 11, 2), -1_000, .expense, "health"),
                Entry(day(2026, 11, 9), -2_000, .expense, "health"),
            ])
        let rows = try PlannedCategory.all(
            Self.november, books.vault,
            [
                Self.item("Gym", -40, .weekly, day(2026, 11, 2), "health"),
                Self.item("Lost", -40, .weekly, day(2026, 11, 2), "health", account: "attic"),
            ], usual: dollars, in: try Self.tree(), through: day(2026, 11, 8))
        #expect(rows.map(\.planned.minorUnits) == [20_000])
        #expect(rows.map(\.actual.minorUnits) == [1_000])
    }
}
