public import Classification
public import Vault

/// The news that a watcher reports.
public enum WatchNews: Sendable {
    case started
    case syncing(Connection)
    /// A sync ended, perhaps early: see ``SyncReport/failure``.
    case synced(SyncReport)
    /// A sync could not start.
    case notSynced(Connection, any Error)
    /// A pass changed conclusions, or followed an edit.
    case classified(ClassifyReport, WatchCause)
    /// Files have errors. Saving them is noticed.
    case broken([RejectedFile], MissingConfigEffect)
    /// Files with errors were fixed. If they were edited, the effect of the edits comes before.
    case mended(EditedFiles)
    /// Handlers were edited; the number counts the handlers in all files.
    case handlersRead(Int, EditedFiles)
    /// The number of transactions that are too old to be news for handlers.
    case olderTransactions(Int)
    /// Events were delivered to handlers, which may have failed.
    case told(DeliveryReport)
    /// Requested actions were carried out, or failed.
    case sent(SendingReport)
    /// A file of the inbox was imported.
    case imported(DroppedImport)
    /// A file of the inbox stays there. It is reported once for each reason.
    case notImported(file: String, any Error)
    case backedUp(Backup)
    /// A backup failed; it is retried the next day.
    case notBackedUp(any Error)
    /// A journal that is kept current could not be written; it is retried after the next change.
    case notExported(any Error)
    /// The letter of a month that is closed was written.
    case wroteLetter(path: String)
    /// It could not be written; it is retried after the next change.
    case noLetter(any Error)
    /// Another version of the program was installed; this one keeps running. Reported once.
    case programReplaced
    /// Work failed and will be retried.
    case trouble(any Error)
    /// Failed work has succeeded.
    case troubleOver
    /// SIGHUP: everything is read again; `classified` reports the end.
    case reloading
    /// The watcher is idle.
    ///
    /// - nextSyncAt: POSIX seconds; nil if nothing is connected.
    case waiting(nextSyncAt: Int64?)
    /// The watcher was asked to end.
    case stopping
}

/// Why a watcher looked at the vault again.
public enum WatchCause: Hashable, Sendable {
    case start
    /// Its own sync stored data.
    case sync
    /// Files of the inbox were imported.
    case imports
    /// Rules, plugins or configuration files were edited. ``WatchNews/broken(_:_:)`` reports
    /// those with errors.
    case files(EditedFiles)
    /// Another command wrote to the vault.
    case otherCommand
    case newDay
    /// SIGHUP.
    case asked
    /// Handlers corrected transactions.
    case handlers
    /// The last attempt failed.
    case again
}

extension WatchCause {
    /// Whether the user is waiting for the result.
    var isAwaited: Bool {
        switch self {
        case .files(let files): !files.isEmpty
        case .asked: true
        case .start, .sync, .imports, .otherCommand, .newDay, .handlers, .again: false
        }
    }
}

/// The effect of edits on files, by path within the vault.
public struct EditedFiles: Hashable, Sendable {
    /// A file in use.
    public struct File: Hashable, Sendable {
        public let path: String
        public let holds: Contents
    }

    /// The part of a file that takes effect by itself.
    public enum Contents: Hashable, Sendable {
        case rules(Int)
        case handlers(Int)
        /// Settings, a module, a map, part of a plugin, or a folder.
        case other
    }

    public internal(set) var inForce: [File] = []
    /// Files of plugins that passes skip, as after an edit that needs approval.
    public internal(set) var notInForce: [String] = []
    /// Handler files that wait for their configuration.
    public internal(set) var waiting: [String] = []
    public internal(set) var deleted: [String] = []
    /// Deleted files whose shipped versions are now in use.
    public internal(set) var asShipped: [String] = []
    /// The files among them that had errors before.
    public internal(set) var fixed: Set<String> = []
    /// Whether an unrelated pass has already read them and reported the changes.
    public internal(set) var areToldBefore = false
    /// Whether another command's pass applied them and reported the changes.
    public internal(set) var areAppliedByOthers = false

    public var paths: [String] {
        (inForce.map(\.path) + notInForce + waiting + deleted + asShipped).sorted()
    }

    public var isEmpty: Bool { paths.isEmpty }

    public static let none = EditedFiles()

    init() {}
}

/// The effect of broken files until they are fixed.
public enum MissingConfigEffect: Hashable, Sendable {
    /// The previous versions stay in use.
    case goOn
    /// They are skipped, and all others are used.
    case leftOut
    /// Handlers receive no events, and their requested actions wait.
    case handlersWait
    /// Nothing is classified.
    case classifyingWaits
}
