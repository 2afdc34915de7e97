public import Model
public import SimpleFIN
public import Vault

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
