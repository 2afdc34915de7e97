import Engine

/// What became of files that were edited, in words for a line.
struct EditedFilesWords {
    private let files: EditedFiles

    init(_ files: EditedFiles) {
        self.files = files
    }

    /// "rules/10-old.lua: deleted; rules/20-mine.lua: in force, 2 rules".
    var states: String {
        [
            Self.state(files.deleted, "deleted"),
            Self.state(files.asShipped, "deleted, and as shipped"),
            Self.state(files.notInForce, "not in force"),
            Self.state(files.waiting, "waits until config/automation.toml is mended"),
            Self.state(
                files.inForce.map(\.path),
                (["in force"] + Self.contents(files.inForce)).joined(separator: ", ")),
        ].compactMap(\.self).joined(separator: "; ")
    }

    /// A line for each file that had mistakes; that one is deleted, an edit tells.
    var mended: [String] {
        files.inForce.map { file in
            let contents = Self.contents([file]).joined(separator: ", ")
            return "\(file.path): mended" + (contents.isEmpty ? "" : ", \(contents) in force")
        }
    }

    private static func state(_ paths: [String], _ words: String) -> String? {
        paths.isEmpty ? nil : "\(names(paths)): \(words)"
    }

    /// The first few of a list of files.
    private static func names(_ paths: [String]) -> String {
        let shown = paths.prefix(3).joined(separator: ", ")
        return paths.count > 3 ? "\(shown) and \(paths.count - 3) more" : shown
    }

    private static func contents(_ files: [EditedFiles.File]) -> [String] {
        var rules: Int?
        var handlers: Int?
        for file in files {
            switch file.holds {
            case .rules(let count): rules = (rules ?? 0) + count
            case .handlers(let count): handlers = (handlers ?? 0) + count
            case .other: break
            }
        }
        return [rules.map { Count.text($0, "rule") }, handlers.map { Count.text($0, "handler") }]
            .compactMap(\.self)
    }
}
