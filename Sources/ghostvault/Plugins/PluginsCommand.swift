import ArgumentParser
import Classification
import Engine
import Model
import Terminal

struct PluginsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugins",
        abstract: "List, switch, set, approve, make and test plugins.",
        discussion: """
            A plugin is a classifier of its own, a folder in the vault's Plugins/ or one that comes \
            with the program. All are off until you switch them on. One in the vault runs only with \
            files that you approved; after any change it asks again.

            Examples:
              ghostvault plugins
              ghostvault plugins enable refunds && ghostvault apply-rules
              ghostvault plugins new mine
            """,
        subcommands: [
            PluginsListCommand.self, PluginsShowCommand.self, PluginsEnableCommand.self,
            PluginsDisableCommand.self, PluginsSetCommand.self, PluginsTrustCommand.self,
            PluginsNewCommand.self, PluginsTestCommand.self,
        ],
        defaultSubcommand: PluginsListCommand.self)
}

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

struct PluginListView {
    let screen: Screen

    func show(_ plugins: [InstalledPlugin]) throws {
        guard !plugins.isEmpty else {
            try screen.print("No plugins yet. \"ghostvault plugins new NAME\" makes one.")
            return
        }
        var table = Table(columns: [
            .init("plugin"), .init("version"), .init("state"), .init("place", isFlexible: true),
            .init("decides", isFlexible: true), .init("what it does", isFlexible: true),
        ])
        for plugin in plugins {
            table.add(
                .init(plugin.name), .init(plugin.manifest?.version ?? "", .muted),
                .init(plugin.state.words, plugin.state.style),
                .init(plugin.place?.words ?? "", .muted),
                .init(
                    plugin.manifest?.decides.map(\.rawValue).joined(separator: ", ") ?? ""),
                .init(plugin.manifest?.summary ?? ""))
        }
        try screen.print(table)
        let notices = PluginNotices(screen: screen)
        let stopped = plugins.filter { ![.on, .off].contains($0.state) }
        if !stopped.isEmpty { try screen.print() }
        for plugin in stopped { try notices.show(plugin) }
    }

    func showJSON(_ plugins: [InstalledPlugin]) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for plugin in plugins { list.object { Self.write(plugin, to: &$0) } }
        }
        try json.flush()
    }

    /// Writes the fields of a plugin that lists have too.
    static func write(_ plugin: InstalledPlugin, to object: inout JSONObject) {
        object.field("name", plugin.name)
        object.field("version", plugin.manifest?.version)
        object.field("summary", plugin.manifest?.summary)
        object.field("state", plugin.state.rawValue)
        object.field("enabled", plugin.isEnabled == true)
        object.field("approved", plugin.trust.isGiven)
        object.field("shipped", plugin.isShipped)
        object.array("decides") { list in
            for attribute in plugin.manifest?.decides ?? [] { list.element(attribute.rawValue) }
        }
        object.array("needs") { list in
            for need in plugin.manifest?.needs ?? [] { list.element(need) }
        }
        object.field("stands_after", plugin.place?.after)
        object.field("stands_before", plugin.place?.before)
        object.array("problems") { list in
            for problem in plugin.problems {
                list.object { entry in
                    entry.field("file", problem.file)
                    entry.field("line", problem.line)
                    entry.field("message", problem.message)
                }
            }
        }
    }
}

extension InstalledPlugin.State {
    var words: String {
        switch self {
        case .on: "on"
        case .off: "off"
        case .needsApproval: "needs approval"
        case .leftOut: "left out"
        case .broken: "broken"
        case .missing: "missing"
        }
    }

    var style: Style? {
        switch self {
        case .on: .positive
        case .off: .muted
        case .needsApproval, .leftOut, .missing: .warning
        case .broken: .negative
        }
    }
}

extension InstalledPlugin.Place {
    /// "after category map", or "before user rules" for a plugin before all stages.
    var words: String {
        if let after { return "after \(after)" }
        if let before { return "before \(before)" }
        return ""
    }
}

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
        let view = PluginDetailsView(screen: screen)
        if output.json { try view.showJSON(plugin) } else { try view.show(plugin) }
    }
}

struct PluginDetailsView {
    let screen: Screen

    func show(_ plugin: InstalledPlugin) throws {
        try screen.print(
            SafeText.neutralised("\(plugin.name) \(plugin.manifest?.version ?? "")"), .heading)
        for text in [plugin.manifest?.summary ?? "", plugin.introduction] where !text.isEmpty {
            try screen.print(SafeText.neutralised(text))
        }
        try screen.print()
        try screen.print(facts(plugin))
        try PluginNotices(screen: screen).show(plugin)
        if plugin.state == .off {
            try screen.print(
                SafeText.neutralised("To switch it on: ghostvault plugins enable \(plugin.name)"))
        }
        if !plugin.settings.isEmpty {
            try screen.print()
            try screen.print("Settings", .heading)
            try showSettings(plugin)
            try screen.print(
                SafeText.neutralised(
                    "To change one: ghostvault plugins set \(plugin.name) SETTING VALUE"))
        }
        if let source = plugin.source {
            try screen.print()
            try screen.print("Files", .heading)
            try screen.print(PluginFilesTable.table(source.files))
        }
    }

    func showJSON(_ plugin: InstalledPlugin) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.object { object in
            PluginListView.write(plugin, to: &object)
            object.field("introduction", plugin.introduction)
            object.array("settings") { list in
                for setting in plugin.settings {
                    list.object { entry in
                        entry.field("name", setting.setting.name)
                        entry.field("value", setting.value.description)
                        entry.field("default", setting.setting.defaultValue.description)
                        entry.field("is_default", setting.isDefault)
                        entry.field("takes", setting.setting.kind.description)
                        entry.field("help", setting.setting.help)
                    }
                }
            }
            object.array("files") { list in
                for file in plugin.source?.files ?? [] {
                    list.object { entry in
                        entry.field("path", file.path)
                        entry.field("bytes", file.bytes.count)
                    }
                }
            }
            object.field("fingerprint", plugin.source.map { "\(Fingerprint(of: $0.files))" })
        }
        try json.flush()
    }

    private func facts(_ plugin: InstalledPlugin) -> Table {
        var table = Table(columns: [.init(""), .init("")])
        table.add("state", .init(plugin.state.words, plugin.state.style))
        table.add("comes from", .init(plugin.isShipped ? "the program" : plugin.folder))
        if let place = plugin.place {
            let words = [
                place.after.map { "after \($0)" }, place.before.map { "before \($0)" },
            ]
            table.add("place", .init(words.compactMap { $0 }.joined(separator: ", ")))
        }
        if let manifest = plugin.manifest {
            table.add(
                "decides",
                .init(manifest.decides.map(\.rawValue).joined(separator: ", ")))
            if !manifest.needs.isEmpty {
                table.add("needs", .init(manifest.needs.joined(separator: ", ")))
            }
        }
        if let source = plugin.source {
            table.add("fingerprint", .init(Fingerprint(of: source.files).short, .muted))
        }
        return table
    }

    /// Shows each setting with its value, and its default if that differs.
    ///
    /// Not a table: a list may have dozens of words, too many for a column.
    private func showSettings(_ plugin: InstalledPlugin) throws {
        for setting in plugin.settings {
            let value = SafeText.neutralised(setting.value.description)
            let palette = screen.palette
            try screen.print(
                SafeText.neutralised(setting.setting.name) + " = "
                    + (setting.isDefault ? value : palette.styled(value, as: .accent)))
            if !setting.isDefault {
                let standard = SafeText.neutralised(setting.setting.defaultValue.description)
                try screen.print("  instead of \(standard)", .muted)
            }
            try screen.print("  \(SafeText.neutralised(setting.setting.help))")
            try screen.print(
                "  takes \(SafeText.neutralised(setting.setting.kind.description))", .muted)
        }
    }
}

enum PluginFilesTable {
    static func table(_ files: [PluginSource.File]) -> Table {
        var table = Table(columns: [.init("file"), .init("bytes", alignment: .trailing)])
        for file in files { table.add(.init(file.path), .init("\(file.bytes.count)")) }
        return table
    }
}
