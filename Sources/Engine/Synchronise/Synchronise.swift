internal import Model
internal import SimpleFIN
public import Vault

extension Engine {
    /// Brings a connection's accounts and transactions up to date.
    ///
    /// One undated request for the balances, then one for each window of days
    /// that is not covered yet. Every request is counted in the vault before
    /// it is sent, every answer is stored before the next is asked for. Days in
    /// which an account had nothing are asked for again after some time.
    ///
    /// - Parameters:
    ///   - bank: the only bank to ask for; nil for all. Bridges count such
    ///     requests apart; here they count as the others do.
    ///   - historyMonths: how far back history goes, 1 and more; kept with the connection
    ///     for later syncs, unless more is. Nil for what is kept, else 24.
    ///   - asksAgain: whether to ask for all of that history again, in as many syncs as the
    ///     day's requests make of it.
    ///   - trigger: what the sync was begun by.
    ///   - patience: seconds to wait where another process syncs the vault.
    ///   - progress: told after each answer.
    /// - Returns: the report, also where the sync ended early.
    /// - Throws: where nothing could be asked at all.
    public func synchronise(
        _ connection: Connection, bank: InstitutionHealth? = nil, historyMonths: Int? = nil,
        asksAgain: Bool = false, trigger: SyncTrigger = .person,
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
            of: vault.folder, patience: patience, stop: stop,
            waiting: { progress(.waiting($0)) }
        ) {
            if let historyMonths {
                try vault.keepHistoryMonths(historyMonths, connection: connection.id)
            }
            return try run.report(historyMonths: historyMonths, asksAgain: asksAgain)
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
