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
