import ArgumentParser
import Classification
import Engine
import Model
import Statements
import Terminal

struct PluginsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugins",
        abstract: "Manage plugins.",
        discussion: """
            A plugin is an additional classifier: a shipped one, or a folder in the vault's \
            Plugins/. All are disabled at first. Your own run only with files that you have \
            approved; after any change they need approval again.

            Examples:
              ghostvault plugins
              ghostvault plugins enable travel
              ghostvault plugins new mine
            """,
        subcommands: [
            PluginsListCommand.self, PluginsShowCommand.self, PluginsEnableCommand.self,
            PluginsDisableCommand.self, PluginsSetCommand.self, PluginsTrustCommand.self,
            PluginsNewCommand.self, PluginsTestCommand.self, PluginsPreviewCommand.self,
        ],
        defaultSubcommand: PluginsListCommand.self)
}

struct PluginsListCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List plugins and their state.")

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: OutputOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        let plugins = try engine.plugins()
        if let format = output.format {
            try PluginListView.report.print(plugins, as: format, on: screen)
        } else {
            try PluginListView(screen: screen).show(plugins)
        }
    }
}

struct PluginListView {
    let screen: Screen

    func show(_ plugins: [InstalledPlugin]) throws {
        guard !plugins.isEmpty else {
            try screen.print("No plugins yet. \"ghostvault plugins new NAME\" creates one.")
            return
        }
        try screen.print(Self.report.table(plugins))
        let notices = PluginNotices(screen: screen)
        let stopped = plugins.filter { ![.on, .off].contains($0.state) }
        if !stopped.isEmpty { try screen.print() }
        for plugin in stopped { try notices.show(plugin) }
    }

    static var report: Report<InstalledPlugin> {
        Report(
            "plugins list",
            .value("name", "The plugin, as the commands take it.") { $0.name }.column(
                "plugin", isFlexible: true),
            .value(
                "version",
                "The version; null, like `summary`, if its declaration can't be read."
            ) { $0.manifest?.version }.column("version", rank: 3, .muted),
            .value(
                "state",
                "`on`, `off`, `needs_approval`, `left_out` (no place among the stages), `broken` or `missing`."
            ) { $0.state.rawValue }.column("state") {
                .init($0.state.words, $0.state.style)
            },
            .value("enabled", "Whether it was switched on.") { $0.isEnabled == true },
            .value("approved", "Whether its files are the ones that may run.") { $0.trust.isGiven },
            .value("shipped", "Whether it comes with the program.") { $0.isShipped },
            .value("stands_after", "The stage before it; null if there is none.") {
                $0.place?.after
            }.column("place", isFlexible: true, rank: 4) {
                .init($0.place?.words ?? "", .muted)
            },
            .value("stands_before", "The stage behind it.") { $0.place?.before },
            .values("decides", "The attributes that it may decide, such as `tags`.") {
                $0.manifest?.decides.map(\.rawValue) ?? []
            }
            .column("decides", isFlexible: true, rank: 2),
            .values("needs", "Plugins that it can't do without.") { $0.manifest?.needs ?? [] },
            .value("summary", "Its purpose, in a sentence.") { $0.manifest?.summary }
                .column("what it does", isFlexible: true, rank: 1),
            .list("problems", "The reasons why it can't run.", problems) { $0.problems })
    }

    private static var problems: [Field<RuleFileProblem>] {
        [
            .value("file", "The file, or the plugin's folder.") { $0.file },
            .value("line", "The line in it.") { $0.line },
            .value("message", "The problem.") { $0.message },
        ]
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

struct PluginsShowCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a plugin's purpose, settings and files.",
        discussion: """
            Example:
              ghostvault plugins show travel
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The plugin's name.")
    var name: String

    func run(on screen: Screen, reading engine: Engine) throws {
        let plugin = try engine.plugin(named: name)
        if let format = output.format {
            try PluginDetailsView.report.print(one: plugin, as: format, on: screen)
        } else {
            try PluginDetailsView(screen: screen).show(plugin)
        }
    }
}

struct PluginDetailsView {
    let screen: Screen

    func show(_ plugin: InstalledPlugin) throws {
        try screen.print(
            SafeText.neutralised("\(plugin.name) \(plugin.manifest?.version ?? "")"), .heading)
        for text in [plugin.manifest?.summary ?? "", plugin.introduction] where !text.isEmpty {
            try screen.print(SafeText.neutralised(text.replacing("`", with: "")))
        }
        try screen.print()
        try screen.print(facts(plugin))
        try PluginNotices(screen: screen).show(plugin)
        if plugin.state == .off {
            try screen.print(
                SafeText.neutralised("To enable it: ghostvault plugins enable \(plugin.name)"))
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
            try screen.print(Self.files.table(source.files))
        }
    }

    static var report: Report<InstalledPlugin> {
        Report(
            "plugins show", after: PluginListView.report.fields,
            .value("introduction", "The first paragraph of its README; `\"\"` without one.") {
                $0.introduction
            },
            .list("settings", "Its settings, in the order of their names.", settings) {
                $0.settings
            }
            .linewise,
            .list("files", "The files, by path; empty if they can't be read.", files) {
                $0.source?.files ?? []
            },
            .value("fingerprint", "The SHA-256 over all files with their paths.") {
                $0.source.map { "\(Fingerprint(of: $0.files))" }
            })
    }

    static var files: [Field<PluginSource.File>] {
        [
            .value("path", "The path within the plugin's folder.") { $0.path }
                .column("file", isFlexible: true),
            .value("bytes", "The size.") { $0.bytes.count }.column("bytes"),
        ]
    }

    private static var settings: [Field<InstalledPlugin.Setting>] {
        [
            .value("name", "The setting, as `ghostvault plugins set` takes it.") {
                $0.setting.name
            },
            .value("value", "The current value, as typed.") { $0.value.description },
            .value("default", "The value if you set nothing else.") {
                $0.setting.defaultValue.description
            },
            .value("is_default", "Whether nothing else was set.") { $0.isDefault },
            .value("takes", "The accepted values, in words.") { $0.setting.kind.description },
            .value("help", "Its purpose.") { $0.setting.help },
        ]
    }

    private func facts(_ plugin: InstalledPlugin) -> Table {
        var table = Table(columns: [.init(""), .init("", wraps: true)])
        table.add("state", .init(plugin.state.words, plugin.state.style))
        table.add("comes from", .init(plugin.isShipped ? "the program" : plugin.folder))
        if let place = plugin.place {
            let words = [
                place.after.map { "after \($0)" }, place.before.map { "before \($0)" },
            ]
            table.add("place", .init(words.compactMap { $0 }.joined(separator: ", ")))
        }
        if let manifest = plugin.manifest {
            if !manifest.decides.isEmpty {
                table.add(
                    "decides",
                    .init(manifest.decides.map(\.rawValue).joined(separator: ", ")))
            }
            if let sign = manifest.reads { table.add("reads", .init("files with \(sign.words)")) }
            if !manifest.overrules.isEmpty {
                table.add("overrules", .init(manifest.overrules.joined(separator: ", ")))
            }
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

extension StatementSign {
    /// "the headings Day, Amount and the text ACME BANK".
    var words: String {
        let headings = "the headings \(headings.joined(separator: ", "))"
        let texts = "the text \(texts.joined(separator: ", "))"
        return self.texts.isEmpty
            ? headings : self.headings.isEmpty ? texts : "\(headings) and \(texts)"
    }
}
