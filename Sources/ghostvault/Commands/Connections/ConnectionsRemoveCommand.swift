import ArgumentParser
import Engine
import Terminal
import Vault

struct ConnectionsRemoveCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take a connection away; its accounts and their history stay.",
        discussion: """
            Its access URL is deleted here, and nothing is asked of its bridge any more. Disable \
            the token at the bridge too. "ghostvault connections reconnect" brings the connection \
            back with a new token. An account that should count no more is for "ghostvault \
            accounts track" or "accounts hide".
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The connection's name.")
    var name: String

    @Flag(help: "Do it without asking.")
    var yes = false

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let connection = try engine.connection(named: name)
        let accounts = try engine.vault.accounts().filter { $0.connection == connection.id }
        let shownName = SafeText.neutralised(connection.name)
        if !yes {
            let question =
                "Take \(shownName) away? Its \(Count.text(accounts.count, "account")) and their "
                + "history stay; new transactions need a new token."
            guard try Confirmation.ask(question, on: screen) else {
                return try screen.print("Nothing was changed.")
            }
        }
        try engine.remove(connection)
        try screen.print("\(shownName) is taken away. Disable its token at the bridge too.")
        try screen.print(
            "Its accounts still count: \"ghostvault accounts track\" leaves one out of totals.")
    }
}
