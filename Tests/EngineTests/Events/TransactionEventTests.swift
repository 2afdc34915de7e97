import Automation
import Engine
import Model
import Scripting
import Testing
import Vault

@Suite("Events of transactions")
struct TransactionEventTests {
    private let vault: EventVault
    private let anything = EventSubscription(.newTransaction)

    init() throws {
        vault = try EventVault()
        try vault.receive([line("old", -60_000, on: vault.date(ago: 1), "BLUE DOOR CAFE")])
    }

    @Test("what was there when somebody first wanted to know is no news")
    func firstLook() throws {
        #expect(try vault.told(anything).isEmpty)
    }

    @Test("a transaction that came is told once, with all that a handler may read")
    func new() throws {
        _ = try vault.told(anything)
        try vault.receive([line("1", -1250, on: vault.today, "BLUE DOOR CAFE")])
        let events = try vault.told(anything)
        let event = try #require(events.first)
        #expect(event.subscription == anything)
        #expect(event.day == vault.today)
        #expect(event.text("transaction", "day") == "2026-11-20")
        #expect(event.value("transaction", "amount") == .number(-12.5))
        #expect(event.text("transaction", "amount_text") == "-12.50 USD")
        #expect(event.text("transaction", "description") == "BLUE DOOR CAFE")
        #expect(event.text("transaction", "class") == "expense")
        #expect(event.text("transaction", "account") == "Checking")
        #expect(event.value("transaction", "is_pending") == .boolean(false))
        #expect(try vault.told(anything).isEmpty)
    }

    @Test("old transactions are counted once and cause no event")
    func older() throws {
        _ = try vault.told(anything)
        try vault.receive([
            line("a", -1250, on: vault.date(ago: 15), "BLUE DOOR CAFE"),
            line("b", -1250, on: vault.date(ago: 400), "BLUE DOOR CAFE"),
            line("c", -1250, on: vault.date(ago: 14), "BLUE DOOR CAFE"),
        ])
        let listeners = [EventListener(anything)]
        let recorded = try vault.engine.recordEvents(for: listeners)
        #expect(recorded.toTell == 1)
        #expect(recorded.olderTransactions == 2)
        let again = try vault.engine.recordEvents(for: listeners)
        #expect(again.toTell == 0)
        #expect(again.olderTransactions == 0)
    }

    @Test("what was told and has become old since is not counted as what came too old")
    func grownOld() throws {
        _ = try vault.told(anything)
        try vault.receive([line("a", -1250, on: vault.today, "BLUE DOOR CAFE")])
        #expect(try vault.told(anything).count == 1)
        vault.today = vault.today.adding(days: 30)
        try vault.receive([line("b", -1250, on: vault.today, "BLUE DOOR CAFE")])
        let recorded = try vault.engine.recordEvents(for: [EventListener(anything)])
        #expect(recorded.toTell == 1)
        #expect(recorded.olderTransactions == 0)
    }

    @Test("an account's history is not counted either when the account is first seen")
    func olderOfNewAccount() throws {
        _ = try vault.told(anything)
        try vault.receive(
            [line("a", -1250, on: vault.date(ago: 100), "BLUE DOOR CAFE")], in: "savings")
        let recorded = try vault.engine.recordEvents(for: [EventListener(anything)])
        #expect(recorded.olderTransactions == 0)
    }

    @Test("news goes back to the last sync, but no further than the days that are set")
    func longAgo() throws {
        _ = try vault.told(anything)
        try vault.receive([
            line("a", -1250, on: vault.date(ago: 60), "BLUE DOOR CAFE"),
            line("b", -1250, on: vault.date(ago: 61), "BLUE DOOR CAFE"),
        ])
        var settings = EventSettings()
        settings.newsSince = vault.date(ago: 300)
        let recorded = try vault.engine.recordEvents(
            for: [EventListener(anything)], settings: settings)
        #expect(recorded.toTell == 1)
        #expect(recorded.olderTransactions == 1)
    }

    @Test("a new account's history causes no events")
    func newAccount() throws {
        _ = try vault.told(anything)
        try vault.receive(
            [line("1", -1250, on: vault.date(ago: 2), "BLUE DOOR CAFE")], in: "savings")
        #expect(try vault.told(anything).isEmpty)
        try vault.receive([line("2", -900, on: vault.today, "BLUE DOOR CAFE")], in: "savings")
        #expect(try vault.told(anything).count == 1)
    }

    @Test("a look during the first sync causes no events either")
    func amidFirstSync() throws {
        _ = try vault.told(anything)
        let sync = try vault.beginSync()
        try vault.receive([], in: "savings", balance: 10_000)
        #expect(try vault.told(anything).isEmpty)
        try vault.receive(
            [line("1", -1250, on: vault.date(ago: 2), "BLUE DOOR CAFE")], in: "savings")
        try vault.endSync(sync)
        #expect(try vault.told(anything).isEmpty)
        try vault.receive([line("2", -900, on: vault.today, "BLUE DOOR CAFE")], in: "savings")
        #expect(try vault.told(anything).count == 1)
    }

    @Test("older transactions cause no events", arguments: [(14, 1), (15, 0)])
    func old(days: Int, count: Int) throws {
        _ = try vault.told(anything)
        try vault.receive([line("1", -1250, on: vault.date(ago: days), "BLUE DOOR CAFE")])
        #expect(try vault.told(anything).count == count)
    }

    @Test("hidden accounts cause no events")
    func hidden() throws {
        _ = try vault.told(anything)
        let account = try #require(try vault.vault.accounts().first)
        try vault.vault.decideVisibility(.hidden, account: account.id)
        try vault.receive([line("1", -1250, on: vault.today, "BLUE DOOR CAFE")])
        #expect(try vault.told(anything).isEmpty)
    }

    @Test("money between own accounts is no new transaction")
    func transfer() throws {
        try vault.receive([], in: "savings")
        _ = try vault.told(anything)
        try vault.receive([line("1", -20_000, on: vault.today, "TRANSFER TO SAVINGS")])
        try vault.receive(
            [line("2", 20_000, on: vault.today, "TRANSFER FROM CHECKING")], in: "savings")
        #expect(try vault.vault.everything().contains { $0.partner != nil })
        #expect(try vault.told(anything).isEmpty)
    }

    @Test("a pending charge causes one event, and none when posted")
    func hold() throws {
        _ = try vault.told(anything)
        try vault.receive([line("1", -1250, on: vault.today, "BLUE DOOR CAFE", isPending: true)])
        #expect(try vault.told(anything).count == 1)
        try vault.receive([line("1", -1250, on: vault.today, "BLUE DOOR CAFE")])
        #expect(try vault.told(anything).isEmpty)
    }

    @Test("a pending charge posted with a large amount causes an event then")
    func growingHold() throws {
        let large = try EventSubscription(.largeTransaction) { $0.over = try amount("500") }
        _ = try vault.told(large)
        try vault.receive([line("1", -100, on: vault.today, "GRAND HOTEL", isPending: true)])
        #expect(try vault.told(large).isEmpty)
        try vault.receive([line("1", -70_000, on: vault.today, "GRAND HOTEL")])
        #expect(try vault.told(large).count == 1)
    }

    @Test(
        "only what is larger than the amount is large, in and out",
        arguments: [(-50_000, 0), (-50_001, 1), (50_001, 1), (49_999, 0)] as [(Int64, Int)])
    func large(cents: Int64, count: Int) throws {
        let large = try EventSubscription(.largeTransaction) { $0.over = try amount("500") }
        _ = try vault.told(large)
        try vault.receive([line("1", cents, on: vault.today, "ACME")])
        #expect(try vault.told(large).count == count)
    }

    struct Filter: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let set: @Sendable (inout EventOptions) -> Void
        let found: [String]
    }

    @Test(
        "options narrow what is told",
        arguments: [
            Filter(testDescription: "an account", set: { $0.account = "CHECKING" }, found: ["1"]),
            Filter(testDescription: "another", set: { $0.account = "Savings" }, found: ["2"]),
            Filter(testDescription: "a category", set: { $0.category = "dining" }, found: ["1"]),
            Filter(testDescription: "one above", set: { $0.category = "food" }, found: []),
            Filter(testDescription: "nothing", set: { _ in }, found: ["1", "2"]),
        ])
    func options(filter: Filter) throws {
        try vault.receive([], in: "savings")
        let subscription = EventSubscription(.newTransaction) { filter.set(&$0) }
        _ = try vault.told(subscription)
        try vault.receive([line("1", -1250, on: vault.today, "STARBUCKS STORE 12")])
        try vault.receive([line("2", -900, on: vault.today, "ELECTRIC CO")], in: "savings")
        _ = try vault.told(subscription)
        let told = try vault.vault.eventLog(limit: 10).map(\.event.subject)
        let all = try vault.vault.everything().filter { filter.found.contains($0.bankID) }
        #expect(Set(told) == Set(all.map { "transaction \($0.id)" }))
    }

    @Test("only money back from a merchant is a refund")
    func refund() throws {
        let refund = EventSubscription(.refund)
        _ = try vault.told(refund)
        let today = vault.today
        try vault.receive([
            line("1", 1250, on: today, "STARBUCKS REFUND"),
            line("2", 300_000, on: today, "ACME PAYROLL DIRECT DEP"),
            line("3", -900, on: today, "STARBUCKS STORE 12"),
        ])
        #expect(
            try vault.told(refund).compactMap { $0.text("transaction", "amount_text") }
                == ["12.50 USD"])
    }

    @Test("a reclassified transaction is reported with its former class")
    func changed() throws {
        let changed = EventSubscription(.classificationChanged)
        _ = try vault.told(changed)
        let id = try #require(try vault.vault.everything().first?.id)
        _ = try vault.engine.correct([id], CorrectionChange(Correction(category: "travel")))
        let event = try #require(try vault.told(changed).first)
        #expect(event.text("from", "class") == "expense")
        #expect(event.text("from", "category") == "dining")
        #expect(event.text("to", "category") == "travel")
        #expect(event.text("transaction", "category") == "travel")
        #expect(try vault.told(changed).isEmpty)
    }

    @Test("changes back and forth are told once each")
    func backAndForth() throws {
        let changed = EventSubscription(.classificationChanged)
        _ = try vault.told(changed)
        let id = try #require(try vault.vault.everything().first?.id)
        var count = 0
        for category in ["travel", "dining", "travel", "dining"] {
            _ = try vault.engine.correct([id], CorrectionChange(Correction(category: category)))
            count += try vault.told(changed).count
        }
        #expect(count == 2)
    }
}
