public import Rules

extension Pipeline {
    /// The pipeline without some of the rules that come as data.
    ///
    /// - Parameter disabled: the rules' references; others are not looked at.
    public func without(_ disabled: Set<String>) throws(RulebookError) -> Pipeline {
        guard !disabled.isEmpty else { return self }
        var stages: [Stage] = []
        for stage in self.stages {
            guard case .rules(let rulebook, let onlyFor, let moneyBack) = stage.kind,
                rulebook.rules.contains(where: { disabled.contains($0.reference) })
            else {
                stages.append(stage)
                continue
            }
            // They stand in their order already.
            let rest = try Rulebook(rulebook.rules.filter { !disabled.contains($0.reference) })
            stages.append(
                Stage(name: stage.name, kind: .rules(rest, onlyFor: onlyFor, moneyBack: moneyBack)))
        }
        return Pipeline(stages: stages, categories: categories)
    }

    /// The rules that come as data, in the order in which they are asked.
    public var builtInRules: [Rule] {
        stages.flatMap { stage in
            guard case .rules(let rulebook, _, _) = stage.kind else { return [Rule]() }
            return rulebook.rules
        }
    }
}
