internal import Configuration
public import Vault

extension Engine {
    /// Takes back what the newest command decided, and classifies anew.
    ///
    /// - Throws: `VaultError.nothingToUndo`, or
    ///   `VaultError.decisionsChangedSince`, or `ConfigurationError`, with
    ///   nothing changed.
    public func undo() throws -> (entry: JournalEntry, classified: ClassifyReport) {
        _ = try configuration().pipeline()
        let (entry, report) = try classifying { try vault.undo() }
        return (entry, report)
    }

    /// Decides again what was undone last, and classifies anew.
    ///
    /// - Throws: `VaultError.nothingToRedo`, or
    ///   `VaultError.decisionsChangedSince`, or `ConfigurationError`, with
    ///   nothing changed.
    public func redo() throws -> (entry: JournalEntry, classified: ClassifyReport) {
        _ = try configuration().pipeline()
        let (entry, report) = try classifying { try vault.redo() }
        return (entry, report)
    }
}
