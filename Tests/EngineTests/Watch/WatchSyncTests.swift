import DemoHousehold
import Dispatch
import Engine
import Foundation
import Model
import SimpleFIN
import Testing
import Vault

@Suite("A watcher syncs")
struct WatchSyncTests {
    private let demo: DemoVault
    private let connection: Connection

    private static let household = Household(today: today, months: 2)

    init() throws {
        demo = try DemoVault(Self.household)
        connection = try demo.connect()
    }

    @Test("at once what was never synced, and classifies what came")
    func neverSynced() throws {
        demo.transport.show(Self.household, at: today.noon)
        let watched = WatchedVault(demo)
        try watched.watch { $0.isWaiting }
        #expect(watched.news.compactMap(\.what.synced).map(\.outcome) == [.complete])
        #expect(try !demo.vault.hasUnclassified())
    }

    @Test(
        "at its start where the last sync is more than four hours old",
        arguments: [(3, 0), (4, 0), (5, 1), (23, 1)])
    func start(hours: Int64, syncs: Int) throws {
        try demo.sync(connection, Self.household, months: 2)
        let watched = WatchedVault(demo)
        try watched.watch(from: today.noon + hours * 3600) { $0.isWaiting }
        #expect(watched.news.count { $0.what.isSyncing } == syncs)
    }

    @Test("once a day from then on")
    func daily() throws {
        try demo.sync(connection, Self.household, months: 2)
        // Hours pass before the first look, by so fast a clock.
        try demo.write(
            "[watch]\nstart_when_older_hours = 720\n", to: "config/automation.toml")
        let watched = WatchedVault(demo)
        var planned: [Int64?] = []
        var begun: [Int64] = [today.noon]
        try watched.watch(from: today.noon + 60, speed: 20_000) { news in
            if news.synced != nil {
                begun.append(
                    try #require(try demo.vault.lastSync(connection: connection.id)).startedAt)
            }
            guard case .waiting(let next) = news else { return false }
            planned.append(next)
            return planned.count == 3
        }
        // By a clock as fast as this the first may be due before the watcher looks.
        #expect(planned == begun.suffix(planned.count).map { $0 + 86_400 })
        // None began before it was due.
        #expect(zip(begun, begun.dropFirst()).allSatisfy { $1 - $0 >= 86_400 })
    }

    @Test("when the person has, a day after that")
    func afterPerson() throws {
        try demo.sync(connection, Self.household, months: 2)
        let watched = WatchedVault(demo)
        var isSynced = false
        try watched.watch(from: today.noon + 3600) { news in
            guard case .waiting(let next) = news else { return false }
            if isSynced { return next == today.noon + 3000 + 86_400 }
            isSynced = true
            // Another program's, over a vault that it opened itself.
            let other = Engine(
                vault: try Vault.open(demo.folder), moment: Moment(clock: today.noon + 3000)
            ) { [transport = demo.transport] policy in
                Client(transport: transport, policy: policy)
            }
            _ = try other.synchronise(connection, historyMonths: 1, progress: { _ in })
            return false
        }
        #expect(!watched.news.contains { $0.what.isSyncing })
    }

    @Test("again after minutes and then ever later while no answer comes")
    func backsOff() throws {
        let watched = WatchedVault(demo, transport: SilentTransport())
        try watched.watch(speed: 5_000) { _ in
            watched.news.count { $0.what.synced != nil } == 5
        }
        let times = watched.news.filter { $0.what.isSyncing }.map(\.at)
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        try #require(gaps.count == 4)
        // Each is a quarter more or less. By a clock as fast as this, any may begin later, or be
        // due before it can be told.
        var told = 0
        for (position, usual) in [Int64(300), 900, 2_700, 8_100].enumerated() {
            #expect(gaps[position] >= usual * 3 / 4, "\(gaps)")
            for news in watched.news where news.at >= times[position] {
                guard news.at < times[position + 1], case .waiting(let next?) = news.what
                else { continue }
                told += 1
                #expect(next - news.at <= usual * 5 / 4, "\(news)")
            }
        }
        #expect(told > 0)
    }

    @Test("tomorrow where the bridge was asked too often and does not say for how long")
    func askedTooOften() throws {
        demo.transport.fail([.tooManyRequests])
        let watched = WatchedVault(demo)
        try watched.watch { $0.isWaiting }
        let next = try #require(watched.nextSyncAt)
        let midnight = today.adding(days: 1).secondsSinceEpoch
        #expect((midnight...midnight + 700).contains(next))
    }

    @Test("only on the next day if a person has to fix it")
    func refusedForGood() throws {
        demo.transport.fail([.forbidden])
        let watched = WatchedVault(demo)
        try watched.watch { $0.isWaiting }
        let next = try #require(watched.nextSyncAt)
        #expect((86_400...90_000).contains(next - today.noon))
    }

    @Test("no sooner for a signal where the bridge refused, which would cost a request each time")
    func refusedAndSignalled() throws {
        demo.transport.fail([.forbidden])
        let watched = WatchedVault(demo)
        var asked: [Int] = []
        try watched.watch { news in
            switch news {
            case .waiting where asked.isEmpty: break
            case .classified(_, .asked): break
            default: return false
            }
            asked.append(try demo.engine().requestsLeft(connection))
            if asked.count < 4 { raise(SIGHUP) }
            return asked.count == 4
        }
        #expect(Set(asked).count == 1)
        #expect(watched.news.count { $0.what.isSyncing } == 1)
    }

    @Test("never past what is left for a person of the day's requests")
    func quota() throws {
        for _ in 0..<22 {
            _ = try demo.vault.reserveRequest(
                connection: connection.id, sync: nil, window: nil, at: today.noon, limit: 24)
        }
        let watched = WatchedVault(demo)
        try watched.watch(from: today.noon + 60) { $0.isWaiting }
        #expect(
            watched.news.contains { news in
                if case .notSynced(_, EngineError.automaticLimitReached) = news.what {
                    true
                } else {
                    false
                }
            })
        #expect(try demo.engine().requestsLeft(connection) == 2)
        let next = try #require(watched.nextSyncAt)
        // At midnight UTC the count begins anew, but 24 hours are looked at too.
        #expect((today.noon + 43_200...today.noon + 2 * 86_400).contains(next))
    }

    @Test("and tells when it will, where requests are used up at the time that it would be due")
    func quotaAtNext() throws {
        try demo.sync(connection, Self.household, months: 2)
        let used = today.noon + 3 * 3600
        for _ in 0..<20 {
            _ = try demo.vault.reserveRequest(
                connection: connection.id, sync: nil, window: nil, at: used, limit: 24)
        }
        while try demo.vault.rollingLimitEnds(
            connection: connection.id, limit: 22, at: used) == nil
        {
            _ = try demo.vault.reserveRequest(
                connection: connection.id, sync: nil, window: nil, at: used, limit: 24)
        }
        let ends = try #require(
            try demo.vault.rollingLimitEnds(connection: connection.id, limit: 22, at: used))
        let watched = WatchedVault(demo)
        try watched.watch(from: used + 60) { $0.isWaiting }
        #expect(watched.nextSyncAt == max(today.noon + 86_400, ends + 1))
    }

    @Test("and is ended while its bridge is silent, with the sync's end written down")
    func endedWhileSyncing() throws {
        let transport = HangingTransport()
        let watched = WatchedVault(demo, transport: transport)
        try watched.watch { $0.isSyncing }
        transport.release()
        let last = try #require(try demo.vault.lastSync(connection: connection.id))
        #expect(last.outcome == .stopped)
        #expect(last.failure == nil)
        #expect(try demo.engine().syncHolder() == nil)
    }

    @Test("at its start what it was stopped in, however short a time ago")
    func stoppedBefore() throws {
        let transport = HangingTransport()
        try WatchedVault(demo, transport: transport).watch { $0.isSyncing }
        transport.release()
        demo.transport.show(Self.household, at: today.noon)
        let watched = WatchedVault(demo)
        try watched.watch(from: today.noon + 60) { $0.isWaiting }
        #expect(watched.news.compactMap(\.what.synced).map(\.outcome) == [.complete])
    }

    @Test("alone: a second watcher is refused with who the first is")
    func second() throws {
        try demo.sync(connection, Self.household, months: 2)
        let watched = WatchedVault(demo)
        var refusal: (any Error)?
        try watched.watch { news in
            guard news.isWaiting else { return false }
            do {
                try WatchedVault(demo).watch { _ in true }
            } catch {
                refusal = error
            }
            return true
        }
        guard case EngineError.watchedAlready(let holder)? = refusal else {
            return #expect(Bool(false), "\(String(describing: refusal))")
        }
        #expect(holder.process == ProcessInfo.processInfo.processIdentifier)
    }

    @Test("and others see what it does")
    func state() throws {
        try demo.sync(connection, Self.household, months: 2)
        let watched = WatchedVault(demo)
        #expect(try demo.engine().watcher() == nil)
        var seen: WatchState?
        try watched.watch(from: today.noon + 60) { news in
            guard news.isWaiting else { return false }
            seen = try demo.engine().watcher()
            return true
        }
        #expect(seen?.process == ProcessInfo.processInfo.processIdentifier)
        #expect(seen?.nextSyncAt == today.noon + 86_400)
        #expect(try demo.engine().watcher() == nil)
    }
}

/// A bridge that never answers in time.
private struct SilentTransport: HTTPTransport {
    func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        throw .timedOut
    }
}

/// A bridge that lets its clients wait.
private final class HangingTransport: HTTPTransport {
    private let end = DispatchSemaphore(value: 0)

    func release() { end.signal() }

    func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        end.wait()
        throw .timedOut
    }
}
