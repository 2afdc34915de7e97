import Model
import Rules

/// Counts what a rule matches in one run.
struct RuleMatches {
    private(set) var count = 0
    private var lastDay = CalendarDay(daysSinceEpoch: .min)

    mutating func add(_ day: CalendarDay) {
        count += 1
        if day > lastDay { lastDay = day }
    }

    func tally(of rule: Rule) -> RuleTally {
        RuleTally(rule: rule.reference, hits: count, lastDay: count == 0 ? nil : lastDay)
    }
}
