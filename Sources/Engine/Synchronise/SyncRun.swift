internal import Model
internal import SimpleFIN
internal import Vault

/// A running sync.
final class SyncRun {
    private let vault: Vault
    private let moment: Moment
    private let connection: Connection
    private let bank: SyncedBank?
    private let accessURL: AccessURL
    private let client: Client
    private let limits: RequestLimits
    private let progress: (SyncProgress) -> Void
    private var sync: Int64 = 0
    private var report: SyncReport
    /// Accounts that were complete in every window. The history of the others is requested
    /// again.
    private var sentInWindows: Set<AccountKey>?
    /// The windows of the history: those that were received, and all.
    private var history: (done: Int, most: Int)?
    /// The last day that each account's bank can have covered.
    private var served: [AccountKey: CalendarDay] = [:]
    private var seenMessages: Set<BridgeMessage> = []
    /// Unreadable entries of earlier syncs.
    private var setAside: Set<SetAsideEntry> = []
    /// All unreadable entries of this sync.
    private var unreadable: Set<SetAsideEntry> = []
    /// Accounts in another currency than before. Nothing of them is stored.
    private var notStored: Set<AccountKey> = []

    init(
        vault: Vault, moment: Moment, connection: Connection, bank: SyncedBank?,
        accessURL: AccessURL, client: Client, limits: RequestLimits,
        progress: @escaping (SyncProgress) -> Void
    ) {
        self.vault = vault
        self.moment = moment
        self.connection = connection
        self.bank = bank
        self.accessURL = accessURL
        self.client = client
        self.limits = limits
        self.progress = progress
        report = SyncReport(connection: connection)
    }

    /// The bridge's day, whatever the user's is.
    private var today: CalendarDay { moment.newestBankDay }

    /// Performs the whole sync, from planning the requests to the report.
    func run(historyMonths: Int?, asksAgain: Bool) throws -> SyncReport {
        try vault.noteRequestsAhead(of: moment.now)
        report.requestsLeft =
            SyncPlan.requestsADay
            - (try vault.requestsUsed(connection: connection.id, at: moment.now))
        if let limitReached = try limitReached() { throw limitReached }
        setAside = Set(try vault.setAsideEntries(connection: connection.id))
        sync = try vault.beginSync(
            connection: connection.id, institution: bank?.institution, at: moment.now)
        do {
            let balances = try receiveBalances()
            // A response without accounts is no reason to request their days.
            if report.accounts > 0 {
                let state = try vault.historyState(connection: connection.id)
                let months = historyMonths ?? state.months ?? SyncPlan.historyMonths
                try vault.dropWrongCoverage(
                    today: today, historyFrom: SyncPlan.firstDay(of: months, before: today),
                    connection: connection.id)
                let asked = try receiveRecent(answering: balances.answering)
                try receiveHistory(
                    before: asked, months: months, state, asksAgain: asksAgain,
                    answering: balances.answering)
            }
            report.outcome =
                balances.failing.isEmpty && report.rejected.isEmpty && !hasTroubledBank
                    && report.stored.inOtherCurrency.isEmpty && report.stored.heldBack == 0
                ? .complete : .partial
        } catch {
            report.failure = error
            report.outcome =
                Self.wasStopped(error) ? .stopped : report.accounts > 0 ? .partial : .failed
        }
        try vault.setAside(
            unreadable, connection: connection.id, at: moment.now,
            isWhole: report.outcome == .complete && bank == nil)
        try vault.endSync(
            sync, at: moment.now, outcome: report.outcome, stored: report.stored,
            messages: report.messagesWithBanks.map(\.received),
            failure: report.outcome == .stopped
                ? nil
                : (report.failure as? SimpleFINError)?.whatHappened ?? report.shortcoming,
            failureCode: Self.wasRefused(report.failure) ? Engine.tooManyRequests : nil)
        return report
    }

    private static func wasRefused(_ error: (any Error)?) -> Bool {
        if case SimpleFINError.tooManyRequests? = error { true } else { false }
    }

    private static func wasStopped(_ error: any Error) -> Bool {
        if case SimpleFINError.cannotConnect(.stopped, _) = error { true } else { false }
    }

    /// Whether a bank needs attention, even one without accounts in the response, or days are
    /// missing.
    private var hasTroubledBank: Bool {
        report.messages.contains {
            $0.area != .general || $0.saysSignInNeeded || $0.saysCapped
        }
    }

    private func receiveBalances() throws -> FeedTranslation {
        let answer = try ask(
            Query(accounts: bank?.accountIDs ?? [], balancesOnly: true), window: nil)
        let translation = FeedTranslation(
            accountSet: answer.accountSet, moment: moment, keepsBalances: true, window: nil)
        try store(translation, window: nil)
        report.accounts = answer.accountSet.accounts.count
        return translation
    }

    /// The current progress of the accounts that answered.
    ///
    /// A failing account, one in another currency, or one that the bank no longer lists would
    /// request its history in every sync. It waits until its bank answers as before.
    private func accounts(_ answering: Set<AccountKey>) throws -> [AccountProgress] {
        try vault.progress(
            connection: connection.id, through: today,
            pendingSince: SyncPlan.firstPendingDay(today: today)
        ).filter { account in
            let key = AccountKey(account)
            return answering.contains(key) && !notStored.contains(key)
        }
    }

    /// Requests the new days.
    ///
    /// - Returns: the first requested day.
    private func receiveRecent(answering: Set<AccountKey>) throws -> CalendarDay {
        var first = today
        var asked: [Range<CalendarDay>] = []
        // If balances are older than transactions, only the latest days show how far banks have
        // data. The second round requests the days before.
        for _ in 0..<2 {
            let accounts = try self.accounts(answering)
            let reach = SyncPlan.Served(accounts, today: today)
            let windows = SyncPlan.recent(accounts, reach)
            first = windows.map(\.lowerBound).min() ?? today
            let isAsked = windows.allSatisfy { window in
                asked.contains { $0.clamped(to: window) == window }
            }
            if isAsked { break }
            asked += windows
            self.served = Dictionary(
                accounts.map { (AccountKey($0), reach.day(of: $0)) },
                uniquingKeysWith: { earlier, _ in earlier })
            for window in windows { try receive(window) }
        }
        return first
    }

    // MARK: History

    /// Requests history that was never requested, or else history that was empty.
    ///
    /// - Parameter asked: the first day that this sync has already requested.
    private func receiveHistory(
        before asked: CalendarDay, months: Int, _ state: HistoryState, asksAgain: Bool,
        answering: Set<AccountKey>
    ) throws {
        var accounts = try self.accounts(answering)
        let lastDay = SyncPlan.Served(accounts, today: today).lastDay
        let first = SyncPlan.firstDay(of: months, before: lastDay)
        // What an earlier sync began to request again goes on where it stopped.
        let goesOn = state.asksAll && accounts.contains { !$0.hasWholeHistory }
        if asksAgain, !goesOn {
            try scheduleHistoryAgain(accounts, before: asked)
            accounts = try self.accounts(answering)
        }
        let unfinished = accounts.filter { !$0.hasWholeHistory }
        guard unfinished.isEmpty else {
            return try receiveUnfinishedHistory(
                unfinished, from: asked, to: first, asksAll: asksAgain || state.asksAll)
        }
        let empty = EmptyHistory(accounts, state, today: today, first: first, asked: asked)
        if let empty { try receiveEmptyHistory(empty, state, to: first, asked: asked) }
    }

    private func scheduleHistoryAgain(_ accounts: [AccountProgress], before day: CalendarDay) throws
    {
        try vault.setAsksAllHistory(true, connection: connection.id)
        try vault.forgetHistory(
            before: Dictionary(
                accounts.map { ($0.id, day) }, uniquingKeysWith: { first, _ in first }),
            isUnfinished: true)
    }

    /// Requests the history of accounts backwards until its first day, or until two consecutive
    /// windows are empty. Leaves some requests for other syncs of the day.
    ///
    /// - Parameter asksAll: whether to continue past empty windows.
    private func receiveUnfinishedHistory(
        _ accounts: [AccountProgress], from asked: CalendarDay, to first: CalendarDay,
        asksAll: Bool
    ) throws {
        let keys = Set(accounts.map { AccountKey($0) })
        let start = min(accounts.map { $0.coverage?.lowerBound ?? asked }.max() ?? asked, asked)
        var found: Set<AccountKey> = []
        var emptyInARow = 0
        let windows = Array(SyncPlan.backwards(from: start, to: first))
        history = (0, windows.count)
        defer { history = nil }
        for window in windows {
            guard emptyInARow < 2 || asksAll else { break }
            guard try mayAskFurther(keeping: SyncPlan.requestsKept) else {
                report.leavesHistory = true
                break
            }
            let seen = try receive(window).intersection(keys)
            found.formUnion(seen)
            emptyInARow = seen.isEmpty ? emptyInARow + 1 : 0
        }
        if !report.leavesHistory {
            let sent = sentInWindows ?? []
            try vault.noteWholeHistory(
                accounts: accounts.filter { sent.contains(AccountKey($0)) }.map(\.id))
            if asksAll { try vault.setAsksAllHistory(false, connection: connection.id) }
            try vault.noteEmptyAsked(on: today, wait: 1, connection: connection.id)
        }
        try scheduleHistoryAboveGaps(above: start, accounts, found, before: asked)
    }

    private func receiveEmptyHistory(
        _ empty: EmptyHistory, _ state: HistoryState, to first: CalendarDay, asked: CalendarDay
    ) throws {
        guard try mayAskFurther(keeping: EmptyHistory.requestsKept) else { return }
        if empty.isFromTheTop {
            try vault.forgetHistory(before: empty.ends, isUnfinished: false)
        }
        let start = empty.ends.values.max() ?? asked
        var found: Set<AccountKey> = []
        var emptyInARow = 0
        for window in SyncPlan.backwards(from: start, to: first) {
            let kept = found.isEmpty ? EmptyHistory.requestsKept : SyncPlan.requestsKept
            guard emptyInARow < EmptyHistory.windows, try mayAskFurther(keeping: kept) else {
                report.leavesHistory = !found.isEmpty
                break
            }
            // Accounts that were not searched may have had these transactions all along.
            let searched = empty.accounts.filter {
                empty.ends[$0.id].map { window.upperBound <= $0 } ?? false
            }
            let known = report.stored.newTransactions
            var seen = try receive(window).intersection(searched.map { AccountKey($0) })
            if report.stored.newTransactions == known { seen = [] }
            found.formUnion(seen)
            emptyInARow = seen.isEmpty ? emptyInARow + 1 : 0
        }
        try vault.noteEmptyAsked(
            on: today,
            wait: found.isEmpty ? min(EmptyHistory.longestWait, state.emptyWait * 2) : 1,
            connection: connection.id)
        try scheduleHistoryAboveGaps(above: start, empty.accounts, found, before: asked)
    }

    /// Schedules the whole history again for accounts that now have data below a day, above
    /// which earlier syncs found nothing. There may be data by now.
    private func scheduleHistoryAboveGaps(
        above day: CalendarDay, _ accounts: [AccountProgress], _ found: Set<AccountKey>,
        before asked: CalendarDay
    ) throws {
        let gaps = accounts.filter {
            found.contains(AccountKey($0))
                && ($0.oldestDay ?? asked) > day.adding(days: SyncPlan.windowDays)
        }
        if !gaps.isEmpty { try scheduleHistoryAgain(gaps, before: asked) }
    }

    private func mayAskFurther(keeping kept: Int) throws -> Bool {
        try report.requestsLeft > kept && limitReached() == nil
    }

    // MARK: Requests

    /// - Returns: the accounts with transactions in the response.
    @discardableResult
    private func receive(_ window: Range<CalendarDay>) throws -> Set<AccountKey> {
        let query = Query(
            start: window.lowerBound, end: window.upperBound, includesPending: true,
            accounts: bank?.accountIDs ?? [])
        let answer = try ask(query, window: window)
        let translation = FeedTranslation(
            accountSet: answer.accountSet, moment: moment, keepsBalances: false, window: window,
            setAside: setAside, served: served)
        let sent = translation.sent
        sentInWindows = sentInWindows?.intersection(sent) ?? sent
        try store(translation, window: window)
        return Set(
            answer.accountSet.accounts.filter { !$0.transactions.isEmpty }.map { AccountKey($0) })
    }

    private func ask(_ query: Query, window: Range<CalendarDay>?) throws -> Answer {
        guard try reserveRequest(window) else { throw try limitReached() ?? dayLimitReached }
        var refused: (any Error)?
        let answer: Answer
        do {
            // Bridges count a redirect as another request.
            answer = try client.accounts(query, accessURL) {
                do {
                    if try reserveRequest(window) { return true }
                    refused = try limitReached() ?? dayLimitReached
                } catch {
                    refused = error
                }
                return false
            }
        } catch {
            if let refused { throw refused }
            // A failure at another host follows a redirect, which was counted.
            if case .cannotConnect(let failure, let host) = error, failure.isBeforeSending,
                host == accessURL.host
            {
                try vault.releaseRequest(sync: sync)
                report.requestsLeft += 1
                report.requests -= 1
            }
            throw error
        }
        for message in answer.accountSet.messages where seenMessages.insert(message).inserted {
            report.messagesWithBanks.append(SyncMessage(message, in: answer.accountSet))
        }
        // Several windows may return the same entry. Earlier syncs have reported those set aside.
        for entry in answer.accountSet.rejected
        where unreadable.insert(SetAsideEntry(entry)).inserted
            && !setAside.contains(SetAsideEntry(entry))
        {
            report.rejected.append(entry)
        }
        return answer
    }

    /// - Returns: false if the quota is used up.
    private func reserveRequest(_ window: Range<CalendarDay>?) throws -> Bool {
        let left = try vault.reserveRequest(
            connection: connection.id, sync: sync, window: window, at: moment.now,
            limit: limits.perDay, rollingLimit: limits.perRollingDay)
        guard let left else { return false }
        report.requestsLeft = left + SyncPlan.requestsADay - limits.perDay
        report.requests += 1
        return true
    }

    private func store(_ translation: FeedTranslation, window: Range<CalendarDay>?) throws {
        var stored = try vault.store(
            translation.received, connection: connection.id, sync: sync)
        // Earlier syncs have reported those set aside.
        stored.inOtherCurrency = stored.inOtherCurrency.filter { account in
            notStored.insert(AccountKey(account))
            unreadable.insert(SetAsideEntry(account))
            return !setAside.contains(SetAsideEntry(account))
        }
        report.stored.add(stored)
        history?.done += 1
        progress(
            .received(
                window: window, newTransactions: stored.newTransactions, history: history))
    }

    /// The error that a request would cause now; nil if one may be sent.
    private func limitReached() throws -> EngineError? {
        if report.requestsLeft <= SyncPlan.requestsADay - limits.perDay { return dayLimitReached }
        guard let perRollingDay = limits.perRollingDay,
            let end = try vault.rollingLimitEnds(
                connection: connection.id, limit: perRollingDay, at: moment.now)
        else { return nil }
        return .automaticLimitReached(secondsUntilNext: Int(end - moment.now))
    }

    private var dayLimitReached: EngineError {
        let midnight = CalendarDay(secondsSinceEpoch: moment.now).adding(days: 1)
        let seconds = Int(midnight.secondsSinceEpoch - moment.now)
        return limits.perRollingDay == nil
            ? .dailyLimitReached(secondsUntilReset: seconds)
            : .automaticLimitReached(secondsUntilNext: seconds)
    }
}
