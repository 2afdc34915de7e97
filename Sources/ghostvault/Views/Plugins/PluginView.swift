import Classification
import Engine
import Model
import Terminal

struct PluginView {
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

    /// Each setting with its value and, where that is another, its default: a
    /// list may have dozens of words, too many for a column.
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
