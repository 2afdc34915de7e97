import Insights
import Model
import Testing

@Suite("Kinds of budgets")
struct BudgetKindTests {
    private let entries = [
        Entry(day(2026, 8, 1), -100_00, .expense, "dining"),
        Entry(day(2026, 10, 31), -200_01, .expense, "dining"),
        Entry(day(2026, 10, 15), 3_456_78, .income),
        Entry(day(2026, 11, 9), -50_00, .expense, "dining"),
    ]

    private func target(_ lines: [BudgetLine], of category: String) throws -> Int128 {
        try BudgetBooks(lines, entries, today: day(2026, 11, 20))
            .figure(category, month(2026, 11)).target.minorUnits
    }

    @Test(
        "have the target of their month",
        arguments: [
            (.average(3), 100_00), (.average(1), 200_01),
            // What came before the first transaction is not known.
            (.average(36), 100_00),
            (.share(DecimalAmount(coefficient: 10, decimals: 0)), 345_67),
            (.share(DecimalAmount(coefficient: 125, decimals: 1)), 432_09),
            (.rest(1), 3_456_78), (.series("Nobody"), 0),
        ] as [(BudgetLine.Kind, Int64)])
    func kinds(kind: BudgetLine.Kind, target: Int64) throws {
        #expect(try self.target([BudgetLine("dining", kind)], of: "dining") == Int128(target))
    }

    @Test("what is saved for a month comes in equal parts that make the sum")
    func saving() throws {
        func parts(again: Int?) throws -> [Int128] {
            let by = CalendarMonth(year: 2026, month: 3)
            return try BudgetBooks(
                [
                    BudgetLine(
                        "travel", from: "2026-01", .save(usd(1_000_00), by: by, again: again),
                        carry: .both)
                ], [], today: day(2026, 1, 1)
            ).periods("2025-12", through: "2026-07").map(\.target.minorUnits)
        }
        #expect(try parts(again: nil) == [333_33, 333_33, 333_34, 0, 0, 0, 0])
        #expect(
            try parts(again: 3) == [333_33, 333_33, 333_34, 333_33, 333_33, 333_34, 333_33])
    }

    @Test("what is left of the income is shared by weight after all others, to the cent")
    func rest() throws {
        let lines = [
            BudgetLine("dining", .rest(1)), BudgetLine("groceries", .amount(usd(1_000_00))),
            BudgetLine("travel", .rest(2)),
        ]
        // 2,456.78 in three parts.
        #expect(try target(lines, of: "dining") == 818_92)
        #expect(try target(lines, of: "travel") == 1_637_86)
    }

    @Test("a category within a budget is taken from the income once")
    func nested() throws {
        let lines = [
            BudgetLine("food", .amount(usd(1_000_00))),
            BudgetLine("dining", .amount(usd(300_00))), BudgetLine("travel", .rest(1)),
        ]
        #expect(try target(lines, of: "travel") == 2_456_78)
        let report = try BudgetBooks(lines, entries, today: day(2026, 11, 20))
            .report(month(2026, 11))
        #expect(report.figures.map(\.within) == [nil, "food", nil])
        #expect(report.target.minorUnits == 3_456_78)
    }

    private func gym(on due: Int = 14, today: CalendarDay) throws -> BudgetBooks {
        let facts = SeriesFacts(
            name: "Gym", payee: "Gym", currency: dollars, frequency: .monthly,
            rhythm: Rhythm(.months(1, phase: 0, day: due)), usualAmount: -45_00, isFixed: true,
            confidence: 93, transactionCount: 2, firstDay: day(2026, 9, due),
            lastDay: day(2026, 10, due), newestTransaction: 2, transactionClass: .expense,
            category: "other", isLinkedByRule: false, decision: nil, decidedTransaction: nil)
        let payments = [
            SeriesPayment(transaction: 1, day: day(2026, 9, due), amount: -40_00),
            SeriesPayment(transaction: 2, day: day(2026, 10, due), amount: -45_00),
        ]
        return try BudgetBooks(
            [BudgetLine("other", from: "2026-09", .series("gym"), carry: .both)],
            [
                Entry(day(2026, 9, due), -40_00, .expense),
                Entry(day(2026, 10, due), -45_00, .expense),
            ], today: today,
            series: FoundSeries(
                [facts], payments: ["Gym": payments], besides: [:], ownCharges: [], newest: [:],
                oldestDay: day(2026, 9, 1)))
    }

    @Test("a series is covered at the price that was known when the month began")
    func series() throws {
        let periods = try gym(today: day(2026, 11, 2)).periods("2026-09", through: "2026-11")
        #expect(periods.map(\.target.minorUnits) == [40_00, 40_00, 45_00])
        #expect(periods.map(\.carried.minorUnits) == [0, 0, -5_00])
    }

    @Test("what a series will take is still to come, and more than is left")
    func toCome() throws {
        let november = try gym(today: day(2026, 11, 2)).figure("other", month(2026, 11))
        #expect(november.toCome.minorUnits == 45_00)
        #expect(november.status == .short)
    }

    @Test("a payment of last month that has not come is to come in this one")
    func late() throws {
        let books = try gym(on: 28, today: day(2026, 12, 2))
        #expect(try books.figure("other", month(2026, 12)).toCome.minorUnits == 90_00)
        #expect(try books.figure("other", month(2026, 11)).toCome.minorUnits == 0)
    }

    @Test(
        "spending faster than the days go is told while they go",
        arguments: [
            (day(2026, 11, 10), -115_00, .good), (day(2026, 11, 10), -115_01, .fast),
            (day(2026, 11, 1), -25_00, .good),
            (day(2026, 11, 30), -299_00, .good), (day(2026, 11, 10), -300_01, .over),
        ] as [(CalendarDay, Int64, BudgetFigure.Status)])
    func pace(today: CalendarDay, amount: Int64, status: BudgetFigure.Status) throws {
        let books = try BudgetBooks(
            [BudgetLine("groceries", .amount(usd(300_00)))],
            [Entry(day(2026, 11, 1), amount, .expense, "groceries")], today: today)
        #expect(try books.figure("groceries", month(2026, 11)).status == status)
    }

    @Test("a budget that ended, and one that has not begun, has no target")
    func end() throws {
        let books = try BudgetBooks(
            [
                BudgetLine("dining", from: "2026-09", .amount(usd(90_00))),
                BudgetLine("dining", from: "2026-11", .end),
            ], entries, today: day(2026, 11, 20))
        #expect(
            try books.periods("2026-07", through: "2026-12").map(\.days.lowerBound)
                == [day(2026, 9, 1), day(2026, 10, 1)])
        // What was spent without a target is in no budget.
        let report = try books.report(day(2026, 8, 1)..<day(2026, 12, 1))
        #expect(report.figures.map(\.spent.minorUnits) == [200_01])
        #expect(report.unbudgeted.minorUnits == 50_00)
        // What is older than all budgets is in no sum.
        #expect(report.days.lowerBound == day(2026, 9, 1))
    }

    @Test("a proposal is the average of the whole months, rounded up")
    func proposal() throws {
        let books = try BudgetBooks([], entries, today: day(2026, 11, 20))
        let proposals = BudgetProposal.all(besides: [], books.facts, months: 1, dollars)
        #expect(proposals.map(\.category) == ["food"])
        #expect(proposals.map(\.amount.minorUnits) == [205_00])
        let other = try BudgetBooks(
            [BudgetLine("dining", .amount(usd(90_00)))], entries, today: day(2026, 11, 20))
        #expect(
            BudgetProposal.all(besides: other.budgets, other.facts, months: 3, dollars).isEmpty)
    }

    @Test(
        "nothing is carried over from before the first transaction, except what is saved",
        arguments: [
            (BudgetLine.Kind.amount(usd(100_00)), 60_00),
            (.save(usd(400_00), by: CalendarMonth(year: 2025, month: 4), again: nil), 260_00),
        ] as [(BudgetLine.Kind, Int64)])
    func unknown(kind: BudgetLine.Kind, carried: Int64) throws {
        let books = try BudgetBooks(
            [BudgetLine("travel", from: "2025-01", kind, carry: .both)],
            [Entry(day(2025, 3, 5), -40_00, .expense, "travel")], today: day(2025, 4, 30))
        let figure = try books.figure("travel", month(2025, 4))
        #expect(figure.carried == usd(carried))
    }
}
