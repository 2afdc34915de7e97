public import Rules

/// How transfers between a person's own accounts are recognised; comes from
/// `config/transfers.toml`.
public struct TransferSettings: Sendable {
    /// Calendar days that may lie between the two sides, 0 and more. Either
    /// side may come first.
    public let maximumDays: Int
    /// What texts say for and against a transfer, compiled once.
    let evidence: Rulebook
    /// What each rule of ``evidence`` tells, in its order.
    let meanings: [TransferEvidence.Meaning]

    /// - Parameters:
    ///   - maximumDays: calendar days that may lie between the two sides.
    ///   - wording: texts that speak for a transfer ("TRANSFER TO").
    ///   - contradictions: texts that rule a transfer out, whatever the amounts
    ///     say ("PAYROLL").
    ///   - merchants: rules that recognise a merchant. What they match is a
    ///     purchase or its refund unless it also words itself as a transfer.
    public init(
        maximumDays: Int, wording: Condition, contradictions: Condition, merchants: [Rule]
    ) throws(RulebookError) {
        self.maximumDays = maximumDays
        let own = [wording, contradictions].enumerated().map { position, condition in
            Rule(
                id: "transfer-evidence-\(position)", name: "", origin: .stored,
                condition: condition, effect: Effect())
        }
        // Declared order and one priority keep the two in front.
        let rules =
            own
            + merchants.map { merchant in
                var rule = merchant
                rule.priority = 0
                return rule
            }
        evidence = try Rulebook(rules)
        meanings = evidence.rules.indices.map { position in
            switch position {
            case 0: .worded
            case 1: .contradicted
            default: .merchant
            }
        }
    }
}
