internal import Configuration
public import Vault

extension Engine {
    /// Undoes the user's latest command, and classifies again. Later decisions of handlers
    /// stay.
    ///
    /// - Parameter number: the number of a handlers' history entry to undo instead.
    /// - Throws: `VaultError.nothingToUndo`, `VaultError.decisionsChangedSince`, or
    ///   `ConfigurationError`, with nothing changed.
    public func undo(_ number: Int64? = nil) throws -> (
        entry: JournalEntry, classified: ClassifyReport
    ) {
        _ = try configured { try $0.pipeline() }
        let (entry, report) = try classifying { try vault.undo(number) }
        return (entry, report)
    }

    /// Redoes what the user undid last, and classifies again.
    ///
    /// - Parameter number: the number of a handlers' history entry to redo instead.
    /// - Throws: `VaultError.nothingToRedo`, `VaultError.decisionsChangedSince`, or
    ///   `ConfigurationError`, with nothing changed.
    public func redo(_ number: Int64? = nil) throws -> (
        entry: JournalEntry, classified: ClassifyReport
    ) {
        _ = try configured { try $0.pipeline() }
        let (entry, report) = try classifying { try vault.redo(number) }
        return (entry, report)
    }
}
