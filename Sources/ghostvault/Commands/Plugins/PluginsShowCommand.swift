import ArgumentParser
import Engine

struct PluginsShowCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what a plugin is for, its settings, its place and its files.",
        discussion: """
            Example:
              ghostvault plugins show refunds
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The plugin.")
    var name: String

    func run(on screen: Screen) throws {
        let plugin = try vault.engine().plugin(named: name)
        let view = PluginView(screen: screen)
        if output.json { try view.showJSON(plugin) } else { try view.show(plugin) }
    }
}
