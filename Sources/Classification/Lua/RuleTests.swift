import Model
import Rules
import Scripting

/// Runs the tests inside rules.
public enum RuleTests {
    /// Evaluates each rule's own samples. A rule is tested alone: other rules can
    /// neither change nor stop it.
    ///
    /// A sample matches if the rule's `when` holds and its `set` returns
    /// something.
    ///
    /// The tests of files follow: their samples pass the whole pipeline with all rules, and
    /// without plugins.
    ///
    /// - Parameters:
    ///   - rules: skipped files have no tests.
    ///   - files: restricts the tests to the rules of these files; nil for all.
    ///   - pipeline: names the samples' payees.
    /// - Returns: an outcome for each sample, in rule order.
    public static func run(
        _ rules: UserRules, of files: Set<String>? = nil, in pipeline: Pipeline
    ) throws -> [RuleTestOutcome] {
        try rules.rules
            .filter { files?.contains($0.file) ?? true }
            .flatMap { try outcomes(of: $0, in: pipeline) }
            + rules.passTests
            .filter { files?.contains($0.file) ?? true }
            .flatMap { try outcomes(of: $0.test, in: $0.file, rules, pipeline) }
    }

    private static func outcomes(
        of test: PluginTest, in file: String, _ rules: UserRules, _ pipeline: Pipeline
    ) throws -> [RuleTestOutcome] {
        let pass = try Classifier(pipeline: pipeline, userRules: rules).conclude(
            SampleTransaction.snapshot(of: test.samples.map(\.sample), asOf: test.today))
        return zip(test.samples, pass.conclusions.entries).enumerated().map { position, pair in
            let got = Effect(pass.conclusions.verdict(of: pair.1))
            let (sample, gets) = (pair.0.sample, pair.0.gets)
            return RuleTestOutcome(
                rule: test.name, file: file, line: test.line, column: nil,
                sample: "transaction \(position + 1)", expected: gets.words(for: sample),
                got: gets.words(of: got, for: sample), hasPassed: gets.isMet(by: got, for: sample))
        }
    }

    private static func outcomes(
        of loaded: LoadedRule, in pipeline: Pipeline
    ) throws -> [RuleTestOutcome] {
        let examples = loaded.lua.examples
        guard !examples.isEmpty else { return [] }
        let snapshot = pipeline.namingPayees(
            in: SampleTransaction.snapshot(
                of: examples.map(\.sample), isDecided: loaded.rule.layer.isAfter))
        let rulebook = try Rulebook([loaded.rule])
        let matcher = RulebookMatcher(rulebook: rulebook, snapshot: snapshot)
        let plain = PlainMatcher(rulebook: rulebook, snapshot: snapshot)
        loaded.lua.rows?.begin(snapshot)
        return snapshot.texts.withUTF8Bytes { texts in
            let record = RecordFiller(snapshot, texts: texts).record()
            return examples.enumerated().map { row, example in
                record.show(row: row)
                guard matcher.firstMatch(row: row) != nil else {
                    let parts = plain.explanation(of: 0, row: row).failing
                    return RuleTestOutcome(
                        loaded, example, .noMatch(why: parts.joined(separator: "; ")))
                }
                return RuleTestOutcome(
                    loaded, example, ask(loaded, record, in: snapshot, row: row))
            }
        }
    }

    private static func ask(
        _ loaded: LoadedRule, _ record: RecordBuffer, in snapshot: Snapshot, row: Int
    ) -> Got {
        do {
            guard try loaded.isMatch(record, in: snapshot, row: row) else {
                return .noMatch(why: "its function did not return true")
            }
            guard let effect = try loaded.effect(on: record, in: snapshot, row: row) else {
                return .noMatch(why: "its \"set\" function returned nothing")
            }
            return .match(effect)
        } catch {
            return .failure(loaded.problem(error))
        }
    }

    /// A rule's result for a sample.
    fileprivate enum Got {
        case match(Effect)
        /// - Parameter why: the tests that fail; empty if unknown.
        case noMatch(why: String)
        case failure(RuleFileProblem)
    }
}

/// The outcome of one sample in a rule's tests.
public struct RuleTestOutcome: Hashable, Sendable {
    /// The rule's name.
    public let rule: String
    /// "rules/10-subscriptions.lua".
    public let file: String
    /// The sample's location in the file.
    public let line: Int?
    /// In characters, from 1; nil if only the line is known.
    public let column: Int?
    /// The sample's label: "match 2", "no_match 1".
    public let sample: String
    /// The expected result, such as "category dining".
    public let expected: String
    /// The actual result, in the same form.
    public let got: String
    public let hasPassed: Bool
}

extension RuleTestOutcome {
    fileprivate init(_ loaded: LoadedRule, _ example: RuleExample, _ result: RuleTests.Got) {
        rule = loaded.rule.name
        file = loaded.file
        line = example.line ?? loaded.line
        column = example.column
        sample = example.label
        switch (example.expectation, result) {
        case (.match(let gets), .match(let effect)) where !gets.attributes.isEmpty:
            expected = gets.words(for: example.sample)
            got = gets.words(of: effect, for: example.sample)
            hasPassed = gets.isMet(by: effect, for: example.sample)
        case (_, let result):
            let isToMatch: Bool
            switch example.expectation {
            case .match(let gets):
                isToMatch = true
                expected = gets.attributes.isEmpty ? "a match" : gets.words(for: example.sample)
            case .noMatch:
                isToMatch = false
                expected = "no match"
            }
            switch result {
            case .match:
                got = "a match"
                hasPassed = isToMatch
            case .noMatch(let why):
                got = isToMatch && !why.isEmpty ? "no match: \(why)" : "no match"
                hasPassed = !isToMatch
            case .failure(let problem):
                let line = problem.line.map { " (line \($0))" } ?? ""
                got = "an error: \(problem.message)\(line)"
                hasPassed = false
            }
        }
    }
}

/// A sample that must match the rule, or must not.
struct RuleExample {
    enum Expectation {
        /// - Parameter gets: the effect that the rule must have.
        case match(gets: ExpectedEffect)
        case noMatch
    }

    /// "match 2": the list's name and the position in it.
    let label: String
    let sample: SampleTransaction
    let expectation: Expectation
    /// The path in the rule's declaration.
    let path: ValuePath
    var line: Int?
    var column: Int?
}

/// The attributes that a rule must set; it may set others as well.
struct ExpectedEffect {
    let effect: Effect
    /// The expected attributes, ordered by name.
    let attributes: [SettableAttribute]
    /// The amount of the last part of a split, if it is written; it must be what the others leave.
    var lastAmount: DecimalAmount?

    func isMet(by effect: Effect, for sample: SampleTransaction) -> Bool {
        attributes.allSatisfy { attribute in
            attribute == .splits
                ? areSplitsMet(by: effect.splits, for: sample)
                : effect.words(of: attribute) == self.effect.words(of: attribute)
        }
    }

    /// Whether a plan gives the sample the expected parts, however either is written: 70 of 100 is
    /// a share of 0.7. A lens or note is compared only if it is expected.
    private func areSplitsMet(by plan: SplitPlan?, for sample: SampleTransaction) -> Bool {
        guard let expected = effect.splits, let plan else { return effect.splits == plan }
        guard let wanted = expected.parts(of: sample), let got = plan.parts(of: sample) else {
            return expected == plan
        }
        if let lastAmount {
            guard let last = wanted.last else { return false }
            let money = Money(minorUnits: last.minorUnits, currency: sample.currency).size
            guard !money.isMore(than: lastAmount), !money.isLess(than: lastAmount) else {
                return false
            }
        }
        return wanted.count == got.count
            && zip(wanted, got).allSatisfy { wanted, got in
                wanted.name == got.name && wanted.minorUnits == got.minorUnits
                    && (wanted.lens == nil || wanted.lens == got.lens)
                    && (wanted.note == nil || wanted.note == got.note)
            }
    }

    /// "category dining, tags a + b".
    func words(for sample: SampleTransaction) -> String {
        var words = words(of: effect, for: sample)
        if let lastAmount { words += ", the last \(lastAmount)" }
        return words
    }

    /// The values of the expected attributes in an effect.
    func words(of effect: Effect, for sample: SampleTransaction) -> String {
        attributes.map { attribute in
            let words =
                attribute == .splits
                ? effect.splits.map { $0.words(for: sample) } : effect.words(of: attribute)
            return words.map { "\(attribute.rawValue) \($0)" } ?? "no \(attribute.rawValue)"
        }.joined(separator: ", ")
    }
}

extension SplitPlan {
    fileprivate func parts(of sample: SampleTransaction) -> [SplitPart]? {
        parts(of: sample.amount, exponent: sample.currency.exponent)
    }

    /// "dining 70.00 + groceries 30.00"; the plan itself if it does not fit.
    fileprivate func words(for sample: SampleTransaction) -> String {
        guard let parts = parts(of: sample) else { return "\(self)" }
        return parts.map { part in
            let size = Money(minorUnits: part.minorUnits, currency: sample.currency).size
            let more = [part.lens?.rawValue, part.note.map { "\"\($0)\"" }].compactMap(\.self)
            return "\(part.name) \(size.plainText)"
                + (more.isEmpty ? "" : " (\(more.joined(separator: ", ")))")
        }.joined(separator: " + ")
    }
}

extension Effect {
    /// A description of an attribute's value, distinct for distinct values; nil if it
    /// is not set.
    fileprivate func words(of attribute: SettableAttribute) -> String? {
        switch attribute {
        case .class: `class`?.rawValue
        case .category: category
        case .lens: lens?.rawValue
        case .payee: payee.map { "\"\($0)\"" }
        case .loan: loan.map { "\"\($0)\"" }
        case .notes: note.map { "\"\($0)\"" }
        case .appendNotes: appendedNote.map { "\"\($0)\"" }
        case .tags: Self.words(tags)
        case .removeTags: Self.words(removedTags)
        case .excluded: excluded.map { $0 ? "true" : "false" }
        case .series: series.map { "\"\($0)\"" }
        case .splits: splits.map { "\($0)" }
        }
    }

    private static func words(_ tags: [String]) -> String? {
        tags.isEmpty ? nil : tags.map { "\"\($0)\"" }.joined(separator: " + ")
    }
}

/// Reads the `tests` of a Lua rule: `{ match = { … }, no_match = { … } }`.
struct RuleExampleReader {
    let effects: EffectReader
    /// Whether samples tell what the stages decided.
    let isAfter: Bool

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
            let sample = SampleReader(
                otherNames: list == .match ? ["gets"] : [], effects: isAfter ? effects : nil
            ).sample(value, at: path, &mistakes)
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

/// The lists in `tests`.
private enum ExampleList: String, CaseIterable {
    case match
    case noMatch = "no_match"
}

extension EffectReader {
    /// Reads the expected effect, which has the syntax of a rule's effect.
    func expected(
        _ value: ScriptValue, at path: ValuePath, _ mistakes: inout Mistakes
    ) -> ExpectedEffect {
        guard case .table(let table) = value else {
            return ExpectedEffect(
                effect: effect(value, at: path, &mistakes), attributes: [])
        }
        var fields = table.fields
        var lastAmount: DecimalAmount?
        if case .table(let parts)? = fields["splits"] {
            // An empty list of parts means that nothing is split.
            if parts == ScriptTable() { fields["splits"] = nil }
            // Here the amounts of all parts may be written.
            if case .table(let last)? = parts.array.last,
                let amount = Self.amount(last.fields["amount"])
            {
                lastAmount = amount
                let rest = last.fields.filter { $0.key != "amount" }
                fields["splits"] = .table(
                    ScriptTable(
                        array: parts.array.dropLast()
                            + [.table(ScriptTable(array: last.array, fields: rest))],
                        fields: parts.fields))
            }
        }
        var ofGets = Mistakes()
        let effect = effect(
            .table(ScriptTable(array: table.array, fields: fields)), at: path, &ofGets)
        for mistake in ofGets.all {
            mistakes.add("in gets: \(mistake.message)", at: mistake.path, aim: mistake.aim)
        }
        return ExpectedEffect(
            effect: effect,
            attributes: SettableAttribute.allCases.filter { table.fields[$0.rawValue] != nil },
            lastAmount: lastAmount)
    }

    /// An amount as its author wrote it; nil for anything else.
    private static func amount(_ value: ScriptValue?) -> DecimalAmount? {
        do throws(UnusableNumber) {
            return try value?.decimal(suchAs: "12.50")
        } catch {
            // The reader of splits says what is wrong with it.
            return nil
        }
    }
}
