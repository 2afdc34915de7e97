public import Classification
internal import Vault

extension Engine {
    /// What is not as it should be with the person's own rules, by the evidence
    /// of all transactions.
    public func ruleHealth() throws -> (health: RuleHealth, leftOut: [LeftOutFile]) {
        let setup = try passSetup()
        let snapshot = setup.pipeline.namingPayees(in: try snapshot(for: setup))
        let health = setup.userRules.health(on: snapshot)
        return (health, setup.leftOut)
    }
}
