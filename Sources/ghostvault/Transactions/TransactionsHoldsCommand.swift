import ArgumentParser
import Engine
import Model
import Terminal
import Vault

struct TransactionsHoldsCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "holds",
        abstract: "List holds of which it is in doubt what they became.",
        discussion: """
            Banks post most holds under another id, without a word on what they were. Where \
            several posted transactions are equally likely, none is taken for the hold; \
            "transactions settle" chooses one.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let view = HoldsView(screen: screen, accounts: try engine.vault.accounts())
        let holds = try engine.vault.doubtfulHolds()
        if output.json { try view.showJSON(holds) } else { try view.show(holds) }
    }
}

/// Pending charges whose posted transaction is uncertain.
struct HoldsView {
    let screen: Screen
    let accounts: [AccountRecord]

    func show(_ holds: [DoubtfulHold]) throws {
        guard !holds.isEmpty else {
            try screen.print("Nothing to review: no hold is in doubt.")
            return
        }
        var table = Table(columns: [
            .init(""), .init("#", alignment: .trailing), .init("day"),
            .init("account", isFlexible: true), .init("amount", alignment: .trailing),
            .init("text", isFlexible: true),
        ])
        for doubt in holds {
            add(doubt.hold, "hold", to: &table)
            for candidate in doubt.candidates { add(candidate, "posted?", to: &table) }
        }
        try screen.print(table)
        try screen.print()
        try screen.print(
            "\(Count.text(holds.count, "hold")) in doubt; choose with "
                + "\"ghostvault transactions settle\" and two numbers, or --neither", .muted)
    }

    private func add(_ record: TransactionRecord, _ role: String, to table: inout Table) {
        table.add(
            .init(role, .muted), .init("\(record.id)", .muted), .init("\(record.day)"),
            .init(accounts.first { $0.id == record.account }?.name ?? ""),
            .amount(record.amount), .init(record.description))
    }

    func showJSON(_ holds: [DoubtfulHold]) throws {
        let side = TransactionSideJSON(accounts: accounts)
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for doubt in holds {
                list.object { entry in
                    entry.object("hold") { side.write(doubt.hold, to: &$0) }
                    entry.array("candidates") { candidates in
                        for candidate in doubt.candidates {
                            candidates.object { side.write(candidate, to: &$0) }
                        }
                    }
                }
            }
        }
        try json.flush()
    }
}

struct TransactionsSettleCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle",
        abstract: "Say which posted transaction a hold became.",
        discussion: """
            What you set for the hold holds for the posted transaction then, where you set \
            nothing else for that one. "ghostvault undo" takes it back.

            Examples:
              ghostvault transactions settle 12 15
              ghostvault transactions settle 12 --neither
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The hold, by its number, as \"transactions holds\" shows it.")
    var hold: ListedNumber

    @Argument(help: "What it became, by its number.")
    var posted: ListedNumber?

    @Flag(help: "It became none of them, and is not to be asked about again.")
    var neither = false

    func validate() throws {
        guard neither == (posted == nil) else {
            throw ValidationError("Name the transaction that it became, or give --neither.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let (hold, posted) = (hold.value, posted?.value)
        let report = try engine.settle(hold: hold, as: posted)
        let view = ClassifyView(screen: screen, engine: engine)
        if output.json {
            try view.showJSON(effect: report) { object in
                object.field("hold", hold)
                object.field("posted", posted)
            }
        } else {
            try screen.print(
                posted.map { "The hold \(hold) became \($0)" }
                    ?? "The hold \(hold) became none of your transactions")
            try view.showEffect(report)
        }
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}
