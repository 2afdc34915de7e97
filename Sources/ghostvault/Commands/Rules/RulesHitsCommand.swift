import ArgumentParser
import Classification
import Engine
import Terminal

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
