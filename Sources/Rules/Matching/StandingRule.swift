import Model

/// A rule that no text of a transaction makes a candidate, as far as it can
/// hold in one account.
struct StandingRule {
    /// A position in the rulebook's rules.
    let rule: Int32
    /// Whether the rule holds wherever day and amount are in its ranges.
    var isSettledByRanges = true

    private var amounts = AmountRange.everything
    private var firstDay = Int32.min
    private var lastDay = Int32.max

    init(rule: Int32) {
        self.rule = rule
    }

    mutating func narrow(to range: AmountRange) {
        amounts = amounts.intersection(range)
    }

    mutating func narrow(to test: DayTest) {
        firstDay = max(firstDay, test.first?.daysSinceEpoch ?? .min)
        lastDay = min(lastDay, test.last?.daysSinceEpoch ?? .max)
    }

    func isInRanges(_ transaction: TransactionFacts) -> Bool {
        let day = transaction.day.daysSinceEpoch
        return day >= firstDay && day <= lastDay && amounts.contains(transaction.amount)
    }
}
