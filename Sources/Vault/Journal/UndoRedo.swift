internal import GRDB

extension Vault {
    /// What the person did about decisions, the newest first.
    ///
    /// - Parameter limit: how many at most; nil for all.
    public func history(limit: Int? = nil) throws(VaultError) -> [JournalEntry] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT id, summary, made_at, is_undone FROM journal
                    ORDER BY id DESC LIMIT ?
                    """,
                arguments: [limit ?? -1]
            ).map(JournalEntry.init)
        }
    }

    /// Takes back what the newest command that is not undone decided.
    ///
    /// - Returns: the entry of the journal that is undone now.
    /// - Throws: ``VaultError/nothingToUndo``, or
    ///   ``VaultError/decisionsChangedSince(entry:summary:)`` with nothing
    ///   changed.
    public func undo() throws(VaultError) -> JournalEntry {
        try write { try Journal($0).undo() }
    }

    /// Decides again what was undone last.
    ///
    /// - Returns: the entry of the journal that holds again.
    /// - Throws: ``VaultError/nothingToRedo``, or
    ///   ``VaultError/decisionsChangedSince(entry:summary:)`` with nothing
    ///   changed.
    public func redo() throws(VaultError) -> JournalEntry {
        try write { try Journal($0).redo() }
    }
}
