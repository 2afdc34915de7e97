import Model
import Rules
import Scripting

extension PipelineRun {
    /// Asks the person's rules of one layer.
    ///
    /// - Parameters:
    ///   - snapshot: what the rules see.
    ///   - isAfter: whether those are meant that are asked after the stages.
    mutating func runUserRules(
        _ userRules: UserRules, on snapshot: Snapshot, after isAfter: Bool = false, stage: Int
    ) throws {
        var opinions = [KnownContributions](repeating: KnownContributions(), count: userRules.count)
        if effectsOfRules.isEmpty {
            effectsOfRules = [RuleOutcome](repeating: RuleOutcome(), count: userRules.count)
        }
        let observed = shadowing.flatMap { userRules.position(of: $0.reference) }
        let numbers =
            isAfter || !correctedRows.hasAny ? [] : userRules.numbers(in: snapshot.decisions.order)
        var stopper: Int?
        try userRules.forEachOpinion(
            on: snapshot, after: isAfter, countingHiddenMatchesOf: observed
        ) { row, position, opinion in
            // What is decided by then includes the corrections, which nothing overrules.
            let correction =
                isAfter
                ? nil : correctedRows.standing(row, beside: numbers[position], in: snapshot)
            if row == tracedRow, userRules.rules[position].rule.stops { stopper = position }
            if position == observed {
                noteShadowing(of: userRules, position, opinion, correction, row)
            }
            if opinion == nil, correction == nil, let contribution = opinions[position].ofTable {
                return addOpinion(
                    contribution, of: position, userRules.rules[position].rule,
                    effect: userRules.rules[position].rule.effect, to: row)
            }
            let rule = userRules.rules[position].rule
            let whole = opinion ?? rule.effect
            var effect = whole
            if let correction {
                let remaining = effect.yielding(to: correction)
                if row == tracedRow { recordOverruled(effect, but: remaining, rule, stage: stage) }
                effect = remaining
            }
            if !fits(effect, row, overruling: rule.layer.overrules) {
                unfitSplits.note(Decider(rule))
                effect.splits = nil
            }
            let contribution: Int32
            let mapRow = userRules.rules[position].lua.rows?.last
            let key = OwnEffect(effect: effect, mapRow: mapRow?.key)
            if let known = opinions[position].ofEffect[key] {
                contribution = known
            } else {
                contribution = number(
                    of: Contribution(
                        stage: stage,
                        reason: reason(stage, rule: rule, .matched, mapRow: mapRow),
                        effect: effect, isPersons: true,
                        overrules: rule.layer.overrules ? .all : .none))
                opinions[position].ofEffect[key] = contribution
            }
            if opinion == nil, correction == nil, rule.effect.splits == nil {
                opinions[position].ofTable = contribution
            }
            addOpinion(contribution, of: position, rule, effect: whole, to: row)
        }
        for (position, known) in opinions.enumerated() {
            for contribution in known.all {
                noteCut(of: contribution, by: Decider(userRules.rules[position].rule))
            }
        }
        if let tracedRow {
            trace.steps[stage].failures = userRules.failures(
                ofRow: tracedRow, in: snapshot, after: isAfter, through: stopper)
        }
        if let tracedRow, let stopper {
            recordStopped(userRules, by: stopper, tracedRow, in: snapshot, stage: stage)
        }
        if let observed, userRules.rules[observed].rule.layer.isAfter == isAfter {
            let endings = userRules.endings().map { rule, transactions in
                (reason: reason(stage, rule: rule, .matched), transactions: transactions)
            }
            shadowing?.note(endings: endings, before: userRules.rules[observed].rule)
        }
    }

    private mutating func noteShadowing(
        of userRules: UserRules, _ position: Int, _ opinion: Effect?, _ correction: Correction?,
        _ row: Int
    ) {
        let rule = userRules.rules[position].rule
        let effect = opinion ?? rule.effect
        shadowing?.note(
            effect, remaining: correction.map(effect.yielding) ?? effect,
            after: stateOfRow[row], overrules: rule.layer.overrules)
    }

    /// Records the effects of rules that did not run because an earlier rule stops.
    private mutating func recordStopped(
        _ userRules: UserRules, by stopper: Int, _ row: Int, in snapshot: Snapshot, stage: Int
    ) {
        let rule = userRules.rules[stopper].rule
        let numbers = userRules.numbers(in: snapshot.decisions.order)
        for (position, opinion) in userRules.opinions(behind: stopper, ofRow: row, in: snapshot) {
            let matched = reason(stage, rule: opinion.rule, .matched)
            let effect =
                correctedRows.standing(row, beside: numbers[position], in: snapshot)
                .map(opinion.effect.yielding) ?? opinion.effect
            for (attribute, value) in effect.decisions {
                trace.steps[stage].proposals.append(
                    Trace.Proposal(
                        attribute: attribute, value: value,
                        reason: matched.adding(Evidence(.notAsked, rule.name)),
                        isDecisive: false, stoppedBy: rule.id))
            }
        }
    }

    /// Records the effects of a rule that a later correction overrides.
    private mutating func recordOverruled(
        _ effect: Effect, but remaining: Effect, _ rule: Rule, stage: Int
    ) {
        let matched = reason(stage, rule: rule, .matched)
        let decided = Set(remaining.decisions.map(\.attribute))
        for (attribute, value) in effect.decisions where !decided.contains(attribute) {
            trace.steps[stage].proposals.append(
                Trace.Proposal(
                    attribute: attribute, value: value,
                    reason: matched.adding(Evidence(.correctedLater)),
                    isDecisive: false))
        }
    }
}

extension Reason {
    /// For the trace alone.
    fileprivate func adding(_ more: Evidence) -> Reason {
        Reason(by: by, rule: rule, evidence: evidence + [more])
    }
}

/// The contributions of one rule so far, by number.
private struct KnownContributions {
    /// The contribution of its table, if that fits every transaction.
    var ofTable: Int32?
    var ofEffect: [OwnEffect: Int32] = [:]

    /// The contribution of its table is one of them.
    var all: Dictionary<OwnEffect, Int32>.Values { ofEffect.values }
}

/// What a rule sets, and the key of the map's row that says so.
private struct OwnEffect: Hashable {
    let effect: Effect
    let mapRow: String?
}
