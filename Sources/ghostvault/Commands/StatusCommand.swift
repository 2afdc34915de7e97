import ArgumentParser
import Engine

struct StatusCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "How each connection and each of its banks is doing.",
        discussion: """
            A bank is FAILURE where the last sync said that something is wrong with it or with one \
            of its accounts; what was said stands below it.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    func run(on screen: Screen) throws {
        let view = StatusView(screen: screen, engine: try vault.engine())
        if output.json { try view.showJSON() } else { try view.show() }
    }
}
