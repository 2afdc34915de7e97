import Insights
import Model
import Testing

@Suite("The examples of docs/planning.md")
struct ForecastScenarioTests {
    private static let scenarios: [(String, accounts: [Int64], @Sendable () -> ForecastHousehold)] =
        [
            ("pay, rent and a card", [1, 2, 0], { payRentAndCard() }),
            (
                "nothing planned", [1],
                {
                    var household = ForecastHousehold(on: day(2026, 11, 20))
                    household.account(1, 123_456)
                    return household
                }
            ),
            ("a fall below zero", [1], fallBelowZero),
        ]

    @Test("come out to the cent", arguments: scenarios)
    func sums(
        _ scenario: (String, accounts: [Int64], @Sendable () -> ForecastHousehold)
    ) throws {
        let rows = try PlanningPage.table(scenario.0)
        #expect(rows.count >= 3)
        let days = try rows.map { try #require(CalendarDay($0[0])) }
        let forecast = scenario.2().forecast(through: try #require(days.last))
        for (row, day) in zip(rows, days) {
            let found = scenario.accounts.map { account in
                forecast.expected(of: account, on: day).map {
                    Money(sum: $0, currency: dollars).groupedText
                }
            }
            #expect(found == Array(row.dropFirst()), "\(day)")
        }
    }

    @Test("a card's payment is the statement, not the purchases since")
    func statements() throws {
        let forecast = payRentAndCard().forecast(through: day(2026, 12, 31))
        let statements = try #require(forecast.accounts.first).days.flatMap(\.movements)
            .filter { $0.name == "Card payment" }
        #expect(statements.map(\.amount) == [-31_000, -30_000])
        #expect(
            statements.map(\.source) == [
                .statement(series: "Card payment", closing: day(2026, 11, 5), isForecast: false),
                .statement(series: "Card payment", closing: day(2026, 12, 5), isForecast: true),
            ])
    }

    @Test(
        "a card's bill has what its statement has, and is none if that has nothing",
        arguments: [
            (0, ["2026-11-25 -310.00", "2026-12-25 -300.00"]),
            (31_000, ["2026-12-25 -300.00"]),
        ] as [(Int64, [String])])
    func cardBills(paidEarly: Int64, bills: [String]) throws {
        let household = payRentAndCard(paidEarly: paidEarly)
        let usual = RecurringPayments(
            household.found, reminders: [:], today: household.today, selection: .current
        ).upcoming(within: 40)
        let expected = household.forecast(through: household.today.adding(days: 62))
            .expected(usual)
        #expect(
            expected.filter { $0.bill.series.name == "Card payment" }
                .map { "\($0.day) \($0.amount.groupedText)" } == bills)
        #expect(
            expected.filter { $0.bill.series.name == "Rent" }.map(\.amount.minorUnits)
                == [-120_000])
    }

    @Test(
        "a loan's next interest is that of its method, where that gives the newest",
        arguments: [(580, -570), (581, -580)] as [(Int128, Int128)])
    func loanInterest(newest: Int128, expected: Int128) throws {
        var household = ForecastHousehold(on: day(2026, 11, 20))
        household.account(1, -100_000, .loan)
        household.series(
            "Interest", of: 1, [-600, -590, -580],
            on: [day(2026, 9, 5), day(2026, 10, 5), day(2026, 11, 5)], monthlyOn: 5)
        household.loanCharges[1] = ForecastFacts.LoanCharge(
            day: day(2026, 11, 5), amount: newest, next: 570)
        let charges = try #require(household.forecast(through: day(2027, 1, 10)).accounts.first)
            .days.flatMap(\.movements).map(\.amount)
        #expect(charges == [expected, expected])
    }

    @Test("the lowest day is the one before the pay")
    func lowest() throws {
        let account = try #require(
            fallBelowZero().forecast(through: day(2026, 3, 31)).accounts.first)
        #expect(account.lowest?.day == day(2026, 3, 3))
        #expect(account.lowest?.expected == -33_000)
        #expect(account.firstDay(below: 0)?.day == day(2026, 2, 28))
    }

    @Test("safe to spend is the lowest point before the pay")
    func safeToSpend() throws {
        let today = day(2026, 11, 20)
        let safe = try #require(
            SafeToSpend.all(payRentAndCard().forecast(through: today.adding(days: 62))).first)
        #expect(safe.untilPay?.amount.minorUnits == 169_000)
        #expect(safe.untilPay?.until == day(2026, 11, 28))
        #expect(safe.untilPay?.aDay?.minorUnits == 21_125)
        #expect(safe.safe.until == safe.untilPay?.until)
        #expect(safe.accounts.map(\.verdict) == [.counted, .card])
    }

    @Test("what a payment behind the pay needs is not safe in the next 31 days")
    func behindThePay() throws {
        var household = ForecastHousehold(on: day(2026, 11, 20))
        household.account(1, 200_000)
        household.series(
            "Pay", of: 1, [100_000], on: [day(2026, 8, 21), day(2026, 9, 21), day(2026, 10, 21)],
            monthlyOn: 21, .income)
        household.series(
            "Rent", of: 1, [-250_000], on: [day(2026, 9, 1), day(2026, 10, 1), day(2026, 11, 1)],
            monthlyOn: 1)
        let safe = try #require(
            SafeToSpend.all(household.forecast(through: day(2027, 1, 21))).first)
        #expect(safe.untilPay?.amount.minorUnits == 200_000)
        #expect(safe.inMonth.amount.minorUnits == 50_000)
        #expect(safe.inMonth.lowest == day(2026, 12, 1))
        #expect(safe.safe.amount.minorUnits == 50_000)
        #expect(safe.safe.until == day(2026, 12, 2))
        #expect(safe.safe.movements.reduce(0) { $0 + $1.amount } == -150_000)
    }

    @Test("what should have come since the balance is told, and its lines add up")
    func oldBalance() throws {
        var household = ForecastHousehold(on: day(2026, 11, 22))
        household.account(1, 200_000, known: day(2026, 11, 20))
        household.series(
            "Pay", of: 1, [300_000], on: [day(2026, 8, 24), day(2026, 9, 24), day(2026, 10, 24)],
            monthlyOn: 24, .income)
        household.series(
            "Rent", of: 1, [-220_000], on: [day(2026, 8, 21), day(2026, 9, 21), day(2026, 10, 21)],
            monthlyOn: 21)
        let safe = try #require(
            SafeToSpend.all(household.forecast(through: day(2027, 1, 23))).first)
        #expect(safe.balance.minorUnits == 200_000)
        #expect(safe.balanceDay == day(2026, 11, 20))
        #expect(safe.untilMonthEnd.amount.minorUnits == -20_000)
        for left in [safe.untilPay, safe.untilMonthEnd, safe.inMonth].compactMap(\.self) {
            let moved = left.movements.reduce(0) { $0 + $1.amount }
            #expect(left.amount.minorUnits == safe.balance.minorUnits + moved)
        }
    }

    @Test("what is late meets today, so that no figure is of a day that is over")
    func late() throws {
        var household = ForecastHousehold(on: day(2026, 11, 23))
        household.account(1, 200_000, known: day(2026, 11, 20))
        household.series(
            "Rent", of: 1, [-220_000], on: [day(2026, 8, 21), day(2026, 9, 21), day(2026, 10, 21)],
            monthlyOn: 21)
        household.series(
            "Pay", of: 1, [100_000], on: [day(2026, 8, 22), day(2026, 9, 22), day(2026, 10, 22)],
            monthlyOn: 22, .income)
        let safe = try #require(
            SafeToSpend.all(household.forecast(through: day(2027, 1, 24))).first)
        #expect(safe.untilMonthEnd.amount.minorUnits == 80_000)
        #expect(safe.untilMonthEnd.lowest == day(2026, 11, 23))
        #expect(safe.untilMonthEnd.movements.map(\.amount) == [-220_000, 100_000])
    }

    @Test("the largest payments behind the figure are named in their order")
    func after() throws {
        var household = ForecastHousehold(on: day(2026, 11, 20))
        household.account(1, 900_000)
        household.series(
            "Pay", of: 1, [200_000], on: [day(2026, 8, 24), day(2026, 9, 24), day(2026, 10, 24)],
            monthlyOn: 24, .income)
        let payments: [(String, Int64, Int)] = [
            ("Car", -50_000, 25), ("Rent", -90_000, 28), ("Net", -100, 26),
        ]
        for (name, amount, number) in payments {
            household.series(
                name, of: 1, [amount],
                on: [day(2026, 8, number), day(2026, 9, number), day(2026, 10, number)],
                monthlyOn: number)
        }
        let safe = try #require(
            SafeToSpend.all(household.forecast(through: day(2027, 1, 21))).first)
        #expect(safe.safe.until == day(2026, 11, 24))
        #expect(safe.after.map(\.name) == ["Car", "Net", "Rent"])
    }

    @Test("money that doesn't last is short on its lowest day")
    func short() throws {
        let safe = try #require(
            SafeToSpend.all(fallBelowZero().forecast(through: day(2026, 4, 23))).first)
        let left = try #require(safe.untilPay)
        #expect(left.amount.minorUnits == -33_000)
        #expect(left.lowest == day(2026, 3, 3))
        #expect(left.aDay == nil)
    }
}
