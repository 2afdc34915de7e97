import ArgumentParser
import Classification
import Engine
import Model
import Rules
import Scripting
import Terminal
import Vault

struct RulesPreviewCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Show what a rule would change.",
        discussion: """
            Stores nothing. With the options of "rules add": the changes by such a rule. With a \
            rule: the results without it and with it. With --file: the changes by a rule file \
            outside the vault, in place of one with the same name.

            Examples:
              ghostvault rules preview --file draft.lua
              ghostvault rules preview --payee NETFLIX --lens want
              ghostvault rules preview stored-12
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var options: RuleOptions

    @Argument(help: RuleArgument.help)
    var rule: String?

    @Option(help: "A rule file outside the vault.")
    var file: String?

    @Option(help: "Transactions to list for each kind of change.")
    var list = 3

    func validate() throws {
        guard [rule == nil, options.change.isEmpty, file == nil].count(where: { !$0 }) <= 1 else {
            throw ValidationError("Give a rule, the options of a rule, or a file.")
        }
        if rule == nil, file == nil { try options.requireWholeRule() }
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        if let file {
            return try RuleFilePreviewView(screen: screen, engine: engine).show(
                try engine.previewRuleFile(at: file), asJSON: output.json, listing: max(0, list))
        }
        let preview =
            if let rule {
                try engine.previewRule(engine.rule(meantBy: rule))
            } else {
                try engine.previewRule(options.change(in: engine).definition)
            }
        let view = RulePreviewView(screen: screen, engine: engine)
        if output.json {
            try view.showJSON(preview)
        } else {
            try view.show(preview, listing: max(0, list))
        }
        if !preview.leftOut.isEmpty { throw PartialResult(.rules) }
        if !preview.problems.isEmpty { throw PartialResult() }
    }
}

struct RulePreviewView {
    let screen: Screen
    let engine: Engine

    /// - Parameter hint: the option that takes how many to list; empty for none.
    func show(
        _ preview: RulePreview, listing limit: Int, hint: String = "--list"
    ) throws {
        let differing = preview.changes.changes.count { !$0.isOfReasonAlone }
        try screen.print(
            SafeText.neutralised(
                "\(preview.rule.name) matches \(Count.text(preview.shadowing.matches, "transaction")) and "
                    + "changes \(differing)"))
        try ClassifyView(screen: screen, engine: engine)
            .show(preview.changes.changes, listing: limit, hint: hint)
        try RuleShadowingView(screen: screen).show(preview.shadowing)
        try showProblems(preview)
    }

    func showJSON(_ preview: RulePreview) throws {
        try Self.report.printJSON(preview, on: screen)
        try showProblems(preview)
    }

    static var report: Report<RulePreview> {
        Report(
            "rules preview",
            .value("name", "The rule.") { $0.rule.name },
            .value("matches", "The number of matching transactions.") { $0.shadowing.matches },
            .value("preceded", "On how many of them something else decides first.") {
                $0.shadowing.preceded
            },
            .list(
                "decided_before", "The earlier deciders, most frequent first.", predecessors
            ) { $0.shadowing.predecessors },
            .value("changed", "How many transactions change.") {
                $0.changes.changes.count { !$0.isOfReasonAlone }
            },
            .list("changes", "One entry for each of those.", ClassifyView.changes) {
                $0.changes.changes.filter { !$0.isOfReasonAlone }
            })
    }

    static var predecessors: [Field<RuleShadowing.Predecessor>] {
        [
            .value("transactions", "On how many transactions.") { $0.transactions }.column("in"),
            .values("attributes", "The attributes that the rule sets there without effect.") {
                $0.attributes.map(\.rawValue)
            }.column("what", isFlexible: true, .accent),
            .value("stops", "Whether it is a rule with `stop`.") { $0.stops },
            .object("reason", "The reason of the earlier decider.", ReasonRow.fields) {
                ReasonRow($0.reason)
            }.column("decided before by", isFlexible: true, rank: 1) {
                .init($0.reason.text + ($0.stops ? ", which skips later rules" : ""))
            },
        ]
    }

    private func showProblems(_ preview: RulePreview) throws {
        let problems = RuleProblemsView(screen: screen)
        try problems.show(preview.leftOut)
        try problems.show(preview.problems)
    }
}

/// The rules and stages that decide before a rule on its matches.
struct RuleShadowingView {
    let screen: Screen

    /// The maximum number of predecessors to list.
    private static let mostListed = 5

    func show(_ shadowing: RuleShadowing) throws {
        guard shadowing.preceded > 0 else { return }
        try screen.print()
        try screen.print(
            "\(shadowing.preceded) of \(Count.text(shadowing.matches, "match", "matches")) "
                + (shadowing.preceded == 1 ? "is" : "are") + " decided before this rule",
            .heading)
        let shown = shadowing.predecessors.prefix(Self.mostListed)
        try screen.print(RulePreviewView.predecessors.table(shown))
        let others = shadowing.predecessors.count - Self.mostListed
        if others > 0 { try screen.print("and \(others) more that decide less", .muted) }
    }
}

/// The changes that a rule file would make, with the matches of each rule.
struct RuleFilePreviewView {
    let screen: Screen
    let engine: Engine

    func show(_ preview: RuleFilePreview, asJSON: Bool, listing limit: Int) throws {
        if asJSON {
            try Self.report.printJSON(preview, on: screen)
        } else if preview.leftOut.isEmpty {
            try screen.print(
                SafeText.neutralised(
                    preview.file
                        + (preview.isInForce ? " is in use and changes " : " would change ")
                        + Count.text(Self.differing(preview).count, "transaction")
                        + (preview.isInForce ? ", against the vault without it" : "")))
            for use in preview.uses {
                let matches = Count.text(use.matches, "match", "matches")
                try screen.print(SafeText.neutralised("  \(use.name): \(matches)"))
            }
            try ClassifyView(screen: screen, engine: engine)
                .show(preview.changes.changes, listing: limit, hint: "--list")
            try RuleProblemsView(screen: screen).show(printed: preview.printed)
        }
        try FindingsView(screen: screen).show(leftOut: preview.leftOut, .tryAgain)
        try RuleProblemsView(screen: screen).show(preview.problems)
        if !preview.leftOut.isEmpty { throw PartialResult(.rules) }
        if !preview.problems.isEmpty { throw PartialResult() }
    }

    private static func differing(_ preview: RuleFilePreview) -> [ConclusionChange] {
        preview.changes.changes.filter { !$0.isOfReasonAlone }
    }

    static var report: Report<RuleFilePreview> {
        Report(
            "rules preview --file",
            .value("file", "The file, as the vault would call it.") { $0.file },
            .value(
                "in_force",
                "Whether the vault has it as it is. The changes are then against the vault without it."
            ) { $0.isInForce },
            .list("rules", "Its rules.", RuleUse.fields) { $0.uses },
            .value("changed", "How many transactions would change.") { differing($0).count },
            .list("changes", "One entry for each of those.", ClassifyView.changes) {
                differing($0)
            },
            .values("printed", "Lines that the rules printed.") { $0.printed.map(\.text) })
    }
}
