import Automation
import Engine
import Model
import Scripting
import Testing
import Vault

@Suite("Events of continuity and silence")
struct ContinuityEventTests {
    private let vault: EventVault
    private let start = day(2026, 9, 1)

    init() throws {
        vault = try EventVault(on: start)
        try vault.receive([line("1", 5_000, on: start, "EMPLOYER")], balance: 5_000)
    }

    /// Receives balances, each some days after the one before.
    private func receive(_ balances: [Int64], every days: Int) throws {
        for balance in balances {
            vault.today = vault.today.adding(days: days)
            try vault.receive([], balance: balance)
        }
    }

    @Test("a gap causes one event, with its amount and days, once balances confirm it")
    func gap() throws {
        let subscription = EventSubscription(.balanceGap)
        #expect(try vault.told(subscription).isEmpty)
        try receive([5_000, 790], every: 7)
        #expect(try vault.told(subscription).isEmpty)
        try receive([790], every: 7)
        let event = try #require(try vault.told(subscription).first)
        #expect(event.text("gap", "account") == "Checking")
        #expect(event.text("gap", "amount_text") == "-42.10 USD")
        #expect(event.text("gap", "from") == "2026-09-08")
        #expect(event.text("gap", "to") == "2026-09-15")
        try receive([790], every: 7)
        #expect(try vault.told(subscription).isEmpty)
    }

    @Test("a silence causes one event until there is news")
    func silence() throws {
        let subscription = EventSubscription(.accountSilent)
        try receive(Array(repeating: 5_000, count: 20), every: 2)
        var told: [Int] = []
        func look(after days: Int) throws {
            vault.today = vault.today.adding(days: days)
            try vault.sync()
            let events = try vault.told(subscription)
            told.append(events.count)
            guard let event = events.first, told.reduce(0, +) == 1 else { return }
            #expect(event.text("silence", "since") == "2026-10-11")
            #expect(event.value("silence", "usual_days") == .integer(2))
        }
        for days in [2, 8, 1, 1] { try look(after: days) }
        try receive([5_000], every: 1)
        for days in [1, 8] { try look(after: days) }
        #expect(told == [0, 0, 1, 0, 0, 0])
    }

    @Test("a bank with a problem is not silent too")
    func problem() throws {
        try receive(Array(repeating: 5_000, count: 20), every: 2)
        vault.today = vault.today.adding(days: 20)
        try vault.sync(
            .partial,
            messages: [
                ReceivedMessage(code: "con.auth", text: "Sign in", institutionKey: "bank")
            ])
        #expect(try vault.told(EventSubscription(.accountSilent)).isEmpty)
    }
}
