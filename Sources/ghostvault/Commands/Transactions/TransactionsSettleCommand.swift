import ArgumentParser
import Engine
import Terminal
import Vault

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
