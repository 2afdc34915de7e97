internal import Model
internal import SimpleFIN
internal import Vault

/// The only bank that a sync asks for.
struct SyncedBank {
    let institution: Int64
    /// The bank's ids of its accounts.
    let accountIDs: [String]

    init(_ bank: InstitutionHealth, in vault: Vault) throws {
        institution = bank.id
        accountIDs = try vault.accounts().filter {
            $0.connection == bank.connection && $0.institution == bank.name
        }.map(\.bankID)
    }
}

/// One sync under way.
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
    /// Accounts of which every window held everything; the others' history is asked for
    /// again.
    private var sentInWindows: Set<AccountKey>?
    /// The last day of which a bank can have served everything, by account.
    private var served: [AccountKey: CalendarDay] = [:]
    private var said: Set<BridgeMessage> = []

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

    /// The bridge's day, whatever the person's is.
    private var today: CalendarDay { moment.newestBankDay }

    func report(historyMonths: Int?, asksAgain: Bool) throws -> SyncReport {
        try vault.noteRequestsAhead(of: moment.now)
        report.requestsLeft =
            SyncPlan.requestsADay
            - (try vault.requestsUsed(connection: connection.id, at: moment.now))
        if let limitReached = try limitReached() { throw limitReached }
        sync = try vault.beginSync(
            connection: connection.id, institution: bank?.institution, at: moment.now)
        do {
            let balances = try receiveBalances()
            // An answer without accounts is no reason to ask for their days.
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
        try vault.endSync(
            sync, at: moment.now, outcome: report.outcome, stored: report.stored,
            messages: report.told.map(\.received),
            failure: report.outcome == .stopped
                ? nil
                : (report.failure as? SimpleFINError)?.whatHappened ?? report.shortcoming)
        return report
    }

    private static func wasStopped(_ error: any Error) -> Bool {
        if case SimpleFINError.cannotConnect(.stopped, _) = error { true } else { false }
    }

    /// Whether a bank needs attention, perhaps one whose accounts the answer does
    /// not hold, or days are missing.
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

    /// The progress of the accounts that answered, as it is now.
    ///
    /// A failing account, and one that the bank no longer tells of, would ask for its
    /// history on every sync; it is asked for when its bank answers again.
    private func accounts(_ answering: Set<AccountKey>) throws -> [AccountProgress] {
        try vault.progress(
            connection: connection.id, through: today,
            pendingSince: SyncPlan.firstPendingDay(today: today)
        ).filter { answering.contains(AccountKey($0)) }
    }

    /// Asks for the days that are new.
    ///
    /// - Returns: the first day that was asked for.
    private func receiveRecent(answering: Set<AccountKey>) throws -> CalendarDay {
        var first = today
        var asked: [Range<CalendarDay>] = []
        // Where balances are older than transactions, only the newest days show how much
        // was served since; those before them are asked for then.
        for _ in 0..<2 {
            let accounts = try self.accounts(answering)
            let served = SyncPlan.Served(accounts, today: today)
            let windows = SyncPlan.recent(accounts, served)
            first = windows.map(\.lowerBound).min() ?? today
            let isAsked = windows.allSatisfy { window in
                asked.contains { $0.clamped(to: window) == window }
            }
            if isAsked { break }
            asked += windows
            self.served = Dictionary(
                accounts.map { (AccountKey($0), served.day(of: $0)) },
                uniquingKeysWith: { earlier, _ in earlier })
            for window in windows { try receive(window) }
        }
        return first
    }

    // MARK: History

    /// Asks for what was never asked for, else for what was empty.
    ///
    /// - Parameter asked: the first day that this sync has asked for already.
    private func receiveHistory(
        before asked: CalendarDay, months: Int, _ state: HistoryState, asksAgain: Bool,
        answering: Set<AccountKey>
    ) throws {
        var accounts = try self.accounts(answering)
        let lastDay = SyncPlan.Served(accounts, today: today).lastDay
        let first = SyncPlan.firstDay(of: months, before: lastDay)
        if asksAgain {
            try askAllAgain(accounts, before: asked)
            accounts = try self.accounts(answering)
        }
        let unfinished = accounts.filter { !$0.hasWholeHistory }
        guard unfinished.isEmpty else {
            return try finish(
                unfinished, from: asked, to: first, asksAll: asksAgain || state.asksAll)
        }
        let empty = EmptyHistory(accounts, state, today: today, first: first, asked: asked)
        if let empty { try receive(empty, state, to: first, asked: asked) }
    }

    private func askAllAgain(_ accounts: [AccountProgress], before day: CalendarDay) throws {
        try vault.setAsksAllHistory(true, connection: connection.id)
        try vault.forgetHistory(
            before: Dictionary(
                accounts.map { ($0.id, day) }, uniquingKeysWith: { first, _ in first }),
            isUnfinished: true)
    }

    /// Walks backwards through the history of accounts, to the first day or until two
    /// windows in a row hold nothing of them, and leaves some requests for syncs of the
    /// same day.
    ///
    /// - Parameter asksAll: whether to go on where nothing is found.
    private func finish(
        _ accounts: [AccountProgress], from asked: CalendarDay, to first: CalendarDay,
        asksAll: Bool
    ) throws {
        let keys = Set(accounts.map { AccountKey($0) })
        let start = min(accounts.map { $0.coverage?.lowerBound ?? asked }.max() ?? asked, asked)
        var found: Set<AccountKey> = []
        var emptyInARow = 0
        for window in SyncPlan.backwards(from: start, to: first) {
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
        try askAgainWhatWasEmpty(above: start, accounts, found, before: asked)
    }

    private func receive(
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
            // Other accounts may have had something there all the time.
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
        try askAgainWhatWasEmpty(above: start, empty.accounts, found, before: asked)
    }

    /// Has all history of accounts asked for again of which there is something now below a
    /// day, and earlier syncs found nothing above it: that may be there by now as well.
    private func askAgainWhatWasEmpty(
        above day: CalendarDay, _ accounts: [AccountProgress], _ found: Set<AccountKey>,
        before asked: CalendarDay
    ) throws {
        let gaps = accounts.filter {
            found.contains(AccountKey($0))
                && ($0.oldestDay ?? asked) > day.adding(days: SyncPlan.windowDays)
        }
        if !gaps.isEmpty { try askAllAgain(gaps, before: asked) }
    }

    private func mayAskFurther(keeping kept: Int) throws -> Bool {
        try report.requestsLeft > kept && limitReached() == nil
    }

    // MARK: Requests

    /// - Returns: the accounts of which the answer holds transactions.
    @discardableResult
    private func receive(_ window: Range<CalendarDay>) throws -> Set<AccountKey> {
        let query = Query(
            start: window.lowerBound, end: window.upperBound, includesPending: true,
            accounts: bank?.accountIDs ?? [])
        let answer = try ask(query, window: window)
        let translation = FeedTranslation(
            accountSet: answer.accountSet, moment: moment, keepsBalances: false, window: window,
            served: served)
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
            // A redirect is one more request to whoever counts them.
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
            // Another host's failure comes after a redirect, which was counted.
            if case .cannotConnect(let failure, let host) = error, failure.isBeforeSending,
                host == accessURL.host
            {
                try vault.releaseRequest(sync: sync)
                report.requestsLeft += 1
                report.requests -= 1
            }
            throw error
        }
        for message in answer.accountSet.messages where said.insert(message).inserted {
            report.told.append(SyncMessage(message, in: answer.accountSet))
        }
        // Several windows may bring the same one.
        let known = Set(report.rejected)
        report.rejected += answer.accountSet.rejected.filter { !known.contains($0) }
        return answer
    }

    /// - Returns: false where none may be sent.
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
        let stored = try vault.store(
            translation.received, connection: connection.id, sync: sync)
        report.stored.add(stored)
        progress(.received(window: window, newTransactions: stored.newTransactions))
    }

    /// The error that a request would end in now; nil where one may be sent.
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
