internal import Vault

extension Engine {
    /// Classifies anew after something was decided and stored.
    ///
    /// - Throws: ``EngineError/decidedOnly(_:)`` where the vault fails, for what
    ///   was decided must not be decided twice.
    func classifyDecided() throws -> ClassifyReport {
        do {
            return try classify(dryRun: false)
        } catch let error as VaultError {
            throw EngineError.decidedOnly(error)
        }
    }
}
