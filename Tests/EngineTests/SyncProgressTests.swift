import Engine
import Model
import SimpleFIN
import Synchronization
import Testing
import Vault

@Suite("A sync's progress rests on what the bank served")
struct SyncProgressTests {
    private let story: PlainStory

    init() throws {
        story = try PlainStory()
    }

    private func date(_ days: Int) -> CalendarDay { today.adding(days: days) }

    private func rows(_ account: PlainBank.Account) -> [String] { account.rows.map(\.id).sorted() }

    // MARK: Clocks

    @Test(
        "so that a clock that was wrong for one sync loses nothing",
        arguments: [3650, 60, 2, -60, -20_000], [1, 100])
    func clockWrongOnce(ahead: Int, laterBy: Int) throws {
        let first = date(-100)
        story.bank.show(.daily(from: first, through: today))
        try story.sync(months: 6)
        story.bank.show(.daily(from: first, through: date(1)))
        try story.sync(on: date(1 + ahead))
        let last = date(1 + laterBy)
        story.bank.show(.daily(from: first, through: last))
        for days in 0..<3 { try story.sync(on: last.adding(days: days)) }
        let truth = PlainBank.Account.daily(from: first, through: last)
        #expect(try story.ids() == rows(truth))
        let account = try #require(try story.vault.accounts().first)
        #expect(account.balanceAt == last.noon)
        #expect(try #require(account.coverage).upperBound <= last.adding(days: 3))
        #expect(
            try story.vault.dailyBalances().allSatisfy { $0.day >= today && $0.day <= last })
    }

    @Test("also where it was wrong for the first sync of all", arguments: [3650, 60, -20_000])
    func clockWrongAtFirst(ahead: Int) throws {
        let account = PlainBank.Account.daily(from: date(-300), through: today)
        story.bank.show(account)
        try story.sync(on: date(ahead))
        for days in 0..<8 { try story.sync(on: date(days)) }
        #expect(try story.ids() == rows(account))
        #expect(try story.vault.dailyBalances().map(\.day) == [today])
    }

    @Test("and no sync walks on from 1970 where the next answers may lack some days")
    func cappedAfterWrongClock() throws {
        let account = PlainBank.Account.daily(from: date(-300), through: today)
        story.bank.show(account)
        try story.sync(on: date(-20_000))
        story.bank.state.withLock { $0.isCapped = true }
        for days in 0..<2 { try story.sync(on: date(days)) }
        story.bank.state.withLock { $0.isCapped = false }
        for days in 2..<6 {
            let windows = try story.sync(on: date(days)).windows
            #expect(windows.allSatisfy { $0.upperBound > date(-900) })
        }
        #expect(try story.ids() == rows(account))
    }

    @Test(
        "and the day's requests are counted right, whatever the clock showed",
        arguments: [3650, 1, -20_000])
    func requests(ahead: Int) throws {
        story.bank.show(.daily(from: date(-100), through: today))
        try story.sync()
        story.bank.state.withLock { $0.requests = 0 }
        for day in [date(ahead), today] {
            for _ in 0..<30 {
                do {
                    try story.sync(on: day, asksAgain: true, trigger: .automatic)
                } catch EngineError.automaticLimitReached {
                    break
                }
            }
        }
        #expect(story.bank.state.withLock { $0.requests } <= 23 + 24)
        #expect(try story.sync(on: date(3)).report.outcome == .complete)
    }

    @Test(
        "so that a balance dated ahead once does not stand for good",
        arguments: [1, 40, 4000], [nil, -5] as [Int?])
    func balanceAhead(days: Int, other: Int?) throws {
        let second = other.map {
            PlainBank.Account.daily("A2", from: date(-30), through: date($0))
        }
        func show(_ balance: String, _ dated: CalendarDay) {
            var account = PlainBank.Account.daily(
                from: date(-30), through: today, balanceDate: dated.noon)
            account.balance = balance
            if let second { story.bank.show(account, second) } else { story.bank.show(account) }
        }
        show("1.00", date(days))
        try story.sync()
        #expect(try story.vault.dailyBalances().allSatisfy { $0.day <= today })
        show("2.00", date(1))
        try story.sync(on: date(1))
        let account = try #require(try story.vault.accounts().first)
        #expect(account.balance?.minorUnits == 200)
        #expect(account.balanceAt == date(1).noon)
        #expect(try story.vault.dailyBalances().allSatisfy { $0.day <= date(1) })
    }

    @Test("so that what a bank dates by a clock ahead by a day counts as of today")
    func bankClockAhead() throws {
        for days in 0..<5 {
            let next = date(days + 1)
            story.bank.show(.daily(from: date(-30), through: next, every: 1))
            try story.sync(on: date(days))
            let account = try #require(try story.vault.accounts().first)
            #expect(account.balanceAt == date(days).noon)
            #expect(account.coverage?.upperBound == next)
        }
        #expect(try story.vault.dailyBalances().map(\.day) == (0..<5).map(date))
        #expect(try story.ids().count == 35)
    }

    @Test(
        "so that a bank which served nothing new for months loses nothing of them",
        arguments: [0, 125] as [Int?])
    func silentBank(datedAt: Int?) throws {
        func show(silentSince last: Int, dated: Int?, on days: Int) {
            story.bank.show(
                .daily(
                    from: date(-30), through: date(last),
                    balanceDate: .some(dated.map { date($0).noon })),
                .daily("A2", from: date(-30), through: date(days)))
        }
        show(silentSince: 0, dated: 0, on: 0)
        try story.sync(months: 1)
        for days in stride(from: 20, through: 120, by: 20) {
            show(silentSince: 0, dated: 0, on: days)
            #expect(try story.sync(on: date(days)).report.requests == 2)
        }
        // Some say no new date with what is new.
        show(silentSince: 125, dated: datedAt, on: 125)
        #expect(try story.sync(on: date(125)).report.outcome == .complete)
        let truth = ["A1", "A2"].flatMap {
            PlainBank.Account.daily($0, from: date(-30), through: date(125)).rows.map(\.id)
        }
        #expect(try story.ids() == truth.sorted())
    }

    @Test("so that a long pause leaves no gap where a bank dates no balance, or always as of then")
    func undatedBalances() throws {
        for (number, balanceDate) in [nil, 86_400 as Int64?].enumerated() {
            let story = try PlainStory()
            for days in [0, 200, 201, 330 + number] {
                story.bank.show(
                    .daily(
                        from: date(-30), through: date(days), every: 5,
                        balanceDate: .some(balanceDate)))
                try story.sync(on: date(days), months: 1)
                let truth = PlainBank.Account.daily(from: date(-30), through: date(days), every: 5)
                #expect(try story.ids() == rows(truth))
            }
        }
    }

    // MARK: Pending transactions

    @Test(
        "and reaches back to the oldest pending transaction, four windows at most",
        arguments: [(10, 1), (43, 1), (44, 2), (100, 3), (175, 4), (176, 1), (900, 1)])
    func pending(age: Int, windows: Int) throws {
        let pending = date(-age)
        let account = AccountProgress(
            id: 1, institutionKey: "", bankID: "A1", coverage: date(-800)..<date(1),
            hasWholeHistory: true, balanceDay: today, oldestDay: date(-800), newestDay: today,
            oldestPendingDay: pending < SyncPlan.firstPendingDay(today: today) ? nil : pending)
        let plan = SyncPlan.recent([account], SyncPlan.Served([account], today: today))
        #expect(plan.count == windows)
        #expect(plan.last?.upperBound == date(1))
        #expect(windows == 1 || plan.first?.lowerBound == pending)
    }

    @Test("and asks for a pending transaction that is older than the newest days")
    func oldPending() throws {
        var account = PlainBank.Account.daily(from: date(-60), through: date(-40))
        account.rows.append(PlainBank.Row(id: "hold", day: date(-45), isPending: true))
        story.bank.show(account)
        try story.sync(on: date(-40), months: 1)
        account.balanceDate = today.noon
        account.rows.append(PlainBank.Row(id: "new", day: date(-1)))
        story.bank.show(account)
        let windows = try story.sync().windows
        #expect(windows.count == 2)
        #expect(windows.first?.lowerBound == date(-53))
    }
}
