import Insights
import Model
import TestSupport
import Testing
import Vault

@Suite("Sums of transactions with something in common")
struct TransactionSumsTests {
    private let books: Books

    init() throws {
        books = try Books(
            [AccountSketch("checking"), AccountSketch("card")],
            [
                Entry(day(2025, 3, 31), -1000, .expense, "dining"),
                Entry(day(2025, 4, 3), -3000, .expense, "dining"),
                Entry(day(2025, 4, 4), 500, .expense, "groceries"),
                Entry(day(2025, 4, 5), -1500, .expense, "groceries"),
                Entry(day(2025, 4, 6), 9000, .income),
            ])
    }

    private func sums(_ kind: TransactionSums.Kind) throws -> [String] {
        try TransactionSums(books.vault, TransactionQuery(), by: kind).groups.map {
            "\($0.name ?? "–") \($0.count) \($0.sum.text)"
        }
    }

    @Test("are the largest first; what is no spending is one of its class")
    func categories() throws {
        #expect(
            try sums(.category) == [
                "income 1 90.00 USD", "dining 2 -40.00 USD", "groceries 2 -10.00 USD",
            ])
    }

    @Test("of months go back in time")
    func months() throws {
        #expect(try sums(.month) == ["2025-04 4 50.00 USD", "2025-03 1 -10.00 USD"])
    }

    @Test(
        "come to the same as the list, however they are made",
        arguments: TransactionSums.Kind.allCases)
    func whole(kind: TransactionSums.Kind) throws {
        let groups = try TransactionSums(books.vault, TransactionQuery(), by: kind).groups
        let total = try #require(try books.vault.totals(of: TransactionQuery()).first)
        #expect(groups.reduce(0) { $0 + $1.sum.minorUnits } == total.sum.minorUnits)
        #expect(groups.reduce(0) { $0 + $1.count } == total.count)
    }
}
