internal import Configuration
public import Vault

extension Engine {
    /// Takes back what the person's newest command decided, and classifies anew.
    /// What handlers decided since stays.
    ///
    /// - Parameter number: the number of an entry of handlers, to take that back.
    /// - Throws: `VaultError.nothingToUndo`, or
    ///   `VaultError.decisionsChangedSince`, or `ConfigurationError`, with
    ///   nothing changed.
    public func undo(_ number: Int64? = nil) throws -> (
        entry: JournalEntry, classified: ClassifyReport
    ) {
        _ = try configured { try $0.compiledPipeline() }
        let (entry, report) = try classifying { try vault.undo(number) }
        return (entry, report)
    }

    /// Decides again what the person undid last, and classifies anew.
    ///
    /// - Parameter number: the number of an entry of handlers, to do that again.
    /// - Throws: `VaultError.nothingToRedo`, or
    ///   `VaultError.decisionsChangedSince`, or `ConfigurationError`, with
    ///   nothing changed.
    public func redo(_ number: Int64? = nil) throws -> (
        entry: JournalEntry, classified: ClassifyReport
    ) {
        _ = try configured { try $0.compiledPipeline() }
        let (entry, report) = try classifying { try vault.redo(number) }
        return (entry, report)
    }
}
