import Rules
import Scripting

/// Reads the `tests` of a Lua rule: `{ match = { … }, no_match = { … } }`.
struct RuleExampleReader {
    let effects: EffectReader

    func examples(
        _ value: ScriptValue, at path: ValuePath, _ mistakes: inout Mistakes
    ) -> [RuleExample] {
        guard case .table(let table) = value, table.array.isEmpty else {
            mistakes.add(
                "\"tests\" must be a table such as { match = { \"NETFLIX\" }, "
                    + "no_match = { \"NETFLEX TIRES\" } }", at: path)
            return []
        }
        var examples: [RuleExample] = []
        for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
            guard let list = ExampleList(rawValue: name) else {
                mistakes.add(
                    "\"tests\" has no \"\(name)\""
                        + Suggestion.phrase(for: name, among: ExampleList.allCases.map(\.rawValue)),
                    at: path.field(name), aim: .key)
                continue
            }
            examples += self.examples(value, of: list, at: path.field(name), &mistakes)
        }
        return examples
    }

    private func examples(
        _ value: ScriptValue, of list: ExampleList, at path: ValuePath, _ mistakes: inout Mistakes
    ) -> [RuleExample] {
        guard case .table(let table) = value, table.fields.isEmpty else {
            mistakes.add(
                "\"\(list.rawValue)\" must be a list of samples such as { \"NETFLIX\" }", at: path)
            return []
        }
        return table.array.enumerated().map { position, value in
            let path = path.item(position)
            let sample = SampleReader(otherNames: list == .match ? ["gets"] : [])
                .sample(value, at: path, &mistakes)
            return RuleExample(
                label: "\(list.rawValue) \(position + 1)", sample: sample,
                expectation: list == .match
                    ? .match(gets: gets(of: value, at: path, &mistakes)) : .noMatch,
                path: path)
        }
    }

    private func gets(
        of value: ScriptValue, at path: ValuePath, _ mistakes: inout Mistakes
    ) -> ExpectedEffect {
        guard case .table(let sample) = value, let gets = sample.fields["gets"] else {
            return ExpectedEffect(effect: Effect(), attributes: [])
        }
        return effects.expected(gets, at: path.field("gets"), &mistakes)
    }
}

/// The lists of `tests`.
private enum ExampleList: String, CaseIterable {
    case match
    case noMatch = "no_match"
}

extension EffectReader {
    /// Reads what a sample must get, which is written like what a rule sets.
    func expected(
        _ value: ScriptValue, at path: ValuePath, _ mistakes: inout Mistakes
    ) -> ExpectedEffect {
        guard case .table(let table) = value else {
            return ExpectedEffect(
                effect: effect(value, at: path, &mistakes), attributes: [])
        }
        // No parts at all are no plan, and mean that nothing is split.
        var fields = table.fields
        if fields["splits"] == .table(ScriptTable()) { fields["splits"] = nil }
        let effect = effect(
            .table(ScriptTable(array: table.array, fields: fields)), at: path, &mistakes)
        return ExpectedEffect(
            effect: effect,
            attributes: SettableAttribute.allCases.filter { table.fields[$0.rawValue] != nil })
    }
}
