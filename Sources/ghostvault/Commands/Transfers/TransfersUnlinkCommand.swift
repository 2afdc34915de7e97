import ArgumentParser
import Engine
import Vault

struct TransfersUnlinkCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlink",
        abstract: "Say that two transactions are no transfer; they are never paired again.",
        discussion: "\"ghostvault undo\" takes it back, and so does \"transfers mark\".")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "One side, by its number.")
    var one: ListedNumber

    @Argument(help: "The other side, by its number; without it the one that it is paired with.")
    var other: ListedNumber?

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let (sides, report) = try engine.unlinkTransfer(one.value, other?.value)
        let view = TransfersView(screen: screen, accounts: try engine.vault.accounts())
        if output.json {
            try view.showJSON([], report)
        } else {
            let numbers = sides.map { "\($0.id)" }.joined(separator: " and ")
            try screen.print("\(numbers) are no transfer, and are never paired again")
            try view.show(report)
            try view.show(stillTransfers: sides, report)
        }
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}
