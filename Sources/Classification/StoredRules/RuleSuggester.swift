public import Model
import Rules

/// Suggests rules for payees that the person keeps correcting, and for payees without
/// a category.
public struct RuleSuggester {
    private let snapshot: Snapshot
    private let conclusions: Conclusions
    private let userStage: String?
    private let defaultStage: String?
    /// Stages that learn from corrections. A rule says the same for good, and readably.
    private let learningStages: Set<String>
    private let pipeline: Pipeline
    private let leftOut: Set<Int64>

    /// The number of transactions from which a payee without a category deserves
    /// a rule; two are enough if they recur.
    private static let fewestUncategorised = 3
    /// One correction is an exception, two are a habit.
    private static let fewestCorrections = 2
    /// A longer list would not be read.
    private static let most = 50
    /// The texts in a rule's tests that it matches, and those that it must not.
    private static let mostTests = 3
    private static let mostOthers = 2

    /// - Parameters:
    ///   - snapshot: with payees as rules see them.
    ///   - conclusions: the pipeline's conclusions on the snapshot.
    ///   - leftOut: the ids of accounts whose transactions need no suggestions.
    public init(
        _ snapshot: Snapshot, _ conclusions: Conclusions, by pipeline: Pipeline,
        besides leftOut: Set<Int64> = []
    ) {
        self.leftOut = leftOut
        self.snapshot = snapshot
        self.conclusions = conclusions
        defaultStage = pipeline.lastStage
        learningStages = Set(
            pipeline.stages.filter { stage in
                switch stage.kind {
                case .memory, .guess: true
                default: false
                }
            }.map(\.name))
        self.pipeline = pipeline
        userStage =
            pipeline.stages.first {
                if case .userRules = $0.kind { true } else { false }
            }?.name
    }

    /// The suggestions: first those from corrections, then those for payees without
    /// a category, each sorted by descending number of transactions.
    public func suggestions() throws -> [RuleSuggestion] {
        let all = payees()
        let nearest = NearestPayees(
            all.compactMap { payee in payee.rows.last.map { (payee.name, $0) } })
        let payees = all.filter { !$0.grounds.isEmpty }
            .sorted { one, other in
                // Payees without a category must not push corrected ones out of the list.
                guard one.isCorrected == other.isCorrected else { return one.isCorrected }
                return (other.rows.count, one.name) < (one.rows.count, other.name)
            }
        let finder = PayeeConditions(snapshot, payees.prefix(Self.most).map { ($0.name, $0.rows) })
        let conditions = try finder.conditions()
        var ofCorrections: [RuleSuggestion] = []
        var uncategorised: [RuleSuggestion] = []
        for (payee, condition) in zip(payees, conditions) {
            guard let condition else { continue }
            if let suggestion = try suggestion(correcting: payee, condition, nearest) {
                ofCorrections.append(suggestion)
            } else if let suggestion = try suggestion(categorising: payee, condition, nearest) {
                uncategorised.append(suggestion)
            }
        }
        return ofCorrections + uncategorised
    }

    // MARK: Payees

    private struct Payee {
        let name: String
        var rows: [Int] = []
        var corrections = 0
        var uncategorised = 0
        var isRecurring = false
        /// Whether one of them may be a transfer, which the person must confirm first.
        var isInDoubt = false

        var isCorrected: Bool { corrections >= RuleSuggester.fewestCorrections }

        var grounds: [RuleSuggestion.Ground] {
            var grounds: [RuleSuggestion.Ground] = []
            if isCorrected {
                grounds.append(.corrections(corrections))
            }
            if !isInDoubt,
                uncategorised >= (isRecurring ? 2 : RuleSuggester.fewestUncategorised)
            {
                grounds.append(.uncategorised(uncategorised, isRecurring: isRecurring))
            }
            return grounds
        }
    }

    /// The snapshot's payees by display name, with their transactions.
    private func payees() -> [Payee] {
        struct Writing: Hashable {
            let verdict: Int32
            let payee: TextID
        }
        var payees: [Payee] = []
        var byKey: [SearchText: Int] = [:]
        var byWriting: [Writing: Int] = [:]
        for (row, transaction) in snapshot.transactions.enumerated()
        where !transaction.isPending && !leftOut.contains(snapshot.account(of: transaction).id) {
            let entry = conclusions.entries[row]
            let verdict = conclusions.verdict(of: entry)
            let writing = Writing(verdict: entry.verdict, payee: transaction.payee)
            let position =
                byWriting[writing]
                ?? {
                    let name = verdict.payee?.value ?? snapshot.texts[transaction.payee]
                    let key = SearchText(name)
                    let position = byKey[key] ?? payees.count
                    if position == payees.count { payees.append(Payee(name: name)) }
                    byKey[key] = position
                    byWriting[writing] = position
                    return position
                }()
            payees[position].rows.append(row)
            if snapshot.decisions.corrections[transaction.id] != nil {
                payees[position].corrections += 1
            } else if transaction.amount < 0, isUncategorised(verdict) {
                // What came back follows its purchase.
                payees[position].uncategorised += 1
                if verdict.series != nil { payees[position].isRecurring = true }
                if conclusions.candidates[transaction.id] != nil {
                    payees[position].isInDoubt = true
                }
            }
        }
        // A payee such as "Check" stands for many different things.
        return payees.filter {
            !$0.name.allSatisfy(\.isWhitespace)
                && pipeline.payeeNormaliser?.isSomebody($0.name) != false
        }
    }

    private func isUncategorised(_ verdict: Verdict) -> Bool {
        verdict.transactionClass.value == .expense && verdict.category.reason.by == defaultStage
            && verdict.splits == nil
    }

    // MARK: Suggestions

    /// The effect that most corrections of a payee agree on.
    private func suggestion(
        correcting payee: Payee, _ condition: PayeeConditions.Found, _ nearest: NearestPayees
    ) throws -> RuleSuggestion? {
        let corrections = payee.rows.compactMap {
            snapshot.decisions.corrections[snapshot.transactions[$0].id]
        }
        let said = payee.rows.compactMap(said)
        var wanted = Correction()
        wanted.category = Self.habit(corrections.map(\.category), among: said.map(\.category))
        wanted.class = Self.habit(corrections.map(\.class), among: said.map(\.class))
        wanted.lens = Self.habit(corrections.map(\.lens), among: said.map(\.lens))
        guard wanted != Correction() else { return nil }
        func isMeant(_ said: Correction) -> Bool {
            wanted.agrees(with: said) && wanted.shares(with: said)
        }
        let right = condition.rows.filter { self.said($0).map(isMeant) ?? false }
        let contradicting = condition.rows.filter { row in
            self.said(row).map { !wanted.agrees(with: $0) } ?? false
        }
        let others = contradicting.compactMap(self.said)
        var changes = 0
        var leftAsRight = 0
        var isOpen = false
        var isDecidedByRule = false
        for row in condition.rows {
            let verdict = conclusions.verdict(of: conclusions.entries[row])
            let correction = self.said(row)
            if correction == nil { isOpen = true }
            let (differs, byRule) = difference(of: verdict, from: wanted)
            if byRule { isDecidedByRule = true }
            if differs, correction.map(wanted.agrees) ?? true {
                changes += 1
                if others.contains(where: { wanted.isTurnedDown(by: $0, for: verdict) }) {
                    leftAsRight += 1
                }
            }
        }
        // Verdicts that match another correction of this payee count against the rule.
        guard right.count > contradicting.count + leftAsRight else { return nil }
        // If everything else is already right, the rule is unnecessary.
        guard changes > 0 || (!isOpen && !isDecidedByRule) else { return nil }
        return RuleSuggestion(
            payee: payee.name, ground: .corrections(corrections.count(where: isMeant)),
            change: try change(
                condition, right: right, besides: rows(near: payee, condition, nearest),
                effects: wanted.effects),
            needsCategory: false, matches: condition.rows.count, changes: changes,
            right: right.map { snapshot.transactions[$0].id },
            contradictions: contradicting.map { snapshot.transactions[$0].id })
    }

    private func suggestion(
        categorising payee: Payee, _ condition: PayeeConditions.Found, _ nearest: NearestPayees
    ) throws -> RuleSuggestion? {
        guard
            let ground = payee.grounds.last, case .uncategorised = ground
        else { return nil }
        return RuleSuggestion(
            payee: payee.name, ground: ground,
            change: try change(
                condition, right: [], besides: rows(near: payee, condition, nearest), effects: []),
            needsCategory: true, matches: condition.rows.count,
            changes: condition.rows.count { row in
                snapshot.decisions.corrections[snapshot.transactions[row].id] == nil
                    && isUncategorised(conclusions.verdict(of: conclusions.entries[row]))
            },
            right: [],
            contradictions: condition.rows.compactMap { row in
                said(row)?.category == nil ? nil : snapshot.transactions[row].id
            })
    }

    /// The person's correction or confirmation of a row.
    private func said(_ row: Int) -> Correction? {
        snapshot.decisions.said(
            of: snapshot.transactions[row].id,
            now: conclusions.verdict(of: conclusions.entries[row]))
    }

    private func rows(
        near payee: Payee, _ condition: PayeeConditions.Found, _ nearest: NearestPayees
    ) -> [Int] {
        let own = Set(condition.rows)
        return nearest.rows(like: payee.name) { !own.contains($0) }
    }

    /// The rule, tested on texts that it is for, and on those of other payees that are like
    /// them.
    ///
    /// - Parameters:
    ///   - right: the rows that the person said are so; their texts come first.
    ///   - others: rows that it must not match, the most alike first.
    private func change(
        _ condition: PayeeConditions.Found, right: [Int], besides others: [Int],
        effects: [RuleChange.Field]
    ) throws -> RuleChange {
        var change = RuleChange()
        change.conditions = [condition.field]
        change.effects = effects
        let texts = texts(of: right + condition.rows, atMost: Self.mostTests)
        let otherTexts = self.texts(of: others, atMost: Self.mostOthers, besides: texts)
        // An alias, or another text of the bank, may be what names the payee.
        let samples = pipeline.namingPayees(
            in: SampleTransaction.snapshot(
                of: (texts + otherTexts).map { SampleTransaction(description: $0) }))
        let rule = Rule(
            id: "", name: "", origin: .stored, condition: condition.condition, effect: Effect())
        let matcher = RulebookMatcher(rulebook: try Rulebook([rule]), snapshot: samples)
        change.matching = texts.indices.filter { matcher.firstMatch(row: $0) != nil }
            .map { texts[$0] }
        // Without a text that it matches, one that it doesn't would prove nothing.
        guard !change.matching.isEmpty else { return change }
        change.notMatching = otherTexts.indices.filter {
            matcher.firstMatch(row: texts.count + $0) == nil
        }.map { otherTexts[$0] }
        return change
    }

    /// The descriptions of the first rows, each once.
    private func texts(
        of rows: [Int], atMost most: Int, besides others: [String] = []
    ) -> [String] {
        var texts: [String] = []
        for row in rows where texts.count < most {
            let text = snapshot.texts[snapshot.transactions[row].description]
            if !texts.contains(text), !others.contains(text) { texts.append(text) }
        }
        return texts
    }

    /// Whether a rule would change a verdict or settle what is only learned, and whether one
    /// of the person's rules decided it.
    private func difference(
        of verdict: Verdict, from wanted: Correction
    ) -> (differs: Bool, byRule: Bool) {
        var differs = false
        var byRule = false
        func compare<Value: Hashable>(_ value: Value?, _ decided: Decided<Value>?) {
            guard let value else { return }
            if decided?.reason.by == userStage {
                byRule = true
            } else if decided?.value != value
                || decided.map({ learningStages.contains($0.reason.by) }) ?? false
            {
                differs = true
            }
        }
        compare(wanted.category, verdict.category)
        compare(wanted.class, verdict.transactionClass)
        compare(wanted.lens, verdict.lens)
        return (differs, byRule)
    }

    /// The value that was corrected to at least twice, and occurs more often than all
    /// others together.
    ///
    /// - Parameter said: the values that were corrected to or confirmed.
    private static func habit<Value: Hashable>(
        _ corrected: [Value?], among said: [Value?]
    ) -> Value? {
        let counts = Dictionary(grouping: corrected.compactMap(\.self)) { $0 }.mapValues(\.count)
        let said = said.compactMap(\.self)
        return counts.first { value, count in
            count >= fewestCorrections && said.count { $0 == value } * 2 > said.count
        }?.key
    }
}

extension Correction {
    /// Whether they set no attribute to different values.
    fileprivate func agrees(with other: Correction) -> Bool {
        func agree<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
            one == nil || other == nil || one == other
        }
        return agree(category, other.category) && (category == nil || other.splits == nil)
            && agree(self.class, other.class) && agree(lens, other.lens)
    }

    /// Whether another correction contradicts this one and matches a verdict.
    fileprivate func isTurnedDown(by other: Correction, for verdict: Verdict) -> Bool {
        func holds<Value: Equatable>(_ own: Value?, _ other: Value?, _ decided: Value?) -> Bool {
            guard let own, let other else { return false }
            return own != other && other == decided
        }
        return holds(category, other.category, verdict.category.value)
            || holds(self.class, other.class, verdict.transactionClass.value)
            || holds(lens, other.lens, verdict.lens?.value)
    }

    /// Whether both set a common attribute.
    fileprivate func shares(with other: Correction) -> Bool {
        (category != nil && other.category != nil) || (self.class != nil && other.class != nil)
            || (lens != nil && other.lens != nil)
    }

    /// Class, category and lens as a rule's `set`.
    fileprivate var effects: [RuleChange.Field] {
        [("class", self.class?.rawValue), ("category", category), ("lens", lens?.rawValue)]
            .compactMap { name, value in
                value.map { RuleChange.Field(name, LuaLiteral.text($0)) }
            }
    }
}

/// A rule that the vault's transactions suggest.
public struct RuleSuggestion: Hashable, Sendable {
    public enum Ground: Hashable, Sendable {
        /// The person made the same correction to this many of the payee's
        /// transactions.
        case corrections(Int)
        /// This many of the payee's transactions have no category.
        case uncategorised(Int, isRecurring: Bool)
    }

    public let payee: String
    public let ground: Ground
    /// The rule. It lacks a category if ``needsCategory`` is set.
    public let change: RuleChange
    /// Whether the person has to choose the category.
    public let needsCategory: Bool
    /// The number of the vault's transactions that the rule matches.
    public let matches: Int
    /// How many of those would change.
    public let changes: Int
    /// The ids of matching transactions that the person corrected so, or confirmed.
    public let right: [Int64]
    /// The ids of matching transactions for which the person decided otherwise.
    public let contradictions: [Int64]
}
