import Insights
import Model
import TestSupport
import Testing
import Vault

@Suite("Figures of split transactions")
struct SplitFigureTests {
    private let march = CalendarMonth(year: 2025, month: 3)

    private func spending(_ books: Books) throws -> [String: Int128] {
        try CategorySpending.breakdown(
            books.vault, days: march.firstDay..<march.next.firstDay
        ).reduce(into: [:]) { $0[$1.category, default: 0] += $1.spent.minorUnits }
    }

    @Test("spending counts each part in its own category")
    func spending() throws {
        let books = try Books(
            [AccountSketch("checking")],
            [
                Entry(
                    day(2025, 3, 1), -10_000, .expense, "shopping",
                    parts: [
                        SplitPart(category: "groceries", minorUnits: -6000),
                        SplitPart(category: "shopping", minorUnits: -3000),
                        SplitPart(category: "groceries", minorUnits: -1000),
                    ]),
                Entry(day(2025, 3, 2), -500, .expense, "groceries"),
            ])
        #expect(try spending(books) == ["groceries": 7500, "shopping": 3000])
    }

    @Test(
        "parts of what counts in no figure count in none",
        arguments: [
            Entry(day(2025, 3, 3), -100, .transfer, parts: Self.halves),
            Entry(day(2025, 3, 3), -100, .ignore, parts: Self.halves),
            Entry(day(2025, 3, 3), -100, .expense, isPending: true, parts: Self.halves),
            Entry(day(2025, 3, 3), -100, .expense, isExcluded: true, parts: Self.halves),
        ])
    func leftOut(entry: Entry) throws {
        let books = try Books([AccountSketch("checking")], [entry])
        #expect(try spending(books).isEmpty)
    }

    @Test("totals and net worth are the same, split or not", arguments: 1...6)
    func totals(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let whole = (0..<60).map { _ in
            Entry(
                day(2025, Int.random(in: 1...3, using: &random), 5),
                Int64.random(in: -9000...9000, using: &random),
                TransactionClass.allCases.randomElement(using: &random), "other")
        }
        let divided = whole.map { entry in
            let first = Int64(Double(entry.amount) * Double.random(in: 0...1, using: &random))
            return Entry(
                entry.day, entry.amount, entry.transactionClass, "other",
                parts: [
                    SplitPart(category: "dining", minorUnits: first),
                    SplitPart(category: "groceries", minorUnits: entry.amount - first),
                ])
        }
        let today = day(2025, 3, 31)
        let accounts = [AccountSketch("checking", balances: [(today, 100_000)])]
        let (plain, split) = try (Books(accounts, whole), Books(accounts, divided))
        func months(_ books: Books) throws -> [MonthlyIncome] {
            try MonthlyIncome.months(
                books.vault, from: march.adding(months: -2), through: march)
        }
        #expect(try months(plain) == months(split))
        #expect(
            try spending(plain).values.reduce(0, +) == spending(split).values.reduce(0, +))
        #expect(try spending(plain).keys.sorted() == ["other"])
        #expect(try spending(split).keys.sorted() == ["dining", "groceries"])
        func worth(_ books: Books) throws -> [Int128] {
            try NetWorthHistory(books.vault, today: today, months: 3).series
                .flatMap(\.points).map(\.net.minorUnits)
        }
        #expect(try worth(plain) == worth(split))
    }

    private static let halves = [
        SplitPart(category: "dining", minorUnits: -50),
        SplitPart(category: "other", minorUnits: -50),
    ]
}
