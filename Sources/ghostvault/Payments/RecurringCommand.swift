import ArgumentParser
import Engine
import Insights
import Model
import Vault

struct RecurringCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recurring",
        abstract: "List bills, subscriptions and regular income.",
        discussion: """
            Each series has a confidence from 0 to 100: from 80 it is recurring, from 50 likely. \
            "confirm" and "dismiss" settle it; "ghostvault undo" reverts either.
            """,
        subcommands: [
            List.self, Show.self, Confirm.self, Dismiss.self, Cancel.self,
            RecurringRemindCommand.self, RecurringNoteCommand.self,
        ],
        defaultSubcommand: List.self)

    struct List: ReportCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List recurring payments and when they are due.",
            discussion: """
                "charged by your loan" marks charges that a loan adds to itself, such as interest. \
                They are never due, because the payment of the loan covers them.

                Examples:
                  ghostvault recurring
                  ghostvault recurring --all --json
                """)

        @OptionGroup var vault: VaultOptions
        @OptionGroup var output: OutputOptions

        @Flag(help: "List everything: ended, dismissed and possible series, too.")
        var all = false

        func run(on screen: Screen, reading engine: Engine) throws {
            let payments = try engine.recurringPayments(
                through: vault.lastDay(), selection: all ? .all : .current)
            if let format = output.format {
                try RecurringView.report.print(payments.payments, as: format, on: screen)
            } else {
                try RecurringView(
                    screen: screen, categories: try engine.categories(),
                    totals: try ConvertedTotals(of: engine, on: engine.today)
                ).show(payments, isAll: all)
            }
        }
    }

    struct Show: ReportCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show a series' transactions and events.",
            discussion: """
                Examples:
                  ghostvault recurring show water
                  ghostvault recurring show water --csv
                """)

        @OptionGroup var vault: VaultOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "The series: its name, part of it, or a transaction's number.")
        var series: String

        func run(on screen: Screen, reading engine: Engine) throws {
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
            let records = numbers.compactMap { transactions[$0] }
            let accounts = try engine.vault.accounts()
            if let format = output.format {
                let shown = SeriesView.Shown(
                    payment: payment, transactions: records, accounts: accounts)
                try SeriesView.report.print(one: shown, as: format, on: screen)
            } else {
                try RecurringView(screen: screen, categories: try engine.categories()).show(
                    payment, records, accounts: accounts)
            }
        }
    }

    struct Confirm: RecurringDecisionCommand {
        static let configuration = CommandConfiguration(
            commandName: "confirm",
            abstract: "Confirm a recurring series.",
            discussion: """
                With the number of a transaction that belongs to no series, the payee's payments \
                of about that amount become one.
                """)

        @OptionGroup var vault: VaultOptions

        @Argument(help: "The series: its name, part of it, or a transaction's number.")
        var series: String

        var decision: SeriesDecision { .confirmed }
    }

    struct Dismiss: RecurringDecisionCommand {
        static let configuration = CommandConfiguration(
            commandName: "dismiss",
            abstract: "Dismiss a false recurring series.")

        @OptionGroup var vault: VaultOptions

        @Argument(help: "The series: its name, part of it, or a transaction's number.")
        var series: String

        var decision: SeriesDecision { .dismissed }
    }

    struct Cancel: RecurringDecisionCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel",
            abstract: "Mark a recurring series as ended.",
            discussion: "No more payments are expected.")

        @OptionGroup var vault: VaultOptions

        @Argument(help: "The series: its name, part of it, or a transaction's number.")
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
        if report.differing.isEmpty {
            try RuleProblemsView(screen: screen).show(report)
        } else {
            try ClassifyView(screen: screen, engine: engine).showEffect(report)
        }
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}

struct RecurringRemindCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind",
        abstract: "Set a reminder before each payment of a series.",
        discussion: """
            The reminder is on the dashboard and at the top of "recurring" from that day until the \
            payment is made.

            Examples:
              ghostvault recurring remind "water" --days 5
              ghostvault recurring remind "water" --off
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The series: its name, part of it, or a transaction's number.")
    var series: String

    @Option(help: "Days before the payment. (default: 3)")
    var days: Int?

    @Flag(help: "Remove the reminder.")
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
        abstract: "Add a note to a recurring series.",
        discussion: """
            "recurring show" and "recurring --json" include it. "ghostvault undo" reverts it.

            Examples:
              ghostvault recurring note "water" "Contract 4711, ends in June"
              ghostvault recurring note "water" --off
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The series: its name, part of it, or a transaction's number.")
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
                note.map { "\(meant.name): \($0)" } ?? "\(meant.name) no longer has a note."))
    }
}

/// One recurring series with its transactions, for programs.
enum SeriesView {
    struct Shown {
        let payment: RecurringPayment
        /// The oldest first.
        let transactions: [TransactionRecord]
        let accounts: [AccountRecord]
    }

    static var report: Report<Shown> {
        Report(
            "recurring show", after: RecurringView.report.fields.of(\.payment),
            .list("payments", "Its transactions, the oldest first.", payments) { shown in
                shown.transactions.map { record in
                    (
                        record: record,
                        account: shown.accounts.first { $0.id == record.account }?.name
                    )
                }
            }
            .linewise)
    }

    private static var payments: [Field<(record: TransactionRecord, account: String?)>] {
        [
            .value("id", "The transaction.") { $0.record.id },
            .value("day", "Its day.") { $0.record.day },
            .value("amount", "Its amount; negative if outgoing.") { $0.record.amount },
            .value("description", "The bank's text.") { $0.record.description },
            .value("account", "The account's name.") { $0.account },
        ]
    }
}
