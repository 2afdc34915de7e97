import ArgumentParser
import Engine
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
