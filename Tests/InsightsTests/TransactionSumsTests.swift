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

    @Test("count the fee of a transfer, which was spent", arguments: [true, false])
    func fee(hidesTransfers: Bool) throws {
        var fee = Entry(
            day(2025, 4, 8), -1000, .transfer,
            parts: [
                SplitPart(category: "fees", minorUnits: -25, class: .expense),
                SplitPart(category: "other", minorUnits: -975),
            ])
        fee.partsKind = .fee
        let books = try Books(
            [AccountSketch("checking")], [fee, Entry(day(2025, 4, 9), -700, .transfer)])
        var query = TransactionQuery()
        query.hidesTransfers = hidesTransfers
        let sums = try TransactionSums(books.vault, query, by: .category)
        #expect(sums.groups.map { "\($0.name ?? "") \($0.sum.text)" } == ["fees -0.25 USD"])
        #expect(sums.hiddenFees.map(\.sum.text) == (hidesTransfers ? ["-0.25 USD"] : []))
        #expect(sums.leftOut.map(\.sum.minorUnits) == (hidesTransfers ? [] : [-1675]))
        query.categories = ["other"]
        #expect(try TransactionSums(books.vault, query, by: .payee, only: .expense).groups.isEmpty)
    }

    @Test("count what income and spending count, and name the rest")
    func counted() throws {
        let books = try Books(
            [AccountSketch("checking")],
            [
                Entry(day(2025, 4, 3), -3000, .expense, "dining"),
                Entry(day(2025, 4, 4), -700, .expense, "dining", isPending: true),
                Entry(day(2025, 4, 5), -900, .expense, "dining", isExcluded: true),
                Entry(day(2025, 4, 6), -1100, .transfer), Entry(day(2025, 4, 7), -1300, .ignore),
                Entry(day(2025, 4, 8), -1700, nil), Entry(day(2025, 4, 9), 9000, .income),
            ])
        let month = try #require(
            try MonthlyIncome.months(
                books.vault, from: CalendarMonth(year: 2025, month: 4),
                through: CalendarMonth(year: 2025, month: 4)
            ).first)
        for kind in TransactionSums.Kind.allCases {
            let sums = try TransactionSums(books.vault, TransactionQuery(), by: kind)
            #expect(sums.groups.reduce(0) { $0 + $1.sum.minorUnits } == month.net.minorUnits)
            #expect(sums.totals.map(\.sum) == [month.net])
            #expect(sums.totals.map(\.count) == [2])
            #expect(
                sums.leftOut.map { "\($0.reason) \($0.count) \($0.sum.text)" } == [
                    "pending 1 -7.00 USD", "excluded 1 -9.00 USD", "transfer 1 -11.00 USD",
                    "ignore 1 -13.00 USD", "unclassified 1 -17.00 USD",
                ])
        }
        var query = TransactionQuery()
        query.transactionClass = .transfer
        let transfers = try TransactionSums(books.vault, query, by: .month)
        #expect(transfers.groups.map(\.sum.text) == ["-11.00 USD"])
        #expect(transfers.leftOut.isEmpty)
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
