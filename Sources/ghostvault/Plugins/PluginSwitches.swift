import ArgumentParser
import Engine
import Model
import Terminal

struct PluginsEnableCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Enable a plugin.",
        discussion: """
            Applies it at once, and shows what changed.

            Example:
              ghostvault plugins enable travel
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The plugin's name.")
    var name: String

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        try engine.whileWatchersWait {
            let plugin = try engine.enablePlugin(name, true)
            try screen.print(SafeText.neutralised("Enabled \(plugin.name)."))
            try PluginNotices(screen: screen).show(plugin)
            if plugin.state == .on { try PluginEffect.show(of: engine, on: screen) }
        }
    }
}

struct PluginsDisableCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Disable a plugin; keep its settings.",
        discussion: """
            Example:
              ghostvault plugins disable travel
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The plugin's name.")
    var name: String

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        try engine.whileWatchersWait {
            let plugin = try engine.enablePlugin(name, false)
            try screen.print(SafeText.neutralised("Disabled \(plugin.name)."))
            try PluginEffect.show(of: engine, on: screen)
        }
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

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The plugin's name.")
    var name: String

    @Argument(help: "The setting's name.")
    var setting: String

    @Argument(help: "The new value.")
    var value: String?

    @Flag(name: .customLong("default"), help: "Restore the plugin's default.")
    var goesBack = false

    func validate() throws {
        if value == nil, !goesBack, let sign = setting.firstIndex(of: "=") {
            let value = setting[setting.index(after: sign)...]
            throw ValidationError(
                "Write a space in place of \"=\": ghostvault plugins set \(name) "
                    + "\(setting[..<sign]) \(value.hasPrefix("-") ? "-- " : "")\(value)")
        }
        guard goesBack != (value != nil) else {
            throw ValidationError(
                "Give a value or --default. Write -- before a negative number.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        try engine.whileWatchersWait { try set(in: engine, on: screen) }
    }

    private func set(in engine: Engine, on screen: Screen) throws {
        let set = try engine.setPlugin(name, setting: setting, to: value)
        let words =
            set.map { "\(name): \(setting) is \($0)" + (goesBack ? ", the default" : "") }
            ?? "\(name): removed your value of \(setting), which the plugin doesn't have"
        try screen.print(SafeText.neutralised(words))
        guard try engine.plugins().contains(where: { $0.name == name && $0.state == .on })
        else { return }
        try PluginEffect.show(of: engine, on: screen)
    }
}

/// The pass after a plugin's change, and its effect on transactions.
private enum PluginEffect {
    static func show(of engine: Engine, on screen: Screen) throws {
        let report = try engine.classify(dryRun: false)
        try ClassifyView(screen: screen, engine: engine).showEffect(report)
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}
