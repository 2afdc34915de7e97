public import Model
import Rules

extension PipelineRun {
    mutating func run(_ userRules: UserRules, stage: Int) throws {
        var opinions = [RuleOpinions](repeating: RuleOpinions(), count: userRules.count)
        try userRules.forEachOpinion(on: snapshot) { row, position, opinion in
            let correction = correctedRows[row]
            if opinion == nil, correction == nil, let said = opinions[position].ofTable {
                return say(said, of: row)
            }
            let rule = userRules.rules[position].lua.rule
            var effect = opinion ?? rule.effect
            if let correction,
                userRules.identities.holds(correction.overruledRules, of: rule)
            {
                let heeded = effect.yielding(to: correction)
                if row == tracedRow { recordOverruled(effect, but: heeded, rule, stage: stage) }
                effect = heeded
            }
            if !fits(effect, row) {
                unfitSplits.note(rule)
                effect.splits = nil
            }
            let said: Int32
            if let known = opinions[position].ofEffect[effect] {
                said = known
            } else {
                said = number(
                    of: Contribution(
                        stage: stage, reason: reason(stage, rule: rule, verb: "Matched"),
                        effect: effect))
                opinions[position].ofEffect[effect] = said
            }
            if opinion == nil, correction == nil, rule.effect.splits == nil {
                opinions[position].ofTable = said
            }
            say(said, of: row)
        }
    }

    mutating func runCorrections(stage: Int) {
        let reason = Reason(
            by: pipeline.stages[stage].name, rule: nil, text: Reason.correction)
        for (row, correction) in correctedRows.inRowOrder {
            say(Contribution(stage: stage, reason: reason, effect: Effect(correction)), of: row)
        }
    }

    /// What a rule says and a later correction does not let it decide.
    private mutating func recordOverruled(
        _ effect: Effect, but heeded: Effect, _ rule: Rule, stage: Int
    ) {
        let matched = reason(stage, rule: rule, verb: "Matched")
        let decided = Set(heeded.decisions.map(\.attribute))
        for (attribute, value) in effect.decisions where !decided.contains(attribute) {
            trace.steps[stage].proposals.append(
                Trace.Proposal(
                    attribute: attribute, value: value,
                    reason: Reason(
                        by: matched.by, rule: matched.rule,
                        text: matched.text + "; you corrected it later"),
                    isDecisive: false))
        }
    }
}

/// What a rule has said so far, by the numbers of contributions.
private struct RuleOpinions {
    /// What its table sets, where that fits every transaction.
    var ofTable: Int32?
    var ofEffect: [Effect: Int32] = [:]
}

extension Reason {
    /// What a reason says where a value was set for one transaction, by the
    /// person or by a handler of theirs.
    public static let correction = "Corrected by you"
}
