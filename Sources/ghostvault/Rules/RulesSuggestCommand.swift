import ArgumentParser
import Classification
import Engine
import Model
import Terminal
import Vault

struct RulesSuggestCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract: "Suggest rules from your corrections.",
        discussion: """
            Also suggests rules for payees without a category. Only --add creates a rule. \
            Transactions that you corrected or confirmed otherwise stay as they are.

            Examples:
              ghostvault rules suggest
              ghostvault rules suggest --add 1
              ghostvault rules suggest --add 2 --category dining
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp("Create a rule from the suggestion with this number.", valueName: "n"))
    var add: Int?

    @Option(help: ArgumentHelp("The category that the rule sets.", valueName: "id"))
    var category: String?

    func validate() throws {
        guard category == nil || add != nil else {
            throw ValidationError("--category goes with --add.")
        }
        guard output.format == nil || add == nil else {
            throw ValidationError("Give --add, or a format for programs, not both.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        if let add {
            let (rule, report) = try engine.addSuggestion(
                add, category: category.map { try engine.categories().meant(by: $0) })
            try RuleChangeView(screen: screen, engine: engine).show(rule, "added", report)
            return
        }
        let suggestions = try engine.vault.atOneMoment { try engine.ruleSuggestions() }
        let rows = suggestions.enumerated().map { (number: $0 + 1, suggestion: $1) }
        if let format = output.format {
            try RuleSuggestionView.report.print(rows, as: format, on: screen)
        } else {
            try RuleSuggestionView(screen: screen).show(rows)
        }
    }
}

struct RuleSuggestionView {
    let screen: Screen

    typealias Row = (number: Int, suggestion: RuleSuggestion)

    func show(_ suggestions: [Row]) throws {
        guard !suggestions.isEmpty else {
            try screen.print(
                "Nothing to suggest: no payee has two equal corrections, and every frequent payee "
                    + "has a category.")
            return
        }
        try screen.print(Self.report.table(suggestions))
        try screen.print()
        try screen.print(
            "\"changes\" counts transactions that would change. Of those that you corrected or "
                + "confirmed, \"right\" agree with the rule and \"wrong\" do not; they stay.",
            .muted)
        let needsCategory = suggestions.first?.suggestion.needsCategory == true
        try screen.print(
            "To add one: ghostvault rules suggest --add 1"
                + (needsCategory ? " --category dining" : ""), .muted)
    }

    static var report: Report<Row> {
        Report(
            "rules suggest",
            .value("number", "Its number, from 1.") { $0.number }.column("#", .muted),
            .value("payee", "The payee.") { $0.suggestion.payee }
                .column("payee", isFlexible: true),
            .value(
                "because",
                "`corrections` (repeated), `frequent` or `recurring` (without a category)."
            ) { $0.suggestion.ground.word }.column("because", rank: 3) {
                .init($0.suggestion.ground.words)
            },
            .value("transactions", "How many transactions say so.") { $0.suggestion.ground.count },
            .value("definition", "The rule to store, without a category if `needs_category`.") {
                $0.suggestion.change.definition
            },
            .value("needs_category", "Whether you need to name the category.") {
                $0.suggestion.needsCategory
            },
            .value("matches", "Transactions that it would match.") { $0.suggestion.matches },
            .value("changes", "How many transactions would change.") { $0.suggestion.changes }
                .column("changes", rank: 2),
            .values("right", "Transactions that you corrected or confirmed so.") {
                $0.suggestion.right
            }.column("right", alignment: .trailing) {
                .init("\($0.suggestion.right.count)", .muted)
            },
            .values(
                "contradictions",
                "Transactions that you corrected or confirmed differently; they would stay."
            ) { $0.suggestion.contradictions }.column("wrong", alignment: .trailing) {
                let wrong = $0.suggestion.contradictions.count
                return .init("\(wrong)", wrong == 0 ? .muted : .warning)
            },
            .shown("rule", wraps: true) { .init($0.suggestion.ruleWords, .accent) })
    }
}

extension RuleSuggestion.Ground {
    var count: Int {
        switch self {
        case .corrections(let count), .uncategorised(let count, _): count
        }
    }

    var word: String {
        switch self {
        case .corrections: "corrections"
        case .uncategorised(_, let isRecurring): isRecurring ? "recurring" : "frequent"
        }
    }

    var words: String {
        switch self {
        case .corrections(let count): "corrected \(count) times"
        case .uncategorised(let count, let isRecurring):
            "\(count) times without category" + (isRecurring ? ", recurring" : "")
        }
    }
}

extension RuleSuggestion {
    /// The rule without its name, in one line.
    fileprivate var ruleWords: String {
        let conditions = change.conditions.map { "\($0.name) = \($0.value)" }
        var effects = change.effects.map { "\($0.name) = \($0.value)" }
        if needsCategory { effects.append("category = ?") }
        return conditions.joined(separator: ", ") + " → " + effects.joined(separator: ", ")
    }
}
