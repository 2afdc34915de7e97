internal import Vault

extension Engine {
    /// Decides something, and classifies anew.
    ///
    /// - Parameters:
    ///   - keeper: keeps the rules for the next pass of the program.
    ///   - looked: names the rule, by what was decided, of which to find out what
    ///     stands before it.
    ///   - decide: stores what was decided.
    /// - Throws: what `decide` does, with nothing decided;
    ///   ``EngineError/decidedOnly(_:)`` where the vault fails behind it, for what
    ///   was decided must not be decided twice.
    func classifying<Decision>(
        keeper: PassKeeper? = nil, standingOf looked: (Decision) -> String? = { _ in nil },
        after decide: () throws -> Decision
    ) throws -> (decision: Decision, classified: ClassifyReport) {
        try whileWatchersWait {
            let decision = try decide()
            do {
                return (
                    decision,
                    try classify(dryRun: false, keeper: keeper, standingOf: looked(decision))
                )
            } catch let error as VaultError {
                throw EngineError.decidedOnly(error)
            }
        }
    }
}
