import Model
import Rules
import Scripting

/// Runs the tests that are written in rules.
public enum RuleTests {
    /// Asks each rule about its own samples. A rule is asked alone: what other
    /// rules set, or stop, is not looked at.
    ///
    /// A sample matches where the rule has its say: where its `when` holds and
    /// its `set` gives something.
    ///
    /// - Parameters:
    ///   - rules: files that were left out have no tests.
    ///   - files: the only ones whose rules are asked; nil for all.
    ///   - pipeline: what names the samples' payees.
    /// - Returns: an outcome for each sample, in rule order.
    public static func run(
        _ rules: UserRules, of files: Set<String>? = nil, in pipeline: Pipeline
    ) throws -> [RuleTestOutcome] {
        try rules.rules
            .filter { files?.contains($0.file) ?? true }
            .flatMap { try outcomes(of: $0, in: pipeline) }
    }

    private static func outcomes(
        of loaded: LoadedRule, in pipeline: Pipeline
    ) throws -> [RuleTestOutcome] {
        let examples = loaded.lua.examples
        guard !examples.isEmpty else { return [] }
        let snapshot = pipeline.namingPayees(
            in: SampleTransaction.snapshot(of: examples.map(\.sample)))
        let matcher = RulebookMatcher(
            rulebook: try Rulebook([loaded.lua.rule]), snapshot: snapshot)
        return snapshot.texts.withUTF8Bytes { texts in
            let record = RecordFiller(snapshot, texts: texts).record()
            return examples.enumerated().map { row, example in
                record.show(row: row)
                var got = Got.noMatch
                if matcher.firstMatch(row: row) != nil {
                    got = ask(loaded, record)
                }
                return RuleTestOutcome(loaded, example, got)
            }
        }
    }

    private static func ask(_ loaded: LoadedRule, _ record: RecordBuffer) -> Got {
        do {
            guard try loaded.isMatch(record), let effect = try loaded.effect(on: record) else {
                return .noMatch
            }
            return .match(effect)
        } catch {
            return .failure(loaded.problem(error))
        }
    }

    /// What a rule said of a sample.
    fileprivate enum Got {
        case match(Effect)
        case noMatch
        case failure(RuleFileProblem)
    }
}

/// What came of one sample of a rule's tests.
public struct RuleTestOutcome: Hashable, Sendable {
    /// The rule's name.
    public let rule: String
    /// "rules/10-subscriptions.lua".
    public let file: String
    /// Where the sample stands in the file.
    public let line: Int?
    /// In characters, the first is 1; nil where only the line is known.
    public let column: Int?
    /// Which of the rule's samples: "match 2", "no_match 1".
    public let sample: String
    /// What should have come of it, such as "category dining".
    public let expected: String
    /// What came of it, in the same words.
    public let got: String
    public let hasPassed: Bool
}

extension RuleTestOutcome {
    fileprivate init(_ loaded: LoadedRule, _ example: RuleExample, _ result: RuleTests.Got) {
        rule = loaded.lua.rule.name
        file = loaded.file
        line = example.line ?? loaded.line
        column = example.column
        sample = example.label
        switch (example.expectation, result) {
        case (.match(let gets), .match(let effect)) where !gets.attributes.isEmpty:
            expected = gets.words
            got = gets.words(of: effect)
            hasPassed = gets.isMet(by: effect)
        case (_, let result):
            let isToMatch: Bool
            switch example.expectation {
            case .match(let gets):
                isToMatch = true
                expected = gets.attributes.isEmpty ? "a match" : gets.words
            case .noMatch:
                isToMatch = false
                expected = "no match"
            }
            switch result {
            case .match:
                got = "a match"
                hasPassed = isToMatch
            case .noMatch:
                got = "no match"
                hasPassed = !isToMatch
            case .failure(let problem):
                let line = problem.line.map { " (line \($0))" } ?? ""
                got = "an error: \(problem.message)\(line)"
                hasPassed = false
            }
        }
    }
}

/// A transaction that a rule's author says must match the rule, or must not.
struct RuleExample {
    enum Expectation {
        /// - Parameter gets: the attributes that the rule must set, with what.
        case match(gets: ExpectedEffect)
        case noMatch
    }

    /// "match 2": which of the rule's lists, and where in it.
    let label: String
    let sample: SampleTransaction
    let expectation: Expectation
    /// Where in the rule's declaration it stands.
    let path: ValuePath
    var line: Int?
    var column: Int?
}

/// Some attributes that a rule is to set; it may set others too.
struct ExpectedEffect {
    let effect: Effect
    /// Those that count, in the order of their names.
    let attributes: [SettableAttribute]

    /// "category dining, tags a + b".
    var words: String { words(of: effect) }

    func isMet(by effect: Effect) -> Bool {
        attributes.allSatisfy { effect.words(of: $0) == self.effect.words(of: $0) }
    }

    /// What an effect has for the attributes that count.
    func words(of effect: Effect) -> String {
        attributes.map { attribute in
            effect.words(of: attribute).map { "\(attribute.rawValue) \($0)" }
                ?? "no \(attribute.rawValue)"
        }.joined(separator: ", ")
    }
}

extension Effect {
    /// What is set for an attribute, in words that differ where the values do;
    /// nil where nothing is.
    fileprivate func words(of attribute: SettableAttribute) -> String? {
        switch attribute {
        case .class: `class`?.rawValue
        case .category: category
        case .lens: lens?.rawValue
        case .payee: payee.map { "\"\($0)\"" }
        case .notes: note.map { "\"\($0)\"" }
        case .tags: tags.isEmpty ? nil : tags.map { "\"\($0)\"" }.joined(separator: " + ")
        case .excluded: excluded.map { $0 ? "true" : "false" }
        case .series: series.map { "\"\($0)\"" }
        case .splits: splits.map { "\($0)" }
        }
    }
}

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
