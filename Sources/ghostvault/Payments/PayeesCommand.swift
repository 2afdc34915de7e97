import ArgumentParser
import Engine
import Model
import Terminal

struct PayeesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payees",
        abstract: "List and rename payees.",
        subcommands: [List.self, Alias.self, Unalias.self],
        defaultSubcommand: List.self)

    struct List: ReportCommand, CommandWithWords {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List payees with the banks' names for them.",
            discussion: """
                Examples:
                  ghostvault payees
                  ghostvault payees coffee 2026
                """)

        static let takesText = true

        @OptionGroup var vault: VaultOptions
        @OptionGroup var output: OutputOptions

        @Option(help: "Part of the name or of a bank's text.")
        var text: String?

        @OptionGroup var bare: PeriodAndWords

        @OptionGroup var pages: PageOptions

        @Flag(help: "List everything on one page: hidden accounts, too.")
        var all = false

        func validate() throws {
            guard text == nil || bare.rest.isEmpty else {
                throw ValidationError("Give words or --text, not both.")
            }
            try pages.validate(isAll: all)
        }

        func run(on screen: Screen, reading engine: Engine) throws {
            let payees = try engine.payees(
                search: text ?? (bare.rest.isEmpty ? nil : bare.rest.joined(separator: " ")),
                days: bare.period?.days(asOf: try vault.moment().today),
                through: try vault.lastDay(), withHidden: all)
            let page = pages.page(isWhole: all || output.format != nil)
            let shown = page.map { payees.dropFirst($0.offset).prefix($0.limit) } ?? payees[...]
            if let format = output.format {
                try PayeesView.report.print(shown, as: format, on: screen)
            } else {
                try PayeesView(screen: screen).show(shown, of: payees.count, page)
            }
            try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
        }
    }

    struct Alias: ScreenCommand {
        static let configuration = CommandConfiguration(
            commandName: "alias",
            abstract: "Rename a payee.",
            discussion: """
                If another payee has the name, the two become one. The banks' texts are kept. A \
                rule's payee is the new name from then on. "ghostvault undo" reverts it.

                Example:
                  ghostvault payees alias "Blue Heron Coffee" "Blue Heron"
                """)

        @OptionGroup var vault: PlainVaultOptions

        @Argument(help: "The payee's name, or a bank's text for it.")
        var from: String

        @Argument(help: "The name.")
        var to: String

        func run(on screen: Screen) throws {
            let engine = try vault.engine()
            let report = try engine.renaming(from) { try engine.giveAlias(to, toPayee: $0) }
            try RenamingView(screen: screen, engine: engine).show(report)
            if let status = report.classified.exitStatus { throw PartialResult(status) }
        }
    }

    struct Unalias: ScreenCommand {
        static let configuration = CommandConfiguration(
            commandName: "unalias",
            abstract: "Restore a payee's original name.")

        @OptionGroup var vault: PlainVaultOptions

        @Argument(help: "The payee: your name for it, or a bank's text.")
        var payee: String

        func run(on screen: Screen) throws {
            let engine = try vault.engine()
            let report = try engine.renaming(payee) { try engine.takeAlias(ofPayee: $0) }
            try RenamingView(screen: screen, engine: engine).show(report)
            if let status = report.classified.exitStatus { throw PartialResult(status) }
        }
    }
}

extension Engine {
    /// Renames the payee with a name, a bank's text or a part of its name.
    fileprivate func renaming(
        _ text: String, by rename: (String) throws -> RenamingReport
    ) throws -> RenamingReport {
        do {
            return try rename(text)
        } catch let error as PayeeError {
            switch error {
            case .noSuchPayee, .noAlias: break
            default: throw error
            }
            guard let payee = try payee(meantBy: text), payee != text else { throw error }
            return try rename(payee)
        }
    }
}

struct PayeesView {
    let screen: Screen

    private static let spellingsShown = 2

    func show(
        _ payees: ArraySlice<PayeeSummary>, of count: Int, _ page: PageOptions.Page?
    ) throws {
        guard !payees.isEmpty else {
            try screen.print(count > 0 ? "There is no such page." : "No payees found.")
            return
        }
        try screen.print(Self.report.table(payees))
        guard let page, payees.count < count else { return }
        try screen.print()
        try screen.print(page.words(shown: payees.count, of: count, "payee"), .muted)
    }

    static var report: Report<PayeeSummary> {
        Report(
            "payees",
            .value("payee", "The name that transactions show.") { $0.name }.column(
                "payee", isFlexible: true
            ) {
                .init($0.name + ($0.isAlias ? " (yours)" : ""))
            },
            .value("key", "The common part of the bank's texts, in lower case.") { $0.key },
            .value("alias", "Whether you gave the name.") { $0.isAlias },
            .value("transactions", "How many transactions it has.") { $0.transactions }
                .column("transactions", rank: 1),
            .value("last_day", "The day of the newest.") { $0.lastSeen }.column(
                "last seen", rank: 2),
            .value("spelling_count", "How many different texts banks wrote for it.") {
                $0.spellingCount
            },
            .values("spellings", "The texts, the most frequent first, at most 20.") {
                $0.spellings
            }.column("as banks write it", isFlexible: true, rank: 3) {
                .init(spellings(of: $0), .muted)
            })
    }

    private static func spellings(of payee: PayeeSummary) -> String {
        let hidden = payee.spellingCount - min(payee.spellingCount, spellingsShown)
        return payee.spellings.prefix(spellingsShown).joined(separator: " · ")
            + (hidden > 0 ? " and \(hidden) more" : "")
    }
}
