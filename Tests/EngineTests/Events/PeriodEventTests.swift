import Automation
import Engine
import Insights
import Model
import Testing
import Vault

@Suite("Events of weeks and months that are over")
struct PeriodEventTests {
    private let vault: EventVault
    private let month = EventSubscription(.monthClosed)

    init() throws {
        vault = try EventVault(on: day(2026, 10, 20))
        try vault.receive([
            line("pay", 300_000, on: day(2026, 10, 15), "ACME PAYROLL DIRECT DEP"),
            line("out", -1250, on: day(2026, 10, 16), "STARBUCKS STORE 12"),
            line("back", 250, on: day(2026, 10, 17), "STARBUCKS REFUND"),
            line("next", -800, on: day(2026, 11, 1), "STARBUCKS STORE 12"),
        ])
        _ = try vault.told(month, EventSubscription(.weekClosed))
    }

    @Test("a month closes when it is over and every bank has synced since")
    func closed() throws {
        vault.today = day(2026, 11, 1)
        #expect(try vault.told(month).isEmpty)
        try vault.sync()
        let event = try #require(try vault.told(month).first)
        #expect(event.text("month", "name") == "2026-10")
        #expect(event.text("month", "income_text") == "3,000.00 USD")
        #expect(event.text("month", "spending_text") == "10.00 USD")
        #expect(event.text("month", "net_text") == "2,990.00 USD")
        #expect(try vault.told(month).isEmpty)
    }

    @Test("its figures are those that income shows")
    func sameFigures() throws {
        vault.today = day(2026, 11, 10)
        try vault.sync()
        let event = try #require(try vault.told(month).first)
        let shown = try #require(
            try MonthlyIncome.months(
                vault.vault, from: day(2026, 10, 1).month, through: day(2026, 10, 1).month
            ).first)
        #expect(event.text("month", "income_text") == "\(shown.income.groupedText) USD")
        #expect(event.text("month", "spending_text") == "\(shown.expenses.groupedText) USD")
        #expect(event.text("month", "net_text") == "\(shown.net.groupedText) USD")
    }

    @Test("a bank that lags keeps a month open for four days", arguments: [(5, 0), (6, 1)])
    func lagging(dayOfMonth: Int, count: Int) throws {
        vault.today = day(2026, 11, dayOfMonth)
        try vault.receive([])
        #expect(try vault.told(month).count == count)
    }

    @Test("a month stays open, however long, while no account is heard of")
    func nothingHeard() throws {
        vault.today = day(2026, 11, 12)
        #expect(try vault.told(month).isEmpty)
        try vault.sync()
        #expect(try vault.told(month).count == 1)
    }

    @Test("a sync that left a bank out does not close a month")
    func partialSync() throws {
        vault.today = day(2026, 11, 2)
        try vault.sync(.partial)
        #expect(try vault.told(month).isEmpty)
    }

    @Test("a month that was over before anybody wanted to know is not told")
    func before() throws {
        let other = EventSubscription(.monthClosed) { $0.days = 1 }
        vault.today = day(2026, 11, 10)
        try vault.sync()
        #expect(try vault.told(other).isEmpty)
        #expect(try vault.told(other).isEmpty)
    }

    @Test("who wanted to know by a clock that was ahead is told once it is set back")
    func clockSetBack() throws {
        let other = EventSubscription(.monthClosed) { $0.days = 1 }
        vault.today = day(2027, 1, 25)
        _ = try vault.told(other)
        vault.today = day(2026, 10, 25)
        try vault.engine.endTimesAhead()
        vault.today = day(2026, 11, 1)
        try vault.sync()
        #expect(try vault.told(other).map { $0.text("month", "name") } == ["2026-10"])
    }

    @Test("after an absence only the last month is reported")
    func away() throws {
        vault.today = day(2027, 1, 25)
        try vault.receive([line("december", -900, on: day(2026, 12, 9), "STARBUCKS STORE 12")])
        #expect(try vault.told(month).map { $0.text("month", "name") } == ["2026-12"])
    }

    @Test("a week begins on Monday")
    func week() throws {
        vault.today = day(2026, 10, 26)
        try vault.sync()
        let week = EventSubscription(.weekClosed)
        try vault.receive([
            line("monday", -700, on: day(2026, 10, 19), "STARBUCKS STORE 12"),
            line("sunday", -500, on: day(2026, 10, 25), "STARBUCKS STORE 12"),
            line("next", -300, on: day(2026, 10, 26), "STARBUCKS STORE 12"),
        ])
        let event = try #require(try vault.told(week).first)
        #expect(event.text("week", "name") == "2026-W43")
        #expect(event.text("week", "spending_text") == "12.00 USD")
    }

    @Test("each currency has its own event")
    func currencies() throws {
        try vault.receive(
            [line("euro", -2_000, on: day(2026, 10, 12), "CAFE CENTRAL")], in: "euro",
            currency: "EUR")
        vault.today = day(2026, 11, 10)
        try vault.sync()
        #expect(
            try vault.told(month).compactMap { $0.text("month", "net_text") }
                == ["-20.00 EUR", "2,990.00 USD"])
    }
}
