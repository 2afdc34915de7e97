import Automation
import Engine
import Model
import Testing
import Vault

@Suite("Events of recurring payments")
struct SeriesEventTests {
    private let vault: EventVault

    init() throws {
        vault = try EventVault(on: day(2026, 11, 20))
        // Something older, so that a series does not begin with the history.
        try vault.receive([line("first", -100, on: day(2025, 1, 2), "BLUE DOOR CAFE")])
    }

    /// Payments on the fifth of some months of the year.
    private func payments(
        _ months: ClosedRange<Int>, _ cents: Int64 = -1549, _ description: String = "NETFLIX.COM"
    ) -> [ReceivedTransaction] {
        months.map { line("\(description)-\($0)", cents, on: day(2026, $0, 5), description) }
    }

    @Test("a bill is announced days ahead, once per payment")
    func bill() throws {
        try vault.receive(payments(3...11))
        let subscription = EventSubscription(.billDue) { $0.days = 3 }
        #expect(try vault.told(subscription).isEmpty)
        vault.today = day(2026, 12, 2)
        let event = try #require(try vault.told(subscription).first)
        #expect(event.text("series", "next_day") == "2026-12-05")
        #expect(event.text("series", "frequency") == "monthly")
        vault.today = day(2026, 12, 3)
        #expect(try vault.told(subscription).isEmpty)
        try vault.receive([line("december", -1549, on: day(2026, 12, 5), "NETFLIX.COM")])
        vault.today = day(2027, 1, 3)
        #expect(try vault.told(subscription).count == 1)
    }

    /// What an account of a type charges each month, told of a few days before,
    /// missed, and when the series is new.
    private func toldOf(
        _ description: String, in account: String, _ type: AccountType
    ) throws -> [EventKind] {
        try vault.receive([line("opening", 1000, on: day(2026, 1, 2), "OPENING")], in: account)
        let number = try #require(try vault.vault.accounts().first { $0.bankID == account }?.id)
        try vault.vault.decideType(type, account: number)
        let kinds = [EventKind.billDue, .missedPayment, .newSubscription, .priceChanged].map {
            EventSubscription($0)
        }
        var told = try vault.told(kinds[0], kinds[1], kinds[2], kinds[3])
        vault.today = day(2027, 3, 10)
        try vault.receive(
            (12...15).map { month in
                line(
                    "\(month)", month < 15 ? -4_310 : -4_610,
                    on: CalendarMonth(year: 2026, month: month).firstDay,
                    description)
            }, in: account)
        try #require(try vault.vault.series().count == 1)
        for today in [day(2027, 3, 10), day(2027, 3, 30), day(2027, 4, 10)] {
            vault.today = today
            try vault.receive([], in: account)
            told += try vault.told(kinds[0], kinds[1], kinds[2], kinds[3])
        }
        return told.map(\.subscription.kind)
    }

    @Test(
        "what a loan or a card charges to itself is no bill, no subscription and no payment",
        arguments: [
            ("INTEREST CHARGE", "house", AccountType.mortgage),
            ("ESCROW DEPOSIT - TAX AND INSURANCE", "house", .mortgage),
            ("FINANCE CHARGE INTEREST", "car", .loan),
            ("INTEREST CHARGE ON PURCHASES", "card", .credit),
        ])
    func ownCharges(_ description: String, _ account: String, _ type: AccountType) throws {
        #expect(try toldOf(description, in: account, type) == [])
    }

    @Test("what is bought with a card each month is a bill")
    func boughtWithCard() throws {
        let told = try toldOf("NETFLIX.COM", in: "card", .credit)
        #expect(Set(told) == [.billDue, .missedPayment, .newSubscription, .priceChanged])
    }

    @Test("a double salary in December is no price, and the rise of January is")
    func doubleSalary() throws {
        try vault.receive(payments(3...11, 210_408, "ACME PAYROLL DIRECT DEP"))
        let subscription = EventSubscription(.priceChanged)
        _ = try vault.told(subscription)
        var told: [String] = []
        for (month, amount) in [(12, 420_816), (13, 215_668), (14, 215_668)] as [(Int, Int64)] {
            let payday = CalendarMonth(year: 2026, month: month).firstDay.adding(days: 4)
            vault.today = payday.adding(days: 1)
            try vault.receive([line("\(month)", amount, on: payday, "ACME PAYROLL DIRECT DEP")])
            told += try vault.told(subscription).map { event in
                ["from_text", "to_text"].map { event.text("series", $0) ?? "" }
                    .joined(separator: " to ")
            }
        }
        #expect(told == ["2,104.08 USD to 2,156.68 USD"])
    }

    @Test("a bill of an account that counts in no total is not told")
    func uncountedBill() throws {
        try vault.receive(payments(3...11))
        let account = try #require(try vault.vault.accounts().first)
        try vault.vault.decideVisibility(.trackingOnly, account: account.id)
        let subscription = EventSubscription(.billDue) { $0.days = 3 }
        #expect(try vault.told(subscription).isEmpty)
        vault.today = day(2026, 12, 2)
        #expect(try vault.told(subscription).isEmpty)
    }

    @Test("a higher price is reported with the former one")
    func priceChange() throws {
        try vault.receive(payments(3...11))
        let subscription = EventSubscription(.priceChanged)
        #expect(try vault.told(subscription).isEmpty)
        vault.today = day(2026, 12, 6)
        try vault.receive([line("december", -1799, on: day(2026, 12, 5), "NETFLIX.COM")])
        let event = try #require(try vault.told(subscription).first)
        #expect(event.text("series", "from_text") == "15.49 USD")
        #expect(event.text("series", "to_text") == "17.99 USD")
        #expect(try vault.told(subscription).isEmpty)
    }

    @Test("a payment is reported when it counts as missed")
    func missedPayment() throws {
        try vault.receive(payments(3...11))
        let subscription = EventSubscription(.missedPayment)
        #expect(try vault.told(subscription).isEmpty)
        vault.today = day(2026, 12, 11)
        try vault.receive([])
        #expect(try vault.told(subscription).isEmpty)
        vault.today = day(2026, 12, 12)
        try vault.receive([])
        let event = try #require(try vault.told(subscription).first)
        #expect(event.text("series", "next_day") == "2026-12-05")
        #expect(try vault.told(subscription).isEmpty)
    }

    @Test("a payment that came is not missed because it is left out of figures")
    func leftOut() throws {
        try vault.receive(payments(3...11))
        let subscription = EventSubscription(.missedPayment)
        #expect(try vault.told(subscription).isEmpty)
        vault.today = day(2026, 12, 12)
        try vault.receive([line("december", -1549, on: day(2026, 12, 5), "NETFLIX.COM")])
        let newest = try #require(try vault.vault.everything().map(\.id).max())
        try vault.vault.correct([newest: Correction(excluded: true)], summary: "set")
        try vault.classify()
        try #require(try vault.vault.series().first?.lastDay == day(2026, 11, 5))
        #expect(try vault.told(subscription).isEmpty)
    }

    @Test("a payment that came to another amount than the series takes is not missed")
    func otherAmount() throws {
        try vault.receive(payments(3...11, -8000, "GEICO"))
        try vault.receive(
            [3, 4, 7, 9, 11].map { month in
                line(
                    "beside-\(month)", Int64(-2000 - 137 * month),
                    on: day(2026, month, 3 * month % 28), "GEICO")
            })
        let subscription = EventSubscription(.missedPayment)
        #expect(try vault.told(subscription).isEmpty)
        vault.today = day(2026, 12, 12)
        try vault.receive([line("december", -8700, on: day(2026, 12, 6), "GEICO")])
        try #require(try vault.vault.series().first?.lastDay == day(2026, 11, 5))
        #expect(try vault.told(subscription).isEmpty)
    }

    @Test("a payment is not missed while its account has no data")
    func unheard() throws {
        try vault.receive(payments(3...11))
        let subscription = EventSubscription(.missedPayment)
        #expect(try vault.told(subscription).isEmpty)
        vault.today = day(2026, 12, 14)
        #expect(try vault.told(subscription).isEmpty)
        try vault.receive([line("late", -1549, on: day(2026, 12, 5), "NETFLIX.COM")])
        #expect(try vault.told(subscription).isEmpty)
    }

    @Test("a window that the bank did not answer whole says nothing of what was missed")
    func notCovered() throws {
        try vault.receive(
            payments(3...11), coverage: day(2026, 1, 1)..<day(2026, 11, 21))
        let subscription = EventSubscription(.missedPayment)
        #expect(try vault.told(subscription).isEmpty)
        vault.today = day(2026, 12, 14)
        try vault.receive([])
        #expect(try vault.told(subscription).isEmpty)
        try vault.receive([], coverage: day(2026, 11, 21)..<day(2026, 12, 15))
        #expect(try vault.told(subscription).count == 1)
    }

    @Test("a paycheck that does not come is missed income, and no missed payment")
    func missedIncome() throws {
        try vault.receive(payments(3...11, 300_000, "ACME PAYROLL DIRECT DEP"))
        let income = EventSubscription(.missedIncome)
        let payment = EventSubscription(.missedPayment)
        _ = try vault.told(income, payment)
        vault.today = day(2026, 12, 14)
        try vault.receive([])
        #expect(try vault.told(income, payment).map(\.subscription) == [income])
    }

    @Test("what was missed before anybody wanted to know is not told")
    func missedBefore() throws {
        try vault.receive(payments(3...11))
        vault.today = day(2026, 12, 14)
        try vault.receive([])
        let subscription = EventSubscription(.missedPayment)
        #expect(try vault.told(subscription).isEmpty)
        #expect(try vault.told(subscription).isEmpty)
    }

    @Test("a subscription is told when it is found, and not one that was there before")
    func newSubscription() throws {
        try vault.receive(payments(3...11))
        let subscription = EventSubscription(.newSubscription)
        #expect(try vault.told(subscription).isEmpty)
        for month in 12...15 {
            vault.today = CalendarMonth(year: 2026, month: month).firstDay.adding(days: 9)
            try vault.receive([
                line("S\(month)", -999, on: vault.date(ago: 1), "SPOTIFY USA"),
                line("N\(month)", -1549, on: vault.date(ago: 5), "NETFLIX.COM"),
            ])
            let told = try vault.told(subscription)
            #expect(told.allSatisfy { $0.text("series", "amount_text") == "9.99 USD" })
        }
        #expect(try vault.vault.eventLog(limit: 10).count == 1)
    }
}
