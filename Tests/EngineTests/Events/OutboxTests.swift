import Automation
import Engine
import Foundation
import GRDB
import Model
import Scripting
import Testing
import Vault

@Suite("Sending what handlers ask for")
struct OutboxTests {
    private let vault: EventVault
    private let listener = EventListener(EventSubscription(.newTransaction))

    init() throws {
        vault = try EventVault()
        _ = try vault.engine.recordEvents(for: [listener])
    }

    /// Has a handler ask for something at a transaction of its own.
    private func ask(for actions: [Action], _ id: String = "T1") throws {
        try vault.receive([line(id, -1250, on: vault.today, "ACME STORE")])
        _ = try vault.engine.recordEvents(for: [listener])
        _ = try vault.engine.deliver(to: [listener]) { _, _ in actions }
    }

    /// Changes the database past the vault.
    private func execute(_ sql: String) throws {
        try DatabaseQueue(path: vault.vault.folder.databasePath).write {
            try $0.execute(sql: sql)
        }
    }

    private let hook = Action.webhook(
        name: "phone", message: ScriptTable(fields: ["text": .string("ü\u{1}")]))

    static let actions: [Action] = [
        .notify(Notification(title: "Large", text: "Acme: \"12\"", isUrgent: true)),
        .webhook(
            name: "phone",
            message: ScriptTable(fields: [
                "list": .table(ScriptTable(array: [.integer(1), .number(0.5), .boolean(false)])),
                "empty": .table(ScriptTable()), "text": .string("line\nü"),
            ])),
        .run(command: "lamp", arguments: ["--on", "", "two words"]),
    ]

    @Test("an action comes out as it was asked for, with its event", arguments: actions)
    func roundTrip(action: Action) throws {
        try ask(for: [action])
        var sent: [OutboxEntry] = []
        let report = try vault.send { entry in
            sent.append(entry)
            return .delivered
        }
        #expect(report.sent == 1)
        #expect(sent.map(\.action) == [action])
        let event = String(decoding: sent.first?.event ?? [], as: UTF8.self)
        #expect(event.hasPrefix("{\"day\":\"2026-11-20\",\"kind\":\"new_transaction\","))
        #expect(event.contains("\"payee\":\"Acme Store\""))
        #expect(sent.map(\.attempt) == [1])
        #expect(sent.first?.messageID.hasPrefix("msg_") == true)
        #expect(try vault.send { _ in .delivered }.sent == 0)
    }

    @Test("a webhook's message is JSON, and an object where it is empty")
    func message() throws {
        try ask(for: [hook, .webhook(name: "phone", message: ScriptTable())])
        var messages: [String] = []
        _ = try vault.send { entry in
            messages.append(String(decoding: entry.message, as: UTF8.self))
            return .delivered
        }
        #expect(messages == [#"{"text":"ü\u0001"}"#, "{}"])
    }

    @Test("a damaged action is set aside and blocks nothing")
    func damagedAction() throws {
        try ask(for: [hook, hook])
        try execute("UPDATE outbox SET action = '{damaged' WHERE id = 1")
        let report = try vault.send { _ in .delivered }
        #expect(report.failures.map(\.isSetAside) == [true])
        #expect(try vault.send { _ in .delivered }.sent + report.sent == 1)
    }

    @Test("a damaged event is set aside, blocks nothing and is listed")
    func damagedEvent() throws {
        try ask(for: [])
        try vault.receive([line("T2", -1250, on: vault.today, "ACME STORE")])
        _ = try vault.engine.recordEvents(for: [listener])
        try execute("UPDATE events SET fields = '{damaged' WHERE id = 2")
        var reasons: [String] = []
        for _ in 1...3 {
            reasons += try vault.engine.deliver(to: [listener]) { _, _ in [] }.failures
                .map(\.reason)
            vault.seconds += 10_000
        }
        #expect(reasons == [String](repeating: "the event is damaged", count: 3))
        #expect(
            try vault.engine.toldEvents(limit: 10).map(\.about) == ["", "Acme Store -12.50 USD"])
    }

    @Test("what fails is tried later under the same id, and set aside after three attempts")
    func retries() throws {
        try ask(for: [hook])
        var ids: Set<String> = []
        var attempts: [Int] = []
        var setAside: [Bool] = []
        for seconds in [0, 59, 60, 659, 660, 100_000] as [Int64] {
            vault.seconds = seconds
            let report = try vault.send { entry in
                ids.insert(entry.messageID)
                attempts.append(entry.attempt)
                return .tryAgain(reason: "the host answered 500")
            }
            setAside += report.failures.map(\.isSetAside)
        }
        #expect(ids.count == 1)
        #expect(attempts == [1, 2, 3])
        #expect(setAside == [false, false, true])
        let steps = try vault.vault.failingSteps()
        #expect(steps.map(\.state) == [.setAside])
        #expect(steps.map(\.reason) == ["the host answered 500"])
    }

    @Test("a receiver that asks to be left alone is")
    func retryAfter() throws {
        try ask(for: [hook])
        _ = try vault.send { _ in .tryAgain(reason: "busy", after: .seconds(3_600)) }
        #expect(try vault.engine.nextRetries(for: [listener]).first() == vault.now + 3_601)
    }

    @Test("what failed waits no longer than its time where the clock is set back")
    func clockSetBack() throws {
        try ask(for: [hook, hook])
        _ = try vault.send { _ in .tryAgain(reason: "busy") }
        vault.today = vault.date(ago: 30)
        try vault.engine.endTimesAhead()
        #expect(try vault.engine.nextRetries(for: [listener]).first() == vault.now + 60)
        vault.seconds = 30
        try vault.engine.endTimesAhead()
        #expect(try vault.engine.nextRetries(for: [listener]).first() == vault.now + 30)
        vault.seconds = 60
        #expect(try vault.send { _ in .delivered }.sent == 2)
    }

    @Test("what a receiver asked to be given later is, where the clock is set back")
    func clockSetBackByRetryAfter() throws {
        try ask(for: [hook])
        _ = try vault.send { _ in .tryAgain(reason: "busy", after: .seconds(3_600)) }
        vault.seconds = -60
        try vault.engine.endTimesAhead()
        #expect(try vault.engine.nextRetries(for: [listener]).first() == vault.now + 3_661)
        vault.today = vault.date(ago: 30)
        try vault.engine.endTimesAhead()
        #expect(try vault.engine.nextRetries(for: [listener]).first() == vault.now + 86_400)
    }

    @Test("what was asked for by a clock that was ahead is sent at once by one set back")
    func askedAhead() throws {
        try ask(for: [hook])
        vault.today = vault.date(ago: 30)
        #expect(try vault.send { _ in .delivered }.sent == 0)
        try vault.engine.endTimesAhead()
        #expect(try vault.send { _ in .delivered }.sent == 1)
    }

    @Test("what is refused is set aside at once")
    func refused() throws {
        try ask(for: [hook])
        let report = try vault.send { _ in .refused(reason: "the host answered 400") }
        #expect(report.failures.map(\.isSetAside) == [true])
    }

    @Test("actions for one target stay in order and don't block other targets")
    func targets() throws {
        let other = Action.notify(Notification(title: "n", text: ""))
        try ask(for: [hook, hook, other])
        var targets: [String] = []
        func send() throws {
            _ = try vault.send { entry in
                if case .webhook = entry.action {
                    targets.append("phone \(entry.attempt)")
                    return entry.attempt == 1 ? .tryAgain(reason: "busy") : .delivered
                }
                targets.append("desktop")
                return .delivered
            }
        }
        try send()
        #expect(targets == ["desktop", "phone 1"])
        vault.seconds = 60
        try send()
        #expect(targets == ["desktop", "phone 1", "phone 2", "phone 1"])
    }

    /// Sends at some times.
    ///
    /// - Parameter outcome: of the text of a message.
    /// - Returns: the texts that were tried, in that order.
    private func texts(
        at seconds: [Int64], _ outcome: (String) -> DeliveryOutcome
    ) throws -> [String] {
        var texts: [String] = []
        for seconds in seconds {
            vault.seconds = seconds
            _ = try vault.send(settings: patient) { entry in
                guard case .notify(let notification) = entry.action else { return .delivered }
                texts.append(notification.title)
                return outcome(notification.title)
            }
        }
        return texts
    }

    private let patient = EventSettings(delays: [10, 20, 40, 10_000, 10_000])

    private func ask(for titles: String...) throws {
        try ask(for: titles.map { .notify(Notification(title: $0, text: "")) })
    }

    @Test("after three failures of a message the next ones pass it")
    func passed() throws {
        try ask(for: "bad", "b", "c")
        let tried = try texts(at: [0, 10, 29, 30, 31]) { text in
            text == "bad" ? .tryAgain(reason: "busy") : .delivered
        }
        #expect(tried == ["bad", "bad", "bad", "b", "c"])
        #expect(try vault.vault.failingSteps().map(\.attempts) == [3])
    }

    @Test("a target at which everything fails is asked for three messages at most")
    func heldUp() throws {
        try ask(for: "a", "b", "c", "d", "e")
        let tried = try texts(at: Array(stride(from: 0, to: 5_000, by: 10))) { _ in
            .tryAgain(reason: "busy")
        }
        #expect(Set(tried) == ["a", "b", "c"])
        #expect(try vault.vault.actionsHeldUp() == ["notify": 2])
        #expect(try vault.vault.failingSteps().count == 3)
    }

    @Test("when a target answers again, all that failed is tried at once, in its order")
    func answersAgain() throws {
        try ask(for: "a", "b", "c", "d", "e")
        _ = try texts(at: Array(stride(from: 0, to: 5_000, by: 10))) { _ in
            .tryAgain(reason: "busy")
        }
        let next = try #require(try vault.engine.nextRetries(for: [listener]).first())
        let tried = try texts(at: [next - vault.today.noon]) { _ in .delivered }
        #expect(tried.sorted() == ["a", "b", "c", "d", "e"])
        #expect(tried.suffix(2) == ["d", "e"])
        #expect(try vault.engine.nextRetries(for: [listener]).first() == nil)
    }

    @Test("what a receiver wants later is not tried before, also when it takes others")
    func laterWhenAnswering() throws {
        try ask(for: "a", "b")
        var failures = 1
        let tried = try texts(at: [0, 5_001, 10_002, 10_012, 10_013, 15_002, 15_003]) { text in
            guard text == "b" else { return .tryAgain(reason: "busy", after: .seconds(5_000)) }
            failures -= 1
            return failures < 0 ? .delivered : .tryAgain(reason: "busy")
        }
        #expect(tried == ["a", "a", "a", "b", "b", "a"])
    }

    @Test("what is to be tried later is tried at once when the person wants it")
    func retriedAtOnce() throws {
        try ask(for: "a")
        _ = try texts(at: [0, 10, 30, 70]) { _ in .tryAgain(reason: "busy") }
        #expect(try texts(at: [71]) { _ in .delivered } == [])
        try vault.vault.retry(try vault.vault.failingSteps(), at: vault.now)
        #expect(try texts(at: [71]) { _ in .delivered } == ["a"])
    }

    @Test("what the person gives up while it is sent is not tried again")
    func givenUpMeanwhile() throws {
        try ask(for: "a", "b")
        _ = try texts(at: [0]) { _ in .tryAgain(reason: "busy") }
        let steps = try vault.vault.failingSteps()
        vault.seconds = 10
        _ = try vault.send(settings: patient) { entry in
            guard entry.action == .notify(Notification(title: "a", text: "")) else {
                return .delivered
            }
            do { try vault.vault.dismiss(steps) } catch { Issue.record(error) }
            return .tryAgain(reason: "busy")
        }
        #expect(try vault.vault.failingSteps().isEmpty)
        #expect(try texts(at: [11, 100_000]) { _ in .delivered } == [])
    }

    @Test("a program that is to end begins nothing, and what waits loses no attempt")
    func unwanted() throws {
        try ask(for: [hook, .notify(Notification(title: "n", text: ""))])
        for _ in 1...5 {
            let report = try vault.send(unless: { true }, { _ in .delivered })
            #expect(report.sent == 0)
            #expect(report.failures.isEmpty)
        }
        #expect(try vault.send { _ in .delivered }.sent == 2)
    }

    @Test(
        "what waits for its target to be listed is tried once at a time, whatever the delays",
        arguments: [[], [0], [60, 600]] as [[Int64]])
    func waiting(delays: [Int64]) throws {
        try ask(for: [hook, hook])
        let settings = EventSettings(delays: delays)
        var attempts = 0
        let report = try vault.engine.sendWaiting(to: "webhook phone", settings: settings) { _ in
            attempts += 1
            // Where it were due again at once, this would not end.
            return attempts < 10 ? .waits(reason: "the list is gone") : .delivered
        }
        #expect(report.sent == 0)
        #expect(report.failures.allSatisfy { $0.prospect == .waits })
        #expect(attempts <= 2)
    }

    @Test("what is given up while something before it is sent is not sent")
    func dismissedBeforeItsTurn() throws {
        try ask(for: [hook, hook, hook])
        let steps = try vault.vault.eventLog(limit: 10).flatMap(\.actions)
        let second = try #require(steps.sorted { $0.id < $1.id }.dropFirst().first)
        var sent = 0
        let report = try vault.send { _ in
            if sent == 0 {
                do { try vault.vault.dismiss([second]) } catch { Issue.record(error) }
            }
            sent += 1
            return .delivered
        }
        #expect(sent == 2)
        #expect(report.sent == 2)
        let states = try vault.vault.eventLog(limit: 10).flatMap(\.actions)
            .sorted { $0.id < $1.id }.map(\.state)
        #expect(states == [.done, .dismissed, .done])
    }

    @Test("the wait for another attempt begins when the attempt has failed")
    func waitAfterFailure() throws {
        try ask(for: [hook])
        let settings = EventSettings(delays: [60])
        var passed = Duration.zero
        _ = try vault.send(settings: settings, stopwatch: { passed }) { _ in
            passed = .milliseconds(2_100)
            return .tryAgain(reason: "the receiver answered 503")
        }
        let next = try #require(try vault.vault.failingSteps().first?.nextTryAt)
        #expect(next >= vault.now + 62)
    }

    @Test("what was broken off and is under way again has not failed either")
    func underWayAgain() throws {
        try ask(for: [hook])
        _ = try vault.send { _ in .brokenOff(reason: "the program was stopped") }
        var counts: [FailingCounts] = []
        _ = try vault.send { _ in
            do { counts.append(try vault.vault.failingCounts()) } catch { Issue.record(error) }
            return .delivered
        }
        #expect(counts == [FailingCounts(setAside: 0, triedAgain: 0)])
    }

    @Test("what is under way has not failed, and nothing is behind it")
    func underWay() throws {
        try ask(for: [hook, hook])
        var counts: [FailingCounts] = []
        var heldUp: [[String: Int]] = []
        var failing: [Int] = []
        _ = try vault.send { _ in
            do {
                counts.append(try vault.vault.failingCounts())
                heldUp.append(try vault.vault.actionsHeldUp())
                failing.append(try vault.vault.failingSteps().count)
            } catch {
                Issue.record(error)
            }
            return .tryAgain(reason: "the receiver answered 503")
        }
        #expect(counts == [FailingCounts(setAside: 0, triedAgain: 0)])
        #expect(heldUp == [[:]])
        #expect(failing == [0])
        #expect(try vault.vault.failingCounts() == FailingCounts(setAside: 0, triedAgain: 1))
        #expect(try vault.vault.actionsHeldUp() == ["webhook phone": 1])
    }

    @Test("an attempt counts also where the program was ended in it")
    func cutOff() throws {
        try ask(for: [hook])
        let id = try #require(
            try vault.vault.actionsDue(for: "webhook phone", at: vault.now).first?.id)
        for _ in 1...3 { _ = try vault.vault.beginAttempt(at: [id], nextTry: vault.now) }
        var isSent = false
        let report = try vault.send { _ in
            isSent = true
            return .delivered
        }
        #expect(!isSent)
        #expect(report.failures.map(\.isSetAside) == [true])
    }
}
