import Model
import Rules

extension PipelineRun {
    mutating func run(
        _ rulebook: Rulebook, onlyFor: Set<TransactionClass>?, moneyBack: MoneyBack?, stage: Int
    ) {
        let matcher = RulebookMatcher(rulebook: rulebook, snapshot: snapshot)
        if let moneyBack { sayMoneyBack(moneyBack, matcher, stage: stage) }
        // Of thousands of rules few match; to name the others takes longer than
        // a pass over some new transactions.
        var said = [Int32](repeating: -1, count: rulebook.rules.count)
        // Of pairs, whose accounts tell better than a text what a transfer was for.
        var saidOfPair = said
        var matches = [RuleMatches](repeating: RuleMatches(), count: rulebook.rules.count)
        let looked = standing.flatMap { standing in
            rulebook.rules.firstIndex { $0.reference == standing.reference }
        }
        // A set would hash the class of each row.
        let classes = onlyFor.map(Array.init)
        let people = pipeline.moneyFromPeople(askedBehind: stage)
        var waits = [Bool](repeating: false, count: rulebook.rules.count)
        var shared: RulebookMatcher?
        for row in snapshot.transactions.indices {
            if let classes, !classes.contains(expectedClass(of: row)) {
                passOver(row, stage: stage)
                continue
            }
            let isTakenApart = takenApart.contains(row)
            let isReceived = snapshot.transactions[row].amount > 0
            matcher.forEachMatch(row: row) { rule in
                if isTakenApart, rulebook.rules[rule].effect.class == .transfer {
                    noteTakenApart(row, stage: stage)
                    return true
                }
                if isReceived, rulebook.rules[rule].isOfSpending,
                    expectedClass(of: row) != .expense
                {
                    return true
                }
                if said[rule] < 0 {
                    said[rule] = number(of: rulebook.rules[rule], stage)
                    saidOfPair[rule] = numberOfPair(rulebook.rules[rule], stage) ?? said[rule]
                    if let people, people.rules.contains(rulebook.rules[rule].id) {
                        waits[rule] = true
                        shared =
                            shared
                            ?? RulebookMatcher(rulebook: people.regular.shared, snapshot: snapshot)
                    }
                }
                let saying = partnerOfRow[row] < 0 ? said[rule] : saidOfPair[rule]
                if rule == looked {
                    let effect = states.contribution(saying).effect
                    standing?.note(effect, heeded: effect, after: stateOfRow[row])
                }
                // To ask the run itself copies it, which for each match would be most of
                // the work.
                if isReceived, waits[rule] || waiting.contains(row),
                    isWaiting(row, for: waits[rule] ? shared : nil)
                {
                    waiting.add(saying, of: row)
                } else {
                    say(saying, of: row)
                }
                matches[rule].add(snapshot.transactions[row].day)
                return true
            }
        }
        for (rule, matches) in matches.enumerated() where matches.count > 0 {
            tallies.append(matches.tally(of: rulebook.rules[rule]))
        }
    }

    /// Whether what a rule says of a row with money that came in has to wait, as what
    /// is said behind it.
    ///
    /// - Parameter shared: finds texts of what need not wait; nil where the rule
    ///   does not.
    private func isWaiting(_ row: Int, for shared: RulebookMatcher?) -> Bool {
        if waiting.contains(row) { return true }
        guard let shared, states.transactionClass(of: stateOfRow[row]) == nil else { return false }
        return shared.firstMatch(row: row) == nil
    }

    private mutating func number(of rule: Rule, _ stage: Int) -> Int32 {
        number(
            of: Contribution(
                stage: stage, reason: reason(stage, rule: rule, verb: "Auto-detected"),
                effect: rule.effect))
    }

    /// What a rule says of a transaction that has another side; nil where that is
    /// the same as of others.
    private mutating func numberOfPair(_ rule: Rule, _ stage: Int) -> Int32? {
        var ofPair = rule
        switch rule.effect.class {
        case .transfer: ofPair.effect.lens = nil
        // What is spent has a category, and a pair is a transfer.
        case nil: ofPair.effect.category = nil
        default: break
        }
        return ofPair.effect == rule.effect ? nil : number(of: ofPair, stage)
    }

    /// Says of open money from merchants that it lowers what was spent there, or keeps
    /// that to be said where it does not come regularly.
    private mutating func sayMoneyBack(
        _ moneyBack: MoneyBack, _ matcher: RulebookMatcher, stage: Int
    ) {
        let exceptions = RulebookMatcher(rulebook: moneyBack.exceptions, snapshot: snapshot)
        let shared = pipeline.moneyFromMerchants(askedBehind: stage).map {
            RulebookMatcher(rulebook: $0.shared, snapshot: snapshot)
        }
        let isMeant = snapshot.accounts.map { moneyBack.holds(on: $0.type) }
        // By rule: the number of what is said of its matches.
        var said = [Int32](repeating: SaidOfRule.unknown, count: matcher.rulebook.rules.count)
        for row in snapshot.transactions.indices {
            let transaction = snapshot.transactions[row]
            guard transaction.amount > 0, isMeant[Int(transaction.account)],
                states.transactionClass(of: stateOfRow[row]) == nil, !waiting.contains(row),
                let match = matcher.firstMatch(row: row)
            else { continue }
            if said[match] == SaidOfRule.unknown {
                let rule = matcher.rulebook.rules[match]
                said[match] =
                    moneyBack.isMerchant(rule)
                    ? number(
                        of: Contribution(
                            stage: stage,
                            reason: reason(stage, rule: rule, verb: "Auto-detected: Money back"),
                            effect: Effect(class: .expense)))
                    : SaidOfRule.nothing
            }
            guard said[match] != SaidOfRule.nothing, exceptions.firstMatch(row: row) == nil
            else { continue }
            if let shared, shared.firstMatch(row: row) == nil {
                waiting.add(said[match], ofMerchantsMoney: row)
            } else {
                say(said[match], of: row)
            }
        }
    }

    private mutating func noteTakenApart(_ row: Int, stage: Int) {
        guard row == tracedRow else { return }
        trace.steps[stage].passedOver =
            "its text is that of a transfer, and you took its transfer apart"
    }
}

/// What stands for the number of a contribution where there is none.
private enum SaidOfRule {
    static let unknown: Int32 = -1
    static let nothing: Int32 = -2
}
