import Insights
import Model
import Testing
import Vault

@Suite("A review")
struct ReviewTests {
    private let days = day(2025, 1, 1)..<day(2025, 2, 1)

    private func review(_ entries: [Entry], _ accounts: [String] = ["checking"]) throws -> Review {
        try Review(Books(accounts.map { AccountSketch($0) }, entries).vault, days: days)
    }

    @Test("puts income first, then transfers, spending and what is ignored, large sums first")
    func order() throws {
        let review = try review([
            Entry(day(2025, 1, 2), -100, .ignore), Entry(day(2025, 1, 3), -200, .expense, "dining"),
            Entry(day(2025, 1, 4), -900, .expense, "bills"), Entry(day(2025, 1, 5), -50, .transfer),
            Entry(day(2025, 1, 6), 10, .income),
        ])
        #expect(review.groups.map(\.total.minorUnits) == [10, -50, -900, -200, -100])
        #expect(
            review.groups.map(\.transactionClass)
                == [.income, .transfer, .expense, .expense, .ignore])
    }

    @Test("has what was concluded alike of one payee in one group, the oldest first")
    func groups() throws {
        let review = try review([
            Entry(day(2025, 1, 9), -300, .expense, "dining"),
            Entry(day(2025, 1, 2), -200, .expense, "dining"),
            Entry(day(2025, 1, 3), -700, .expense, "bills"),
        ])
        #expect(review.groups.map(\.transactions.count) == [1, 2])
        #expect(review.groups.last?.transactions.map(\.amount.minorUnits) == [-200, -300])
        #expect(review.groups.last?.category == "dining")
    }

    @Test("names a pair by the side that pays")
    func pairs() throws {
        let review = try review(
            [
                Entry(day(2025, 1, 2), -500, .transfer, partner: 1),
                Entry(day(2025, 1, 3), 500, .transfer, account: "savings", partner: 0),
            ], ["checking", "savings"])
        #expect(review.groups.map(\.total.minorUnits) == [-500])
    }

    @Test("leaves out other days and what is pending, and counts what no pass has looked at")
    func leftOut() throws {
        let review = try review([
            Entry(day(2024, 12, 31), -1, .expense), Entry(day(2025, 2, 1), -2, .expense),
            Entry(day(2025, 1, 5), -3, .expense, isPending: true), Entry(day(2025, 1, 6), -4, nil),
        ])
        #expect(review.groups.isEmpty)
        #expect(review.unclassified == 1)
    }
}
