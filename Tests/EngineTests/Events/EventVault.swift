import Automation
import Configuration
import DemoHousehold
import Engine
import Foundation
import Model
import Scripting
import Testing
import Vault

/// A vault to which a bank tells one thing after another, and in which somebody
/// wants to be told of events.
final class EventVault {
    let demo: DemoVault
    private let connection: Connection
    private let cache = RulebookCache()
    /// The day on which everything happens.
    var today: CalendarDay
    /// Seconds past the noon of that day.
    var seconds: Int64 = 0

    init(on day: CalendarDay = day(2026, 11, 20)) throws {
        demo = try DemoVault()
        today = day
        connection = try demo.vault.addConnection(
            .simplefin, name: "bridge.example", allowsPlainHTTP: false, createdAt: day.noon)
        try receive([])
    }

    var vault: Vault { demo.vault }

    var now: Int64 { today.noon + seconds }

    /// The words of its views are payees, and no command lines.
    var engine: Engine {
        Engine(
            vault: demo.vault, moment: Moment(clock: now),
            readView: ViewReader { view, _ in
                var query = TransactionQuery()
                query.payee = view.text
                return query
            })
    }

    /// Days before today.
    func date(ago days: Int) -> CalendarDay { today.adding(days: -days) }

    // MARK: What banks say

    /// Stores what a bank told of an account, and classifies it.
    func receive(
        _ transactions: [ReceivedTransaction], in account: String = "checking",
        balance: Int64? = nil, currency: String = "USD", coverage: Range<CalendarDay>? = nil
    ) throws {
        let answer = ReceivedAnswer(
            institutions: [ReceivedInstitution(key: "bank", name: "First Bank", url: nil)],
            accounts: [
                ReceivedAccount(
                    institutionKey: "bank", bankID: account, name: account.capitalized,
                    currency: Currency(code: currency),
                    balance: balance.map {
                        ReceivedBalance(minorUnits: $0, availableMinorUnits: nil, at: now)
                    },
                    transactions: transactions, coverage: coverage)
            ], receivedAt: now)
        _ = try vault.store(answer, connection: connection.id, sync: nil)
        try classify()
    }

    func classify() throws { _ = try engine.classify(dryRun: false, cache: cache) }

    /// Keeps that a sync ended today.
    func sync(
        _ outcome: SyncOutcome = .complete, messages: [ReceivedMessage] = [],
        failure: String? = nil
    ) throws {
        try endSync(beginSync(), outcome, messages: messages, failure: failure)
    }

    func beginSync() throws -> Int64 {
        try vault.beginSync(connection: connection.id, at: now)
    }

    func endSync(
        _ sync: Int64, _ outcome: SyncOutcome = .complete, messages: [ReceivedMessage] = [],
        failure: String? = nil
    ) throws {
        try vault.endSync(
            sync, at: now, outcome: outcome, stored: StoredAnswer(), messages: messages,
            failure: failure)
    }

    // MARK: What is told

    /// Looks for events, and tells of them.
    func told(_ subscriptions: EventSubscription...) throws -> [Event] {
        let listeners = subscriptions.map { EventListener($0) }
        _ = try engine.recordEvents(for: listeners)
        var events: [Event] = []
        _ = try engine.deliver(to: listeners) { _, event in
            events.append(event)
            return []
        }
        return events
    }

    /// Sends what was asked for to each target, one after another.
    func send(
        settings: EventSettings = EventSettings(), unless isUnwanted: () -> Bool = { false },
        stopwatch: (() -> Duration)? = nil, _ send: (OutboxEntry) -> DeliveryOutcome
    ) throws -> (sent: Int, failures: [SendingReport.Failure]) {
        let targets = try engine.nextRetries(for: []).actions.keys.sorted()
        let reports = try targets.filter { $0 != "corrections" }.map {
            try engine.sendWaiting(
                to: $0, settings: settings, unless: { _ in isUnwanted() }, stopwatch: stopwatch,
                send)
        }
        return (reports.map(\.sent).reduce(0, +), reports.flatMap(\.failures))
    }

    /// The payees of the transactions that are told of.
    func toldPayees(_ subscription: EventSubscription) throws -> [String] {
        try told(subscription).map { $0.text("transaction", "payee") ?? "" }
    }
}

extension Engine {
    /// Delivers events to handlers that keep nothing.
    func deliver(
        to listeners: [EventListener], settings: EventSettings = EventSettings(),
        unless isUnwanted: () throws -> Bool = { false },
        pausingWhen isMoreUrgent: () throws -> Bool = { false },
        answer: (EventListener, Event) throws(FailedDelivery) -> [Action]
    ) throws -> DeliveryReport {
        try deliver(
            to: listeners, settings: settings, unless: isUnwanted, pausingWhen: isMoreUrgent
        ) { (listener, event, _) throws(FailedDelivery) in
            HandlerAnswer(try answer(listener, event))
        }
    }
}

extension EventListener {
    /// A handler of its own.
    init(_ subscription: EventSubscription, _ name: String = "alerts.lua") {
        self.init(handler: "\(name) \(subscription.key)", subscription: subscription)
    }
}

extension EventSubscription {
    init(_ kind: EventKind, _ set: (inout EventOptions) throws -> Void) rethrows {
        var options = EventOptions()
        try set(&options)
        self.init(kind, options)
    }
}

extension Event {
    /// A field within others.
    func value(_ path: String...) -> ScriptValue? { value(path) }

    func text(_ path: String...) -> String? {
        guard case .string(let text)? = value(path) else { return nil }
        return text
    }

    private func value(_ path: [String]) -> ScriptValue? {
        var value = ScriptValue.table(fields)
        for name in path {
            guard case .table(let table) = value, let next = table.fields[name] else {
                return nil
            }
            value = next
        }
        return value
    }
}

/// - Parameter amount: in cents.
func line(
    _ id: String, _ amount: Int64, on day: CalendarDay, _ description: String,
    payee: String = "", isPending: Bool = false
) -> ReceivedTransaction {
    ReceivedTransaction(
        bankID: id, day: day, amount: amount, description: description, payee: payee,
        memo: "", merchantCode: "", isPending: isPending, postedAt: isPending ? nil : day.noon,
        transactedAt: day.noon)
}

func amount(_ text: String) throws -> DecimalAmount { try DecimalAmount(exactly: text) }
