public import Classification
internal import Model
internal import Vault

extension Engine {
    /// Rules that the transactions call for, but for those of hidden accounts; none is
    /// made. The same for the same vault.
    public func ruleSuggestions() throws -> [RuleSuggestion] {
        try uninterrupted {
            let setup = try passSetup()
            let snapshot = try snapshot(for: setup)
            let pass = try setup.classifier.conclude(snapshot)
            return try RuleSuggester(
                setup.pipeline.namingPayees(in: snapshot), pass.conclusions, by: setup.pipeline,
                besides: try hiddenAccounts()
            ).suggestions()
        }
    }

    /// Makes a rule of a suggestion and classifies anew. What the person said
    /// otherwise of single transactions stays.
    ///
    /// - Parameters:
    ///   - number: its place among the suggestions, from 1.
    ///   - category: what it is to set, where the suggestion leaves that open.
    /// - Throws: ``RuleError``.
    public func addSuggestion(
        _ number: Int, category: String?
    ) throws -> (rule: ListedRule, classified: ClassifyReport) {
        let suggestions = try ruleSuggestions()
        guard suggestions.indices.contains(number - 1) else {
            throw RuleError.noSuchSuggestion(number, count: suggestions.count)
        }
        let suggestion = suggestions[number - 1]
        var change = suggestion.change
        if let category {
            change.effects.removeAll { $0.name == "category" }
            change.effects.append(.init("category", LuaLiteral.text(category)))
        } else if suggestion.needsCategory {
            throw RuleError.categoryNeeded(suggestion: number)
        }
        let corrections = try vault.snapshot(asOf: moment.today).decisions.corrections
        return try add(
            try checkedRule(change.definition), change.definition,
            origin: suggestion.needsCategory ? .hand : .correction,
            exceptions: suggestion.contradictions.filter {
                category == nil || corrections[$0]?.category != category
            },
            // Its name is what a bank wrote.
            summary: "rules suggest --add \(number)")
    }
}

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
