import ArgumentParser
import Classification
import Engine
import Model
import Rules
import Terminal
import Vault

struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "Manage rules.",
        discussion: """
            These commands store rules in the vault and apply them at once. You can also write \
            rules as Lua files in the vault's rules/ folder; "apply-rules" applies those. \
            "ghostvault docs writing-rules" shows both.
            """,
        subcommands: [
            RulesListCommand.self, RulesShowCommand.self, RulesAddCommand.self,
            RulesEditCommand.self, RulesRemoveCommand.self, RulesEnableCommand.self,
            RulesDisableCommand.self, RulesMoveCommand.self, RulesPreviewCommand.self,
            RulesSuggestCommand.self, RulesHealthCommand.self, RulesHitsCommand.self,
            RulesCheckCommand.self, RulesTestCommand.self, RulesTryCommand.self,
            RulesNewCommand.self, RulesExportCommand.self, RulesImportCommand.self,
            RulesDiffCommand.self, RulesLogCommand.self, RulesProposeCommand.self,
            RulesProposalsCommand.self,
        ])
}

struct RulesListCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List rules and their matches.",
        discussion: """
            Lists your own rules in the order in which they run. --all and --text include the \
            shipped ones.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    enum Order: String, ExpressibleByArgument, CaseIterable {
        case order, name
    }

    @Option(help: "The order: as they run, or by name.")
    var sort = Order.order

    @Option(help: "Only rules with this text in their name or id.")
    var text: String?

    @Argument(help: "The same without an option.")
    var words: [String] = []

    @Flag(help: "List everything: shipped rules, too.")
    var all = false

    func validate() throws {
        guard text == nil || words.isEmpty else {
            throw ValidationError("Give words or --text, not both.")
        }
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        let text = words.isEmpty ? text : words.joined(separator: " ")
        let list = try engine.rules()
        var rules = list.rules.filter { rule in
            // Always list a shipped rule that the person switched off.
            all || text != nil || rule.kind != .builtIn || !rule.isEnabled
        }
        if let text = text?.lowercased() {
            rules = rules.filter {
                $0.name.lowercased().contains(text)
                    || $0.reference.lowercased().contains(text)
            }
        }
        if sort == .name {
            rules = rules.enumerated().sorted { left, right in
                (left.element.name.lowercased(), left.offset)
                    < (right.element.name.lowercased(), right.offset)
            }.map(\.element)
        }
        if let format = output.format {
            try RuleListView.report.print(rules, as: format, on: screen)
        } else {
            let areSomeHidden = !all && text == nil && rules.count < list.rules.count
            try RuleListView(screen: screen).show(rules, areSomeHidden: areSomeHidden)
        }
        if list.isNewerThanLastPass {
            try screen.warn(
                "Rules or settings changed since the last pass. Matches are counted with the "
                    + "current ones; \"ghostvault apply-rules\" applies them.")
        }
        for rule in list.missing {
            try screen.warn(
                SafeText.neutralised(
                    "The disabled rule \(rule) no longer exists. If you changed both its name and "
                        + "its content, disable it again under its new name."))
        }
        try RuleProblemsView(screen: screen).show(list.leftOut)
        if !list.leftOut.isEmpty || rules.contains(where: { !$0.problems.isEmpty }) {
            throw PartialResult(.rules)
        }
    }
}

struct RuleListView {
    let screen: Screen

    /// - Parameter areSomeHidden: whether some rules aren't listed.
    func show(_ rules: [ListedRule], areSomeHidden: Bool) throws {
        if rules.isEmpty {
            try screen.print(
                "No rules found. \"ghostvault rules add --help\" shows how to add one.")
        } else {
            try screen.print(Self.report.table(rules))
        }
        guard areSomeHidden else { return }
        try screen.print()
        if !screen.isPage {
            try screen.print("--all and --text include the shipped rules", .muted)
        }
    }

    static var report: Report<ListedRule> {
        Report(
            "rules list",
            .value("rule", "The rule's id for commands.") { $0.reference }
                .column("rule", isFlexible: true) { .init($0.shortReference, .muted) },
            .value("name", "Its name.") { $0.name }.column("name", isFlexible: true),
            .shown("state", rank: 2) { .init($0.stateWord, $0.stateStyle) },
            .value("kind", "`stored` (in the vault), `file` (Lua) or `built_in` (shipped).") {
                $0.kind.rawValue
            },
            .value("origin", "`hand` or `correction`, for a stored rule.") {
                $0.stored?.origin.rawValue
            },
            .shown("from", isFlexible: true, rank: 3) { .init($0.originWords, .muted) },
            .value("file", "Its file.") { $0.file },
            .value("line", "The line in a Lua file.") { $0.line },
            .value("enabled", "Whether it is switched on.") { $0.isEnabled },
            .value("priority", "Its priority; null if it can't be read.") { $0.rule?.priority },
            .value(
                "matches", "The number of matching transactions; null if the rule does not run."
            ) { $0.tally?.hits }.column("matches", rank: 1) {
                $0.tally.map { .init("\($0.hits)", $0.hits == 0 ? .warning : nil) }
                    ?? .init("–")
            },
            .value("last_day", "The newest day of those.") { $0.tally?.lastDay }.column(
                "last", rank: 4, .muted),
            .list("mistakes", "Why a stored rule is left out.", ClassifyView.mistakes) {
                $0.problems
            })
    }
}

extension ListedRule {
    /// The short reference to type; empty for a rule in a Lua file, where the name is enough.
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

    /// The rule's origin, for people.
    var originWords: String {
        switch kind {
        case .stored: stored?.origin == .correction ? "a correction" : "you"
        case .file, .builtIn:
            line.map { "\(file ?? ""):\($0)" } ?? file ?? ""
        }
    }
}

struct RulesShowCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a rule and its matches.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption
    @Argument(help: RuleArgument.help)
    var rule: String

    func run(on screen: Screen, reading engine: Engine) throws {
        let rule = try engine.rule(meantBy: rule, isCounting: true)
        if output.json {
            try RuleView.report.printJSON(rule, on: screen)
        } else {
            let samples = try rule.rule.map { try engine.samples(of: $0, most: 3) }
            let matching = try samples?.matching.compactMap { try engine.vault.transaction($0) }
            let nearest = try samples?.nearest.compactMap { near in
                try engine.vault.transaction(near.transaction).map { ($0, near.missing) }
            }
            try RuleView(screen: screen).show(
                rule, source: try engine.source(of: rule), matching: matching ?? [],
                nearest: nearest ?? [])
        }
        if !rule.problems.isEmpty { throw PartialResult(.rules) }
    }
}

struct RuleView {
    let screen: Screen

    /// - Parameters:
    ///   - source: the lines of the file that declare the rule; nil if it is in none.
    ///   - matching: some transactions that it matches.
    ///   - nearest: some that it misses by little, and what they lack.
    func show(
        _ rule: ListedRule, source: RuleDeclaration?, matching: [TransactionRecord],
        nearest: [(record: TransactionRecord, missing: String)]
    ) throws {
        try screen.print(SafeText.neutralised(rule.name), .heading)
        var facts = Table(columns: [.init(""), .init("", wraps: true)])
        facts.add("rule", .init(rule.reference))
        facts.add("state", .init(rule.stateWord, rule.stateStyle))
        facts.add("from", .init(rule.originWords))
        if let stored = rule.stored {
            facts.add("made", .init("\(ProgramContext.current.zone.day(at: stored.createdAt))"))
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
                try screen.print(verbatim: SafeText.neutralised(String(line)))
            }
        }
        if let source {
            try screen.print()
            let width = "\(source.firstLine + source.lines.count)".count
            for (number, line) in source.lines.enumerated() {
                let place = "\(source.firstLine + number)"
                let gap = String(repeating: " ", count: width - place.count)
                try screen.print(verbatim: SafeText.neutralised("\(gap)\(place)  \(line)"))
            }
        } else if rule.stored == nil, let condition = rule.rule?.lines {
            try screen.print()
            for line in condition {
                try screen.print(
                    SafeText.neutralised(String(repeating: "  ", count: line.depth) + line.words))
            }
        }
        try show(matching.map { ($0, "") }, under: "Examples of matches")
        try show(nearest, under: "Nearest misses")
        for problem in rule.problems {
            try screen.warn(SafeText.neutralised(FindingsView.line(problem)))
        }
        if !rule.problems.isEmpty {
            try screen.warn("  It is left out. Fix it with \"ghostvault rules edit\".")
        }
    }

    private func show(
        _ samples: [(record: TransactionRecord, missing: String)], under heading: String
    ) throws {
        guard !samples.isEmpty else { return }
        try screen.print()
        try screen.print(heading, .heading)
        var table = Table(columns: [
            .init("", alignment: .trailing, rank: 2), .init("", rank: 1),
            .init("", isFlexible: true), .init("", alignment: .trailing),
            .init("", isFlexible: true, wraps: true),
        ])
        for (record, missing) in samples {
            table.add(
                .init("\(record.id)", .muted), .init("\(record.day)"), .init(record.payee),
                .init(record.amount.text), .init(missing, .muted))
        }
        try screen.print(table)
    }

    static var report: Report<ListedRule> {
        Report(
            "rules show", after: RuleListView.report.fields,
            .value("definition", "The Lua table of a stored rule.") { $0.stored?.definition },
            .values("condition", "Its conditions, a line each, indented within groups.") { rule in
                (rule.rule?.lines ?? []).map {
                    String(repeating: "  ", count: $0.depth) + $0.words
                }
            },
            .texts(
                "sets", "The values that it sets, by attribute, without those of functions.",
                each: "The value in words."
            ) { $0.effectWords })
    }
}

extension ListedRule {
    /// The values that the rule's table sets; the effect of a function is unknown.
    fileprivate var effectWords: [(name: String, text: String)] {
        rule?.effect.decisions.map { ($0.attribute.rawValue, $0.value) } ?? []
    }
}
