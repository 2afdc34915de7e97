import ArgumentParser
import Engine

struct ConnectionsListCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List connections with what is left of their requests.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    func run(on screen: Screen) throws {
        let view = ConnectionsView(screen: screen, engine: try vault.engine())
        if output.json { try view.showJSON() } else { try view.show() }
    }
}
