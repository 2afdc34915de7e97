import ArgumentParser
import Engine
import Vault

struct TransfersMarkCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Say that two transactions are one transfer.",
        discussion: """
            They must be in two accounts, one going out and one coming in, and of equal amounts \
            unless their currencies differ. What you set before, or a rule of yours, does not \
            stand against it, and what a side was paired with before is free again. "ghostvault \
            undo" takes it back.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "One side, by its number.")
    var one: ListedNumber

    @Argument(help: "The other side, by its number.")
    var other: ListedNumber

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let marked = try engine.markTransfer(one.value, other.value)
        let (transfer, report) = (marked.transfer, marked.report)
        let view = TransfersView(screen: screen, accounts: try engine.vault.accounts())
        if output.json {
            try view.showJSON([transfer], freed: marked.freed, report)
        } else {
            try view.show([transfer])
            try FreedTransfersView(screen: screen).show(marked)
            try view.show(report)
            try view.show(noTransfers: [transfer], orElse: .explain)
            try AlikeTransfersView(screen: screen).show(engine.doubtfulPairs(like: transfer))
        }
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}
