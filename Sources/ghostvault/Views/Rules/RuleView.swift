import Classification
import Engine
import Model
import Rules
import Terminal

struct RuleView {
    let screen: Screen

    func show(_ rule: ListedRule) throws {
        try screen.print(SafeText.neutralised(rule.name), .heading)
        var facts = Table(columns: [.init(""), .init("")])
        facts.add("rule", .init(rule.reference))
        facts.add("state", .init(rule.stateWord, rule.stateStyle))
        facts.add("from", .init(rule.originWords))
        if let stored = rule.stored {
            facts.add("made", .init("\(DayZone.local.day(at: stored.createdAt))"))
        }
        if let priority = rule.rule?.priority, priority != 0 {
            facts.add("priority", .init("\(priority)"))
        }
        if let tally = rule.tally {
            facts.add(
                "matches",
                .init(
                    Count.text(tally.hits, "transaction")
                        + (tally.lastDay.map { ", the last on \($0)" } ?? "")))
        }
        for (attribute, value) in rule.effectWords {
            facts.add(.init("sets \(attribute)"), .init(value, .accent))
        }
        try screen.print(facts)
        if let stored = rule.stored {
            try screen.print()
            for line in stored.definition.split(separator: "\n", omittingEmptySubsequences: false) {
                try screen.print(SafeText.neutralised(String(line)))
            }
        }
        for problem in rule.problems {
            try screen.warn(SafeText.neutralised(FindingsView.line(problem)))
        }
        if !rule.problems.isEmpty {
            try screen.warn("  It is left out. Mend it with \"ghostvault rules edit\".")
        }
    }

    func showJSON(_ rule: ListedRule) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.object { object in
            RuleListView.write(rule, to: &object)
            object.field("definition", rule.stored?.definition)
            object.object("sets") { sets in
                for (attribute, value) in rule.effectWords { sets.field(attribute, value) }
            }
        }
        try json.flush()
    }
}

extension ListedRule {
    /// What the rule's table sets, by attribute; a function's part is not
    /// known.
    fileprivate var effectWords: [(attribute: String, value: String)] {
        rule?.effect.decisions.map { ($0.attribute.rawValue, $0.value) } ?? []
    }
}
