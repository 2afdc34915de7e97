internal import Model
internal import SimpleFIN
public import Vault

extension Engine {
    /// Brings a connection's accounts and transactions up to date.
    ///
    /// One undated request for the balances, then one for each window of days
    /// that is not covered yet. Every request is counted in the vault before
    /// it is sent, every answer is stored before the next is asked for.
    ///
    /// - Parameters:
    ///   - bank: the only bank to ask for; nil for all. Bridges count such
    ///     requests apart; here they count as the others do.
    ///   - historyMonths: how far back a first sync goes, 1 and more.
    ///   - trigger: what the sync was begun by.
    ///   - patience: seconds to wait where another process syncs the vault.
    ///   - progress: told after each answer.
    /// - Returns: the report, also where the sync ended early.
    /// - Throws: where nothing could be asked at all.
    public func synchronise(
        _ connection: Connection, bank: InstitutionHealth? = nil, historyMonths: Int,
        trigger: SyncTrigger = .person,
        patience: Double = 60, progress: @escaping (SyncProgress) -> Void
    ) throws -> SyncReport {
        let accessURL = try secret(of: connection).load()
        // A bridge counts the day's requests by the world's day.
        guard !moment.isPretended || accessURL.isOnThisMachine else {
            throw EngineError.todayIsPretended(moment.today)
        }
        let policy = NetworkPolicy(allowsPlainHTTPOnLoopback: connection.allowsPlainHTTP)
        let run = SyncRun(
            vault: vault, moment: moment, connection: connection,
            bank: try bank.map { try SyncedBank($0, in: vault) }, accessURL: accessURL,
            client: client(policy), limits: RequestLimits(trigger), progress: progress)
        return try SyncLease.hold(
            of: vault.folder, patience: patience, waiting: { progress(.waiting($0)) }
        ) {
            try run.report(historyMonths: historyMonths)
        }
    }

    /// The process that syncs the vault at this moment, if one does.
    public func syncHolder() throws -> LockHolder? {
        try ProcessLock.holder(path: vault.folder.syncLockPath)
    }

    /// Requests that are left today for a connection.
    public func requestsLeft(_ connection: Connection) throws -> Int {
        let used = try vault.requestsUsed(connection: connection.id, at: moment.now)
        return max(0, SyncPlan.requestsADay - used)
    }

    /// When a sync that nobody asks for may send a request to a connection's bridge, in
    /// POSIX seconds; nil where it may now.
    func automaticRequestsBegin(_ connection: Connection) throws -> Int64? {
        let limits = RequestLimits(.automatic)
        var begin: Int64?
        if try vault.requestsUsed(connection: connection.id, at: moment.now) >= limits.perDay {
            begin = CalendarDay(secondsSinceEpoch: moment.now).adding(days: 1).secondsSinceEpoch
        }
        guard let perRollingDay = limits.perRollingDay,
            let end = try vault.rollingLimitEnds(
                connection: connection.id, limit: perRollingDay, at: moment.now)
        else { return begin }
        return max(begin ?? end, end)
    }
}

/// The only bank that a sync asks for.
private struct SyncedBank {
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
private final class SyncRun {
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
    /// Accounts that every window told all of; the others' history is asked for
    /// again.
    private var idsSentInWindows: Set<ExactText>?
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

    func report(historyMonths: Int) throws -> SyncReport {
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
                try receiveTransactions(
                    historyMonths: historyMonths, answeringIDs: balances.answeringIDs)
            }
            report.outcome =
                balances.failing.isEmpty && report.rejected.isEmpty && !hasTroubledBank
                    && report.stored.inOtherCurrency.isEmpty
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
            accountSet: answer.accountSet, body: answer.body, moment: moment,
            keepsBalances: true, window: nil)
        try store(translation, window: nil)
        report.accounts = answer.accountSet.accounts.count
        return translation
    }

    /// - Parameter answeringIDs: accounts of which the balances told without a
    ///   failure.
    private func receiveTransactions(historyMonths: Int, answeringIDs: Set<ExactText>) throws {
        let end = moment.today.adding(days: 1)
        // A failing account, and one that the bank no longer tells of, would ask
        // for its whole history on every sync; it is asked for when its bank
        // answers again.
        let accounts = try vault.accounts().filter { account in
            account.connection == connection.id && answeringIDs.contains(ExactText(account.bankID))
        }
        let isNew = accounts.contains { $0.coverage == nil && !$0.hasWholeHistory }
        if !isNew {
            let covered = accounts.compactMap(\.coverage?.upperBound).min() ?? end
            for window in SyncPlan.forwards(since: covered, to: end) { try receive(window) }
        }
        let unfinished = accounts.filter { !$0.hasWholeHistory }
        guard !unfinished.isEmpty else { return }
        let newest = isNew ? end : unfinished.compactMap(\.coverage?.lowerBound).max() ?? end
        let first = moment.today.month.adding(months: -historyMonths).firstDay
        if try receiveHistory(SyncPlan.backwards(from: newest, to: first)) {
            let sent = idsSentInWindows ?? []
            let whole = unfinished.filter { sent.contains(ExactText($0.bankID)) }
            try vault.noteWholeHistory(accounts: whole.map(\.id))
        } else {
            report.leavesHistory = true
        }
    }

    /// Walks backwards until two windows in a row hold nothing: the history
    /// has ended.
    ///
    /// - Returns: whether the end was reached before the day's requests ran
    ///   low; some are kept for syncs of the same day.
    private func receiveHistory(_ windows: [Range<CalendarDay>]) throws -> Bool {
        var emptyInARow = 0
        for window in windows {
            guard report.requestsLeft > SyncPlan.requestsKept else { return false }
            let count = try receive(window)
            emptyInARow = count == 0 ? emptyInARow + 1 : 0
            if emptyInARow == 2 { return true }
        }
        return true
    }

    /// Returns how many transactions the window holds.
    @discardableResult
    private func receive(_ window: Range<CalendarDay>) throws -> Int {
        let query = Query(
            start: window.lowerBound, end: window.upperBound, includesPending: true,
            accounts: bank?.accountIDs ?? [])
        let answer = try ask(query, window: window)
        let translation = FeedTranslation(
            accountSet: answer.accountSet, body: answer.body, moment: moment,
            keepsBalances: false, window: window)
        let sent = translation.sentIDs
        idsSentInWindows = idsSentInWindows?.intersection(sent) ?? sent
        try store(translation, window: window)
        return answer.accountSet.accounts.reduce(0) { $0 + $1.transactions.count }
    }

    private func ask(_ query: Query, window: Range<CalendarDay>?) throws -> Answer {
        let left = try vault.reserveRequest(
            connection: connection.id, sync: sync, window: window, at: moment.now,
            limit: limits.perDay, rollingLimit: limits.perRollingDay)
        guard let left else { throw try limitReached() ?? dayLimitReached }
        report.requestsLeft = left + SyncPlan.requestsADay - limits.perDay
        report.requests += 1
        let answer: Answer
        do {
            answer = try client.accounts(query, accessURL)
        } catch {
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
        report.rejected += answer.accountSet.rejected
        return answer
    }

    private func store(_ translation: FeedTranslation, window: Range<CalendarDay>?) throws {
        let stored = try vault.store(
            translation.received, connection: connection.id, sync: sync)
        report.stored.newTransactions += stored.newTransactions
        report.stored.changedTransactions += stored.changedTransactions
        for name in stored.inOtherCurrency where !report.stored.inOtherCurrency.contains(name) {
            report.stored.inOtherCurrency.append(name)
        }
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
