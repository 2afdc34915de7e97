import ArgumentParser
import Engine
import Insights
import Model
import Vault

struct RecurringCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recurring",
        abstract: "Bills, subscriptions and income that come again and again.",
        discussion: """
            What was found is as sure as its confidence says, from 0 to 100: 80 and over is \
            recurring, 50 and over likely. "confirm" and "dismiss" settle it; both can be undone.
            """,
        subcommands: [
            List.self, Show.self, Confirm.self, Dismiss.self, Cancel.self,
            RecurringRemindCommand.self, RecurringNoteCommand.self,
        ],
        defaultSubcommand: List.self)

    struct List: ScreenCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List recurring payments, what they come to in a month, and what is due.",
            discussion: """
                "charged by your loan" stands beside what a loan charges to itself, such as interest: \
                it is never due, since it is paid with the payment of the loan.
                """)

        @OptionGroup var vault: VaultOptions
        @OptionGroup var output: OutputOptions

        @Flag(help: "Those too that are over, dismissed, or no more than possible.")
        var all = false

        func run(on screen: Screen) throws {
            let engine = try vault.engine()
            let payments = try engine.recurringPayments(
                through: vault.lastDay(), selection: all ? .all : .current)
            if let format = output.format {
                try RecurringView.report.print(payments.payments, as: format, on: screen)
            } else {
                try RecurringView(screen: screen, categories: try engine.categories()).show(
                    payments, isAll: all)
            }
        }
    }

    struct Show: ScreenCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the transactions and events of one series.")

        @OptionGroup var vault: VaultOptions

        @Argument(help: "The series, by its name, a part of it, or a transaction's number.")
        var series: String

        func run(on screen: Screen) throws {
            let engine = try vault.engine()
            let meant = try engine.series(meantBy: series)
            guard case .series(let facts) = meant else {
                throw EngineError.noSeries(transaction: Int64(series) ?? 0)
            }
            let payments = try engine.recurringPayments(
                through: vault.lastDay(), selection: .all)
            guard let payment = payments.payments.first(where: { $0.series.name == facts.name })
            else { throw EngineError.noSuchSeries(series) }
            let numbers = payment.payments.map(\.transaction)
            let transactions = try engine.vault.transactions(numbered: Set(numbers))
            try RecurringView(screen: screen, categories: try engine.categories()).show(
                payment, numbers.compactMap { transactions[$0] },
                accounts: try engine.vault.accounts())
        }
    }

    struct Confirm: RecurringDecisionCommand {
        static let configuration = CommandConfiguration(
            commandName: "confirm",
            abstract: "Say that a series is one, however sure the figures are.",
            discussion: """
                With the number of a transaction that belongs to none, its payee's payments of \
                about that amount become a series.
                """)

        @OptionGroup var vault: VaultOptions

        @Argument(help: "The series, by its name, a part of it, or a transaction's number.")
        var series: String

        var decision: SeriesDecision { .confirmed }
    }

    struct Dismiss: RecurringDecisionCommand {
        static let configuration = CommandConfiguration(
            commandName: "dismiss", abstract: "Say that a series is none.")

        @OptionGroup var vault: VaultOptions

        @Argument(help: "The series, by its name, a part of it, or a transaction's number.")
        var series: String

        var decision: SeriesDecision { .dismissed }
    }

    struct Cancel: RecurringDecisionCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel",
            abstract: "Say that a series has ended, so that nothing more is expected.")

        @OptionGroup var vault: VaultOptions

        @Argument(help: "The series, by its name, a part of it, or a transaction's number.")
        var series: String

        var decision: SeriesDecision { .cancelled }
    }
}

/// A command that decides something about a series.
protocol RecurringDecisionCommand: ScreenCommand {
    var vault: VaultOptions { get }
    var series: String { get }
    var decision: SeriesDecision { get }
}

extension RecurringDecisionCommand {
    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let meant = try engine.series(meantBy: series)
        let report = try engine.decide(decision, about: meant)
        try RecurringView(screen: screen, categories: try engine.categories()).show(
            decision, about: meant)
        try RuleProblemsView(screen: screen).show(report)
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}

struct RecurringRemindCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind",
        abstract: "Be reminded of each payment of a series some days before.",
        discussion: """
            What you are to be reminded of stands on the dashboard and on top of "recurring" from \
            that day on until it is paid.

            Examples:
              ghostvault recurring remind "water" --days 5
              ghostvault recurring remind "water" --off
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The series, by its name, a part of it, or a transaction's number.")
    var series: String

    @Option(help: "How many days before; 3 where nothing is said.")
    var days: Int?

    @Flag(help: "No more reminders of it.")
    var off = false

    private static let customaryDays = 3

    func validate() throws {
        guard days.map((0...366).contains) ?? true else {
            throw ValidationError("--days must be from 0 to 366.")
        }
        if off, days != nil {
            throw ValidationError("Give --days or --off, not both.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let meant = try engine.series(meantBy: series)
        let daysBefore = off ? nil : days ?? Self.customaryDays
        try engine.remind(of: meant, daysBefore: daysBefore)
        try RecurringView(screen: screen, categories: try engine.categories()).showReminder(
            of: meant, daysBefore: daysBefore)
    }
}

struct RecurringNoteCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "note",
        abstract: "Note something on a series.",
        discussion: """
            "recurring show" and "recurring --json" have it. "ghostvault undo" takes it back.

            Examples:
              ghostvault recurring note "water" "Contract 4711, ends in June"
              ghostvault recurring note "water" --off
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The series, by its name, a part of it, or a transaction's number.")
    var series: String

    @Argument(help: "The note.")
    var note: String?

    @Flag(help: "Remove the note.")
    var off = false

    func validate() throws {
        guard (note == nil) == off else { throw ValidationError("Give a note, or --off.") }
        try OneLine.check(note, of: "The note")
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let meant = try engine.series(meantBy: series)
        try engine.note(note, on: meant)
        try screen.print(
            SafeText.neutralised(
                note.map { "\(meant.name): \($0)" } ?? "\(meant.name) has no note any more."))
    }
}
