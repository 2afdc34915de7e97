import Insights
import Model
import Testing
import Vault

@Suite("What found transactions come to")
struct TransactionTotalTests {
    private let books: Books

    init() throws {
        books = try Books(
            [AccountSketch("checking"), AccountSketch("tokyo", currency: yen)],
            [
                Entry(day(2025, 3, 2), -4000, .expense, "dining"),
                Entry(day(2025, 3, 3), 500, .expense, "dining"),
                Entry(day(2025, 3, 4), -70, .expense, "dining", isPending: true),
                Entry(day(2025, 3, 5), -9, .expense, "dining", isExcluded: true),
                Entry(day(2025, 3, 6), -300, .expense, "dining", account: "tokyo"),
                Entry(day(2025, 3, 7), -10_000, .transfer, "other"),
                Entry(
                    day(2025, 3, 9), -1000, .expense,
                    parts: [
                        SplitPart(category: "dining", minorUnits: -400, lens: nil, note: nil),
                        SplitPart(category: "dining", minorUnits: -1, lens: nil, note: nil),
                        SplitPart(category: "other", minorUnits: -599, lens: nil, note: nil),
                    ]),
            ])
    }

    private func totals(_ set: (inout TransactionQuery) -> Void) throws -> [[Int128]] {
        var query = TransactionQuery()
        set(&query)
        return try books.vault.totals(of: query).map {
            [Int128($0.count), $0.sum.minorUnits, $0.counted.minorUnits]
        }
    }

    @Test("is a sum for each currency, with what of it counts in figures")
    func all() throws {
        #expect(try totals { _ in } == [[1, -300, -300], [6, -14_579, -4500]])
    }

    @Test("counts of split ones the parts in the category that was asked for")
    func parts() throws {
        #expect(
            try totals { $0.categories = ["dining"] } == [[1, -300, -300], [5, -3980, -3901]])
        #expect(try totals { $0.categories = ["other"] } == [[1, -599, -599]])
    }

    @Test("counts whatever is on other pages")
    func pages() throws {
        let totals = try totals {
            $0.categories = ["dining"]
            $0.limit = 1
            $0.offset = 3
        }
        #expect(totals == [[1, -300, -300], [5, -3980, -3901]])
    }

    @Test("beyond 64 bits is exact, in whole transactions and in parts")
    func wide() throws {
        let parts = [Int64.min + 1, .min + 1, .max, .max].map {
            SplitPart(category: $0 < 0 ? "dining" : "other", minorUnits: $0)
        }
        let books = try Books(
            [AccountSketch("checking")],
            [
                Entry(day(2025, 3, 2), .min, .expense, "dining"),
                Entry(day(2025, 3, 3), .min, .expense, "dining"),
                Entry(day(2025, 3, 4), 0, .expense, parts: parts),
            ])
        func sum(_ categories: [String]) throws -> [Int128] {
            var query = TransactionQuery()
            query.categories = categories
            return try books.vault.totals(of: query).map(\.sum.minorUnits)
        }
        #expect(try sum([]) == [Int128(Int64.min) * 2])
        #expect(try sum(["dining"]) == [Int128(Int64.min) * 4 + 2])
        let spending = try CategorySpending.breakdown(
            books.vault, days: day(2025, 3, 1)..<day(2025, 4, 1))
        #expect(
            spending.map(\.spent.minorUnits)
                == [-(Int128(Int64.min) * 4 + 2), -Int128(Int64.max) * 2])
    }

    @Test("is empty if nothing is found")
    func none() throws {
        #expect(try totals { $0.categories = ["travel"] } == [])
    }

    @Test("is of a category and its days what figures have")
    func figures() throws {
        let march = day(2025, 3, 1)..<day(2025, 4, 1)
        let figures = try CategorySpending.breakdown(books.vault, days: march)
            .filter { $0.category == "dining" }.map(\.spent.minorUnits)
        let totals = try totals {
            $0.categories = ["dining"]
            $0.days = march
        }
        #expect(figures == totals.map { -$0[2] })
    }
}
