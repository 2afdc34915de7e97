import ArgumentParser
import Engine
import Terminal

struct PluginsDisableCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Switch a plugin off; its settings are kept.",
        discussion: """
            Example:
              ghostvault plugins disable refunds && ghostvault apply-rules
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The plugin.")
    var name: String

    func run(on screen: Screen) throws {
        let plugin = try vault.engine().enablePlugin(name, false)
        try screen.print(SafeText.neutralised("\(plugin.name) is switched off."))
        try screen.print("Next: ghostvault apply-rules")
    }
}
