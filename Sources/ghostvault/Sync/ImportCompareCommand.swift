import ArgumentParser
import Engine
import Model
import Statements
import Terminal

struct ImportCompareCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare another program with your rules.",
        discussion: """
            Lists the rows of an export of Actual, Firefly III, GnuCash, Mint, Monarch or YNAB on \
            which your rules, the shipped lists and the other stages by themselves say something \
            else than you said there, each with what decided so. Decisions that came with an \
            import don't count. Changes nothing.

            Examples:
              ghostvault import compare mint.csv
              ghostvault import compare mint.csv --csv
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The export; - reads standard input.")
    var file: String

    @OptionGroup var answers: StatementOptions

    @Option(help: "The account that the rows belong to.")
    var account: String?

    @Option(help: "The currency of a new account, such as EUR.")
    var currency: String?

    func run(on screen: Screen) throws {
        let source = try StatementSource(file, answers)
        let engine = try vault.engine()
        guard case .bytes(let bytes) = try source.content(in: vault) else {
            throw noDecisions(in: source)
        }
        let scripts = ProgramContext.current.scriptHost()
        let layouts = engine.importLayouts()
        let plugins = try engine.statementPlugins()
        let questions = StatementQuestions(screen: screen, answers: answers.given)
        let (statement, _) = try questions.settled {
            try Engine.readStatement(
                bytes, of: source.name, answers: $0, layouts: layouts, plugins: plugins,
                scripts: scripts)
        }
        guard statement.program != nil else { throw noDecisions(in: source) }
        var accounts = StatementAccounts(
            screen: screen, engine: engine, account: account, newName: nil, currency: currency,
            isQuiet: true)
        let choices = try accounts.choices(for: statement, file: source.name)
        let comparison = try engine.comparison(of: statement, file: source.name, to: choices)
        if let format = output.format {
            return try MovedView.report.print(comparison.differences, as: format, on: screen)
        }
        if !comparison.differences.isEmpty {
            try screen.print(MovedView.report.table(comparison.differences))
        }
        try MovedView(screen: screen).show(comparison)
    }

    private func noDecisions(in source: StatementSource) -> NoSuchName {
        NoSuchName(
            message: SafeText.neutralised("\(source.name) has no categories to compare with."),
            whatToDo: "Name an export of Actual, Firefly III, GnuCash, Mint, Monarch or YNAB.")
    }
}
