import Engine
import Model
import SimpleFIN
import Synchronization
import Testing
import Vault

@Suite("The history that a bank serves late")
struct SyncHistoryTests {
    private let story: PlainStory

    init() throws {
        story = try PlainStory()
    }

    private func date(_ days: Int) -> CalendarDay { today.adding(days: days) }

    private func whole(_ days: Int) -> PlainBank.Account {
        .daily(from: date(-600), through: date(days))
    }

    private func since(_ first: Int, through days: Int) -> PlainBank.Account {
        var account = whole(days)
        account.rows.removeAll { $0.day < date(first) }
        return account
    }

    private func expectWhole(_ days: Int) throws {
        #expect(try story.ids() == whole(days).rows.map(\.id).sorted())
    }

    @Test(
        "comes with the next sync where it was empty at first, or began a month ago",
        arguments: [1, -30, -70], [1, 2, 3, 10])
    func lateHistory(servedSince: Int, laterBy: Int) throws {
        story.bank.show(since(servedSince, through: 0))
        let first = try story.sync().report
        #expect(first.requests <= 6)
        story.bank.show(whole(laterBy))
        try story.sync(on: date(laterBy))
        try expectWhole(laterBy)
    }

    @Test(
        "comes as soon as it is there, when it takes a bank some days", arguments: [2, 5, 12, 40])
    func laterHistory(arrival: Int) throws {
        for days in 0...(arrival + 31) {
            story.bank.show(days < arrival ? since(-20, through: days) : whole(days))
            try story.sync(on: date(days))
        }
        try expectWhole(arrival + 31)
    }

    @Test("comes for an account that is linked later and empty on its first day")
    func laterAccount() throws {
        story.bank.show(whole(0))
        try story.sync()
        let second = PlainBank.Account.daily("A2", from: date(-400), through: date(12))
        var empty = second
        empty.rows = []
        story.bank.show(whole(10), empty)
        #expect(try story.sync(on: date(10)).report.requests <= 5)
        story.bank.show(whole(11), empty)
        try story.sync(on: date(11))
        story.bank.show(whole(12), second)
        for days in 12...20 { try story.sync(on: date(days)) }
        #expect(
            try story.ids().filter { $0.hasPrefix("A2") } == second.rows.map(\.id).sorted())
    }

    @Test("is found behind a pause", arguments: [80, 100, 150, 250, 400])
    func pause(days: Int) throws {
        var account = whole(0)
        account.rows.removeAll { $0.day > date(-60 - days) && $0.day < date(-60) }
        for day in 0...40 {
            account.balanceDate = date(day).noon
            story.bank.show(account)
            try story.sync(on: date(day))
        }
        #expect(try story.ids() == account.rows.map(\.id).sorted())
    }

    @Test("is asked for again ever more seldom, and in few requests, while there is none")
    func backOff() throws {
        var further: [Int] = []
        for days in 0...120 {
            story.bank.show(since(-20, through: days))
            let report = try story.sync(on: date(days), trigger: .automatic).report
            #expect(report.requests <= 2 + 4)
            if days > 0, report.requests > 2 { further.append(days) }
        }
        #expect(further == [1, 3, 7, 15, 31, 61, 91])
    }

    @Test("is not asked for again on the same day, nor while the day's requests run low")
    func quota() throws {
        story.bank.show(since(-20, through: 0))
        try story.sync()
        #expect(try story.sync().report.requests == 2)
        for _ in 0..<12 {
            _ = try story.vault.reserveRequest(
                connection: story.connection.id, sync: nil, window: nil, at: date(1).noon,
                limit: 24)
        }
        #expect(try story.sync(on: date(1)).report.requests == 2)
        #expect(try story.sync(on: date(2)).report.requests == 6)
    }

    @Test("is all asked for again by its months, over as many days as that takes")
    func asksAgain() throws {
        story.bank.show(since(-20, through: 0))
        try story.sync()
        let asked = try story.sync(months: 24, asksAgain: true)
        #expect(!asked.report.leavesHistory || asked.report.requestsLeft == 4)
        story.bank.show(whole(0))
        for days in 1...2 { try story.sync(on: date(days)) }
        #expect(try story.ids().count == whole(0).rows.count)
        // Years that no bank has are asked for to their end, and only once.
        var windows = try story.sync(on: date(3), months: 60, asksAgain: true).windows
        #expect(try story.vault.accounts().allSatisfy { !$0.hasWholeHistory })
        for days in 4...8 { windows += try story.sync(on: date(days)).windows }
        let first = today.month.adding(months: -60).firstDay
        #expect(windows.map(\.lowerBound).min() == first)
        #expect(windows.count { $0.lowerBound == first } == 1)
        #expect(try story.vault.accounts().allSatisfy(\.hasWholeHistory))
    }

    @Test("goes on where it stopped if it is asked for again before it is whole")
    func asksAgainBeforeTheEnd() throws {
        let account = PlainBank.Account.daily(from: date(-1700), through: today, every: 20)
        story.bank.show(account)
        try story.sync()
        var windows: [Range<CalendarDay>] = []
        for days in 1...4 where try days == 1 || !story.vault.accounts()[0].hasWholeHistory {
            windows += try story.sync(on: date(days), months: 60, asksAgain: true).windows
        }
        #expect(try story.vault.accounts().allSatisfy(\.hasWholeHistory))
        #expect(try story.ids() == account.rows.map(\.id).sorted())
        let old = windows.filter { $0.upperBound < date(-90) }
        #expect(Set(old.map(\.lowerBound)).count == old.count)
    }

    @Test("goes on with the months that were asked for at first, whoever asks next")
    func keptMonths() throws {
        let account = PlainBank.Account.daily(from: date(-1700), through: today, every: 20)
        story.bank.show(account)
        try story.vault.keepHistoryMonths(60, connection: story.connection.id)
        #expect(try story.sync().report.leavesHistory)
        #expect(try story.vault.accounts().allSatisfy { !$0.hasWholeHistory })
        for days in 1...3 { try story.sync(on: date(days), trigger: .automatic) }
        #expect(try story.ids() == account.rows.map(\.id).sorted())
        #expect(try story.vault.accounts().allSatisfy(\.hasWholeHistory))
    }

    @Test("is asked for by more months than before, and by no fewer")
    func moreMonths() throws {
        let account = PlainBank.Account.daily(from: date(-700), through: today)
        story.bank.show(account)
        try story.sync(months: 2)
        #expect(try story.ids().count < 20)
        try story.sync(on: date(1), months: 24)
        #expect(try story.ids() == account.rows.map(\.id).sorted())
        #expect(try story.sync(on: date(2), months: 1).report.requests == 2)
    }
}

@Suite("A vault that was synced and not classified")
struct UnclassifiedVaultTests {
    @Test("is known as such, so that no figures are made of it")
    func unclassified() throws {
        let story = try PlainStory()
        #expect(try story.vault.wasClassified())
        story.bank.show(.daily(from: today.adding(days: -30), through: today))
        try story.sync(months: 1)
        #expect(try !story.vault.wasClassified())
        _ = try story.home.engine().classify(dryRun: false)
        #expect(try story.vault.wasClassified())
    }
}

@Suite("Redirected requests")
struct RedirectedRequestTests {
    @Test("count as one more for each redirect, and none is sent beyond the limit")
    func count() throws {
        let story = try PlainStory()
        story.bank.show(.daily(from: today.adding(days: -30), through: today))
        story.bank.state.withLock { $0.redirects = 1 }
        let (report, windows) = try story.sync(months: 1)
        #expect(report.requests == 2 * (1 + windows.count))
        #expect(report.requestsLeft == 24 - report.requests)
        for _ in 0..<20 {
            do {
                try story.sync()
            } catch EngineError.dailyLimitReached {
                break
            }
        }
        #expect(story.bank.state.withLock { $0.requests } == 24)
        story.bank.state.withLock { $0.requests = 0 }
        _ = try story.vault.reserveRequest(
            connection: story.connection.id, sync: nil, window: nil,
            at: today.adding(days: 1).noon, limit: 24)
        for _ in 0..<20 {
            do {
                let ended = try story.sync(on: today.adding(days: 1)).report
                if let failure = ended.failure {
                    #expect(
                        failure as? EngineError == .dailyLimitReached(secondsUntilReset: 43_200))
                }
            } catch EngineError.dailyLimitReached {
                break
            }
        }
        #expect(story.bank.state.withLock { $0.requests } == 23)
    }
}
