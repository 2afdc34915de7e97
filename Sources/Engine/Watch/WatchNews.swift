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
