import ArgumentParser
import Engine
import Vault

struct AccountsReverseCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "reverse",
        abstract: "Turn an account's signs round, where its bank writes them the other way.",
        discussion: """
            Some banks write what is owed as a positive balance, or what was spent on a card as a \
            positive amount. What is here is turned round, and so is what comes; what the bank \
            sent is kept as it was.

            Examples:
              ghostvault accounts reverse "Auto Loan" --balance
              ghostvault accounts reverse 3 --balance --transactions
              ghostvault accounts reverse 3 --off
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The account, by its name, a part of it, or its number.")
    var account: String

    @Flag(help: "Its balance.")
    var balance = false

    @Flag(help: "Its transactions' amounts.")
    var transactions = false

    @Flag(help: "Take its signs as the bank writes them again.")
    var off = false

    func validate() throws {
        guard off != (balance || transactions) else {
            throw ValidationError("Say what to turn round, --balance or --transactions, or --off.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let account = try engine.account(meantBy: account)
        let report = try engine.reverseSigns(
            ReversedSigns(balance: balance, transactions: transactions), of: account)
        try AccountsView(screen: screen).showOne(account.id, of: engine)
        try ClassifyView(screen: screen, engine: engine).showEffect(report)
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}
