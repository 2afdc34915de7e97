import ArgumentParser
import Engine
import Model
import Terminal

struct PluginsEnableCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Switch a plugin on.",
        discussion: """
            It is asked from the next pass on: by "sync", "import" and "apply-rules".

            Example:
              ghostvault plugins enable travel && ghostvault apply-rules
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

struct PluginsDisableCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Switch a plugin off; its settings are kept.",
        discussion: """
            Example:
              ghostvault plugins disable travel && ghostvault apply-rules
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

struct PluginsSetCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change a setting of a plugin.",
        discussion: """
            "plugins show" tells the settings, what each takes and what it is for. Lists are \
            written with commas. Before a number below zero stands --, as in the last example.

            Examples:
              ghostvault plugins set travel gap 2
              ghostvault plugins set travel words "hotel, airline"
              ghostvault plugins set travel gap --default
              ghostvault plugins set mine least -- -20
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The plugin.")
    var name: String

    @Argument(help: "The setting.")
    var setting: String

    @Argument(help: "Its value.")
    var value: String?

    @Flag(name: .customLong("default"), help: "Go back to what the plugin does by default.")
    var goesBack = false

    func validate() throws {
        guard goesBack != (value != nil) else {
            throw ValidationError(
                "Give either a value or --default. Before a number below zero stands --.")
        }
    }

    func run(on screen: Screen) throws {
        let set = try vault.engine().setPlugin(name, setting: setting, to: value)
        try screen.print(
            SafeText.neutralised("\(name): \(setting) is \(set)")
                + (goesBack ? ", the default" : ""))
        try screen.print("Next: ghostvault apply-rules")
    }
}
