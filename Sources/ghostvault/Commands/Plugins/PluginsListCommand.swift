import ArgumentParser
import Engine

struct PluginsListCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the plugins: whether they run, where they stand, what they decide.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    func run(on screen: Screen) throws {
        let plugins = try vault.engine().plugins()
        let view = PluginListView(screen: screen)
        if output.json { try view.showJSON(plugins) } else { try view.show(plugins) }
    }
}
