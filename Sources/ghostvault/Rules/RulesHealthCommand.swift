import ArgumentParser
import Classification
import Engine
import Model
import Rules
import Terminal

struct RulesHealthCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Find unused, conflicting and slow rules.",
        discussion: """
            Checks your own rules against every transaction: rules that never match, come too \
            late, contradict others or are slow. Stores nothing.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        let (health, leftOut) = try engine.ruleHealth()
        if let format = output.format {
            try RuleHealthView.report.print(one: health, as: format, on: screen)
        } else {
            try RuleHealthView(screen: screen).show(health)
        }
        try RuleProblemsView(screen: screen).show(leftOut)
        if !leftOut.isEmpty { throw PartialResult(.rules) }
    }
}

struct RuleHealthView {
    let screen: Screen

    func show(_ health: RuleHealth) throws {
        try screen.print(
            "\(Count.text(health.rules, "rule")) of yours checked on "
                + "\(Count.text(health.transactions, "transaction"))")
        let conflicts = health.conflicts.filter { !$0.isException }
        let exceptions = health.conflicts.count - conflicts.count
        if health.neverMatched.isEmpty, health.shadowed.isEmpty, conflicts.isEmpty {
            try screen.print("Every rule matches and decides something; none contradict.")
        }
        try show(neverMatched: health.neverMatched)
        try show(shadowed: health.shadowed)
        try show(conflicts: conflicts)
        if exceptions > 0 {
            try screen.print()
            try screen.print(
                "\(Count.text(exceptions, "narrow rule stands", "narrow rules stand")) before a "
                    + "broader one, as exceptions do.", .muted)
        }
        try show(costs: health.costs, of: health.transactions)
    }

    static var report: Report<RuleHealth> {
        Report(
            "rules health",
            .value("rules", "How many rules were looked at.") { $0.rules },
            .value("transactions", "On how many transactions.") { $0.transactions },
            .list("never_matched", "Rules that match nothing.", rule) { $0.neverMatched }
                .linewise,
            .list(
                "shadowed", "Rules that match but never decide.",
                shadowed
            ) { $0.shadowed },
            .list(
                "conflicts",
                "Pairs of rules that set different values on the same transactions.", conflicts
            ) { $0.conflicts },
            .list("functions", "Rules with functions, the dearest first.", functions) { $0.costs })
    }

    private static var rule: [Field<Rule>] {
        [
            .value("rule", "The rule's id for commands.") { $0.reference },
            .value("name", "Its name.") { $0.name },
        ]
    }

    private static var shadowed: [Field<RuleHealth.Shadow>] {
        rule.of(\.rule) + [
            .value("transactions", "How many it matches.") { $0.transactions },
            .values("earlier", "The rules that decide before it, the most frequent first.") {
                $0.earlier.map(\.reference)
            },
        ]
    }

    private static var conflicts: [Field<RuleHealth.Conflict>] {
        [
            .value("winner", "The rule whose value holds.") { $0.winner.reference },
            .value("loser", "The other one.") { $0.loser.reference },
            .values("attributes", "The attributes that differ.") { $0.attributes.map(\.rawValue) },
            .value("transactions", "On how many transactions.") { $0.transactions },
            .value("exception", "Whether the winner matches only transactions of the loser.") {
                $0.isException
            },
        ]
    }

    private static var functions: [Field<RuleHealth.Cost>] {
        rule.of(\.rule) + [
            .value("transactions", "The number of transactions that a function ran on.") {
                $0.transactions
            },
            .value("steps_each", "Steps of Lua for each of them.") { $0.stepsEach },
            .value("share_percent", "Its share of the steps of all rules.") {
                Int($0.share * 100 + 0.5)
            },
        ]
    }

    private func show(neverMatched rules: [Rule]) throws {
        guard !rules.isEmpty else { return }
        try screen.print()
        try screen.print("Match nothing", .heading)
        var table = Table(columns: [.init("", isFlexible: true), .init("", isFlexible: true)])
        for rule in rules { table.add(.init(rule.name), .init(rule.place, .muted)) }
        try screen.print(table)
    }

    private func show(shadowed: [RuleHealth.Shadow]) throws {
        guard !shadowed.isEmpty else { return }
        try screen.print()
        try screen.print("Always come too late", .heading)
        var table = Table(columns: [
            .init("rule", isFlexible: true), .init("in", isFlexible: true, rank: 2),
            .init("matches", alignment: .trailing),
            .init("decided before by", isFlexible: true, rank: 1),
        ])
        for shadow in shadowed {
            table.add(
                .init(shadow.rule.name), .init(shadow.rule.place, .muted),
                .init("\(shadow.transactions)"), .init(Self.words(for: shadow.earlier), .accent))
        }
        try screen.print(table)
    }

    /// "Rides (stored-3) and 2 others".
    private static func words(for rules: [Rule]) -> String {
        guard let first = rules.first else { return "" }
        let name = "\(first.name) (\(first.place))"
        return rules.count == 1
            ? name : name + " and \(Count.text(rules.count - 1, "other"))"
    }

    private func show(conflicts: [RuleHealth.Conflict]) throws {
        guard !conflicts.isEmpty else { return }
        try screen.print()
        try screen.print("Contradict each other", .heading)
        var table = Table(columns: [
            .init("holds", isFlexible: true), .init("comes too late", isFlexible: true),
            .init("in", isFlexible: true, rank: 1),
            .init("transactions", alignment: .trailing, rank: 2),
        ])
        for conflict in conflicts {
            table.add(
                .init("\(conflict.winner.name) (\(conflict.winner.place))"),
                .init("\(conflict.loser.name) (\(conflict.loser.place))"),
                .init(conflict.attributes.map(\.rawValue).joined(separator: ", "), .accent),
                .init("\(conflict.transactions)"))
        }
        try screen.print(table)
    }

    private func show(costs: [RuleHealth.Cost], of transactions: Int) throws {
        guard !costs.isEmpty else { return }
        try screen.print()
        try screen.print("Cost of functions", .heading)
        var table = Table(columns: [
            .init("rule", isFlexible: true), .init("asked", alignment: .trailing, rank: 3),
            .init("steps each", alignment: .trailing, rank: 2),
            .init("of all", alignment: .trailing), .init("", isFlexible: true, rank: 1),
        ])
        for cost in costs {
            // A field in the rule's table helps only if the function runs on nearly everything.
            let isAskedOfAll = cost.transactions * 10 >= transactions * 9
            table.add(
                .init(cost.rule.name), .init("\(cost.transactions)"), .init("\(cost.stepsEach)"),
                .init(Share.text(cost.share)),
                .init(
                    isAskedOfAll
                        ? "runs on every transaction: test a field in its table to avoid that" : "",
                    .warning))
        }
        try screen.print(table)
    }
}

extension Rule {
    /// Where it stands, beside its name: "rules/20-mine.lua", or its reference if that doesn't
    /// repeat the name.
    fileprivate var place: String {
        let name = ":" + name
        return reference.hasSuffix(name) ? String(reference.dropLast(name.count)) : reference
    }
}

struct RulesHitsCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "hits",
        abstract: "Count the matches of rules and map rows.",
        discussion: "Stores nothing. A rule without matches is probably misspelt.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Part of a rule's name or file, or of a map's file.")
    var words: [String] = []

    @Flag(help: "Only rules and rows without matches.")
    var unused = false

    func run(on screen: Screen, reading engine: Engine) throws {
        let text = words.isEmpty ? nil : words.joined(separator: " ").lowercased()
        let hits = try engine.ruleHits(of: text)
        if let format = output.format {
            try Self.report.print(one: (hits, unused), as: format, on: screen)
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
            .init("rule", isFlexible: true), .init("file", isFlexible: true, rank: 1),
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

    static var report: Report<(hits: RuleHits, onlyUnused: Bool)> {
        Report(
            "rules hits",
            .list("rules", "Your rules, in the order in which they run.", uses) {
                hits, onlyUnused in
                hits.rules.filter { !onlyUnused || $0.matches == 0 }
            }
            .linewise,
            .list("maps", "The maps in `rules/`.", maps) { hits, onlyUnused in
                hits.maps.map { (map: $0, onlyUnused: onlyUnused) }
            })
    }

    private static var uses: [Field<RuleUse>] {
        [
            .value("name", "The rule.") { $0.name },
            .value("file", "The file; `stored-12` for a stored rule.") { $0.file },
            .value("line", "Its line; null for a stored rule.") { $0.line },
            .value("matches", "Transactions that it matched.") { $0.matches },
        ]
    }

    private static var maps: [Field<(map: RuleHits.Map, onlyUnused: Bool)>] {
        [
            .value("file", "The map's file.") { $0.map.path },
            .list(
                "rows", "Its rows, in their order.",
                [
                    .value("key", "The row's key.") { $0.key },
                    .value("found", "The number of transactions that used it.") { $0.transactions },
                ]
            ) { map, onlyUnused in
                map.rows.filter { !onlyUnused || $0.transactions == 0 }
            }
            .linewise,
        ]
    }
}
