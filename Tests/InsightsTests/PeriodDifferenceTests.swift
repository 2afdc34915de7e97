import Model
import TestSupport
import Testing
import Vault

@testable import Insights

@Suite("Why a period differs from the one before")
struct PeriodDifferenceTests {
    private let november = CalendarMonth(year: 2026, month: 11)

    private func difference(
        _ sums: [PeriodDifference.Flow: PeriodDifference.Sums],
        seldom: [String: Frequency] = [:]
    ) -> PeriodDifference {
        PeriodDifference(.spending, in: dollars, sums, seldom: seldom)
    }

    @Test("Each payee has one change with its causes, the largest first")
    func causes() {
        let found = difference(
            [
                .init(payee: "Rent"): .init(
                    before: 100_000, countBefore: 1, after: 105_000, countAfter: 1),
                .init(payee: "Coffee"): .init(
                    before: 1200, countBefore: 3, after: 2600, countAfter: 5),
                .init(payee: "Gym"): .init(before: 3000, countBefore: 1),
                .init(payee: "Vet"): .init(after: 12_000, countAfter: 1),
                .init(payee: "Insurance"): .init(after: 60_000, countAfter: 1),
                .init(payee: "Water"): .init(
                    before: 500, countBefore: 1, after: 500, countAfter: 1),
            ], seldom: ["Insurance": .quarterly])
        #expect(
            found.payees.map { "\($0.payee) \($0.main.cause) \($0.change.minorUnits)" } == [
                "Insurance yearly 60000", "Vet new 12000", "Rent price 5000",
                "Gym missing -3000", "Coffee frequency 1400",
            ])
        #expect(found.payees.last?.causes.map(\.cause) == [.frequency, .price])
        #expect(found.payees.last?.causes.map(\.change.minorUnits) == [800, 600])
        #expect(found.payees.first?.main.frequency == .quarterly)
        #expect(found.before.minorUnits == 104_700)
        #expect(found.change.minorUnits == 75_400)
    }

    @Test("The payees' causes add up to the difference exactly, whatever the sums")
    func exact() {
        var random = RandomNumbers(seed: 5)
        for _ in 0..<2000 {
            var sums: [PeriodDifference.Flow: PeriodDifference.Sums] = [:]
            for payee in 0..<Int.random(in: 0...6, using: &random) {
                func half() -> (sum: Int128, count: Int128) {
                    let count = Int128(Int.random(in: 0...4, using: &random))
                    let amount = Int64.random(in: .min ... .max, using: &random)
                    return (count == 0 ? 0 : Int128(amount), count)
                }
                let (before, after) = (half(), half())
                sums[.init(payee: "\(payee)", isBack: payee.isMultiple(of: 2))] = .init(
                    before: before.sum, countBefore: before.count, after: after.sum,
                    countAfter: after.count)
            }
            let found = difference(sums, seldom: ["1": .yearly, "3": .quarterly])
            #expect(
                found.payees.flatMap(\.causes).reduce(0) { $0 + $1.change.minorUnits }
                    == found.after.minorUnits - found.before.minorUnits)
        }
    }

    @Test("What counts is what counts in income and expenses")
    func agreesWithIncome() throws {
        var fee = Entry(
            day(2026, 11, 8), -1000, .transfer,
            parts: [
                SplitPart(category: "fees", minorUnits: -25, class: .expense),
                SplitPart(category: "other", minorUnits: -975),
            ])
        fee.partsKind = .fee
        let books = try Books(
            [AccountSketch("checking")],
            [
                fee,
                Entry(day(2026, 10, 3), -4000, .expense), Entry(day(2026, 10, 9), 500, .expense),
                Entry(day(2026, 10, 12), -900, .transfer),
                Entry(day(2026, 10, 20), 20_000, .income),
                Entry(day(2026, 11, 4), -7000, .expense),
                Entry(day(2026, 11, 5), -100, .expense, isPending: true),
                Entry(day(2026, 11, 6), -100, .expense, isExcluded: true),
                Entry(day(2026, 11, 7), -100, nil), Entry(day(2026, 11, 20), 21_000, .income),
            ])
        let differences = try PeriodDifference.all(
            books.vault, of: november.firstDay..<november.next.firstDay,
            since: CountedDays(november.previous.firstDay..<november.firstDay))
        let months = try MonthlyIncome.months(
            books.vault, from: november.previous, through: november)
        let (before, after) = (try #require(months.first), try #require(months.last))
        #expect(differences.map(\.direction) == [.spending, .income])
        #expect(differences.map(\.before) == [before.expenses, before.income])
        #expect(differences.map(\.after) == [after.expenses, after.income])
    }

    @Test("Groups of categories have the parts of a split in their own, and add up to the whole")
    func groups() throws {
        let books = try Books(
            [AccountSketch("checking")],
            [
                Entry(day(2026, 10, 3), -4000, .expense, "dining"),
                Entry(
                    day(2026, 11, 4), -7000, .expense, "shopping",
                    parts: [
                        SplitPart(category: "groceries", minorUnits: -2500),
                        SplitPart(category: "shopping", minorUnits: -4500),
                    ]),
                Entry(day(2026, 11, 9), -300, .expense, "groceries"),
            ])
        let days = november.firstDay..<november.next.firstDay
        let before = CountedDays(november.previous.firstDay..<november.firstDay)
        let groups = try PeriodDifference.all(books.vault, of: days, since: before) {
            $0 == "dining" ? "food" : $0
        }
        #expect(groups.map(\.group) == ["food", "groceries", "shopping"])
        #expect(groups.map(\.difference.change.minorUnits) == [-4000, 2800, 4500])
        let whole = try PeriodDifference.all(books.vault, of: days, since: before)
        #expect(whole.map(\.change.minorUnits) == [3300])
    }

    @Test("Money back is a cause of its own, and lowers the payee's sums")
    func back() throws {
        let books = try Books(
            [AccountSketch("checking")],
            [
                Entry(day(2026, 10, 3), -4000, .expense), Entry(day(2026, 10, 9), 500, .expense),
                Entry(day(2026, 11, 4), -4000, .expense), Entry(day(2026, 11, 5), 800, .expense),
                Entry(day(2026, 11, 6), 900, .expense),
            ])
        let found = try #require(
            try PeriodDifference.all(
                books.vault, of: november.firstDay..<november.next.firstDay,
                since: CountedDays(november.previous.firstDay..<november.firstDay)
            ).first)
        #expect(found.payees.map(\.main.cause) == [.back])
        #expect(found.payees.map(\.change.minorUnits) == [-1200])
        #expect(found.payees.map(\.before.minorUnits) == [3500])
        #expect(found.payees.map(\.timesAfter) == [3])
        #expect(found.change.minorUnits == -1200)
    }
}
