public import Model
public import Rules
import Scripting

/// Why one rule matches a transaction, or doesn't, and what became of what it sets.
public struct RuleExplanation: Sendable {
    /// The answer of a rule's `when` function.
    public enum FunctionAnswer: Sendable {
        case holds
        case doesNotHold
        /// The function was not called, since the table doesn't match.
        case notAsked
        case failed(RuleFileProblem)
    }

    public let rule: Rule
    public let condition: ExplainedCondition
    /// Nil if the condition has no function.
    public let function: FunctionAnswer?
    /// What the rule said in a pass, with its fate.
    public let proposals: [Trace.Proposal]
    /// The current deciding rule or stage of each attribute.
    public let verdict: Verdict?

    /// Whether its whole condition holds.
    public var matches: Bool {
        switch function {
        case nil, .holds?: condition.holds
        case .doesNotHold?, .notAsked?, .failed?: false
        }
    }
}

extension Classifier {
    /// Explains one rule for one transaction, in a run of its own that stores nothing.
    ///
    /// - Parameters:
    ///   - rule: one of the person's or the pipeline's, also a disabled one.
    ///   - transaction: the vault's number.
    /// - Returns: nil if the snapshot lacks the transaction.
    public func explanation(
        of rule: Rule, for transaction: Int64, in snapshot: Snapshot
    ) throws -> RuleExplanation? {
        guard let trace = try trace(transaction, in: snapshot) else { return nil }
        let seen = try seenSnapshot(by: rule, snapshot)
        guard let row = seen.row(of: transaction) else { return nil }
        var enabled = rule
        enabled.isEnabled = true
        let condition = PlainMatcher(rulebook: try Rulebook([enabled]), snapshot: seen)
            .explanation(of: 0, row: row)
        let said = zip(stages, trace.steps).filter { stage, _ in stage.mayAsk(rule) }
            .flatMap { $1.proposals }.filter { $0.reason.rule == rule.id }
        return RuleExplanation(
            rule: rule, condition: condition,
            function: userRules.answer(
                of: rule, ifMatching: condition.holds, row: row, in: seen),
            proposals: said, verdict: trace.verdict)
    }

    /// The rows that a rule's whole condition matches, and of the newest others those that miss
    /// it by the fewest tests.
    ///
    /// - Parameter most: the number of each.
    public func samples(
        of rule: Rule, in snapshot: Snapshot, most: Int
    ) throws -> (matching: [Int64], nearest: [(transaction: Int64, missing: String)]) {
        let seen = try seenSnapshot(by: rule, snapshot)
        var enabled = rule
        enabled.isEnabled = true
        let rulebook = try Rulebook([enabled])
        let matcher = RulebookMatcher(rulebook: rulebook, snapshot: seen)
        let plain = PlainMatcher(rulebook: rulebook, snapshot: seen)
        var explained = Self.mostSampled / max(1, rule.condition.testCount)
        var asked = 0
        var matching: [Int64] = []
        var nearest: [(failed: Int, transaction: Int64, missing: String)] = []
        let newest = seen.transactions.indices.sorted {
            (seen.transactions[$1].day, $1) < (seen.transactions[$0].day, $0)
        }.prefix(Self.mostSampled)
        for row in newest {
            let id = seen.transactions[row].id
            if matcher.firstMatch(row: row) != nil {
                guard matching.count < most, asked < Self.mostAsked else { continue }
                asked += 1
                switch userRules.answer(of: rule, ifMatching: true, row: row, in: seen) {
                case nil, .holds?: matching.append(id)
                case .doesNotHold?, .notAsked?: break
                case .failed?: asked = Self.mostAsked
                }
                continue
            }
            guard explained > 0 else { continue }
            explained -= 1
            let parts = plain.explanation(of: 0, row: row).parts
            let missed = parts.filter { !$0.holds }
            guard let first = missed.first, parts.areNearly else { continue }
            if nearest.count < most || missed.count < nearest[nearest.count - 1].failed {
                nearest.append((missed.count, id, first.miss))
                nearest.sort { $0.failed < $1.failed }
                nearest = Array(nearest.prefix(most))
            }
        }
        return (matching, nearest.map { ($0.transaction, $0.missing) })
    }

    /// The number of the newest transactions in which samples are looked for. A condition with
    /// many tests, such as the keys of a map, is explained for fewer.
    private static let mostSampled = 20_000
    /// How often a rule's function is called for samples.
    private static let mostAsked = 200

    /// The fields of a snapshot that a rule sees.
    private func seenSnapshot(by rule: Rule, _ snapshot: Snapshot) throws -> Snapshot {
        let run = try run(through: snapshot, stages: rule.layer.isAfter ? placeOfRulesAfter : 0)
        return rule.layer.isAfter ? run.decidedSnapshot() : run.snapshot
    }
}

extension Stage {
    /// Whether the rule is one of the stage's. Rules of two files may have one id.
    fileprivate func mayAsk(_ rule: Rule) -> Bool {
        switch (kind, rule.origin) {
        case (.userRules, .stored), (.userRules, .lua): !rule.layer.isAfter
        case (.rulesAfter, .stored), (.rulesAfter, .lua): rule.layer.isAfter
        case (.rules(let rulebook, _, _), _):
            rulebook.rules.contains { $0.reference == rule.reference }
        default: false
        }
    }
}

extension [ExplainedCondition] {
    /// Whether something holds that tells of the rule: a text, or anything if it asks for no text.
    fileprivate var areNearly: Bool {
        let telling = contains(where: \.asksForText) ? filter(\.asksForText) : self
        return telling.contains(where: \.holds)
    }
}

extension ExplainedCondition {
    /// "amount = less(-20): -12.50".
    fileprivate var miss: String { value.map { "\(words): \($0)" } ?? words }

    /// The parts that don't hold, each with the transaction's value: "day_of_month = 1 is 14".
    var failing: [String] {
        guard !holds else { return [] }
        guard words == "all of" else { return [value.map { "\(words) is \($0)" } ?? words] }
        return parts.flatMap(\.failing)
    }
}

extension UserRules {
    /// The answer of a rule's `when` function; nil if it has none, or if the rule is not active.
    ///
    /// It calls functions out of order, so don't draw conclusions after it.
    func answer(
        of rule: Rule, ifMatching isMatch: Bool, row: Int, in snapshot: Snapshot
    ) -> RuleExplanation.FunctionAnswer? {
        guard let position = position(of: rule.reference), rules[position].lua.when != nil else {
            return nil
        }
        guard isMatch else { return .notAsked }
        return snapshot.texts.withUTF8Bytes { texts in
            let record = RecordFiller(snapshot, texts: texts).record()
            record.show(row: row)
            do {
                return try rules[position].isMatch(record, in: snapshot, row: row)
                    ? .holds : .doesNotHold
            } catch {
                return .failed(rules[position].problem(error))
            }
        }
    }
}
