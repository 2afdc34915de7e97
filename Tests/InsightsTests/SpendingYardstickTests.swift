import Insights
import Model
import TestSupport
import Testing

@Suite("Spending beside that of the months before")
struct SpendingYardstickTests {
    private let may = CalendarMonth(year: 2025, month: 5)

    private func yardstick(_ entries: [Entry]) throws -> SpendingYardstick {
        // Something of May, so that all of April is known.
        let vault = try Books(
            [AccountSketch("checking")], entries + [Entry(day(2025, 5, 2), -1, .transfer)]
        ).vault
        return try SpendingYardstick(
            vault, before: may, known: try AnsweredDays(vault, on: day(2025, 5, 2)),
            in: try CategoryTree([]))
    }

    @Test("is last month, and the average of the whole months that are known")
    func average() throws {
        let yardstick = try yardstick([
            // Begun before anything was known: January does not count.
            Entry(day(2025, 1, 20), -9000, .expense, "dining"),
            Entry(day(2025, 2, 2), -1000, .expense, "dining"),
            Entry(day(2025, 4, 30), -2001, .expense, "dining"),
            Entry(day(2025, 5, 1), -7777, .expense, "dining"),
        ])
        let usual = try #require(yardstick.usual(of: "dining", in: dollars))
        #expect(yardstick.months(in: dollars) == 3)
        #expect(usual.months.map(\.minorUnits) == [1000, 0, 2001])
        #expect(usual.lastMonth.minorUnits == 2001)
        // 1000.33…, rounded.
        #expect(usual.average.minorUnits == 1000)
    }

    @Test("money back is taken off, and all categories make the total")
    func total() throws {
        let yardstick = try yardstick([
            Entry(day(2025, 3, 31), -1, .income),
            Entry(day(2025, 4, 3), -3000, .expense, "dining"),
            Entry(day(2025, 4, 4), 500, .expense, "dining"),
            Entry(day(2025, 4, 5), -1500, .expense, "groceries"),
        ])
        #expect(yardstick.usual(of: "dining", in: dollars)?.lastMonth.minorUnits == 2500)
        #expect(yardstick.usual(in: dollars)?.lastMonth.minorUnits == 4000)
        #expect(yardstick.usual(of: "travel", in: dollars)?.average.minorUnits == 0)
    }

    @Test("is missing in the first month")
    func first() throws {
        let yardstick = try yardstick([Entry(day(2025, 4, 15), -3000, .expense, "dining")])
        #expect(yardstick.months(in: dollars) == 0)
        #expect(yardstick.usual(of: "dining", in: dollars) == nil)
    }

    @Test("no more than six months are looked at")
    func six() throws {
        let yardstick = try yardstick([
            Entry(day(2024, 1, 1), -100, .expense, "dining"),
            Entry(day(2024, 11, 1), -600, .expense, "dining"),
        ])
        #expect(yardstick.usual(of: "dining", in: dollars)?.months.count == 6)
        #expect(yardstick.usual(of: "dining", in: dollars)?.average.minorUnits == 100)
    }
}

@Suite("The payees of a category")
struct PayeeSpendingTests {
    private let march = day(2025, 3, 1)..<day(2025, 4, 1)

    @Test("make what the category has: without pending, excluded and uncounted ones")
    func total() throws {
        let books = try Books(
            [AccountSketch("checking")],
            [
                Entry(day(2025, 3, 1), -2000, .expense, "dining", text: "GRAZE"),
                Entry(day(2025, 3, 9), -1000, .expense, "dining", text: "CHIPOTLE"),
                Entry(day(2025, 3, 10), -1500, .expense, "dining", text: "CHIPOTLE"),
                Entry(day(2025, 3, 11), 200, .expense, "dining", text: "CHIPOTLE"),
                Entry(day(2025, 3, 12), -9, .expense, "dining", isPending: true, text: "GRAZE"),
                Entry(day(2025, 3, 12), -9, .expense, "dining", isExcluded: true, text: "GRAZE"),
                Entry(day(2025, 3, 12), -9, .expense, "travel", text: "GRAZE"),
                Entry(day(2025, 4, 1), -9, .expense, "dining", text: "GRAZE"),
            ])
        let payees = try PayeeSpending.payees(books.vault, days: march, in: ["dining"])
        #expect(payees.map(\.payee) == ["CHIPOTLE", "GRAZE"])
        #expect(payees.map(\.spent.minorUnits) == [2300, 2000])
        #expect(payees.map(\.count) == [3, 1])
        let spending = try CategorySpending.breakdown(
            books.vault, days: march, in: try CategoryTree([]))
        #expect(spending.first { $0.category == "dining" }?.spent.minorUnits == 4300)
    }
}
