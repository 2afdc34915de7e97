import Automation
import Engine
import Model
import Testing
import Vault

@Suite("Events of what holds for a while")
struct ConditionTests {
    private let vault: EventVault

    init() throws { vault = try EventVault() }

    private func low() throws -> EventSubscription {
        try EventSubscription(.lowBalance) { $0.below = try amount("100") }
    }

    @Test("a low balance causes one event while it lasts, also at the first look")
    func lowBalance() throws {
        try vault.receive([], balance: 9_999)
        let event = try #require(try vault.told(low()).first)
        #expect(event.text("account", "name") == "Checking")
        #expect(event.text("account", "institution") == "First Bank")
        #expect(event.text("account", "balance_text") == "99.99 USD")
        try vault.receive([], balance: 5_000)
        #expect(try vault.told(low()).isEmpty)
    }

    @Test("a balance that recovered causes a new event")
    func lowAgain() throws {
        var told: [Int] = []
        for balance in [9_000, 10_000, 9_000, 9_000, 20_000, 1] as [Int64] {
            try vault.receive([], balance: balance)
            told.append(try vault.told(low()).count)
        }
        #expect(told == [1, 0, 1, 0, 0, 1])
    }

    /// How often a handler is told that calls itself by a name, of a low balance.
    private func toldByName(below limit: String) throws -> Int {
        let subscription = try EventSubscription(.lowBalance) { $0.below = try amount(limit) }
        let listener = EventListener(handler: "alerts.lua low", subscription: subscription)
        _ = try vault.engine.recordEvents(for: [listener])
        return try vault.engine.deliver(to: [listener]) { _, _ in [] }.delivered
    }

    @Test("a handler with a name is not told again of what lasts when its option changes")
    func otherOption() throws {
        try vault.receive([], balance: 5_000)
        var told: [Int] = []
        for limit in ["59", "58", "57", "59"] { told.append(try toldByName(below: limit)) }
        #expect(told == [1, 0, 0, 0])
    }

    @Test("a named handler receives states that begin after its option changed")
    func otherOptionEnds() throws {
        try vault.receive([], balance: 5_850)
        #expect(try toldByName(below: "59") == 1)
        #expect(try toldByName(below: "50") == 0)
        try vault.receive([], balance: 7_000)
        #expect(try toldByName(below: "50") == 0)
        try vault.receive([], balance: 5_400)
        #expect(try toldByName(below: "50") == 0)
        #expect(try toldByName(below: "55") == 1)
    }

    @Test("a handler with a name is told of a budget once a month, whatever its limit")
    func otherLimit() throws {
        try vault.receive([line("1", -50_000, on: vault.today, "GRAND HOTEL")])
        let category = try #require(
            try vault.vault.everything().first?.verdict?.category.value)
        var told: [Int] = []
        for limit in ["400", "450"] {
            let subscription = try EventSubscription(.overBudget) {
                $0.category = category
                $0.limit = try amount(limit)
            }
            let listener = EventListener(handler: "alerts.lua hotels", subscription: subscription)
            _ = try vault.engine.recordEvents(for: [listener])
            told.append(try vault.engine.deliver(to: [listener]) { _, _ in [] }.delivered)
        }
        #expect(told == [1, 0])
    }

    @Test("what is owed on a card is a low balance only by the card's name")
    func card() throws {
        try vault.receive([], in: "visa credit card", balance: -50_000)
        #expect(try vault.told(low()).isEmpty)
        let named = try EventSubscription(.lowBalance) {
            $0.below = try amount("-400")
            $0.account = "visa credit card"
        }
        #expect(try vault.told(named).count == 1)
    }

    @Test("a bank with a message causes one event until it recovers")
    func bank() throws {
        let subscription = EventSubscription(.bankNeedsAttention)
        let message = ReceivedMessage(
            code: "con.auth", text: "Please sign in again", institutionKey: "bank")
        var told: [Int] = []
        for messages in [[], [message], [message], [], [message]] {
            try vault.sync(messages.isEmpty ? .complete : .partial, messages: messages)
            let events = try vault.told(subscription)
            told.append(events.count)
            if let event = events.first {
                #expect(event.text("bank", "name") == "First Bank")
                #expect(event.text("bank", "message") == "Please sign in again")
            }
        }
        #expect(told == [0, 1, 0, 0, 1])
    }

    @Test("a category over its limit is told once a month, children and refunds counted")
    func overBudget() throws {
        let subscription = try EventSubscription(.overBudget) {
            $0.category = "dining"
            $0.limit = try amount("100")
        }
        vault.today = day(2026, 11, 20)
        try vault.receive([line("1", -9_000, on: vault.today, "STARBUCKS STORE 12")])
        #expect(try vault.told(subscription).isEmpty)
        try vault.receive([line("2", -1_001, on: vault.today, "STARBUCKS STORE 12")])
        let event = try #require(try vault.told(subscription).first)
        #expect(event.text("budget", "spent_text") == "100.01 USD")
        #expect(event.text("budget", "limit_text") == "100.00 USD")
        try vault.receive([line("3", -1_000, on: vault.today, "STARBUCKS STORE 12")])
        #expect(try vault.told(subscription).isEmpty)
        vault.today = day(2026, 12, 2)
        try vault.receive([line("4", -20_000, on: vault.today, "STARBUCKS STORE 12")])
        #expect(try vault.told(subscription).count == 1)
    }

    @Test("syncs that ended are told as they ended")
    func syncs() throws {
        let (finished, failed) = (EventSubscription(.syncFinished), EventSubscription(.syncFailed))
        try vault.sync()
        #expect(try vault.told(finished, failed).isEmpty)
        try vault.sync(.partial, messages: [ReceivedMessage(code: nil, text: "Sign in")])
        try vault.sync(.failed, failure: "Cannot connect to bridge.example.")
        let events = try vault.told(finished, failed)
        #expect(events.map(\.subscription.kind) == [.syncFinished, .syncFailed])
        #expect(events.map { $0.text("sync", "outcome") } == ["partial", "failed"])
        #expect(
            events.map { $0.text("sync", "message") } == [
                "Sign in", "Cannot connect to bridge.example.",
            ])
    }

    @Test("a scheduled backup that fails is told once, and again after one succeeded")
    func backups() throws {
        let subscription = EventSubscription(.backupFailed)
        let told = try ["full", "full", "gone", nil, "full"].map { failure in
            try vault.vault.noteScheduledBackup(failure: failure, at: vault.now)
            return try vault.told(subscription).map { $0.text("backup", "message") }
        }
        #expect(told == [["full"], [], [], [], ["full"]])
    }
}
