internal import Configuration
internal import Foundation
public import Model
public import SimpleFIN
public import Vault

extension Engine {
    /// Updates a connection's accounts and transactions.
    ///
    /// Sends one request for the balances, then one per window of missing days. Each request is
    /// counted in the vault before it is sent, and each response is stored before the next
    /// request. Days without data are requested again after some time.
    ///
    /// - Parameters:
    ///   - bank: the only bank to sync; nil for all. Bridges count such requests separately,
    ///     but here they count like others.
    ///   - historyMonths: the length of the history, at least 1. It is kept for later syncs
    ///     unless a longer one is. Nil for the stored length, or else 24.
    ///   - asksAgain: whether to request the whole history again, over as many syncs as the
    ///     quota requires.
    ///   - trigger: what started the sync.
    ///   - patience: seconds to wait for another process that is syncing the vault.
    ///   - progress: called after each response.
    /// - Returns: the report, even if the sync ended early.
    /// - Throws: if nothing could be requested at all.
    public func synchronise(
        _ connection: Connection, bank: InstitutionHealth? = nil, historyMonths: Int? = nil,
        asksAgain: Bool = false, trigger: SyncTrigger = .person,
        patience: Double = 60, progress: @escaping (SyncProgress) -> Void
    ) throws -> SyncReport {
        let accessURL = try secret(of: connection).load()
        // A bridge counts requests by the real day.
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
            return try run.run(historyMonths: historyMonths, asksAgain: asksAgain)
        }
    }

    /// The process that is syncing the vault, if any.
    public func syncHolder() throws -> LockHolder? {
        try ProcessLock.holder(path: vault.folder.syncLockPath)
    }

    /// The number of requests left today for a connection.
    public func requestsLeft(_ connection: Connection) throws -> Int {
        let used = try vault.requestsUsed(connection: connection.id, at: moment.now)
        return max(0, SyncPlan.requestsADay - used)
    }

    /// Whether the bridge refused a connection's last sync of the day as one request too many,
    /// whatever this vault counts.
    public func refusesRequests(_ connection: Connection) throws -> Bool {
        guard let last = try vault.lastSync(connection: connection.id) else { return false }
        let today = CalendarDay(secondsSinceEpoch: moment.now)
        return CalendarDay(secondsSinceEpoch: last.startedAt) == today
            && last.failureCode == Self.tooManyRequests
    }

    /// The code of a sync that the bridge refused as one request too many.
    static let tooManyRequests = "too_many_requests"

    /// When an automatic sync may next send a request to a connection's bridge, in POSIX
    /// seconds; nil for now.
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

/// What started a sync; determines how much of the daily quota it may use.
public enum SyncTrigger: Sendable {
    /// The user requested it.
    case person
    /// A watcher's schedule.
    case automatic
}

/// The request limits of a connection's bridge.
///
/// The protocol's bridge allows 24 requests a day, warns clients that send many more, and
/// then disables the token. Which hours it counts as a day is unknown. A user may send 24
/// per UTC day, so never more than 48 within 24 hours, where warnings begin. Automatic
/// syncs stay below the limit either way, and leave what a sync of the user needs: one request
/// for the balances, and one for the latest days.
struct RequestLimits {
    /// The limit per UTC day.
    let perDay: Int
    /// The limit for the last 24 hours; nil if it does not apply.
    let perRollingDay: Int?

    init(_ trigger: SyncTrigger) {
        switch trigger {
        case .person:
            perDay = SyncPlan.requestsADay
            perRollingDay = nil
        case .automatic:
            perDay = SyncPlan.requestsADay - SyncPlan.requestsOfSync
            perRollingDay = perDay
        }
    }
}

/// The outcome of syncing a connection.
public struct SyncReport: Sendable {
    public let connection: Connection
    public internal(set) var outcome = SyncOutcome.complete
    public internal(set) var stored = StoredAnswer()
    public internal(set) var accounts = 0
    /// All messages of the bridge and the banks, without duplicates.
    public internal(set) var messagesWithBanks: [SyncMessage] = []
    /// The entries that could not be read exactly, and were not stored, without those that
    /// earlier syncs set aside.
    public internal(set) var rejected: [RejectedEntry] = []
    public internal(set) var requests = 0
    /// The remaining daily quota.
    public internal(set) var requestsLeft = 0
    /// Whether older history is left for the next sync.
    public internal(set) var leavesHistory = false
    /// Why the sync ended early, if it did. Everything before is stored.
    public internal(set) var failure: (any Error)?

    /// The messages without their banks and accounts.
    public var messages: [BridgeMessage] { messagesWithBanks.map(\.message) }

    /// Why the sync is incomplete if neither a failure nor a message says so.
    var shortcoming: String? {
        var sentences: [String] = []
        // Several windows may have returned the same entry.
        switch Set(rejected).count {
        case 0: break
        case 1: sentences.append("1 entry could not be read.")
        case let count: sentences.append("\(count) entries could not be read.")
        }
        switch stored.inOtherCurrency.count {
        case 0: break
        case 1: sentences.append("1 account changed its currency.")
        case let count:
            sentences.append("\(count) accounts changed their currency.")
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

/// The progress of a sync.
public enum SyncProgress: Sendable {
    /// Waiting for another process to finish syncing the vault.
    case waiting(LockHolder)
    /// A response was stored.
    ///
    /// - window: the received days; nil for the balances.
    /// - history: how many windows of the history were received, and how many there are at
    ///   most; nil for the newest days. Empty windows end the history early.
    case received(
        window: Range<CalendarDay>?, newTransactions: Int, history: (done: Int, most: Int)?)
}

/// A message from a bank or the bridge, with the bank and account concerned.
public struct SyncMessage: Hashable, Sendable {
    public let message: BridgeMessage
    /// The bank's name; nil if the bridge itself speaks, or if several banks may be meant.
    public let institution: String?
    /// The account's name; nil if it concerns a bank, or is unknown.
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
    /// Seconds that the clock may have been set back without affecting the age of a sync.
    private static let clockTolerance: Int64 = 300

    /// The connections to sync before the user looks: those whose last sync is older than
    /// configured. None if a watcher is running.
    ///
    /// - Throws: `ConfigurationError` and `VaultError`.
    public func staleConnections() throws -> [Connection] {
        guard try watcher() == nil else { return [] }
        let hours = try configured { try $0.automationSettings() }.watch.startWhenOlderHours
        return try vault.connections().filter { connection in
            guard connection.kind == .simplefin else { return false }
            guard let last = try vault.lastSync(connection: connection.id) else { return true }
            // A sync in the future was made under another clock, so it is no reason to wait.
            let age = moment.now - last.startedAt
            return age > Int64(hours) * 3600 || age < -Self.clockTolerance
        }
    }
}

/// The exclusive right of a process to sync a vault.
enum SyncLease {
    /// Runs work while holding the lease.
    ///
    /// - Parameters:
    ///   - patience: seconds to wait for another process, at least 0.
    ///   - stop: ends the wait.
    ///   - waiting: called once with the other process, if there is one.
    /// - Throws: ``EngineError/syncUnderWay(_:)`` if the other process did not finish in time.
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
        // Try again at least once, as a process that is about to end holds it briefly.
        repeat {
            Thread.sleep(forTimeInterval: secondsBetweenTries)
            if lock.take() { return }
        } while ContinuousClock.now < end && stop?.isStopped != true
        throw EngineError.syncUnderWay(lock.holder)
    }
}

/// The only bank to sync.
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
