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
        try show("Match nothing", Self.rule, health.neverMatched)
        try show("Always come too late", Self.shadowed, health.shadowed)
        try show("Contradict each other", Self.conflicts, conflicts)
        if exceptions > 0 {
            try screen.print()
            try screen.print(
                "\(Count.text(exceptions, "narrow rule stands", "narrow rules stand")) before a "
                    + "broader one, as exceptions do.", .muted)
        }
        try show("Cost of functions", Self.functions, health.costs)
        // A field in the rule's table helps only if the function runs on nearly everything.
        for cost in health.costs where cost.transactions * 10 >= health.transactions * 9 {
            try screen.print(
                SafeText.neutralised(
                    "\(cost.rule.name) runs on every transaction: test a field in its table to "
                        + "avoid that"), .warning)
        }
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
            .value("name", "Its name.") { $0.name }.column("rule", isFlexible: true),
            .shown("in", isFlexible: true, rank: 2) { .init($0.place, .muted) },
        ]
    }

    private static var shadowed: [Field<RuleHealth.Shadow>] {
        rule.of(\.rule) + [
            .value("transactions", "How many it matches.") { $0.transactions }.column("matches"),
            .values("earlier", "The rules that decide before it, the most frequent first.") {
                $0.earlier.map(\.reference)
            }.column("decided before by", isFlexible: true, rank: 1) {
                .init(words(for: $0.earlier), .accent)
            },
        ]
    }

    private static var conflicts: [Field<RuleHealth.Conflict>] {
        [
            .value("winner", "The rule whose value holds.") { $0.winner.reference }
                .column("holds", isFlexible: true) { .init($0.winner.nameAndPlace) },
            .value("loser", "The other one.") { $0.loser.reference }
                .column("comes too late", isFlexible: true) { .init($0.loser.nameAndPlace) },
            .values("attributes", "The attributes that differ.") { $0.attributes.map(\.rawValue) }
                .column("in", isFlexible: true, rank: 1, .accent),
            .value("transactions", "On how many transactions.") { $0.transactions }
                .column("transactions", rank: 2),
            .value("exception", "Whether the winner matches only transactions of the loser.") {
                $0.isException
            },
        ]
    }

    private static var functions: [Field<RuleHealth.Cost>] {
        rule.of(\.rule) + [
            .value("transactions", "The number of transactions that a function ran on.") {
                $0.transactions
            }.column("asked", rank: 3),
            .value("steps_each", "Steps of Lua for each of them.") { $0.stepsEach }
                .column("steps each", rank: 1),
            .value("share_percent", "Its share of the steps of all rules.") {
                Int($0.share * 100 + 0.5)
            }.column("of all") { .init(Share.text($0.share)) },
        ]
    }

    private func show<Row>(_ heading: String, _ fields: [Field<Row>], _ rows: [Row]) throws {
        guard !rows.isEmpty else { return }
        try screen.print()
        try screen.print(heading, .heading)
        try screen.print(fields.table(rows))
    }

    /// "Rides (stored-3) and 2 others".
    private static func words(for rules: [Rule]) -> String {
        guard let first = rules.first else { return "" }
        return rules.count == 1
            ? first.nameAndPlace
            : first.nameAndPlace + " and \(Count.text(rules.count - 1, "other"))"
    }
}

extension Rule {
    /// Where it stands, beside its name: "rules/20-mine.lua", or its reference if that doesn't
    /// repeat the name.
    fileprivate var place: String {
        let name = ":" + name
        return reference.hasSuffix(name) ? String(reference.dropLast(name.count)) : reference
    }

    fileprivate var nameAndPlace: String { "\(name) (\(place))" }
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
        let hits = try engine.ruleHits(of: text, onlyUnused: unused)
        if let format = output.format {
            try Self.report.print(one: hits, as: format, on: screen)
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
        try screen.print(RuleUse.fields.table(hits.rules))
        for map in hits.maps {
            try screen.print()
            try screen.print(Self.rows(of: map.path).table(map.rows))
        }
    }

    static var report: Report<RuleHits> {
        Report(
            "rules hits",
            .list("rules", "Your rules, in the order in which they run.", RuleUse.fields) {
                $0.rules
            }.linewise,
            .list(
                "maps", "The maps in `rules/`.",
                [
                    .value("file", "The map's file.") { $0.path },
                    .list("rows", "Its rows, in their order.", rows()) { $0.rows }.linewise,
                ]
            ) { $0.maps })
    }

    private static func rows(
        of path: String = ""
    ) -> [Field<(key: String, transactions: Int)>] {
        [
            .value("key", "The row's key.") { $0.key }.column(path, isFlexible: true),
            .value("found", "The number of transactions that used it.") { $0.transactions }
                .column("found") { .matches($0.transactions) },
        ]
    }
}

extension RuleUse {
    static var fields: [Field<RuleUse>] {
        [
            .value("name", "The rule.") { $0.name }.column("rule", isFlexible: true),
            .value("file", "The file; `stored-12` for a stored rule.") { $0.file }
                .column("file", isFlexible: true, rank: 1) { use in
                    .init(use.line.map { "\(use.file):\($0)" } ?? use.file, .muted)
                },
            .value("line", "Its line; null for a stored rule.") { $0.line },
            .value("matches", "Transactions that it matched.") { $0.matches }
                .column("matches") { .matches($0.matches) },
        ]
    }
}

extension Table.Cell {
    /// A number of matches; none is probably a mistake.
    fileprivate static func matches(_ count: Int) -> Table.Cell {
        .init("\(count)", count == 0 ? .warning : nil)
    }
}
