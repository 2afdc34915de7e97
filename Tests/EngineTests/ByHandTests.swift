import Engine
import Insights
import Model
import SimpleFIN
import Testing
import Vault

@Suite("Accounts kept by hand")
struct ByHandTests {
    private let demo: DemoVault
    private var engine: Engine { demo.engine() }

    /// Checking with a cash machine in October and November, and the payments of a car.
    init() throws {
        demo = try DemoVault()
        let rows: [(CalendarDay, String, String)] = [
            (day(2026, 10, 5), "-60.00", "ATM WITHDRAWAL 004512 MAIN ST"),
            (day(2026, 11, 5), "-80.00", "ATM WITHDRAWAL 004512 MAIN ST"),
            (day(2026, 11, 6), "-389.50", "TIDE AUTO FINANCE PMT 1154"),
            (day(2026, 11, 7), "-12.25", "KELP COFFEE 12"),
        ]
        let transactions = rows.enumerated().map { number, row in
            """
            {"id": "\(number)", "posted": \(row.0.noon), "amount": "\(row.1)",
             "description": "\(row.2)"}
            """
        }.joined(separator: ",")
        let answer = """
            {"errors": [], "accounts": [
                {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
                 "id": "A", "name": "Checking (4471)", "currency": "USD", "balance": "900.00",
                 "balance-date": \(day(2026, 11, 19).noon), "transactions": [\(transactions)]}]}
            """
        _ = try engine.importAnswer(Answer(body: Array(answer.utf8)))
        _ = try engine.classify(dryRun: false)
    }

    private let dollars = Currency(code: "USD")

    private func add(
        _ name: String, _ type: AccountType, _ units: Int64, on first: CalendarDay,
        follows: [String] = []
    ) throws -> Int64 {
        try engine.addAccount(
            HandAccount(name: name, type: type, currency: dollars, follows: follows),
            worth: HandValue(day: first, minorUnits: units)
        ).account
    }

    private func balance(_ account: Int64) throws -> Int128? {
        try demo.vault.accounts().first { $0.id == account }?.balance?.minorUnits
    }

    private func spent(_ month: CalendarMonth) throws -> Int128 {
        try MonthlyIncome.months(demo.vault, days: month.firstDay..<month.next.firstDay)
            .reduce(0) { $0 + $1.expenses.minorUnits }
    }

    private let october = CalendarMonth(year: 2026, month: 10)
    private let november = CalendarMonth(year: 2026, month: 11)

    @Test("take cash from a machine since their first value, and it is spent once")
    func cash() throws {
        let cash = try add("Cash", .cash, 2000, on: day(2026, 11, 1))
        #expect(try balance(cash) == 10_000)
        #expect(try spent(october) == 6000)
        #expect(try spent(november) == 40_175)
        let account = try engine.account(meantBy: "Cash")
        _ = try engine.addTransaction(
            HandTransaction(
                day: day(2026, 11, 8), amount: -450, payee: "Kelp Coffee",
                correction: Correction()), to: account)
        #expect(try balance(cash) == 9550)
        #expect(try spent(november) == 40_625)
    }

    @Test("fall as a loan when the payment is seen, which is a transfer")
    func loan() throws {
        let loan = try add(
            "Car loan", .loan, -1_150_000, on: day(2026, 11, 1), follows: ["tide auto"])
        #expect(try balance(loan) == -1_111_050)
        #expect(try spent(november) == 9225)
        let payment = try demo.vault.transactions(TransactionQuery()).filter { $0.account == loan }
        #expect(payment.map(\.verdict?.transactionClass.value) == [.transfer])
        _ = try engine.follow([], by: try engine.account(meantBy: "Car loan"))
        #expect(try balance(loan) == -1_150_000)
        #expect(try spent(november) == 48_175)
    }

    @Test("leave figures as they were after undo, and bring them again with redo")
    func undone() throws {
        let before = try spent(november)
        let cash = try add("Cash", .cash, 2000, on: day(2026, 11, 1))
        _ = try engine.undo()
        #expect(try spent(november) == before)
        #expect(try balance(cash) == nil)
        _ = try engine.redo()
        #expect(try balance(cash) == 10_000)
        #expect(try engine.classify(dryRun: false, isWhole: true).differing.isEmpty)
    }

    @Test("let a withdrawal be spending again when it is taken apart, or when they are hidden")
    func unlinked() throws {
        let cash = try add("Cash", .cash, 2000, on: day(2026, 11, 1))
        let withdrawal = try #require(
            try demo.vault.transactions(TransactionQuery()).first {
                $0.account != cash && $0.amount.minorUnits == -8000
            })
        _ = try engine.unlinkTransfer(withdrawal.id, nil)
        #expect(try balance(cash) == 2000)
        #expect(try spent(november) == 48_175)
        _ = try engine.undo()
        #expect(try balance(cash) == 10_000)
        _ = try engine.decideVisibility(.hidden, accounts: [cash])
        #expect(try spent(november) == 48_175)
        _ = try engine.decideVisibility(.counted, accounts: [cash])
        #expect(try balance(cash) == 10_000)
        #expect(try spent(november) == 40_175)
    }

    @Test("follow one text in the first account that has begun by then")
    func sharedText() throws {
        let old = try add("Old loan", .loan, -500_000, on: day(2026, 11, 1), follows: ["TIDE AUTO"])
        _ = try add("New loan", .loan, -900_000, on: day(2026, 11, 19), follows: ["TIDE AUTO"])
        #expect(try balance(old) == -461_050)
    }

    @Test("say nothing of a removed transaction's correction, which comes back with it")
    func removed() throws {
        _ = try add("Cash", .cash, 2000, on: day(2026, 11, 10))
        let (number, _) = try engine.addTransaction(
            HandTransaction(
                day: today, amount: -450, payee: "Kelp Coffee",
                correction: Correction(category: "shopping")),
            to: try engine.account(meantBy: "Cash"))
        #expect(try engine.removeTransaction(number).decisionProblems.isEmpty)
        _ = try engine.undo()
        let verdict = try demo.vault.transaction(number)?.verdict
        #expect(verdict?.category.value == "shopping")
    }

    @Test("count in net worth from their first value on, as the view of it says, too")
    func netWorth() throws {
        let house = try add("House", .asset, 42_000_000, on: day(2026, 11, 10))
        _ = try engine.setValue(
            HandValue(day: day(2026, 11, 15), minorUnits: 43_000_000),
            of: try engine.account(meantBy: "House"))
        let days = day(2026, 11, 9)...day(2026, 11, 16)
        let series = try #require(try NetWorthHistory(demo.vault, on: days).series.first)
        let worth = series.points.map { point in
            point.balances.first { $0.account == house }?.balance.minorUnits
        }
        #expect(
            worth == [nil] + Array(repeating: 42_000_000, count: 5) + [43_000_000, 43_000_000])
        var viewed: [[QueryValue]] = []
        try VaultQuery(
            "SELECT day, minor_units FROM v_balances WHERE account_id = \(house) ORDER BY day",
            of: demo.vault, seconds: 60
        ).forEachRow { viewed.append($0) }
        #expect(viewed.first == [.text("2026-11-10"), .integer(42_000_000)])
    }

    @Test("are never old")
    func age() throws {
        _ = try add("House", .asset, 42_000_000, on: day(2025, 1, 1))
        let old = OldBalances(among: try demo.vault.accounts(), on: today.adding(days: 9))
        #expect(old?.accounts.map(\.name) == ["Checking (4471)"])
    }

    @Test("refuse days to come, names that are taken, and accounts of banks")
    func refusals() throws {
        let checking = try engine.account(meantBy: "Checking")
        let tomorrow = today.adding(days: 1)
        #expect(throws: HandError.notYet(tomorrow)) {
            try add("House", .asset, 1, on: tomorrow)
        }
        #expect(throws: HandError.nameTaken(checking.name)) {
            try add(checking.name, .asset, 1, on: today)
        }
        #expect(throws: HandError.notByHand(checking.name)) {
            try engine.setValue(HandValue(day: today, minorUnits: 1), of: checking)
        }
        #expect(throws: HandError.notByHand(checking.name)) {
            try engine.addTransaction(
                HandTransaction(
                    day: today, amount: -1, payee: "Shop", correction: Correction()),
                to: checking)
        }
        #expect(try demo.vault.accounts().count == 1)
    }

    @Test("begin after the day of their first value, which contains that day")
    func firstDay() throws {
        let cash = try add("Cash", .cash, 2000, on: day(2026, 11, 5))
        #expect(try balance(cash) == 2000)
        #expect(try spent(november) == 48_175)
    }

    @Test("refuse a bank's account, whose balance would be lost")
    func banks() throws {
        _ = try add("Old", .checking, 5000, on: day(2026, 10, 1))
        let (bank, hand) = (
            try engine.account(meantBy: "Checking"), try engine.account(meantBy: "Old")
        )
        #expect(throws: MergeError.intoFile(bank.id, hand.id)) {
            try engine.merge(bank, into: hand)
        }
    }

    @Test("refuse what is before their first value, and merges of those that follow")
    func more() throws {
        _ = try add("Cash", .cash, 2000, on: day(2026, 11, 1))
        let cash = try engine.account(meantBy: "Cash")
        #expect(throws: HandError.beforeFirstValue("Cash", day(2026, 11, 1))) {
            try engine.addTransaction(
                HandTransaction(
                    day: day(2026, 10, 31), amount: -1, payee: "Shop", correction: Correction()),
                to: cash)
        }
        #expect(throws: MergeError.follows("Cash")) {
            try engine.merge(cash, into: try engine.account(meantBy: "Checking"))
        }
    }

    @Test("go on under the bank's account that they are merged into")
    func merged() throws {
        let old = try add("Old", .checking, 5000, on: day(2026, 10, 1))
        let checking = try engine.account(meantBy: "Checking")
        _ = try engine.merge(try engine.account(meantBy: "Old"), into: checking)
        #expect(try demo.vault.accounts().map(\.id) == [checking.id])
        #expect(
            try demo.vault.dailyBalances().contains {
                $0.account == checking.id && $0.day == day(2026, 10, 1)
            })
        _ = try engine.undo()
        #expect(try balance(old) == 5000)
    }
}
