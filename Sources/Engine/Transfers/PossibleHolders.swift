public import Classification
internal import Configuration
internal import Vault

extension Engine {
    /// The names in transfers in doubt that may be the person's own, the most
    /// frequent first: those that they did not yet give as `holders`.
    public func possibleHolders() throws -> [PossibleHolder] {
        let candidates = try vault.transferCandidates()
        guard !candidates.isEmpty else { return [] }
        return try PossibleHolder.all(
            in: try snapshot(), candidates: candidates,
            pipeline: try configured { try $0.compiledPipeline() })
    }
}
