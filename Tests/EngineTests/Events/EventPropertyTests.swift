import Automation
import Engine
import GRDB
import Model
import Scripting
import TestSupport
import Testing
import Vault

@Suite("Events, whatever happens between two steps")
struct EventPropertyTests {
    @Test(
        "every handler is heard once about each thing, in order, though the program is ended anywhere",
        arguments: Seeds.first(of: 8, few: 2))
    func exactlyOnce(seed: UInt64) throws {
        var life = try TroubledLife(seed: seed)
        for _ in 0..<15 { try life.live(through: true) }
        // Peace, until nothing is left to be tried again.
        for _ in 0..<5 { try life.live(through: false) }
        for handler in life.expected.keys.sorted() {
            #expect(try life.asked(by: handler) == life.expected[handler], "of \(handler)")
        }
        #expect(try life.received() == life.asked())
        #expect(try life.tagged() == Set(life.expected["large"] ?? []))
        #expect(try life.vault.vault.failingSteps().isEmpty)
        #expect(life.crashes > 3)
    }
}

/// A vault to which things happen while the program is ended now and then, and
/// beside it a plain account of what has to be told.
private struct TroubledLife {
    let vault: EventVault
    /// By handler, what it has to ask for, in order.
    private(set) var expected: [String: [String]] = [:]
    private(set) var crashes = 0

    private let listeners: [EventListener]
    private var random: RandomNumbers
    private let database: DatabaseQueue
    private var nextID = 0
    private var balance: Int64 = 0
    private var wasLow = false
    /// Transactions that nobody has looked for yet: their payments in dollars.
    private var unseen: [(day: CalendarDay, dollars: Int64)] = []
    private var failures: [String: Int] = [:]
    /// By target, the message ids and titles that came, each time.
    private var deliveries: [(id: String, title: String)] = []

    init(seed: UInt64) throws {
        vault = try EventVault()
        random = RandomNumbers(seed: seed)
        database = try DatabaseQueue(path: vault.vault.folder.databasePath)
        listeners = [
            EventListener(handler: "any", subscription: EventSubscription(.newTransaction)),
            EventListener(
                handler: "large",
                subscription: try EventSubscription(.largeTransaction) {
                    $0.over = try amount("50")
                }),
            EventListener(
                handler: "low",
                subscription: try EventSubscription(.lowBalance) { $0.below = try amount("100") }),
        ]
        expected = ["any": [], "large": [], "low": []]
        try vault.receive([], balance: 50_000)
        _ = try vault.engine.recordEvents(for: listeners)
    }

    /// Lets something happen, looks, tells and sends; each of these may be cut
    /// off.
    mutating func live(through trouble: Bool) throws {
        vault.seconds += 700
        if trouble, Int.random(in: 0..<3, using: &random) > 0 { try receive() }
        try interrupted(trouble, at: ["events transaction_id", "event_conditions times"]) { life in
            _ = try life.vault.engine.recordEvents(for: life.listeners)
            life.noteLook()
        }
        let told = ["event_deliveries event_id", "event_handlers told_through", "outbox ordinal"]
        try interrupted(trouble, at: told) { life in try life.deliver(trouble) }
        try interrupted(trouble, at: ["outbox id"]) { life in try life.send(trouble) }
        try interrupted(trouble, at: ["outbox id", "transaction_corrections transaction_id"]) {
            life in _ = try life.vault.engine.makeCorrections()
        }
    }

    private mutating func receive() throws {
        let lines = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            nextID += 1
            let dollars = Int64(nextID * 1000 + Int.random(in: 1...99, using: &random))
            let isLarge = Bool.random(using: &random)
            let day = vault.date(ago: Int.random(in: 0...20, using: &random))
            let cents = isLarge ? dollars * 100 : dollars
            unseen.append((day, cents))
            return line("T\(nextID)", -cents, on: day, "ACME STORE \(nextID)")
        }
        balance = Int64.random(in: 0...20_000, using: &random)
        try vault.receive(lines, balance: balance)
    }

    /// What a look that was kept has to have found.
    private mutating func noteLook() {
        // The order in which rows arrived decides between equal days.
        let news = unseen.enumerated().filter { $0.element.day >= vault.date(ago: 14) }
            .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
            .map { $0.element.dollars }
        unseen = []
        expected["any"]? += news.map { "\($0)" }
        expected["large"]? += news.filter { $0 > 5_000 }.map { "\($0)" }
        let isLow = nextBalanceIsLow
        if isLow, !wasLow { expected["low"]?.append("\(balance)") }
        wasLow = isLow
    }

    private var nextBalanceIsLow: Bool { hasBalance && balance < 10_000 }
    private var hasBalance: Bool { nextID > 0 || balance > 0 }

    private mutating func deliver(_ trouble: Bool) throws {
        var random = self.random
        var failures = self.failures
        defer {
            self.random = random
            self.failures = failures
        }
        _ = try vault.engine.deliver(to: listeners) { (listener, event) throws(FailedDelivery) in
            let key = "\(listener.handler) \(event.subject)"
            // Twice at the most, so that nothing is set aside.
            if trouble, Int.random(in: 0..<5, using: &random) == 0, failures[key, default: 0] < 2 {
                failures[key, default: 0] += 1
                throw FailedDelivery(reason: "it went wrong")
            }
            let title = event.cents
            let notify = Action.notify(Notification(title: title, text: listener.handler))
            guard listener.handler == "large",
                case .integer(let id)? = event.value("transaction", "id")
            else { return [notify] }
            return [notify, .correct(transaction: id, Correction(tags: ["large"]))]
        }
    }

    private mutating func send(_ trouble: Bool) throws {
        var random = self.random
        var deliveries = self.deliveries
        defer {
            self.random = random
            self.deliveries = deliveries
        }
        _ = try vault.send { entry in
            guard case .notify(let notification) = entry.action else {
                return .refused(reason: "nothing else was asked for")
            }
            if trouble, entry.attempt == 1, Int.random(in: 0..<4, using: &random) == 0 {
                return .tryAgain(reason: "busy")
            }
            deliveries.append((entry.messageID, notification.title))
            return .delivered
        }
    }

    /// Does something while a write may fail, as if the program were ended there.
    ///
    /// - Parameter places: tables, each with a column that chooses every other
    ///   row.
    private mutating func interrupted(
        _ trouble: Bool, at places: [String], _ body: (inout TroubledLife) throws -> Void
    ) throws {
        guard trouble, Bool.random(using: &random) else { return try body(&self) }
        let place = places[Int.random(in: places.indices, using: &random)].split(separator: " ")
        let rest = Int.random(in: 0..<2, using: &random)
        try database.write { database in
            for (name, write) in [("added", "INSERT"), ("changed", "UPDATE")] {
                try database.execute(
                    sql: """
                        CREATE TRIGGER ended_\(name) BEFORE \(write) ON \(place[0])
                        WHEN new.\(place[1]) % 2 = \(rest)
                        BEGIN SELECT RAISE(ABORT, 'ended'); END
                        """)
            }
        }
        do {
            try body(&self)
        } catch is VaultError {
            crashes += 1
        }
        try database.write {
            try $0.execute(sql: "DROP TRIGGER ended_added; DROP TRIGGER ended_changed")
        }
    }

    // MARK: What came of it

    /// The titles that a handler asked for, in the order of the outbox.
    func asked(by handler: String? = nil) throws -> [String] {
        try database.read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT json_extract(action, '$.notify.title') FROM outbox
                    WHERE target = 'notify' AND handler = coalesce(?, handler) ORDER BY id
                    """,
                arguments: [handler])
        }
    }

    /// What a receiver has that drops what it has already.
    func received() -> [String] {
        var seen: Set<String> = []
        return deliveries.filter { seen.insert($0.id).inserted }.map(\.title)
    }

    /// The payments that carry the tag, in cents.
    func tagged() throws -> Set<String> {
        Set(
            try vault.vault.everything().filter { $0.verdict?.tags?.value == ["large"] }
                .map { "\(-$0.amount.minorUnits)" })
    }
}

extension Event {
    /// The transaction's amount, or the account's balance.
    fileprivate var cents: String {
        let text = text("transaction", "amount_text") ?? text("account", "balance_text") ?? ""
        let digits = text.filter(\.isNumber)
        return "\(Int(digits) ?? 0)"
    }
}
