import ArgumentParser
import Classification
import Configuration
import Engine
import Insights
import Model
import Terminal
import Vault

struct ViewCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Show a saved list of transactions.",
        discussion: """
            Views are in config/views.toml, each with a name and the arguments of "ghostvault \
            transactions". More arguments narrow the view. Without a name, it lists the views.

            Examples:
              ghostvault view
              ghostvault view coffee
              ghostvault view coffee oct --csv
              ghostvault view coffee --by month
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The view: its name, or part of it.")
    var name: String?

    @Argument(
        help: ArgumentHelp(
            "A period, and text or amounts to find in it.", valueName: "words"))
    var words: [String] = []

    @Option(help: "Show totals by category, payee, account, month or tag.")
    var by: TransactionSums.Kind?

    func validate() throws {
        guard name != nil || output.format == nil && by == nil else {
            throw ValidationError("Say which view: ghostvault view NAME.")
        }
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        let views = try engine.savedViews()
        guard let name else {
            if views.isEmpty { try RuleProblemsView(screen: screen).throwIfIncomplete(engine) }
            try list(views, on: screen)
            let mistakes = try engine.mistakes(in: views)
            for mistake in mistakes {
                try screen.warn(SafeText.neutralised("\(mistake.file): \(mistake.message)"))
            }
            guard mistakes.isEmpty else { throw PartialResult(.rules) }
            return try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
        }
        let lookup = NameLookup(views, names: { [$0.name] })
        guard let view = try lookup.only(name, kind: "views", label: \.name) else {
            try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
            let guess = Suggestion.phrase(for: name, among: views.map(\.name))
            throw NoSuchName(
                message: "There is no view \"\(name)\"\(guess).",
                whatToDo: "\"ghostvault view\" "
                    + (views.isEmpty ? "shows how to save one." : "lists them."))
        }
        var command = try Self.command(of: view, narrowedBy: words)
        command.vault = vault
        if output.format != nil { command.output = output }
        if let by {
            command.by = by
            // They are for lists.
            (command.sort, command.oldestFirst) = (nil, false)
            command.pages.clear()
        }
        try command.run(on: screen, reading: engine)
    }

    private static let example = """
        [[view]]
        name = "coffee"
        words = "coffee ytd --sort amount"
        """

    private func list(_ views: [SavedView], on screen: Screen) throws {
        guard !views.isEmpty else {
            let file = "\(vault.folder.configPath)/\(ConfigurationFiles.viewsFile)"
            try screen.print(
                SafeText.neutralised("No views are saved. They go into \(file), such as:"))
            try screen.print()
            for line in Self.example.split(separator: "\n") { try screen.print("  \(line)") }
            return
        }
        var table = Table(columns: [.init("view"), .init("transactions", isFlexible: true)])
        for view in views { table.add(.init(view.name), .init(view.text, .muted)) }
        try screen.print(table)
    }

    static let whatToDo = "Fix the view. The others still work."

    /// Whether an error is one of a view's words, and the file as such can be used.
    static func isOfView(_ error: ConfigurationError) -> Bool {
        error.file == SavedView.file && error.line == nil
    }

    /// Reads views for their budgets. A view that names something unknown, such as an account, has
    /// a mistake.
    static let reader = ViewReader { view, engine in
        do {
            return try command(of: view).query(engine)
        } catch let error as VaultError {
            throw error
        } catch let error as ConfigurationError {
            throw error
        } catch {
            let message = Failure(error)?.whatHappened ?? GhostVault.message(for: error)
            throw ConfigurationError(file: SavedView.file, "view \"\(view.name)\": \(message)")
        }
    }

    /// - Throws: what the parser says of the words that narrow the view, besides.
    private static func command(
        of view: SavedView, narrowedBy words: [String]
    ) throws -> TransactionsListCommand {
        var command = try command(of: view)
        // A period replaces the view's own.
        if !PeriodWords.parting(words).periods.isEmpty {
            command.chosen.words = PeriodWords.parting(command.chosen.words).rest
            command.chosen.filters.period.clear()
        }
        command.chosen.words += words
        try command.validate()
        return command
    }

    /// - Throws: `ConfigurationError` for a view that is no list of transactions.
    static func command(
        of view: SavedView
    ) throws(ConfigurationError) -> TransactionsListCommand {
        let path = ["transactions", "list"]
        do {
            let arguments = try CommandWords(path + view.words).arguments
            return try TransactionsListCommand.parse(Array(arguments.dropFirst(path.count)))
        } catch {
            let message =
                (error as? CommandLineMistake)?.message ?? GhostVault.message(for: error)
            throw ConfigurationError(
                file: SavedView.file, "view \"\(view.name)\": \(message)")
        }
    }
}
