public import Classification
public import Vault

/// What a watcher tells while it runs.
public enum WatchNews: Sendable {
    /// It began.
    case started
    /// A sync begins.
    case syncing(Connection)
    /// A sync ended, perhaps early: ``SyncReport/failure`` says why.
    case synced(SyncReport)
    /// A sync could not begin.
    case notSynced(Connection, any Error)
    /// A pass changed what is concluded, or followed an edit.
    case classified(ClassifyReport, WatchCause)
    /// Files have mistakes, which are noticed to be mended when they are saved.
    case broken([LeftOutFile], BrokenEffect)
    /// Files that had mistakes have none any more.
    case mended(EditedFiles)
    /// Handlers were edited; so many there are in all files now.
    case handlersRead(Int, EditedFiles)
    /// So many transactions came of which handlers are not told, since they are older
    /// than what is news.
    case olderTransactions(Int)
    /// Handlers were told of events, and perhaps failed.
    case told(DeliveryReport)
    /// What handlers asked for was done, or not.
    case sent(SendingReport)
    case backedUp(Backup)
    /// A copy that was due could not be made; the next day tries again.
    case notBackedUp(any Error)
    /// Another version of this program was installed; the one that runs goes on. Told once.
    case programReplaced
    /// Something could not be done, and is tried again.
    case trouble(any Error)
    /// What could not be done before is done.
    case troubleOver
    /// SIGHUP: everything is read anew, which `classified` tells the end of.
    case reloading
    /// There is nothing to do now.
    ///
    /// - nextSyncAt: POSIX seconds; nil where nothing is connected.
    case waiting(nextSyncAt: Int64?)
    /// It was asked to end.
    case stopping
}

/// Why a watcher looked at the vault again.
public enum WatchCause: Hashable, Sendable {
    case start
    /// A sync of its own brought something in.
    case sync
    /// Files of rules, plugins or configuration were edited. Those with mistakes
    /// are told by ``WatchNews/broken(_:_:)``.
    case files(EditedFiles)
    /// Another command wrote.
    case otherCommand
    case newDay
    /// SIGHUP.
    case asked
    /// Handlers said something of transactions.
    case handlers
    /// The last time failed.
    case again
}

extension WatchCause {
    /// Whether a person waits for what became of it.
    var isAwaited: Bool {
        switch self {
        case .files(let files): !files.isEmpty
        case .asked: true
        case .start, .sync, .otherCommand, .newDay, .handlers, .again: false
        }
    }
}

/// What became of files that were edited, by their paths within the vault.
public struct EditedFiles: Hashable, Sendable {
    /// A file as it is used now.
    public struct File: Hashable, Sendable {
        public let path: String
        public let holds: Contents
    }

    /// What a file holds that takes effect by itself.
    public enum Contents: Hashable, Sendable {
        case rules(Int)
        case handlers(Int)
        /// Settings, a module, a map, or a part of a plugin; and a folder.
        case other
    }

    public internal(set) var inForce: [File] = []
    /// Those of plugins that passes have to do without, as after an edit that waits
    /// for approval.
    public internal(set) var notInForce: [String] = []
    /// Those of handlers that wait for their configuration.
    public internal(set) var waiting: [String] = []
    /// Those that are not there any more.
    public internal(set) var deleted: [String] = []
    /// Those that are deleted, so that the ones that come with the program are in
    /// force.
    public internal(set) var asShipped: [String] = []
    /// Whether a pass for something else has read them, and told what they changed.
    public internal(set) var areToldBefore = false

    /// All of them.
    public var paths: [String] {
        (inForce.map(\.path) + notInForce + waiting + deleted + asShipped).sorted()
    }

    public var isEmpty: Bool { paths.isEmpty }

    public static let none = EditedFiles()

    init() {}
}

/// What becomes of files with mistakes until they are mended.
public enum BrokenEffect: Hashable, Sendable {
    /// They go on as they were before.
    case goOn
    /// They are not used, and all others are.
    case leftOut
    /// Handlers are told of nothing, and nothing that they asked for is done.
    case handlersWait
    /// Nothing is classified.
    case classifyingWaits
}
