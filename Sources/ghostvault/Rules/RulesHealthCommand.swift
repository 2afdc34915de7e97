import ArgumentParser
import Classification
import Engine
import Model
import Rules
import Terminal

struct RulesHealthCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Find rules that never match, come too late, contradict others or are slow.",
        discussion: """
            Looks at your own rules by the evidence of every transaction of the vault. Nothing is \
            stored.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    func run(on screen: Screen) throws {
        let (health, leftOut) = try vault.engine().ruleHealth()
        let view = RuleHealthView(screen: screen)
        if output.json { try view.showJSON(health) } else { try view.show(health) }
        try RuleProblemsView(screen: screen).show(leftOut)
        if !leftOut.isEmpty { throw PartialResult(.rules) }
    }
}

struct RuleHealthView {
    let screen: Screen

    func show(_ health: RuleHealth) throws {
        try screen.print(
            "\(Count.text(health.rules, "rule")) of yours looked at on "
                + "\(Count.text(health.transactions, "transaction"))")
        let conflicts = health.conflicts.filter { !$0.isException }
        let exceptions = health.conflicts.count - conflicts.count
        if health.neverMatched.isEmpty, health.shadowed.isEmpty, conflicts.isEmpty {
            try screen.print("Every rule matches something and has its say; none contradict.")
        }
        try show(neverMatched: health.neverMatched)
        try show(shadowed: health.shadowed)
        try show(conflicts: conflicts)
        if exceptions > 0 {
            try screen.print()
            try screen.print(
                "\(Count.text(exceptions, "narrow rule stands", "narrow rules stand")) before a "
                    + "wider one, as exceptions do.", .muted)
        }
        try show(costs: health.costs, of: health.transactions)
    }

    func showJSON(_ health: RuleHealth) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.object { object in
            object.field("rules", health.rules)
            object.field("transactions", health.transactions)
            object.array("never_matched") { list in
                for rule in health.neverMatched {
                    list.object { Self.write(rule, to: &$0) }
                }
            }
            object.array("shadowed") { list in
                for shadow in health.shadowed {
                    list.object { entry in
                        Self.write(shadow.rule, to: &entry)
                        entry.field("transactions", shadow.transactions)
                        entry.array("earlier") { rules in
                            for rule in shadow.earlier { rules.element(rule.reference) }
                        }
                    }
                }
            }
            object.array("conflicts") { list in
                for conflict in health.conflicts {
                    list.object { entry in
                        entry.field("winner", conflict.winner.reference)
                        entry.field("loser", conflict.loser.reference)
                        entry.array("attributes") { names in
                            for attribute in conflict.attributes {
                                names.element(attribute.rawValue)
                            }
                        }
                        entry.field("transactions", conflict.transactions)
                        entry.field("exception", conflict.isException)
                    }
                }
            }
            object.array("functions") { list in
                for cost in health.costs {
                    list.object { entry in
                        Self.write(cost.rule, to: &entry)
                        entry.field("transactions", cost.transactions)
                        entry.field("steps_each", cost.stepsEach)
                        entry.field("share_percent", Int(cost.share * 100 + 0.5))
                    }
                }
            }
        }
        try json.flush()
    }

    private static func write(_ rule: Rule, to object: inout JSONObject) {
        object.field("rule", rule.reference)
        object.field("name", rule.name)
    }

    private func show(neverMatched rules: [Rule]) throws {
        guard !rules.isEmpty else { return }
        try screen.print()
        try screen.print("Match nothing", .heading)
        var table = Table(columns: [.init(""), .init("", isFlexible: true)])
        for rule in rules { table.add(.init(rule.reference, .muted), .init(rule.name)) }
        try screen.print(table)
    }

    private func show(shadowed: [RuleHealth.Shadow]) throws {
        guard !shadowed.isEmpty else { return }
        try screen.print()
        try screen.print("Always come too late", .heading)
        var table = Table(columns: [
            .init("rule"), .init("name", isFlexible: true),
            .init("matches", alignment: .trailing), .init("decided before by", isFlexible: true),
        ])
        for shadow in shadowed {
            table.add(
                .init(shadow.rule.reference, .muted), .init(shadow.rule.name),
                .init("\(shadow.transactions)"), .init(Self.words(for: shadow.earlier), .accent))
        }
        try screen.print(table)
    }

    /// "Rides (stored-3) and 2 others".
    private static func words(for rules: [Rule]) -> String {
        guard let first = rules.first else { return "" }
        let name = "\(first.name) (\(first.reference))"
        return rules.count == 1
            ? name : name + " and \(Count.text(rules.count - 1, "other"))"
    }

    private func show(conflicts: [RuleHealth.Conflict]) throws {
        guard !conflicts.isEmpty else { return }
        try screen.print()
        try screen.print("Contradict each other", .heading)
        var table = Table(columns: [
            .init("holds", isFlexible: true), .init("comes too late", isFlexible: true),
            .init("in"), .init("transactions", alignment: .trailing),
        ])
        for conflict in conflicts {
            table.add(
                .init("\(conflict.winner.name) (\(conflict.winner.reference))"),
                .init("\(conflict.loser.name) (\(conflict.loser.reference))"),
                .init(conflict.attributes.map(\.rawValue).joined(separator: ", "), .accent),
                .init("\(conflict.transactions)"))
        }
        try screen.print(table)
    }

    private func show(costs: [RuleHealth.Cost], of transactions: Int) throws {
        guard !costs.isEmpty else { return }
        try screen.print()
        try screen.print("What functions take", .heading)
        var table = Table(columns: [
            .init("rule", isFlexible: true), .init("asked", alignment: .trailing),
            .init("steps each", alignment: .trailing), .init("of all", alignment: .trailing),
            .init(""),
        ])
        for cost in costs {
            // A field in the rule's table helps only if the function runs on nearly everything.
            let isAskedOfAll = cost.transactions * 10 >= transactions * 9
            table.add(
                .init(cost.rule.name), .init("\(cost.transactions)"), .init("\(cost.stepsEach)"),
                .init(Share.text(cost.share)),
                .init(
                    isAskedOfAll
                        ? "asked about everything: a field in its table spares it that" : "",
                    .warning))
        }
        try screen.print(table)
    }
}

struct RulesHitsCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "hits",
        abstract: "Count what each rule and each row of a map matches in the vault.",
        discussion: "Nothing is stored. A rule that matches nothing is probably misspelt.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Flag(help: "Only rules and rows that match nothing.")
    var unused = false

    func run(on screen: Screen) throws {
        let hits = try vault.engine().ruleHits()
        if output.json {
            try showJSON(hits, on: screen)
        } else {
            try show(hits, on: screen)
        }
        let problems = RuleProblemsView(screen: screen)
        try problems.show(hits.leftOut)
        try problems.show(hits.problems)
        if !hits.leftOut.isEmpty { throw PartialResult(.rules) }
        if !hits.problems.isEmpty { throw PartialResult() }
    }

    private func show(_ hits: RuleHits, on screen: Screen) throws {
        var rules = Table(columns: [
            .init("rule", isFlexible: true), .init("file"),
            .init("matches", alignment: .trailing),
        ])
        for rule in hits.rules where !unused || rule.matches == 0 {
            rules.add(
                .init(rule.name),
                .init(rule.line.map { "\(rule.file):\($0)" } ?? rule.file, .muted),
                rule.matches == 0 ? .init("0", .warning) : .init("\(rule.matches)"))
        }
        try screen.print(rules)
        for map in hits.maps {
            try screen.print()
            var rows = Table(columns: [
                .init(map.path, isFlexible: true), .init("found", alignment: .trailing),
            ])
            for row in map.rows where !unused || row.transactions == 0 {
                rows.add(
                    .init(row.key),
                    row.transactions == 0 ? .init("0", .warning) : .init("\(row.transactions)"))
            }
            try screen.print(rows)
        }
    }

    private func showJSON(_ hits: RuleHits, on screen: Screen) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.object { object in
            object.array("rules") { list in
                for rule in hits.rules where !unused || rule.matches == 0 {
                    list.object { entry in
                        entry.field("name", rule.name)
                        entry.field("file", rule.file)
                        entry.field("line", rule.line)
                        entry.field("matches", rule.matches)
                    }
                }
            }
            object.array("maps") { list in
                for map in hits.maps {
                    list.object { entry in
                        entry.field("file", map.path)
                        entry.array("rows") { rows in
                            for row in map.rows where !unused || row.transactions == 0 {
                                rows.object {
                                    $0.field("key", row.key)
                                    $0.field("found", row.transactions)
                                }
                            }
                        }
                    }
                }
            }
        }
        try json.flush()
    }
}
