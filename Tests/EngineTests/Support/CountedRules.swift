import Engine
import Model

extension Engine {
    /// What every rule matches, as lists of rules tell it.
    func ruleTallies() throws -> [RuleTally] { try rules().rules.compactMap(\.tally) }
}
