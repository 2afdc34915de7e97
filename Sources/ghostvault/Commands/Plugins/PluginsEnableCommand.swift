import ArgumentParser
import Engine
import Terminal

struct PluginsEnableCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Switch a plugin on.",
        discussion: """
            It is asked from the next pass on: by "sync", "import" and "apply-rules".

            Example:
              ghostvault plugins enable refunds && ghostvault apply-rules
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The plugin.")
    var name: String

    func run(on screen: Screen) throws {
        let plugin = try vault.engine().enablePlugin(name, true)
        try screen.print(SafeText.neutralised("\(plugin.name) is switched on."))
        try PluginNotices(screen: screen).show(plugin)
        if plugin.state == .on { try screen.print("Next: ghostvault apply-rules") }
    }
}
