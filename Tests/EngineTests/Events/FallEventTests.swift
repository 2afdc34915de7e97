import Automation
import Engine
import Model
import Testing

@Suite("Events of balances that will be low")
struct FallEventTests {
    private let vault: EventVault

    /// Rent of 650.00 on the 1st, and a balance on 20 November.
    init() throws {
        vault = try EventVault(on: day(2026, 11, 20))
        try vault.receive(
            [7, 8, 9, 10, 11].map {
                line("\($0)", -65_000, on: day(2026, $0, 1), "OAK STREET PROPERTIES RENT")
            }, balance: 50_000)
    }

    private func subscription(_ days: Int) throws -> EventSubscription {
        var options = EventOptions()
        options.below = try DecimalAmount(exactly: "0")
        options.days = days
        return EventSubscription(.lowBalanceAhead, options)
    }

    @Test("a fall causes one event, and one more when it is ahead again")
    func onceForEachFall() throws {
        let subscription = try subscription(14)
        let event = try #require(try vault.told(subscription).first)
        #expect(event.text("fall", "account") == "Checking")
        #expect(event.text("fall", "day") == "2026-12-01")
        #expect(event.text("fall", "balance_text") == "-150.00 USD")
        #expect(try vault.told(subscription).isEmpty)
        try vault.receive([], balance: 90_000)
        #expect(try vault.told(subscription).isEmpty)
        try vault.receive([], balance: 50_000)
        #expect(try vault.told(subscription).count == 1)
    }

    @Test(
        "a fall is told within its days, and not while the balance is low already",
        arguments: [(10, 50_000, 0), (11, 50_000, 1), (14, 65_000, 0), (14, -1, 0)])
    func limits(days: Int, balance: Int64, events: Int) throws {
        try vault.receive([], balance: balance)
        #expect(try vault.told(subscription(days)).count == events)
    }
}
