import ArgumentParser
import Engine
import Terminal
import Vault

struct ConnectionsRenameCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Call a connection by another name.")

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The connection's name.")
    var name: String

    @Argument(help: "Its new name.")
    var newName: String

    func validate() throws { try OneLine.check(newName, of: "The new name") }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let connection = try engine.connection(named: name)
        try engine.rename(connection, to: newName)
        try screen.print(
            SafeText.neutralised("\(connection.name) is called \(newName) from now on."))
    }
}
