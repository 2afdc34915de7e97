internal import Vault

extension Engine {
    /// Decides something, and classifies anew.
    ///
    /// - Parameters:
    ///   - keeper: keeps the rules for the next pass of the program.
    ///   - decide: stores what was decided.
    /// - Throws: what `decide` does, with nothing decided;
    ///   ``EngineError/decidedOnly(_:)`` where the vault fails behind it, for what
    ///   was decided must not be decided twice.
    func classifying<Decision>(
        keeper: PassKeeper? = nil, after decide: () throws -> Decision
    ) throws -> (decision: Decision, classified: ClassifyReport) {
        try whileWatchersWait {
            let decision = try decide()
            do {
                return (decision, try classify(dryRun: false, keeper: keeper))
            } catch let error as VaultError {
                throw EngineError.decidedOnly(error)
            }
        }
    }
}
