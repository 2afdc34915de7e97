internal import Configuration
internal import Foundation
public import Model
public import SimpleFIN
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

/// What a sync was begun by, which decides how far it may use the day's
/// requests up.
public enum SyncTrigger: Sendable {
    /// A person asked for it.
    case person
    /// Nobody did: a watcher's hour has come.
    case automatic
}

/// How many requests may be sent to a connection's bridge.
///
/// The protocol's bridge asks for no more than 24 requests a day, warns who
/// sends many more, and then disables the token. Nobody knows which hours it
/// counts as a day. A person may use 24 of each UTC day, which can never be
/// more than 48 within any 24 hours, where its warnings begin. Syncs that
/// nobody asked for keep below both ways of counting, and leave one request.
struct RequestLimits {
    /// Of the UTC day.
    let perDay: Int
    /// Of the 24 hours before now; nil where they are not looked at.
    let perRollingDay: Int?

    init(_ trigger: SyncTrigger) {
        switch trigger {
        case .person:
            perDay = SyncPlan.requestsADay
            perRollingDay = nil
        case .automatic:
            perDay = SyncPlan.requestsADay - 1
            perRollingDay = SyncPlan.requestsADay - 1
        }
    }
}

/// What a sync of one connection came to.
public struct SyncReport: Sendable {
    public let connection: Connection
    public internal(set) var outcome = SyncOutcome.complete
    public internal(set) var stored = StoredAnswer()
    public internal(set) var accounts = 0
    /// Everything the bridge and the banks said, each once.
    public internal(set) var told: [SyncMessage] = []
    /// What could not be read exactly, and so was not stored.
    public internal(set) var rejected: [RejectedEntry] = []
    public internal(set) var requests = 0
    /// Left of the day's limit.
    public internal(set) var requestsLeft = 0
    /// Whether older history is left for the next sync.
    public internal(set) var leavesHistory = false
    /// Why the sync ended early, where it did. What came before it is stored.
    public internal(set) var failure: (any Error)?

    /// The same without whom it concerns.
    public var messages: [BridgeMessage] { told.map(\.message) }

    /// Why it is not whole where neither a failure nor a message says it.
    var shortcoming: String? {
        var sentences: [String] = []
        // Several windows may have brought the same one.
        switch Set(rejected).count {
        case 0: break
        case 1: sentences.append("1 entry could not be read.")
        case let count: sentences.append("\(count) entries could not be read.")
        }
        switch stored.inOtherCurrency.count {
        case 0: break
        case 1: sentences.append("1 account came in another currency than before.")
        case let count:
            sentences.append("\(count) accounts came in other currencies than before.")
        }
        if stored.heldBack > 0 {
            sentences.append("\(stored.heldBack) transactions are held back until tomorrow.")
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    init(connection: Connection) {
        self.connection = connection
    }
}

/// How far a sync is.
public enum SyncProgress: Sendable {
    /// Another process syncs the vault, and is waited for.
    case waiting(LockHolder)
    /// An answer was stored.
    ///
    /// - window: the days just received; nil for the balances.
    case received(window: Range<CalendarDay>?, newTransactions: Int)
}

/// What a bank or the bridge said during a sync, and whom it concerns.
public struct SyncMessage: Hashable, Sendable {
    public let message: BridgeMessage
    /// The name of the bank concerned; nil where the bridge itself speaks, or
    /// where several banks may be meant.
    public let institution: String?
    /// The name of the account concerned; nil where it is a bank's, or unknown.
    public let account: String?

    private let institutionKey: String?

    init(_ message: BridgeMessage, in accountSet: AccountSet) {
        self.message = message
        let known = accountSet.institution(concernedBy: message)
        institution = known?.name ?? message.connectionName
        institutionKey = known?.key ?? message.connectionID
        account = accountSet.account(concernedBy: message)?.name
    }

    var received: ReceivedMessage {
        ReceivedMessage(
            code: message.code, text: message.text, institutionKey: institutionKey,
            institutionName: message.connectionName, accountID: message.accountID)
    }
}

extension Engine {
    /// Seconds by which the clock may have been set back without a doubt about a sync's age.
    private static let clockTolerance: Int64 = 300

    /// The connections to sync before a person looks: those whose last sync is
    /// older than the configuration wants, and none where a watcher sees to it.
    ///
    /// - Throws: `ConfigurationError` and `VaultError`.
    public func staleConnections() throws -> [Connection] {
        guard try watcher() == nil else { return [] }
        let hours = try configured { try $0.automationSettings() }.watch.startWhenOlderHours
        return try vault.connections().filter { connection in
            guard connection.kind == .simplefin else { return false }
            guard let last = try vault.lastSync(connection: connection.id) else { return true }
            // A sync that lies ahead of the clock was made by another: it is no reason to wait.
            let age = moment.now - last.startedAt
            return age > Int64(hours) * 3600 || age < -Self.clockTolerance
        }
    }
}

/// The right to sync a vault, which one process has at a time.
enum SyncLease {
    /// Does something while holding the lease.
    ///
    /// - Parameters:
    ///   - patience: seconds to wait for another process, 0 and more.
    ///   - stop: ends the wait.
    ///   - waiting: told once who is waited for, where somebody is.
    /// - Throws: ``EngineError/syncUnderWay(_:)`` where the other one was not
    ///   done in time.
    static func hold<Value>(
        of folder: VaultFolder, patience: Double, stop: RequestStop?,
        waiting: (LockHolder) -> Void, _ body: () throws -> Value
    ) throws -> Value {
        let lock = try ProcessLock(path: folder.syncLockPath)
        try take(lock, patience: patience, stop, waiting: waiting)
        defer { lock.clear() }
        lock.sign()
        return try body()
    }

    private static let secondsBetweenTries = 0.1

    private static func take(
        _ lock: borrowing ProcessLock, patience: Double, _ stop: RequestStop?,
        waiting: (LockHolder) -> Void
    ) throws {
        guard !lock.take() else { return }
        waiting(lock.holder)
        let end = ContinuousClock.now.advanced(by: .seconds(patience))
        // Once more in any case: a process that is about to end holds it for a moment.
        repeat {
            Thread.sleep(forTimeInterval: secondsBetweenTries)
            if lock.take() { return }
        } while ContinuousClock.now < end && stop?.isStopped != true
        throw EngineError.syncUnderWay(lock.holder)
    }
}
