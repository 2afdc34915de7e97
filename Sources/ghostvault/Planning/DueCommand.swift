import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct DueCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "due",
        abstract: "List coming payments and what is left.",
        discussion: """
            The next 31 days: recurring payments, income, planned items, and what pays the \
            statements of cards. The balance left is that of your accounts for spending, as in \
            "ghostvault safe-to-spend". A payment from a card changes it when the statement is paid.

            Examples:
              ghostvault due
              ghostvault due --days 7
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Option(help: "Days to list, from 1 to 366. (default: 31)")
    var days: Int?

    private static let usualDays = 31

    func validate() throws {
        guard (1...366).contains(days ?? Self.usualDays) else {
            throw ValidationError("--days must be from 1 to 366.")
        }
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let today = try vault.moment().today
        let end = today.adding(days: days ?? Self.usualDays)
        let forecast = try engine.forecast(
            through: max(end, today.adding(days: SafeToSpend.days)), asKnownOn: vault.lastDay(),
            withRange: false)
        let due = DuePayments.all(forecast, through: end)
        if let format = output.format {
            try Self.report.print(due.flatMap(\.payments), as: format, on: screen)
        } else if due.isEmpty {
            try screen.print(forecast.wordsWithoutSpending)
        } else {
            let notes = ForecastView(screen: screen, forecast: forecast)
            for (position, one) in due.enumerated() {
                if position > 0 { try screen.print() }
                try show(one, through: end, screen)
                try notes.showLeftOut(one.elsewhere)
            }
            try notes.showSilent()
            try notes.showNotes()
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }

    private func show(
        _ due: DuePayments, through end: CalendarDay, _ screen: Screen
    ) throws {
        guard !due.payments.isEmpty else {
            return try screen.print("Nothing is due until \(end). Left: \(due.balance.text)")
        }
        try screen.print("Due until \(end) in \(due.currency.code)", .heading)
        try screen.print()
        var table = Self.report.table(due.payments)
        table.add(["account": .init("income", .muted), "left": .amount(due.income)])
        table.add(["account": .init("payments", .muted), "left": .amount(due.paid)])
        if due.byCard.minorUnits != 0 {
            table.add(["account": .init("by card, later", .muted), "left": .amount(due.byCard)])
        }
        try screen.print(table)
        try screen.print()
        try screen.print(
            "From \(due.balance.text) on \(due.balanceDay) that leaves \(due.left.text).")
    }

    static var report: Report<DuePayments.Payment> {
        Report(
            "due",
            .value("day", "When it is due.") { $0.movement.day }.column("day"),
            .value("name", "The series, the planned item or the pending transaction.") {
                $0.movement.name
            }.column("payment", isFlexible: true) { .init($0.movement.words) },
            .value("source", "`series`, `statement` of a card, `planned` or `pending`.") {
                $0.movement.source.word
            },
            .value("category", "The id of its category; null if it has none.") {
                $0.movement.category
            },
            .value("account_id", "The account that pays or receives it.") { $0.account.id },
            .value("account", "Its name.") { $0.account.name }
                .column("account", isName: true, rank: 2),
            .value("currency", "The currency's code.") { $0.account.currency.code },
            .value("amount", "The amount; negative for money out.") { $0.amount }
                .column("amount") { .amount($0.amount) },
            .value("late", "Whether it was due earlier.") { $0.movement.isLate },
            .value(
                "left",
                "What your accounts for spending hold after it; null for a payment from a card."
            ) { $0.left }.column("left", rank: 1) { payment in
                .init(
                    payment.left?.groupedText ?? " ",
                    payment.left.map { $0.minorUnits < 0 } == true ? .negative : nil)
            })
    }
}
