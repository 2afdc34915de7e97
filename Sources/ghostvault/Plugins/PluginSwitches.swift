import ArgumentParser
import Engine
import Model
import Terminal

struct PluginsEnableCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Enable a plugin.",
        discussion: """
            It runs from the next "sync", "import" or "apply-rules" on.

            Example:
              ghostvault plugins enable travel && ghostvault apply-rules
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The plugin's name.")
    var name: String

    func run(on screen: Screen) throws {
        let plugin = try vault.engine().enablePlugin(name, true)
        try screen.print(SafeText.neutralised("Enabled \(plugin.name)."))
        try PluginNotices(screen: screen).show(plugin)
        if plugin.state == .on { try screen.print("Next: ghostvault apply-rules") }
    }
}

struct PluginsDisableCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Disable a plugin; keep its settings.",
        discussion: """
            Example:
              ghostvault plugins disable travel && ghostvault apply-rules
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The plugin's name.")
    var name: String

    func run(on screen: Screen) throws {
        let plugin = try vault.engine().enablePlugin(name, false)
        try screen.print(SafeText.neutralised("Disabled \(plugin.name)."))
        try screen.print("Next: ghostvault apply-rules")
    }
}

struct PluginsSetCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change a plugin's setting.",
        discussion: """
            "plugins show" lists the settings and their values. Separate the items of a list with \
            commas. Write -- before a negative number, as in the last example.

            Examples:
              ghostvault plugins set travel gap 2
              ghostvault plugins set travel words "hotel, airline"
              ghostvault plugins set travel gap --default
              ghostvault plugins set mine least -- -20
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The plugin's name.")
    var name: String

    @Argument(help: "The setting's name.")
    var setting: String

    @Argument(help: "The new value.")
    var value: String?

    @Flag(name: .customLong("default"), help: "Restore the plugin's default.")
    var goesBack = false

    func validate() throws {
        guard goesBack != (value != nil) else {
            throw ValidationError(
                "Give a value or --default. Write -- before a negative number.")
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
