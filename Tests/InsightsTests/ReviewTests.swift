import Insights
import Model
import Testing
import Vault

@Suite("A review")
struct ReviewTests {
    private let days = day(2025, 1, 1)..<day(2025, 2, 1)

    private func review(_ entries: [Entry], _ accounts: [String] = ["checking"]) throws -> Review {
        try review(of: Books(accounts.map { AccountSketch($0) }, entries))
    }

    private func review(of books: Books) throws -> Review {
        try Review(
            books.vault, days: days,
            by: ReviewStages(ofPerson: ["user rules", "learned"], last: "default"))
    }

    private func entry(
        _ amount: Int64, at payee: String, by stage: String = "map", guess: Int? = nil,
        kind: Reason.Kind? = nil
    ) -> Entry {
        var entry = Entry(day(2025, 1, 3), amount, .expense, "dining", text: payee)
        entry.categoryReason = Reason(
            by: stage, rule: nil, kind: guess == nil ? kind : .guess, chance: guess)
        return entry
    }

    @Test("puts the largest sums first, whatever they are")
    func size() throws {
        let review = try review([
            Entry(day(2025, 1, 2), -100, .ignore), Entry(day(2025, 1, 3), -200, .expense, "dining"),
            Entry(day(2025, 1, 4), -900, .expense, "bills"), Entry(day(2025, 1, 5), -50, .transfer),
            Entry(day(2025, 1, 6), 10, .income),
        ])
        #expect(review.groups.map(\.total.minorUnits) == [-900, -200, -100, -50, 10])
    }

    @Test("puts first what an answer helps most: a guess, what nothing knows, many transactions")
    func doubt() throws {
        let review = try review([
            entry(-1000, at: "Known"), entry(-300, at: "Guessed", guess: 80),
            entry(-290, at: "Unknown", by: "default"),
            entry(-1500, at: "By a rule", by: "user rules"),
            entry(-1400, at: "Learned", by: "learned"),
            entry(-250, at: "Often"), entry(-250, at: "Often"), entry(-250, at: "Often"),
        ])
        #expect(
            review.groups.map(\.payee)
                == ["Often", "Guessed", "Unknown", "Known", "By a rule", "Learned"])
        #expect(review.groups.map(\.guess) == [nil, 80, nil, nil, nil, nil])
    }

    @Test("puts last what the person corrected or confirmed as it is")
    func settled() throws {
        let books = try Books(
            [AccountSketch("checking")],
            [
                entry(-900, at: "Corrected", by: "corrections", kind: .correction),
                entry(-800, at: "Confirmed"), entry(-700, at: "Changed since"),
                entry(-600, at: "In part"), entry(-600, at: "In part"), entry(-100, at: "Open"),
            ])
        let ids = Dictionary(
            try books.vault.transactions(TransactionQuery()).map { ($0.payee, $0.id) }
        ) { one, _ in one }
        let seen = ConfirmedValues(.expense, category: "dining")
        try books.vault.confirm(
            [
                try #require(ids["Confirmed"]): seen, try #require(ids["In part"]): seen,
                try #require(ids["Changed since"]): ConfirmedValues(.expense, category: "bills"),
            ], summary: "confirm")
        let review = try review(of: books)
        #expect(
            review.groups.map(\.payee)
                == ["In part", "Changed since", "Open", "Confirmed", "Corrected"])
        #expect(review.open.map(\.payee) == ["In part", "Changed since", "Open"])
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
