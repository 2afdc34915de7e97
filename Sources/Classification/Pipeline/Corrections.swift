public import Model
public import Rules

/// What one of the person's rules sets for a transaction.
public struct RuleOpinion: Hashable, Sendable {
    public let transaction: Int64
    public let rule: Rule
    public let effect: Effect

    public init(transaction: Int64, rule: Rule, effect: Effect) {
        self.transaction = transaction
        self.rule = rule
        self.effect = effect
    }
}

extension UserRules {
    /// What each rule sets for the transactions of a snapshot, in rule order.
    public func opinions(on snapshot: Snapshot) throws -> [RuleOpinion] {
        var opinions: [RuleOpinion] = []
        try forEachOpinion(on: snapshot) { row, position, effect in
            let rule = rules[position].lua.rule
            opinions.append(
                RuleOpinion(
                    transaction: snapshot.transactions[row].id, rule: rule,
                    effect: effect ?? rule.effect))
        }
        return opinions
    }
}

extension UserRules {
    /// The rules that may match a transaction as soon as the person gives it a tag
    /// or a note, as far as their tables tell.
    public var rulesAskingForDecisions: [Rule] {
        rules.map(\.lua.rule).filter(\.condition.asksForDecisions)
    }
}

extension Correction {
    /// This correction with a later one on top of it.
    ///
    /// Of two human decisions the later one holds. So the rules that say
    /// something else than the later correction are overruled. And what this
    /// correction set is given up where such a rule, made after it, says
    /// something else: overruling the rule must not bring back what it had
    /// replaced.
    ///
    /// A rule that asks for tags or notes may come to match by what the person
    /// gives the transaction some day. It was there before this decision all the
    /// same, so it is overruled too.
    ///
    /// - Parameters:
    ///   - later: what the person sets now; the rules that it overrules are
    ///     found out here.
    ///   - opinions: what the person's rules set for the transaction, with the
    ///     tags and the note that it has then.
    ///   - waiting: rules that may match it when it has others.
    ///   - identities: of those rules.
    public func changed(
        by later: Correction, opinions: [RuleOpinion], waiting: [Rule] = [],
        of identities: RuleIdentities
    ) -> Correction {
        var kept = self
        var overruled = overruledRules
        for opinion in opinions where opinion.effect.contradicts(later) {
            if !identities.holds(overruled, of: opinion.rule) {
                kept.giveUp(what: opinion.effect)
            }
            overruled.insert(identities.identity(of: opinion.rule))
        }
        for rule in waiting where rule.effect.contradicts(later) {
            overruled.insert(identities.identity(of: rule))
        }
        return Correction(
            class: later.class ?? kept.class, category: later.category ?? kept.category,
            lens: later.lens ?? kept.lens, payee: later.payee ?? kept.payee,
            note: later.note ?? kept.note,
            tags: kept.tags + later.tags.filter { !kept.tags.contains($0) },
            excluded: later.excluded ?? kept.excluded, overruledRules: overruled)
    }

    private mutating func giveUp(what effect: Effect) {
        if effect.class != nil { self.class = nil }
        if effect.category != nil || effect.splits != nil { category = nil }
        if effect.lens != nil { lens = nil }
        if effect.payee != nil { payee = nil }
        if effect.note != nil { note = nil }
        if effect.excluded != nil { excluded = nil }
    }
}

extension Effect {
    public init(_ correction: Correction) {
        self.init(
            class: correction.class, category: correction.category, lens: correction.lens,
            payee: correction.payee, note: correction.note, tags: correction.tags,
            excluded: correction.excluded)
    }

    /// Of what another effect says something else, or nothing, or alone something.
    public func attributes(otherThanIn other: Effect) -> Set<Attribute> {
        func values(_ effect: Effect) -> [Attribute: String] {
            Dictionary(effect.decisions.map { ($0.attribute, $0.value) }) { first, _ in first }
        }
        let (own, others) = (values(self), values(other))
        return Set(Attribute.allCases.filter { own[$0] != others[$0] })
    }

    /// Without what a correction sets. Splits count in place of a category, so
    /// they go with it; tags of both add up.
    func yielding(to correction: Correction) -> Effect {
        var rest = self
        if correction.class != nil { rest.class = nil }
        if correction.category != nil {
            rest.category = nil
            rest.splits = nil
        }
        if correction.lens != nil { rest.lens = nil }
        if correction.payee != nil { rest.payee = nil }
        if correction.note != nil { rest.note = nil }
        if correction.excluded != nil { rest.excluded = nil }
        return rest
    }

    /// Whether it sets something other than a correction does.
    public func contradicts(_ correction: Correction) -> Bool {
        func differ<Value: Equatable>(_ own: Value?, _ other: Value?) -> Bool {
            guard let own, let other else { return false }
            return own != other
        }
        return differ(self.class, correction.class) || differ(category, correction.category)
            || (splits != nil && correction.category != nil) || differ(lens, correction.lens)
            || differ(payee, correction.payee) || differ(note, correction.note)
            || differ(excluded, correction.excluded)
    }
}

/// What the person set for single transactions, by the rows of a snapshot, with
/// what can't be heeded left out.
struct CorrectedRows {
    private var corrections: [Int: Correction] = [:]
    /// In the order of transactions.
    private(set) var problems: [DecisionProblem] = []

    /// - Parameter isPart: whether there are transactions that the snapshot
    ///   does not have.
    init(_ snapshot: Snapshot, pipeline: Pipeline, isPart: Bool) {
        let decided = snapshot.decisions.corrections
        guard !decided.isEmpty else { return }
        guard pipeline.hasCorrections else {
            problems = [.noStageForCorrections(count: decided.count)]
            return
        }
        for (transaction, correction) in decided.sorted(by: { $0.key < $1.key }) {
            guard let row = snapshot.row(of: transaction) else {
                if !isPart { problems.append(.transactionWithdrawn(transaction)) }
                continue
            }
            var correction = correction
            if let category = correction.category, pipeline.categories[category] == nil {
                problems.append(.noSuchCategory(category, transaction: transaction))
                correction.category = nil
            }
            corrections[row] = correction
        }
    }

    subscript(row: Int) -> Correction? { corrections[row] }

    var inRowOrder: [(row: Int, correction: Correction)] {
        corrections.sorted { $0.key < $1.key }.map { (row: $0.key, correction: $0.value) }
    }
}

extension Pipeline {
    fileprivate var hasCorrections: Bool {
        stages.contains { if case .corrections = $0.kind { true } else { false } }
    }
}

/// A decision of the person's that a pass could not heed; every other
/// conclusion was made.
public enum DecisionProblem: Hashable, Sendable {
    /// The bank took back the transaction that was corrected.
    case transactionWithdrawn(Int64)
    /// A transaction was given a category that is not there any more; its
    /// category was left to others.
    case noSuchCategory(String, transaction: Int64)
    /// The pipeline has no stage for corrections, so that none was heeded.
    case noStageForCorrections(count: Int)

    /// Whether something about a transaction that counts is not as the person
    /// said.
    public var losesDecision: Bool {
        if case .transactionWithdrawn = self { return false }
        return true
    }
}
