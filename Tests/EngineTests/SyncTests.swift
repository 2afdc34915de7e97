import DemoHousehold
import Engine
import Model
import SimpleFIN
import Testing
import Vault

@Suite("A sync")
struct SyncTests {
    private let demo: DemoVault
    private let connection: Connection

    init() throws {
        demo = try DemoVault()
        connection = try demo.connect()
    }

    private func expectWhole(_ household: Household, since first: CalendarDay) throws {
        #expect(try demo.vault.posted().inOrder == household.posted(since: first).inOrder)
        #expect(try demo.vault.balances() == household.balances)
    }

    @Test("of 24 months brings every transaction once, with balances, in 19 requests")
    func first() throws {
        let report = try demo.sync(connection)
        #expect(report.failure == nil)
        #expect(report.outcome == .complete)
        #expect(report.requests == 19)
        #expect(report.requestsLeft == 5)
        #expect(!report.leavesHistory)
        #expect(report.accounts == 7)
        let household = Household.ordinary
        try expectWhole(household, since: household.firstDay)
        let pending = try demo.vault.everything().filter(\.isPending).map(\.bankID)
        #expect(pending.count == household.pendingIDs.count)
        #expect(Set(pending) == household.pendingIDs)
        #expect(report.stored.newTransactions == (try demo.vault.everything().count))
    }

    @Test("covers every day asked for, until today")
    func coverage() throws {
        try demo.sync(connection)
        for account in try demo.vault.accounts() {
            #expect(account.coverage == Household.ordinary.firstDay..<today.adding(days: 1))
            #expect(account.hasWholeHistory)
        }
    }

    @Test("asks nothing of a bridge on a day that is only taken for today")
    func pretendedDay() throws {
        try demo.sync(connection)
        let day = today.adding(days: -3)
        let transport = demo.transport
        let engine = Engine(
            vault: demo.vault, moment: Moment(clock: today.noon, today: day)
        ) { Client(transport: transport, policy: $0) }
        let asked = try demo.engine().requestsLeft(connection)
        #expect(throws: EngineError.todayIsPretended(day)) {
            try engine.synchronise(connection, historyMonths: 1, progress: { _ in })
        }
        #expect(try demo.engine().requestsLeft(connection) == asked)
    }

    @Test("on the same day again brings nothing new in two requests")
    func sameDay() throws {
        try demo.sync(connection)
        let before = try demo.vault.contents()
        let report = try demo.sync(connection)
        #expect(report.requests == 2)
        #expect(report.stored == StoredAnswer())
        #expect(try demo.vault.contents() == before)
    }

    @Test(
        "after a pause leaves no gap and nothing twice",
        arguments: [(1, 2), (30, 2), (31, 3), (100, 4)])
    func afterPause(days: Int, requests: Int) throws {
        try demo.sync(connection)
        let later = Household(today: today.adding(days: days), months: 30)
        let report = try demo.sync(connection, later)
        #expect(report.requests == requests)
        #expect(report.outcome == .complete)
        try expectWhole(later, since: Household.ordinary.firstDay)
        // Holds that were posted since, under other ids, are not there twice.
        let pending = try demo.vault.everything().filter(\.isPending).map(\.bankID)
        #expect(Set(pending) == later.pendingIDs)
    }

    @Test("tells each answer it stored, the balances first and then days that touch")
    func progress() throws {
        demo.transport.show(.ordinary, at: today.noon)
        var told: [SyncProgress] = []
        let report = try demo.engine().synchronise(connection, historyMonths: 24) {
            told.append($0)
        }
        typealias Received = (
            window: Range<CalendarDay>?, new: Int, history: (done: Int, most: Int)?
        )
        let received = told.compactMap { progress -> Received? in
            guard case .received(let window, let new, let history) = progress else { return nil }
            return (window, new, history)
        }
        #expect(received.count == report.requests)
        #expect(received.first?.window == nil)
        let windows = received.compactMap(\.window)
        #expect(windows.count == received.count - 1)
        for (newer, older) in zip(windows, windows.dropFirst()) {
            #expect(newer.lowerBound == older.upperBound)
        }
        #expect(received.map(\.new).reduce(0, +) == report.stored.newTransactions)
        let steps = received.compactMap(\.history)
        #expect(steps.map(\.done) == Array(1...steps.count))
        #expect(steps.allSatisfy { $0.done <= $0.most && $0.most == steps[0].most })
    }

    @Test("stops where the bank's history ends")
    func endOfHistory() throws {
        let young = Household(today: today, months: 3)
        let report = try demo.sync(connection, young, months: 24)
        #expect(report.outcome == .complete)
        #expect(report.requests == 1 + 3 + 2)
        try expectWhole(young, since: young.firstDay)
    }

    @Test("of a long history leaves four requests and continues on later days")
    func longHistory() throws {
        let months = 60
        let households = (0..<3).map {
            Household(today: today.adding(days: $0), months: months)
        }
        let reports = try households.map { try demo.sync(connection, $0, months: months) }
        #expect(reports.map(\.requests) == [20, 20, 7])
        #expect(reports.map(\.requestsLeft) == [4, 4, 17])
        #expect(reports.map(\.leavesHistory) == [true, true, false])
        #expect(reports.allSatisfy { $0.failure == nil })
        try expectWhole(households[2], since: households[0].firstDay)
    }

    @Test("is refused when the day's requests are used up, until midnight")
    func dailyLimit() throws {
        try demo.sync(connection, months: 60)
        try demo.sync(connection)
        try demo.sync(connection)
        #expect(try demo.engine().requestsLeft(connection) == 0)
        #expect(throws: EngineError.dailyLimitReached(secondsUntilReset: 43_200)) {
            try demo.sync(connection)
        }
        #expect(try demo.engine(on: today.adding(days: 1)).requestsLeft(connection) == 24)
    }

    @Test("by the watcher leaves the requests of a whole sync to the person")
    func automaticLimit() throws {
        try demo.sync(connection, months: 1)
        while try demo.engine().requestsLeft(connection) > 3 { _ = try reserve(at: today.noon) }
        let automatic = try synchroniseAutomatically()
        #expect(automatic.requestsLeft == 2)
        #expect(throws: EngineError.automaticLimitReached(secondsUntilNext: 43_200)) {
            try synchroniseAutomatically()
        }
        let report = try demo.sync(connection)
        #expect(report.requests == 2)
        #expect(report.outcome == .complete)
    }

    @Test("by the watcher stays below the limit in any 24 hours")
    func rollingLimit() throws {
        let evening = today.secondsSinceEpoch - 3600
        for _ in 0..<23 { _ = try reserve(at: evening) }
        demo.transport.show(.ordinary, at: today.noon)
        #expect(throws: EngineError.automaticLimitReached(secondsUntilNext: 39_600)) {
            try synchroniseAutomatically()
        }
        #expect(try demo.sync(connection).outcome == .complete)
    }

    @Test("by a clock that was set back is held up for no more than a day")
    func clockSetBack() throws {
        for _ in 0..<23 { _ = try reserve(at: today.noon + 30 * 86_400) }
        demo.transport.show(.ordinary, at: today.noon)
        for _ in 0..<2 {
            // To midnight, when the day's count begins anew.
            #expect(throws: EngineError.automaticLimitReached(secondsUntilNext: 43_200)) {
                try synchroniseAutomatically()
            }
        }
        let tomorrow = demo.engine(on: today.adding(days: 1))
        let report = try tomorrow.synchronise(
            connection, historyMonths: 1, trigger: .automatic, progress: { _ in })
        #expect(report.outcome == .complete)
    }

    private func reserve(at instant: Int64) throws -> Int? {
        try demo.vault.reserveRequest(
            connection: connection.id, sync: nil, window: nil, at: instant, limit: 24)
    }

    private func synchroniseAutomatically() throws -> SyncReport {
        try demo.engine().synchronise(
            connection, historyMonths: 1, trigger: .automatic, progress: { _ in })
    }

    @Test("that reaches the limit on its way keeps what it has, and says why it ended")
    func limitOnTheWay() throws {
        try demo.sync(connection)
        let later = Household(today: today.adding(days: 100), months: 30)
        for _ in 0..<22 {
            _ = try demo.vault.reserveRequest(
                connection: connection.id, sync: nil, window: nil, at: later.today.noon, limit: 24)
        }
        let report = try demo.sync(connection, later)
        #expect(
            report.failure as? EngineError == .dailyLimitReached(secondsUntilReset: 43_200))
        #expect(report.outcome == .partial)
        #expect(report.requests == 2)
        #expect(report.stored.newTransactions > 0)
        #expect(try demo.vault.balances() == later.balances)
        let next = Household(today: today.adding(days: 101), months: 30)
        #expect(try demo.sync(connection, next).outcome == .complete)
        try expectWhole(next, since: Household.ordinary.firstDay)
    }
}
