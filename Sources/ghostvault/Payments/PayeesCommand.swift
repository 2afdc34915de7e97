import ArgumentParser
import Engine
import Terminal

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
            try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
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

struct PayeesView {
    let screen: Screen

    private static let spellingsShown = 2

    func show(_ payees: ArraySlice<PayeeSummary>, of count: Int) throws {
        guard !payees.isEmpty else {
            try screen.print("No payees found.")
            return
        }
        var table = Table(columns: [
            .init("payee", isFlexible: true), .init("transactions", alignment: .trailing),
            .init("last seen"), .init("as banks write it", isFlexible: true),
        ])
        for payee in payees {
            var spellings = payee.spellings.prefix(Self.spellingsShown).joined(separator: " · ")
            let hidden = payee.spellingCount - min(payee.spellingCount, Self.spellingsShown)
            if hidden > 0 { spellings += " and \(hidden) more" }
            table.add(
                .init(payee.name + (payee.isAlias ? " (yours)" : "")),
                .init("\(payee.transactions)"), .init("\(payee.lastSeen)"),
                .init(spellings, .muted))
        }
        try screen.print(table)
        guard payees.count < count else { return }
        try screen.print()
        try screen.print(
            "\(payees.count) of \(Count.text(count, "payee")); --limit and --all show more", .muted)
    }

    func showJSON(_ payees: ArraySlice<PayeeSummary>) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for payee in payees {
                list.object { entry in
                    entry.field("payee", payee.name)
                    entry.field("key", payee.key)
                    entry.field("alias", payee.isAlias)
                    entry.field("transactions", payee.transactions)
                    entry.field("last_seen", "\(payee.lastSeen)")
                    entry.field("spelling_count", payee.spellingCount)
                    entry.array("spellings") { spellings in
                        for text in payee.spellings { spellings.element(text) }
                    }
                }
            }
        }
        try json.flush()
    }
}
