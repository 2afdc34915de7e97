import Model
import Testing

@Suite("The days of planned items")
struct PlannedItemTests {
    @Test(
        "follow from the first one",
        arguments: [
            (PlannedItem.Period.once, "2026-11-20", ["2026-11-20"]),
            (.weekly, "2026-11-20", ["2026-11-20", "2026-11-27", "2026-12-04", "2026-12-11"]),
            (.biweekly, "2026-10-01", ["2026-11-12", "2026-11-26", "2026-12-10"]),
            (.monthly, "2026-01-31", ["2026-11-30"]),
            (.monthly, "2026-01-05", ["2026-11-05", "2026-12-05"]),
            (.quarterly, "2026-06-10", ["2026-12-10"]),
            (.yearly, "2020-12-12", ["2026-12-12"]),
            (.monthly, "2026-12-13", []),
        ])
    func days(period: PlannedItem.Period, start: String, days: [String]) throws {
        let item = try item(period, start)
        let range = try #require(CalendarDay("2026-11-05"))...#require(CalendarDay("2026-12-12"))
        #expect(item.days(in: range).map(\.description) == days)
    }

    @Test("keep their day of the month over shorter ones and leap years")
    func shortMonths() throws {
        let item = try item(.monthly, "2027-12-31")
        let range = try #require(CalendarDay("2028-01-01"))...#require(CalendarDay("2028-04-30"))
        #expect(
            item.days(in: range).map(\.description)
                == ["2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30"])
        let yearly = try self.item(.yearly, "2028-02-29")
        let years = try #require(CalendarDay("2029-01-01"))...#require(CalendarDay("2032-12-31"))
        #expect(
            yearly.days(in: years).map(\.description)
                == ["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"])
    }

    @Test("end with their last day")
    func end() throws {
        let item = try item(.monthly, "2026-09-15", end: "2026-11-15")
        let range = try #require(CalendarDay("2026-09-01"))...#require(CalendarDay("2027-09-01"))
        #expect(item.days(in: range).count == 3)
    }

    private func item(
        _ period: PlannedItem.Period, _ start: String, end: String? = nil
    ) throws -> PlannedItem {
        PlannedItem(
            name: "Item", amount: DecimalAmount(coefficient: 1, decimals: 0), period: period,
            start: try #require(CalendarDay(start)),
            end: try end.map { try #require(CalendarDay($0)) })
    }
}
