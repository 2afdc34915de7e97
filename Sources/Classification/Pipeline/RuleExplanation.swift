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
    /// What decides each attribute now.
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
        let said = trace.steps.flatMap(\.proposals).filter { proposal in
            proposal.reason.rule == rule.id && proposal.isSaid(by: rule)
        }
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
        let matcher = PlainMatcher(rulebook: try Rulebook([enabled]), snapshot: seen)
        var matching: [Int64] = []
        var nearest: [(failed: Int, transaction: Int64, missing: String)] = []
        let newest = seen.transactions.indices.sorted {
            (seen.transactions[$1].day, $1) < (seen.transactions[$0].day, $0)
        }.prefix(Self.mostSampled)
        for row in newest {
            let id = seen.transactions[row].id
            if !matcher.matches(row: row).isEmpty {
                guard matching.count < most else { continue }
                let answer = userRules.answer(of: rule, ifMatching: true, row: row, in: seen)
                if case .doesNotHold? = answer { continue }
                if case .failed? = answer { continue }
                matching.append(id)
                continue
            }
            let parts = matcher.explanation(of: 0, row: row).parts
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

    /// The number of the newest transactions in which samples are looked for.
    private static let mostSampled = 20_000

    /// What a rule sees of a snapshot.
    private func seenSnapshot(by rule: Rule, _ snapshot: Snapshot) throws -> Snapshot {
        let run = try run(through: snapshot, stages: rule.layer.isAfter ? placeOfRulesAfter : 0)
        return rule.layer.isAfter ? run.decidedSnapshot() : run.snapshot
    }
}

extension Trace.Proposal {
    /// Whether it is this rule's: shipped files may have rules of one id.
    fileprivate func isSaid(by rule: Rule) -> Bool {
        switch rule.origin {
        case .shipped(let file), .vault(let file): reason.text.hasSuffix("(\(file))")
        case .stored, .lua: true
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
