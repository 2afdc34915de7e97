import Insights
import Model
import Testing
import Vault

@Suite("Debts, goals and free cash flow of a vault")
struct PlanReadingTests {
    private static let today = day(2026, 7, 10)

    /// Six months of pay, rent, saving, and a loan of 6 % that is charged on the first and paid on
    /// the third.
    private static func books(escrow: Int64 = 0, roundsDown: Bool = false) throws -> Books {
        var entries: [Entry] = []
        var owed: Int64 = 1_000_000
        for month in 1...7 {
            let charge = (owed * 5 + (roundsDown ? 0 : 500)) / 1000
            entries.append(
                Entry(
                    day(2026, month, 1), -charge, .expense, account: "loan", text: "INTEREST"))
            if escrow > 0 {
                entries.append(
                    Entry(
                        day(2026, month, 1), -escrow, .expense, account: "loan", text: "ESCROW"))
            }
            entries.append(
                Entry(
                    day(2026, month, 3), 30_000 + escrow, .transfer, account: "loan",
                    text: "PAYMENT"))
            owed += charge - 30_000
            guard month < 7 else { break }
            entries.append(Entry(day(2026, month, 2), 300_000, .income))
            entries.append(Entry(day(2026, month, 4), -180_000, .expense))
            let sent = entries.count
            entries.append(
                Entry(
                    day(2026, month, 5), -20_000, .transfer, account: "checking",
                    partner: sent + 1))
            entries.append(
                Entry(
                    day(2026, month, 5), 20_000, .transfer, account: "savings", partner: sent))
            entries.append(Entry(day(2026, month, 28), 150, .income, account: "savings"))
        }
        return try Books(
            [
                AccountSketch("checking", balances: [(day(2026, 7, 9), 500_000)]),
                AccountSketch("savings", .savings, balances: [(day(2026, 7, 9), 150_000)]),
                AccountSketch("loan", .loan, balances: [(day(2026, 7, 9), -owed)]),
            ], entries)
    }

    @Test("a loan has the balance, rate and payment that its account shows")
    func loan() throws {
        let books = try Self.books()
        let debts = try Debts([], books.vault, in: dollars, through: Self.today).debts
        let loan = try #require(debts.first)
        #expect(debts.count == 1)
        #expect(loan.name == "loan")
        #expect(loan.rate?.percentText == "6")
        #expect(loan.minimum == 30_000)
        #expect(loan.owed == 822_353)
    }

    @Test("a loan's next interest is known from its method")
    func nextInterest() throws {
        let books = try Self.books()
        #expect(
            try Array(ForecastFacts.loanCharges(books.vault, on: Self.today).values) == [
                ForecastFacts.LoanCharge(day: day(2026, 7, 1), amount: 4_241, next: 4_112)
            ])
    }

    @Test("a debt's interest is rounded as its account's charges are", arguments: [false, true])
    func rounding(isDown: Bool) throws {
        let books = try Self.books(roundsDown: isDown)
        let debt = try #require(
            try Debts([], books.vault, in: dollars, through: Self.today).debts.first)
        #expect(debt.rate?.percentText == "6")
        // 4,111.765 or 4,111.755.
        #expect(debt.nextInterest == (isDown ? 4_111 : 4_112))
        #expect(debt.amortisation()?.payments.first?.interest == debt.nextInterest)
    }

    @Test("what the person writes of a loan takes the place of what it shows")
    func written() throws {
        let books = try Self.books()
        let written = PlannedDebt(
            name: "House", account: "LOAN", rate: DecimalAmount(coefficient: 65, decimals: 1),
            minimum: DecimalAmount(coefficient: 400, decimals: 0))
        let debts = try Debts([written], books.vault, in: dollars, through: Self.today).debts
        #expect(debts.map(\.name) == ["House"])
        #expect(debts.first?.rate?.percentText == "6.5")
        #expect(debts.first?.minimum == 40_000)
        #expect(debts.first?.owed == 822_353)
    }

    @Test("a debt of an unknown account, or with decimals that its currency lacks, is left out")
    func unplaced() throws {
        let books = try Self.books()
        let lost = PlannedDebt(name: "Lost", account: "elsewhere")
        let odd = PlannedDebt(
            name: "Odd", balance: DecimalAmount(coefficient: 15, decimals: 1), currency: "JPY")
        let debts = try Debts([lost, odd], books.vault, in: dollars, through: Self.today)
        #expect(debts.unplaced == [lost, odd])
        #expect(debts.debts.count == 1)
    }

    @Test("free is income less expenses and minimums; a loan's interest is in its minimum")
    func free() throws {
        let books = try Self.books()
        let debts = try Debts([], books.vault, in: dollars, through: Self.today).debts
        let insurance = PlannedItem(
            name: "Insurance", amount: DecimalAmount(coefficient: -600, decimals: 0),
            period: .yearly, start: day(2026, 9, 1))
        let lost = PlannedItem(
            name: "Roof", amount: DecimalAmount(coefficient: -900, decimals: 0),
            period: .yearly, start: day(2026, 9, 1), account: "attic")
        let flow = try #require(
            try FreeCashFlow.all(
                books.vault, on: Self.today, debts, [insurance, lost], in: dollars
            ).first)
        #expect(flow.months.count == 6)
        #expect(flow.charges.minorUnits == 4_685)
        #expect(flow.income.minorUnits == 300_150)
        #expect(flow.expenses.minorUnits == 180_000)
        #expect(flow.planned.minorUnits == -5_000)
        #expect(flow.minimums.minorUnits == 30_000)
        #expect(flow.leftOut == [PlanNote(lost, .noAccount)])
        #expect(flow.free.minorUnits == 85_150)
    }

    @Test(
        "escrow is an expense beside a minimum without it, and else in the minimum",
        arguments: [
            (nil, 185_000, 30_000), (300, 185_000, 30_000), (350, 180_000, 35_000),
        ] as [(Int64?, Int, Int)])
    func escrow(typed: Int64?, expenses: Int, minimums: Int) throws {
        let books = try Self.books(escrow: 5_000)
        let written = typed.map {
            PlannedDebt(
                name: "House", account: "loan",
                minimum: DecimalAmount(coefficient: $0, decimals: 0))
        }
        let debts = try Debts(
            [written].compactMap(\.self), books.vault, in: dollars, through: Self.today
        ).debts
        let flow = try #require(
            try FreeCashFlow.all(books.vault, on: Self.today, debts, [], in: dollars).first)
        #expect(flow.expenses.minorUnits == Int128(expenses))
        #expect(flow.minimums.minorUnits == Int128(minimums))
        #expect(flow.free.minorUnits == 85_150)
    }

    @Test("a goal's pace is what transfers bring, without interest")
    func pace() throws {
        let books = try Self.books()
        let roof = PlannedGoal(
            name: "Roof", amount: DecimalAmount(coefficient: 2_000, decimals: 0),
            deadline: CalendarMonth(year: 2026, month: 12), account: "savings")
        let sofa = PlannedGoal(
            name: "Sofa", amount: DecimalAmount(coefficient: 400, decimals: 0), priority: 3,
            account: "savings")
        let goals = try Goals(
            [sofa, roof], books.vault, free: [], in: dollars, on: Self.today, through: Self.today
        ).goals
        #expect(goals.map(\.goal.name) == ["Roof", "Sofa"])
        #expect(goals.map(\.saved.minorUnits) == [150_000, 0])
        #expect(goals.map(\.pace?.minorUnits) == [20_000, 20_000])
        // 500.00 are three months of 200.00, 900.00 five.
        #expect(
            goals.map(\.date)
                == [
                    CalendarMonth(year: 2026, month: 10), CalendarMonth(year: 2026, month: 12),
                ])
        #expect(goals.map(\.verdict) == [.onTime, .onTheWay])
    }
}
