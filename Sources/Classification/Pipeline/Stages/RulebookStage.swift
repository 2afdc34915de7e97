import Model
import Rules

extension PipelineRun {
    mutating func runRulebook(
        _ rulebook: Rulebook, onlyFor: Set<TransactionClass>?, moneyBack: MoneyBack?, stage: Int
    ) {
        let matcher = RulebookMatcher(rulebook: rulebook, snapshot: snapshot)
        if let moneyBack { addMoneyBack(moneyBack, matcher, stage: stage) }
        // Few of thousands of rules match, so they are registered when they do.
        var contributions = [Int32](repeating: -1, count: rulebook.rules.count)
        // For pairs, whose accounts say more than a text about the purpose of a
        // transfer.
        var contributionsToPairs = contributions
        // By rule with a lens for its category or class: the rest of it, where another one holds.
        var withoutLens: [Int: Int32] = [:]
        var matches = [RuleMatches](repeating: RuleMatches(), count: rulebook.rules.count)
        let observed = shadowing.flatMap { shadowing in
            rulebook.rules.firstIndex { $0.reference == shadowing.reference }
        }
        // A set would hash the class of each row.
        let classes = onlyFor.map(Array.init)
        let people = pipeline.regularMoney[stage].people
        var waits = [Bool](repeating: false, count: rulebook.rules.count)
        var shared: RulebookMatcher?
        for row in snapshot.transactions.indices {
            if let classes, !classes.contains(expectedClass(of: row)) {
                passOver(row, stage: stage)
                continue
            }
            let isUnlinked = unlinked.contains(row)
            let isReceived = snapshot.transactions[row].amount > 0
            matcher.forEachMatch(row: row) { rule in
                if isUnlinked, rulebook.rules[rule].effect.class == .transfer {
                    noteUnlinked(row, stage: stage)
                    return true
                }
                if isReceived, rulebook.rules[rule].isOfSpending,
                    expectedClass(of: row) != .expense
                {
                    return true
                }
                if contributions[rule] < 0 {
                    contributions[rule] = number(of: rulebook.rules[rule], stage)
                    contributionsToPairs[rule] =
                        numberOfPair(rulebook.rules[rule], stage) ?? contributions[rule]
                    withoutLens[rule] = numberWithoutLens(rulebook.rules[rule], stage)
                    if let people, people.rules.contains(rulebook.rules[rule].id) {
                        waits[rule] = true
                        shared =
                            shared
                            ?? RulebookMatcher(rulebook: people.regular.shared, snapshot: snapshot)
                    }
                }
                var contribution =
                    partnerOfRow[row] < 0 ? contributions[rule] : contributionsToPairs[rule]
                if !withoutLens.isEmpty, let rest = withoutLens[rule],
                    isDecidedOtherwise(rulebook.rules[rule].effect, row)
                {
                    contribution = rest
                }
                if rule == observed {
                    let effect = states.contribution(contribution).effect
                    shadowing?.note(effect, remaining: effect, after: stateOfRow[row])
                }
                // A call on the run copies it, which would be most of the work for
                // each match.
                if isReceived, waits[rule] || waiting.contains(row),
                    isWaiting(row, for: waits[rule] ? shared : nil)
                {
                    waiting.add(contribution, of: row)
                } else {
                    add(contribution, to: row)
                }
                matches[rule].add(snapshot.transactions[row].day)
                return true
            }
        }
        for (rule, matches) in matches.enumerated() where matches.count > 0 {
            tallies.append(matches.tally(of: rulebook.rules[rule]))
        }
    }

    /// Whether a contribution about incoming money has to wait, as do all after it.
    ///
    /// - Parameter shared: matches texts that need not wait; nil if the rule never
    ///   waits.
    private func isWaiting(_ row: Int, for shared: RulebookMatcher?) -> Bool {
        if waiting.contains(row) { return true }
        guard let shared, states.transactionClass(of: stateOfRow[row]) == nil else { return false }
        return shared.firstMatch(row: row) == nil
    }

    private mutating func number(of rule: Rule, _ stage: Int) -> Int32 {
        number(
            of: Contribution(
                stage: stage, reason: reason(stage, rule: rule, .detected),
                effect: rule.effect,
                isContribution: rule.effect.class.map { _ in rule.isOfContributions }))
    }

    /// Whether a transaction has a category already, or another class, whose lens is not the
    /// rule's to say.
    private func isDecidedOtherwise(_ effect: Effect, _ row: Int) -> Bool {
        let state = stateOfRow[row]
        if let wanted = effect.class, let decided = states.transactionClass(of: state),
            decided != wanted
        {
            return true
        }
        return effect.category != nil && !states.takesCategory(in: state)
    }

    /// The contribution of a rule to such a transaction; nil if it sets no lens beside a
    /// category or class.
    private mutating func numberWithoutLens(_ rule: Rule, _ stage: Int) -> Int32? {
        guard rule.effect.category != nil || rule.effect.class != nil, rule.effect.lens != nil
        else { return nil }
        var rest = rule
        rest.effect.lens = nil
        return number(of: rest, stage)
    }

    /// The contribution of a rule to one side of a transfer; nil if it is the same as
    /// for other transactions.
    private mutating func numberOfPair(_ rule: Rule, _ stage: Int) -> Int32? {
        var ofPair = rule
        switch rule.effect.class {
        case .transfer: ofPair.effect.lens = nil
        // Only spending has a category, and a pair is a transfer.
        case nil: ofPair.effect.category = nil
        default: break
        }
        return ofPair.effect == rule.effect ? nil : number(of: ofPair, stage)
    }

    /// Marks undecided money from merchants as an expense, so that it reduces
    /// spending. If the money could be regular, the contribution waits.
    private mutating func addMoneyBack(
        _ moneyBack: MoneyBack, _ matcher: RulebookMatcher, stage: Int
    ) {
        let exceptions = RulebookMatcher(rulebook: moneyBack.exceptions, snapshot: snapshot)
        let shared = pipeline.regularMoney[stage].merchants.map {
            RulebookMatcher(rulebook: $0.shared, snapshot: snapshot)
        }
        let isMeant = snapshot.accounts.map { moneyBack.holds(on: $0.type) }
        // By rule, the number of the contribution to its matches.
        var contributions = [Int32](
            repeating: ContributionPlaceholder.unknown, count: matcher.rulebook.rules.count)
        for row in snapshot.transactions.indices {
            let transaction = snapshot.transactions[row]
            guard transaction.amount > 0, isMeant[Int(transaction.account)],
                states.transactionClass(of: stateOfRow[row]) == nil, !waiting.contains(row),
                let match = matcher.firstMatch(row: row)
            else { continue }
            if contributions[match] == ContributionPlaceholder.unknown {
                let rule = matcher.rulebook.rules[match]
                contributions[match] =
                    moneyBack.isMerchant(rule)
                    ? number(
                        of: Contribution(
                            stage: stage,
                            reason: reason(stage, rule: rule, .moneyBack),
                            effect: Effect(class: .expense)))
                    : ContributionPlaceholder.nothing
            }
            guard contributions[match] != ContributionPlaceholder.nothing,
                exceptions.firstMatch(row: row) == nil
            else { continue }
            if let shared, shared.firstMatch(row: row) == nil {
                waiting.add(contributions[match], ofMerchantsMoney: row)
            } else {
                add(contributions[match], to: row)
            }
        }
    }

    private mutating func noteUnlinked(_ row: Int, stage: Int) {
        guard row == tracedRow else { return }
        trace.steps[stage].passedOver =
            "its text is that of a transfer, and you took its transfer apart"
    }
}

/// Placeholders for the number of a contribution.
private enum ContributionPlaceholder {
    static let unknown: Int32 = -1
    static let nothing: Int32 = -2
}
