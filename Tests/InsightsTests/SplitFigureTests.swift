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

    @Test("a part counts as its class says, and what is lent in no figure but the loan")
    func partClasses() throws {
        let books = try Books(
            [AccountSketch("checking")],
            [
                Entry(
                    day(2025, 3, 1), -9_000, .expense, "dining",
                    parts: [
                        SplitPart(
                            category: "other", minorUnits: -3_000, class: .transfer, loan: "Bob"),
                        SplitPart(category: "dining", isKept: true, minorUnits: -4_000),
                        SplitPart(category: "gifts", minorUnits: -500, isExcluded: true),
                        SplitPart(category: "gifts", minorUnits: -1_500),
                    ]),
                Entry(
                    day(2025, 3, 9), 1_000, .income,
                    parts: [
                        SplitPart(
                            category: "other", minorUnits: 400, class: .transfer, loan: "bob"),
                        SplitPart(category: "other", isKept: true, minorUnits: 600),
                    ]),
            ])
        #expect(try spending(books) == ["dining": 4_000, "gifts": 1_500])
        let month = try #require(
            try MonthlyIncome.months(books.vault, from: march, through: march).first)
        #expect(month.income.minorUnits == 600)
        #expect(month.expenses.minorUnits == 5_500)
        let loan = try #require(try Loan.all(books.vault).first)
        #expect(loan.steps.map(\.amount.minorUnits) == [-3_000, 400])
        #expect(loan.steps.map(\.owed.minorUnits) == [3_000, 2_600])
        let total = try #require(try books.vault.totals(of: TransactionQuery()).first)
        #expect([total.count, total.countedCount] == [2, 2])
        #expect([total.sum.minorUnits, total.counted.minorUnits] == [-8_000, -4_900])
        let payees = try PayeeSpending.payees(
            books.vault, days: march.firstDay..<march.next.firstDay, in: ["dining", "gifts"])
        #expect(payees.map(\.spent.minorUnits).reduce(0, +) == 5_500)
    }

    @Test("each cent is in one place: counted, lent, excluded or left out", arguments: 1...6)
    func places(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let entries = (0..<80).map { _ in
            let amount = Int64.random(in: -9_000...9_000, using: &random)
            let kind = TransactionClass.allCases.randomElement(using: &random) ?? .expense
            let first = amount / Int64.random(in: 2...5, using: &random)
            func part(_ minorUnits: Int64) -> SplitPart {
                let isLoan = Bool.random(using: &random)
                return SplitPart(
                    category: "other", isKept: !isLoan, minorUnits: minorUnits,
                    class: isLoan ? .transfer : nil, loan: isLoan ? "Bob" : nil,
                    isExcluded: Int.random(in: 0..<4, using: &random) == 0)
            }
            return Entry(
                day(2025, 3, Int.random(in: 1...28, using: &random)), amount, kind,
                parts: Bool.random(using: &random) ? [part(first), part(amount - first)] : [])
        }
        let books = try Books([AccountSketch("checking")], entries)
        let all = entries.reduce(Int128(0)) { $0 + Int128($1.amount) }
        for record in try books.vault.transactions(TransactionQuery()) {
            #expect(
                record.countedParts.reduce(0) { $0 + $1.minorUnits } == record.amount.minorUnits)
        }
        func sum(_ amounts: some Sequence<Money>) -> Int128 {
            amounts.reduce(0) { $0 + $1.minorUnits }
        }
        for kind in TransactionSums.Kind.allCases {
            let sums = try TransactionSums(books.vault, TransactionQuery(), by: kind)
            #expect(sum(sums.totals.map(\.sum)) + sum(sums.leftOut.map(\.sum)) == all)
            #expect(sum(sums.totals.map(\.sum)) == sum(sums.groups.map(\.sum)))
        }
        let month = try #require(
            try MonthlyIncome.months(books.vault, from: march, through: march).first)
        let total = try #require(try books.vault.totals(of: TransactionQuery()).first)
        #expect(total.sum.minorUnits == all)
        #expect(total.counted.minorUnits == month.income.minorUnits - month.expenses.minorUnits)
        let lent = entries.flatMap(\.parts).filter { $0.loan != nil }
            .reduce(Int128(0)) { $0 - Int128($1.minorUnits) }
        #expect(try Loan.all(books.vault).map(\.owed.minorUnits) == [lent])
    }

    @Test("a guess of the whole is one of the part that keeps it, and of no other")
    func guess() throws {
        var entry = Entry(
            day(2025, 3, 1), -9_000, .expense, "dining",
            parts: [
                SplitPart(category: "dining", isKept: true, minorUnits: -4_000),
                SplitPart(category: "gifts", minorUnits: -5_000),
            ])
        entry.categoryReason = Reason(by: "guess", rule: nil, kind: .guess, chance: 70)
        let books = try Books([AccountSketch("checking")], [entry])
        let figures = try books.vault.dailyFigures(march.firstDay..<march.next.firstDay)
        #expect(
            figures.map { [$0.category, "\($0.guessed.minorUnits)"] }
                == [["dining", "-4000"], ["gifts", "0"]])
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
