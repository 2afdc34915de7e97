import Insights
import Model
import TestSupport
import Testing
import Vault

@Suite("Forecasts")
struct ForecastTests {
    @Test("without plans and spending are the balance", arguments: [0, 1, -98_765, 1 << 70])
    func nothing(balance: Int128) throws {
        var household = ForecastHousehold(on: day(2026, 11, 20))
        household.account(1, balance)
        let account = try #require(household.forecast(through: day(2027, 11, 20)).accounts.first)
        #expect(account.days.count == 366)
        #expect(account.days.allSatisfy { $0.expected == balance })
        #expect(account.days.allSatisfy { $0.range == balance...balance })
    }

    @Test("leave the sum of own accounts alone when money moves between them")
    func transfers() throws {
        var numbers = RandomNumbers(seed: 7)
        for _ in 0..<20 {
            var household = ForecastHousehold(on: day(2026, 11, 20))
            household.account(1, Int128(Int64.random(in: -9999...999_999, using: &numbers)))
            household.account(2, 5000, .savings)
            let number = Int.random(in: 1...31, using: &numbers)
            household.series(
                "Saving", of: 1, [-Int64.random(in: 1...50_000, using: &numbers)],
                on: [8, 9, 10].map { month in
                    CalendarMonth(year: 2026, month: month).firstDay.adding(
                        days: min(number, 30) - 1)
                }, monthlyOn: number, .transfer, to: 2)
            let forecast = household.forecast(through: day(2027, 6, 1))
            let total = try #require(forecast.totals.first)
            #expect(Set(total.days.map(\.expected)).count == 1)
            #expect(total.days.flatMap(\.movements).isEmpty)
            #expect(forecast.accounts.allSatisfy { $0.days.flatMap(\.movements).count >= 6 })
        }
    }

    @Test("count what arrives in another currency, and after what is known there")
    func exchanged() throws {
        var household = ForecastHousehold(on: day(2026, 11, 20))
        household.account(1, 900_000, known: day(2026, 11, 1))
        household.account(
            2, 100_000, currency: Currency(code: "EUR"), known: day(2026, 11, 14))
        household.series(
            "Exchange", of: 1, [-20_000], on: [8, 9, 10].map { day(2026, $0, 10) }, monthlyOn: 10,
            .transfer, to: 2, arriving: 18_500)
        let forecast = household.forecast(through: day(2026, 12, 15))
        let found = forecast.accounts.map { account in
            account.days.flatMap(\.movements).map { [$0.day.description, "\($0.amount)"] }
        }
        #expect(found[0] == [["2026-11-12", "-20000"], ["2026-12-10", "-20000"]])
        #expect(found[1] == [["2026-11-15", "18500"], ["2026-12-10", "18500"]])
    }

    @Test(
        "count what has arrived before its payment is known once",
        arguments: [
            (currency: "USD", came: Int64(20_000), arriving: Int64(20_000), isThere: true),
            ("USD", 19_000, 20_000, false), ("EUR", 18_700, 18_500, true),
            ("EUR", 15_000, 18_500, false),
        ])
    func arrived(currency: String, came: Int64, arriving: Int64, isThere: Bool) throws {
        var household = ForecastHousehold(on: day(2026, 11, 20))
        household.account(1, 900_000, known: day(2026, 11, 1))
        household.account(
            2, 100_000, currency: Currency(code: currency), known: day(2026, 11, 14))
        household.series(
            "Saving", of: 1, [-20_000], on: [8, 9, 10].map { day(2026, $0, 10) }, monthlyOn: 10,
            .transfer, to: 2, arriving: arriving)
        household.move(2, came, on: day(2026, 11, 11))
        let forecast = household.forecast(through: day(2026, 12, 15))
        let found = forecast.accounts.map { $0.days.flatMap(\.movements).map(\.amount) }
        #expect(found[0] == [-20_000, -20_000])
        #expect(found[1] == [Int128](repeating: Int128(arriving), count: isThere ? 1 : 2))
        let late = try #require(forecast.accounts[0].days.flatMap(\.movements).first)
        #expect(late.other == (isThere ? nil : 2))
    }

    @Test("exchange the lowest amount that a bank can send")
    func lowestExchange() {
        var household = ForecastHousehold(on: day(2026, 11, 20))
        household.account(1, 900_000)
        household.account(2, 100_000, currency: Currency(code: "EUR"))
        household.series(
            "Exchange", of: 1, [.min], on: [9, 10, 11].map { day(2026, $0, 10) }, monthlyOn: 10,
            .transfer, to: 2, arriving: 5)
        let forecast = household.forecast(through: day(2026, 12, 15))
        #expect(forecast.accounts[1].days.flatMap(\.movements).map(\.amount) == [5])
    }

    @Test(
        "pay at the end of a short month",
        arguments: [
            (2027, 28), (2028, 29),
        ])
    func monthEnds(year: Int, last: Int) throws {
        var household = ForecastHousehold(on: day(year, 1, 2))
        household.account(1, 100_000)
        household.series(
            "Rent", of: 1, [-1000],
            on: [day(year - 1, 10, 31), day(year - 1, 11, 30), day(year - 1, 12, 31)],
            monthlyOn: 31)
        let account = try #require(household.forecast(through: day(year, 4, 30)).accounts.first)
        #expect(
            account.days.flatMap(\.movements).map(\.day) == [
                day(year, 1, 31), day(year, 2, last), day(year, 3, 31), day(year, 4, 30),
            ])
    }

    @Test("take pending transactions off at once, and a late payment the next day")
    func pendingAndLate() throws {
        var household = ForecastHousehold(on: day(2026, 11, 3))
        household.account(1, 100_000)
        household.series(
            "Gym", of: 1, [-3000], on: [day(2026, 8, 1), day(2026, 9, 1), day(2026, 10, 1)],
            monthlyOn: 1)
        household.move(1, -2500, on: day(2026, 11, 3), isPending: true)
        let forecast = household.forecast(through: day(2026, 11, 4))
        #expect(forecast.expected(of: 1, on: day(2026, 11, 4)) == 94_500)
        let movements = try #require(forecast.accounts.first).days.flatMap(\.movements)
        #expect(movements.map { "\($0.name) \($0.isLate)" } == ["#4 false", "Gym true"])
    }

    @Test(
        "leave out series that are only possible, dismissed or cancelled",
        arguments: [
            (30, nil), (95, SeriesDecision.dismissed), (95, .cancelled),
        ])
    func uncertain(confidence: Int, decision: SeriesDecision?) throws {
        var household = ForecastHousehold(on: day(2026, 11, 20))
        household.account(1, 100_000)
        household.series(
            "Gym", of: 1, [-3000], on: [day(2026, 9, 1), day(2026, 10, 1), day(2026, 11, 1)],
            monthlyOn: 1, confidence: confidence, decision: decision)
        let account = try #require(household.forecast(through: day(2026, 12, 31)).accounts.first)
        #expect(account.days.flatMap(\.movements).isEmpty)
    }

    @Test("spend each day what the middle four weeks did")
    func everyday() throws {
        var household = ForecastHousehold(on: day(2026, 11, 20))
        household.account(1, 100_000)
        for number in stride(from: 0, to: 105, by: 7) {
            household.move(1, -7000, on: household.today.adding(days: -number))
        }
        let forecast = household.forecast(through: day(2026, 12, 18))
        #expect(forecast.expected(of: 1, on: day(2026, 11, 21)) == 99_000)
        #expect(forecast.expected(of: 1, on: day(2026, 12, 18)) == 72_000)
        // Four weeks always had four purchases, one day none or one.
        let days = try #require(forecast.accounts.first).days
        #expect(days.last?.range == 72_000...72_000)
        #expect(days[1].range?.upperBound == 100_000)
    }

    @Test(
        "have one verdict for each account",
        arguments: [
            (AccountType.checking, 100, 0, AccountForecast.Verdict.counted),
            (.checking, 100, 1, .counted),
            (.checking, 100, 2, .stale(since: day(2026, 11, 18))),
            (.checking, 100, 31, .silent(since: day(2026, 10, 20))),
            (.brokerage, 100, 0, .investment), (.asset, 100, 0, .asset),
            (.checking, nil, 0, .noBalance),
        ] as [(AccountType, Int128?, Int, AccountForecast.Verdict)])
    func verdicts(
        type: AccountType, balance: Int128?, age: Int, verdict: AccountForecast.Verdict
    ) throws {
        var household = ForecastHousehold(on: day(2026, 11, 20))
        household.account(1, balance, type, known: household.today.adding(days: -age))
        let account = try #require(household.forecast(through: day(2026, 11, 30)).accounts.first)
        #expect(account.verdict == verdict)
        #expect(account.days.isEmpty == !verdict.isCounted)
    }

    @Test("name the income that comes to other accounts, or to those without a forecast")
    func elsewhere() {
        var household = ForecastHousehold(on: day(2026, 11, 20))
        household.account(1, 100_000)
        household.account(2, 500_000, .savings)
        household.account(3, 900_000, .brokerage)
        for (name, account) in [("Pay", 1), ("Interest", 2), ("Dividend", 3)] {
            household.series(
                name, of: Int64(account), [5000],
                on: [day(2026, 8, 24), day(2026, 9, 24), day(2026, 10, 24)], monthlyOn: 24, .income)
        }
        let forecast = household.forecast(through: day(2026, 12, 20))
        #expect(forecast.heldOut.map(\.name) == ["Dividend"])
        let due = DuePayments.all(forecast, through: day(2026, 12, 20))
        #expect(due.flatMap(\.payments).map(\.movement.name) == ["Pay"])
        #expect(due.flatMap(\.elsewhere).map(\.name) == ["Interest", "Dividend"])
        let week = DuePayments.all(forecast, through: day(2026, 11, 23))
        #expect(week.flatMap(\.elsewhere).isEmpty)
    }

    @Test("never add currencies")
    func currencies() {
        var household = ForecastHousehold(on: day(2026, 11, 20))
        household.account(1, 100)
        household.account(2, 200)
        household.account(3, 300, currency: yen)
        let totals = household.forecast(through: day(2026, 11, 30)).totals
        #expect(totals.map(\.account.currency) == [dollars])
        #expect(totals.first?.days.last?.expected == 300)
    }

    @Test("have no range without four weeks of history", arguments: [(27, false), (28, true)])
    func shortHistory(days: Int, hasRange: Bool) throws {
        var household = ForecastHousehold(on: day(2026, 11, 20))
        household.account(1, 100, days: days)
        let account = try #require(household.forecast(through: day(2026, 11, 30)).accounts.first)
        #expect((account.days.last?.range != nil) == hasRange)
    }

    @Test(
        "count what is planned once where a series pays it",
        arguments: [
            // The same day and amount, another name.
            ("Flat", "1200.00", PlannedItem.Period.monthly, day(2026, 12, 1), [-120_000]),
            // The series' name, another amount.
            ("rent", "900.00", .once, day(2026, 12, 3), [-120_000]),
            // Too far away, too different, and not regular.
            ("Flat", "1200.00", .monthly, day(2026, 12, 8), [-120_000, -120_000]),
            ("Flat", "1000.00", .monthly, day(2026, 12, 1), [-120_000, -100_000]),
            ("Repair", "1200.00", .once, day(2026, 12, 1), [-120_000, -120_000]),
        ])
    func covered(
        name: String, amount: String, period: PlannedItem.Period, start: CalendarDay,
        amounts: [Int128]
    ) throws {
        var household = ForecastHousehold(on: day(2026, 11, 20))
        household.account(1, 500_000)
        household.series(
            "Rent", of: 1, [-120_000], on: [day(2026, 9, 1), day(2026, 10, 1), day(2026, 11, 1)],
            monthlyOn: 1)
        household.planned = [
            PlannedItem(
                name: name, amount: try DecimalAmount(exactly: "-" + amount), period: period,
                start: start)
        ]
        let account = try #require(household.forecast(through: day(2026, 12, 20)).accounts.first)
        #expect(account.days.flatMap(\.movements).map(\.amount).sorted() == amounts.sorted())
    }

    @Test("tell which planned items a series pays, and by what part of a name an account is meant")
    func planNotes() throws {
        var household = ForecastHousehold(on: day(2026, 11, 20))
        household.account(1, 500_000)
        household.series(
            "Rent", of: 1, [-120_000], on: [day(2026, 9, 1), day(2026, 10, 1), day(2026, 11, 1)],
            monthlyOn: 1)
        household.planned = try [
            ("Flat", "-1200.00", nil), ("Parking", "-1200.01", "CHECK"),
            ("Elsewhere", "-1", "cash"),
        ].map { name, amount, account in
            PlannedItem(
                name: name, amount: try DecimalAmount(exactly: amount), period: .monthly,
                start: day(2026, 12, 1), account: account)
        }
        let forecast = household.forecast(through: day(2027, 1, 10))
        #expect(
            forecast.notes.map { "\($0.item.name) \($0.reason)" }
                == ["Flat paid(series: \"Rent\")", "Elsewhere noAccount"])
        #expect(forecast.expected(of: 1, on: day(2026, 12, 1)) == 259_999)
    }

    @Test("say which planned items no account takes")
    func unplaced() throws {
        var household = ForecastHousehold(on: day(2026, 11, 20))
        household.account(1, 500_000, currency: yen)
        household.planned = try [
            ("Half", "0.50", nil), ("Lost", "5", "Elsewhere"), ("Good", "5", "1"),
        ]
        .map { name, amount, account in
            PlannedItem(
                name: name, amount: try DecimalAmount(exactly: amount), period: .once,
                start: day(2026, 11, 25), account: account)
        }
        let forecast = household.forecast(through: day(2026, 12, 20))
        #expect(
            forecast.notes.map { "\($0.item.name) \($0.reason)" }
                == ["Half decimals", "Lost noAccount"])
        #expect(forecast.expected(of: 1, on: day(2026, 11, 25)) == 500_005)
    }
}
