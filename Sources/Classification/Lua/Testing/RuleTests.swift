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
