internal import GRDB

extension Vault {
    /// What the person and handlers did about decisions, the newest first.
    ///
    /// - Parameter limit: how many at most; nil for all.
    public func history(limit: Int? = nil) throws(VaultError) -> [JournalEntry] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT id, summary, made_at, is_undone, is_automatic FROM journal
                    ORDER BY id DESC LIMIT ?
                    """,
                arguments: [limit ?? -1]
            ).map(JournalEntry.init)
        }
    }

    /// Takes back what the person's newest command that is not undone decided. What
    /// handlers decided since stays.
    ///
    /// - Parameter entry: the number of what handlers decided, to take that back.
    /// - Returns: the entry of the journal that is undone now.
    /// - Throws: ``VaultError/nothingToUndo``, ``VaultError/noSuchEntry(_:)``,
    ///   ``VaultError/notToBeUndone(_:)``, or
    ///   ``VaultError/decisionsChangedSince(entry:summary:)`` with nothing
    ///   changed.
    public func undo(_ entry: Int64? = nil) throws(VaultError) -> JournalEntry {
        try write { try Journal($0).undo(entry) }
    }

    /// Decides again what the person undid last.
    ///
    /// - Parameter entry: the number of what handlers decided, to do that again.
    /// - Returns: the entry of the journal that holds again.
    /// - Throws: ``VaultError/nothingToRedo``, ``VaultError/noSuchEntry(_:)``,
    ///   ``VaultError/notToBeRedone(_:)``, or
    ///   ``VaultError/decisionsChangedSince(entry:summary:)`` with nothing
    ///   changed.
    public func redo(_ entry: Int64? = nil) throws(VaultError) -> JournalEntry {
        try write { try Journal($0).redo(entry) }
    }
}
