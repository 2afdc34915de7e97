import Automation
import Engine
import Model
import Scripting
import Testing
import Vault

@Suite("Telling handlers of events")
struct EventQueueTests {
    private let vault: EventVault
    private let first = EventListener(EventSubscription(.newTransaction), "first.lua")
    private let second = EventListener(EventSubscription(.newTransaction), "second.lua")

    init() throws {
        vault = try EventVault()
        _ = try vault.engine.recordEvents(for: [first, second])
    }

    /// Lets some transactions come, of 1 dollar, 2 dollars and so on.
    private func receive(_ numbers: ClosedRange<Int>) throws {
        try vault.receive(
            numbers.map { line("T\($0)", -100 * Int64($0), on: vault.today, "ACME STORE") })
        _ = try vault.engine.recordEvents(for: [first, second])
    }

    /// Tells both handlers.
    ///
    /// - Parameter fails: whether a handler fails at a transaction.
    /// - Returns: who was told of which transaction, successfully.
    private func deliver(
        fails: (EventListener, Int) -> Bool = { _, _ in false }
    ) throws -> (told: [String], report: DeliveryReport) {
        var told: [String] = []
        let report = try vault.engine.deliver(to: [first, second]) {
            (listener, event) throws(FailedDelivery) in
            let number = event.number
            guard !fails(listener, number) else {
                throw FailedDelivery(reason: "it went wrong")
            }
            told.append("\(listener == first ? "first" : "second") \(number)")
            return [.notify(Notification(title: "\(number)", text: ""))]
        }
        return (told, report)
    }

    @Test("each handler receives each event once, in order")
    func order() throws {
        try receive(1...2)
        let (told, report) = try deliver()
        #expect(told == ["first 1", "second 1", "first 2", "second 2"])
        #expect(report.delivered == 4)
        #expect(report.actions == 4)
        #expect(try deliver().told == [])
    }

    @Test("a postponed event is delivered later")
    func unwanted() throws {
        try receive(1...2)
        var asked = 0
        let report = try vault.engine.deliver(
            to: [first, second],
            unless: {
                asked += 1
                return asked == 4
            },
            answer: { _, _ in [] })
        #expect(report.delivered == 3)
        #expect(try deliver().told == ["second 2"])
    }

    @Test("where something is more urgent the rest is left for soon, and nothing told twice")
    func moreUrgent() throws {
        try receive(1...500)
        var numbers: [Int] = []
        var rounds = 0
        while numbers.count < 500, rounds < 500 {
            rounds += 1
            let before = numbers.count
            let report = try vault.engine.deliver(
                to: [first], pausingWhen: { true },
                answer: { _, event in
                    numbers.append(event.number)
                    return []
                })
            #expect(report.delivered == numbers.count - before)
        }
        #expect(rounds > 1)
        #expect(numbers == Array(1...500))
    }

    @Test("what a handler asked for before another failed is kept with that it was told")
    func keptBeforeFailure() throws {
        try receive(1...3)
        let (told, _) = try deliver { listener, number in listener == second && number == 2 }
        #expect(told == ["first 1", "second 1", "first 2", "first 3"])
        #expect(try vault.vault.actionsDue(for: "notify", at: vault.now).count == 4)
        #expect(try deliver().told == [])
    }

    @Test("a handler that fails keeps what comes later waiting, and no other handler")
    func failing() throws {
        try receive(1...2)
        let (told, report) = try deliver { listener, number in listener == first && number == 1 }
        #expect(told == ["second 1", "second 2"])
        #expect(report.failures.map(\.handler) == [first.handler])
        #expect(report.failures.map(\.isSetAside) == [false])
        #expect(try deliver().told == [])
        _ = try vault.send { _ in .delivered }
        #expect(try vault.engine.nextRetries(for: [first, second]).first() == vault.now + 60)
        vault.seconds = 60
        #expect(try deliver().told == ["first 1", "first 2"])
    }

    @Test("a failing handler requests no actions")
    func asksNothing() throws {
        try receive(1...1)
        _ = try deliver { _, _ in true }
        #expect(try vault.vault.actionsDue(for: "notify", at: vault.now).isEmpty)
    }

    @Test("after three attempts an event is set aside with its reason, and later ones go on")
    func setAside() throws {
        try receive(1...2)
        var failures: [DeliveryReport.Failure] = []
        var told: [String] = []
        for seconds in [0, 60, 660] as [Int64] {
            vault.seconds = seconds
            let delivery = try deliver { listener, number in listener == first && number == 1 }
            failures += delivery.report.failures
            told += delivery.told
        }
        #expect(failures.map(\.isSetAside) == [false, false, true])
        #expect(told == ["second 1", "second 2", "first 2"])
        let steps = try vault.vault.failingSteps()
        #expect(steps.map(\.state) == [.setAside])
        #expect(steps.map(\.handler) == [first.handler])
        #expect(steps.map(\.reason) == ["it went wrong"])
        #expect(steps.map(\.attempts) == [3])
    }

    @Test("a retried event is delivered again, a dismissed one is not")
    func retry() throws {
        try receive(1...2)
        for seconds in [0, 60, 660, 661, 721, 1_321] as [Int64] {
            vault.seconds = seconds
            _ = try deliver { listener, _ in listener == first }
        }
        let steps = try vault.vault.failingSteps()
        #expect(steps.map(\.state) == [.setAside, .setAside])
        try vault.vault.retry([steps[0]], at: vault.now)
        try vault.vault.dismiss([steps[1]])
        #expect(try deliver().told == ["first 1"])
        #expect(try vault.vault.failingSteps().isEmpty)
    }

    @Test("what failed for a handler that was changed or removed ends with a reason")
    func endedDeliveries() throws {
        try receive(1...1)
        _ = try deliver { _, _ in true }
        let listeners = [second.handler: Set([second.subscription.key])]
        try vault.vault.endDeliveries(except: listeners)
        #expect(try vault.vault.failingSteps().map(\.handler) == [second.handler])
        let steps = try #require(try vault.vault.eventLog(limit: 1).first).deliveries
        let ended = try #require(steps.first { $0.handler == first.handler })
        #expect(ended.state == .dismissed)
        #expect(ended.reason?.isEmpty == false)
        vault.seconds = 60
        #expect(try deliver().told == ["second 1"])
        // Of the same name, with other options.
        try receive(2...2)
        _ = try deliver { listener, _ in listener == second }
        try vault.vault.endDeliveries(except: [second.handler: ["large_transaction over=5"]])
        #expect(try vault.vault.failingSteps().isEmpty)
    }

    @Test("a handler receives one event at most three times")
    func threeTimes() throws {
        try receive(1...1)
        let settings = EventSettings(delays: Array(repeating: 10, count: 20))
        var attempts = 0
        for seconds in stride(from: Int64(0), to: 1_000, by: 10) {
            vault.seconds = seconds
            _ = try vault.engine.deliver(to: [first], settings: settings) {
                _, _ throws(FailedDelivery) in
                attempts += 1
                throw FailedDelivery(reason: "it went wrong")
            }
        }
        #expect(attempts == 3)
    }

    @Test("what the person gives up lets the handler go on with what came later")
    func givenUp() throws {
        try receive(1...2)
        _ = try deliver { listener, _ in listener == first }
        try vault.vault.dismiss(try vault.vault.failingSteps())
        #expect(try deliver().told == ["first 2"])
    }

    @Test("an edited handler is retried at once")
    func hastened() throws {
        try receive(1...2)
        _ = try deliver { listener, _ in listener == first }
        #expect(try deliver().told == [])
        try vault.vault.hastenDeliveries(at: vault.now)
        #expect(try deliver().told == ["first 1", "first 2"])
    }

    @Test("a handler that failed waits no longer than its time where the clock is set back")
    func clockSetBack() throws {
        try receive(1...2)
        _ = try deliver { listener, _ in listener == first }
        vault.today = vault.date(ago: 30)
        try vault.engine.endTimesAhead()
        #expect(try deliver().told == [])
        vault.seconds = 60
        #expect(try deliver().told == ["first 1", "first 2"])
    }

    @Test("a new handler receives no earlier events")
    func newHandler() throws {
        try receive(1...2)
        let third = EventListener(EventSubscription(.newTransaction), "third.lua")
        _ = try vault.engine.recordEvents(for: [first, second, third])
        try receive(3...3)
        var numbers: [Int] = []
        _ = try vault.engine.deliver(to: [third]) { _, event in
            numbers.append(event.number)
            return []
        }
        #expect(numbers == [3])
    }

    @Test("a handler receives its events after its file is fixed")
    func brokenFile() throws {
        try receive(1...1)
        #expect(try deliver().told.count == 2)
        try vault.receive([line("T2", -200, on: vault.today, "ACME STORE")])
        _ = try vault.engine.recordEvents(for: [second])
        _ = try vault.engine.deliver(to: [second]) { _, _ in [] }
        #expect(try deliver().told == ["first 2"])
    }

    @Test("a message that JSON can't hold is the handler's failure")
    func notJSON() throws {
        try receive(1...1)
        let report = try vault.engine.deliver(to: [first]) { _, _ in
            [.webhook(name: "phone", message: ScriptTable(fields: ["x": .number(.nan)]))]
        }
        #expect(report.delivered == 0)
        #expect(report.failures.count == 1)
    }

    @Test("what was told long ago is taken away, and never told again")
    func pruning() throws {
        try receive(1...3)
        _ = try deliver()
        _ = try vault.send { _ in .delivered }
        vault.today = vault.today.adding(days: 401)
        try vault.receive([line("T9", -900, on: vault.today, "ACME STORE")])
        _ = try vault.engine.recordEvents(for: [first, second])
        #expect(try vault.vault.eventLog(limit: 10).map(\.event.subject) == ["transaction 4"])
        #expect(try deliver().told == ["first 9", "second 9"])
        // The bank says that one of the old ones was posted today.
        try vault.receive(
            [line("T1", -100, on: vault.today, "ACME STORE")],
            coverage: vault.today.adding(days: -402)..<vault.today.adding(days: 1))
        _ = try vault.engine.recordEvents(for: [first, second])
        #expect(try vault.vault.transaction(1)?.day == vault.today)
        #expect(try deliver().told == [])
    }
}

extension Event {
    /// The dollars of the transaction.
    fileprivate var number: Int {
        guard case .integer(let amount)? = value("transaction", "amount") else { return 0 }
        return Int(-amount)
    }
}
