import ArgumentParser
import Engine

struct PayeesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payees",
        abstract: "List whom you pay and who pays you, or give one a name.",
        subcommands: [List.self, Alias.self, Unalias.self],
        defaultSubcommand: List.self)

    struct List: ScreenCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List payees with what banks call them, the most frequent first.")

        @OptionGroup var vault: VaultOptions
        @OptionGroup var output: JSONOption

        @Option(help: "A part of the name or of a bank's text.")
        var search: String?

        @Option(help: "How many to list. (default: \(usualLimit))")
        var limit: Int?

        @Flag(help: "Every payee.")
        var all = false

        private static let usualLimit = 50

        func validate() throws {
            guard (1...100_000).contains(limit ?? 1) else {
                throw ValidationError("--limit must be from 1 to 100000.")
            }
            guard !all || limit == nil else {
                throw ValidationError("Give --all or --limit, not both.")
            }
        }

        func run(on screen: Screen) throws {
            let engine = try vault.engine()
            let payees = try engine.payees(search: search, through: try vault.lastDay())
            let view = PayeesView(screen: screen)
            let shown = payees.prefix(all ? payees.count : limit ?? Self.usualLimit)
            if output.json {
                try view.showJSON(shown)
            } else {
                try view.show(shown, of: payees.count)
            }
            try RuleProblemsView(screen: screen).end(engine)
        }
    }

    struct Alias: ScreenCommand {
        static let configuration = CommandConfiguration(
            commandName: "alias",
            abstract: "Give a payee a name of yours.",
            discussion: """
                A name that another payee has makes the two one. The banks' texts stay as they \
                are. "ghostvault undo" takes it back.
                """)

        @OptionGroup var vault: VaultOptions

        @Argument(help: "The payee as it is shown, or a bank's text for it.")
        var from: String

        @Argument(help: "The name.")
        var to: String

        func run(on screen: Screen) throws {
            let engine = try vault.engine()
            let report = try engine.giveAlias(to, toPayee: from)
            try RenamingView(screen: screen, engine: engine).show(report)
            if let status = report.classified.exitStatus { throw PartialResult(status) }
        }
    }

    struct Unalias: ScreenCommand {
        static let configuration = CommandConfiguration(
            commandName: "unalias",
            abstract: "Take the name away that you gave a payee.")

        @OptionGroup var vault: VaultOptions

        @Argument(help: "The payee by your name for it, or by a bank's text.")
        var payee: String

        func run(on screen: Screen) throws {
            let engine = try vault.engine()
            let report = try engine.takeAlias(ofPayee: payee)
            try RenamingView(screen: screen, engine: engine).show(report)
            if let status = report.classified.exitStatus { throw PartialResult(status) }
        }
    }
}
