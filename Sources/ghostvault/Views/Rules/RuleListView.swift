import Classification
import Engine
import Model
import Rules
import Terminal

struct RuleListView {
    let screen: Screen

    /// - Parameter areSomeHidden: whether there are rules that are not shown.
    func show(_ rules: [ListedRule], areSomeHidden: Bool) throws {
        if rules.isEmpty {
            try screen.print(
                "No rules found. \"ghostvault rules add --help\" shows how to make one.")
        } else {
            try screen.print(table(rules))
        }
        guard areSomeHidden else { return }
        try screen.print()
        try screen.print("--all and --search show those that come with the program", .muted)
    }

    func showJSON(_ rules: [ListedRule]) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for rule in rules { list.object { Self.write(rule, to: &$0) } }
        }
        try json.flush()
    }

    /// The fields that a list has of a rule.
    static func write(_ rule: ListedRule, to object: inout JSONObject) {
        object.field("rule", rule.reference)
        object.field("name", rule.name)
        object.field("kind", rule.kind.rawValue)
        object.field("origin", rule.stored?.origin.rawValue)
        object.field("file", rule.file)
        object.field("line", rule.line)
        object.field("enabled", rule.isEnabled)
        object.field("priority", rule.rule?.priority)
        object.field("matches", rule.tally?.hits)
        object.field("last_day", rule.tally?.lastDay.map { "\($0)" })
        object.array("mistakes") { list in
            for problem in rule.problems {
                list.object { entry in
                    entry.field("line", problem.line)
                    entry.field("column", problem.column)
                    entry.field("message", problem.message)
                }
            }
        }
    }

    private func table(_ rules: [ListedRule]) -> Table {
        var table = Table(columns: [
            .init("rule"), .init("name", isFlexible: true), .init("state"),
            .init("from", isFlexible: true),
            .init("matches", alignment: .trailing), .init("last"),
        ])
        for rule in rules {
            table.add(
                .init(rule.shortReference, .muted), .init(rule.name),
                .init(rule.stateWord, rule.stateStyle), .init(rule.originWords, .muted),
                rule.tally.map { .init("\($0.hits)", $0.hits == 0 ? .warning : nil) } ?? .init("–"),
                .init(rule.tally?.lastDay.map { "\($0)" } ?? "", .muted))
        }
        return table
    }
}

extension ListedRule {
    /// What a person types; nothing for the rule of a Lua file, which its name
    /// is enough for.
    var shortReference: String {
        switch kind {
        case .stored: reference
        case .file: ""
        case .builtIn: rule?.id ?? reference
        }
    }

    var stateWord: String {
        if !problems.isEmpty { return "broken" }
        return isEnabled ? "on" : "off"
    }

    var stateStyle: Style? {
        if !problems.isEmpty { return .negative }
        return isEnabled ? .positive : .muted
    }

    /// Where the rule is from, for people.
    var originWords: String {
        switch kind {
        case .stored: stored?.origin == .correction ? "a correction" : "you"
        case .file, .builtIn:
            line.map { "\(file ?? ""):\($0)" } ?? file ?? ""
        }
    }
}
