import Engine
import Insights
import Model
import Testing
import Vault

@Suite("Recurring payments as of an earlier day")
struct RecurringAsOfTests {
    private let vault: EventVault

    /// Eight payments of one price from May to December, and two of another.
    init() throws {
        vault = try EventVault(on: day(2027, 2, 20))
        try vault.receive([line("first", -100, on: day(2025, 1, 2), "BLUE DOOR CAFE")])
        try vault.receive(
            (5...14).map { month in
                line(
                    "\(month)", month <= 12 ? -1549 : -1799,
                    on: CalendarMonth(year: 2026, month: month).firstDay.adding(days: 4),
                    "NETFLIX.COM")
            })
    }

    private func payments(
        on today: CalendarDay, through lastDay: CalendarDay?
    ) throws -> [RecurringPayment] {
        vault.today = today
        return try vault.engine.recurringPayments(through: lastDay, selection: .current).payments
    }

    @Test("are found among what was posted until then, and tell nothing of later")
    func asOf() throws {
        let november = day(2026, 11, 20)
        let payment = try #require(try payments(on: november, through: november).first)
        #expect(payment.series.usualAmount == -1549)
        #expect(payment.series.lastDay == day(2026, 11, 5))
        #expect(payment.dueDay == day(2026, 12, 5))
        #expect(payment.payments.count == 7)
        #expect(payment.events.map(\.kind) == [.new])
        #expect(payment.isBill)
    }

    @Test(
        "that are left out of figures came all the same", arguments: [nil, day(2027, 2, 20)],
        [Correction(class: .ignore), Correction(excluded: true)])
    func leftOut(lastDay: CalendarDay?, correction: Correction) throws {
        let newest = try #require(try vault.vault.everything().map(\.id).max())
        try vault.vault.correct([newest: correction], summary: "set")
        try vault.classify()
        // Something later, so that an earlier day is counted anew.
        try vault.receive([line("last", -100, on: day(2027, 2, 21), "BLUE DOOR CAFE")])
        let today = day(2027, 2, 20)
        let payment = try #require(try payments(on: today, through: lastDay).first)
        #expect(payment.series.lastDay == day(2027, 1, 5))
        #expect(payment.dueDay == day(2027, 3, 5))
        #expect(!payment.events.map(\.kind).contains(.missed))
    }

    @Test(
        "came where the bank named no payee, as their text says",
        arguments: [nil, day(2027, 2, 20)], [(7, ""), (14, ""), (7, "Northbrook")])
    func otherPayee(lastDay: CalendarDay?, one: (month: Int, payee: String)) throws {
        let vault = try EventVault(on: day(2027, 2, 20))
        try vault.receive([line("first", -100, on: day(2025, 1, 2), "BLUE DOOR CAFE")])
        try vault.receive(
            (1...14).map { month in
                line(
                    "\(month)", 120_000,
                    on: CalendarMonth(year: 2026, month: month).firstDay.adding(days: 4),
                    "ELECTRONIC FUNDS TRANSFER RECEIVED",
                    payee: month == one.month ? one.payee : "Harborline")
            } + [line("last", -100, on: day(2027, 2, 21), "BLUE DOOR CAFE")])
        let payment = try #require(
            try vault.engine.recurringPayments(through: lastDay, selection: .current)
                .payments.first)
        try #require(payment.payments.count == 13)
        // Somebody else's payment has the same text, as all have at some banks.
        #expect(payment.events.map(\.kind).contains(.missed) == !one.payee.isEmpty)
        #expect(payment.dueDay == day(2027, 3, 5))
    }

    @Test("keep their lens when the person sets another for the newest alone")
    func ownLens() throws {
        let today = day(2027, 2, 20)
        let before = try #require(try payments(on: today, through: nil).first?.lens)
        let other = try #require(Lens.allCases.first { $0 != before })
        let newest = try #require(try vault.vault.everything().map(\.id).max())
        try vault.vault.correct([newest: Correction(lens: other)], summary: "set")
        try vault.classify()
        #expect(try vault.vault.transaction(newest)?.verdict?.lens?.value == other)
        #expect(try payments(on: today, through: nil).first?.lens == before)
    }

    @Test(
        "of accounts that do not count are in no total and not due",
        arguments: [nil, day(2027, 2, 20)] as [CalendarDay?],
        [(.trackingOnly, 1), (.hidden, 0)] as [(AccountVisibility, Int)])
    func uncounted(lastDay: CalendarDay?, expected: (visibility: AccountVisibility, shown: Int))
        throws
    {
        try vault.receive([line("later", -100, on: day(2027, 2, 21), "BLUE DOOR CAFE")])
        let account = try #require(try vault.vault.accounts().first)
        func recurring(_ selection: RecurringPayments.Selection) throws -> RecurringPayments {
            try vault.engine.recurringPayments(through: lastDay, selection: selection)
        }
        #expect(try recurring(.current).upcoming(within: 31).count == 1)
        #expect(try recurring(.current).totals.map(\.monthly.minorUnits) == [-1799])
        try vault.vault.decideVisibility(expected.visibility, account: account.id)
        #expect(try recurring(.current).payments.count == expected.shown)
        #expect(try recurring(.current).totals.isEmpty)
        #expect(try recurring(.current).upcoming(within: 31).isEmpty)
        #expect(try recurring(.all).payments.map(\.visibility) == [expected.visibility])
    }

    @Test("are due as the newest payments alone tell, on each day")
    func upcoming() throws {
        let household = try EventVault(on: day(2026, 12, 31))
        let prices: [(name: String, every: Int, amount: Int64)] = [
            ("NETFLIX.COM", 30, -1549), ("PLANET FITNESS", 7, -1000), ("GEICO", 365, -48_000),
        ]
        try household.receive(
            prices.flatMap { price in
                stride(from: 0, to: 1400, by: price.every).map { days in
                    // The gym charges something else beside it now and then.
                    line(
                        "\(price.name) \(days)", days % 11 == 4 ? price.amount - 300 : price.amount,
                        on: day(2023, 1, 15).adding(days: days), price.name)
                }
            })
        var found = 0
        for days in stride(from: 0, to: 420, by: 3) {
            household.today = day(2026, 7, 1).adding(days: days)
            let whole = try household.engine.recurringPayments(through: nil, selection: .current)
            let due = try household.engine.upcomingBills(within: 14, through: nil)
            #expect(
                due.map { "\($0.bill.series.name) \($0.day)" }
                    == whole.upcoming(within: 14).map { "\($0.bill.series.name) \($0.day)" })
            found += due.count
        }
        #expect(found > 50)
    }

    @Test("of every week are due in each, and not on the day of a pending one")
    func weekly() throws {
        let vault = try EventVault(on: day(2026, 6, 22))
        try vault.receive(
            stride(from: 0, to: 140, by: 7).map { days in
                line("\(days)", -1000, on: day(2026, 2, 2).adding(days: days), "PLANET FITNESS")
            })
        func due() throws -> [CalendarDay] {
            try vault.engine.upcomingBills(within: 14, through: nil).map(\.day)
        }
        #expect(try due() == [day(2026, 6, 22), day(2026, 6, 29), day(2026, 7, 6)])
        try vault.receive([
            line("new", -1000, on: day(2026, 6, 22), "PLANET FITNESS", isPending: true)
        ])
        #expect(try due() == [day(2026, 6, 29), day(2026, 7, 6)])
    }

    @Test("that were cancelled are told of when they are charged again")
    func chargedAfterCancelling() throws {
        let netflix = try vault.engine.series(meantBy: "netflix")
        _ = try vault.engine.decide(.cancelled, about: netflix)
        #expect(try vault.engine.chargesAfterCancelling().isEmpty)
        vault.today = day(2027, 3, 6)
        try vault.receive([line("15", -1799, on: day(2027, 3, 5), "NETFLIX.COM")])
        #expect(try vault.engine.chargesAfterCancelling().map(\.1.day) == [day(2027, 3, 5)])
        let again = try vault.engine.series(meantBy: "netflix")
        _ = try vault.engine.decide(.confirmed, about: again)
        #expect(try vault.engine.chargesAfterCancelling().isEmpty)
    }

    @Test("are empty before the first payment")
    func before() throws {
        let april = day(2026, 4, 20)
        #expect(try payments(on: april, through: april).isEmpty)
    }

    @Test("are those of the last pass where nothing is later, or no last day is given")
    func now() throws {
        let today = day(2027, 2, 20)
        for lastDay in [nil, today] {
            let payment = try #require(try payments(on: today, through: lastDay).first)
            #expect(payment.series == (try vault.vault.series().first))
            #expect(payment.series.usualAmount == -1799)
        }
    }
}
