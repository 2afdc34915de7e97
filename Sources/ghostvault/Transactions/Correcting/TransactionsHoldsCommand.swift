import ArgumentParser
import Engine
import Model
import Terminal
import Vault

struct TransactionsHoldsCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "holds",
        abstract: "List pending charges with an uncertain outcome.",
        discussion: """
            Most banks post a pending charge under another id. If several posted transactions are \
            equally likely, none is chosen; "transactions settle" chooses one.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        let accounts = try engine.vault.accounts()
        let holds = try engine.vault.doubtfulHolds()
        if let format = output.format {
            let rows = holds.map { doubt in
                DoubtfulRow(
                    side: TransactionSide(doubt.hold, accounts),
                    candidates: doubt.candidates.map { TransactionSide($0, accounts) })
            }
            try HoldsView.report.print(rows, as: format, on: screen)
        } else {
            try HoldsView(screen: screen, accounts: accounts).show(holds)
        }
    }
}

/// Pending charges whose posted transaction is uncertain.
struct HoldsView {
    let screen: Screen
    let accounts: [AccountRecord]

    func show(_ holds: [DoubtfulHold]) throws {
        guard !holds.isEmpty else {
            try screen.print("Nothing to review: no uncertain pending charges.")
            return
        }
        var table = Table(columns: [
            .init(""), .init("#", alignment: .trailing), .init("day", rank: 1),
            .init("account", isName: true, rank: 2), .init("amount", alignment: .trailing),
            .init("text", isFlexible: true, rank: 3),
        ])
        for doubt in holds {
            add(doubt.hold, "hold", to: &table)
            for candidate in doubt.candidates { add(candidate, "posted?", to: &table) }
        }
        try screen.print(table)
        try screen.print()
        try screen.print(
            "\(Count.text(holds.count, "uncertain pending charge")); choose with \"ghostvault "
                + "transactions settle\" and two numbers, or --neither", .muted)
    }

    private func add(_ record: TransactionRecord, _ role: String, to table: inout Table) {
        table.add(
            .init(role, .muted), .init("\(record.id)", .muted), .init("\(record.day)"),
            .init(accounts.first { $0.id == record.account }?.name ?? ""),
            .amount(record.amount), .init(record.description))
    }

    static var report: Report<DoubtfulRow> {
        Report(
            "transactions holds",
            .object("hold", "The pending charge.", TransactionSide.fields) { $0.side },
            .list(
                "candidates", "The posted transactions that it may have become.",
                TransactionSide.fields
            ) { $0.candidates }.linewiseWithAmounts)
    }
}

struct TransactionsSettleCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle",
        abstract: "Match a pending charge with its posted one.",
        discussion: """
            The posted transaction takes over your corrections of the pending charge, unless it \
            has its own. "ghostvault undo" reverts it.

            Examples:
              ghostvault transactions settle 12 15
              ghostvault transactions settle 12 --neither
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The number of the pending charge from \"transactions holds\".")
    var hold: ListedNumber

    @Argument(help: "The number of the posted transaction.")
    var posted: ListedNumber?

    @Flag(help: "None of them is its posted transaction; don't ask again.")
    var neither = false

    func validate() throws {
        guard neither == (posted == nil) else {
            throw ValidationError("Give the posted transaction, or --neither.")
        }
    }

    static var report: Report<Effect<(hold: Int64, posted: Int64?)>> {
        ClassifyView.report(
            "transactions settle",
            .value("hold", "The pending charge.") { $0.hold },
            .value("posted", "Its posted transaction; null with `--neither`.") { $0.posted })
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let (hold, posted) = (hold.value, posted?.value)
        let report = try engine.settle(hold: hold, as: posted)
        let view = ClassifyView(screen: screen, engine: engine)
        if output.json {
            try view.showJSON(Self.report, (hold, posted), report)
        } else {
            try screen.print(
                posted.map { "Matched the pending charge \(hold) with \($0)" }
                    ?? "The pending charge \(hold) has no posted transaction")
            try view.showEffect(report)
        }
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}
