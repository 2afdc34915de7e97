import ArgumentParser
import Engine
import Model
import Terminal
import Vault

struct CategoriesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "categories",
        abstract: "Manage spending categories.",
        discussion: """
            Changes made here take precedence over config/categories.toml; "ghostvault undo" \
            reverts them. Rules may still name a merged category: they set the other one.

            Examples:
              ghostvault categories add Boats --lens want --icon ⛵
              ghostvault categories change pets --name "Pets and vets" --parent shopping
              ghostvault categories merge pets shopping
            """,
        subcommands: [List.self, Add.self, Change.self, Merge.self, Remove.self],
        defaultSubcommand: List.self)

    struct List: ReportCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List categories as a tree.")

        @OptionGroup var vault: PlainVaultOptions
        @OptionGroup var output: OutputOptions

        func run(on screen: Screen, reading engine: Engine) throws {
            try CategoriesView(screen: screen).show(try engine.categories(), as: output.format)
            try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
        }
    }

    /// The parts of a category that several commands set.
    struct Parts: ParsableArguments {
        @Option(help: "The parent category, by id or name; \"none\" for none.")
        var parent: String?

        @Option(help: "need, want or saving; \"none\" for the parent's.")
        var lens: String?

        @Option(help: "One or two characters before the name; \"none\" for none.")
        var icon: String?

        @Option(help: "red, yellow, green, cyan, blue, magenta, or none.")
        var colour: String?

        private static let colours = ["red", "yellow", "green", "cyan", "blue", "magenta", "none"]

        func validate() throws {
            if let lens, lens != "none", Lens(rawValue: lens) == nil {
                throw ValidationError("--lens must be need, want, saving or none.")
            }
            if let colour, !Self.colours.contains(colour) {
                throw ValidationError(
                    "--colour must be one of \(Self.colours.joined(separator: ", ")).")
            }
            if let icon, icon != "none" {
                guard (1...2).contains(icon.count), SafeText.neutralised(icon) == icon else {
                    throw ValidationError("--icon must be one or two characters.")
                }
            }
        }

        func edit(in tree: CategoryTree) throws -> CategoryEdit {
            func chosen(_ value: String?) -> String? { value.map { $0 == "none" ? "" : $0 } }
            var edit = CategoryEdit()
            edit.parent = try chosen(parent).map { $0.isEmpty ? "" : try tree.meant(by: $0) }
            edit.lens = chosen(lens)
            edit.icon = chosen(icon)
            edit.colour = chosen(colour)
            return edit
        }

        /// The options as typed, for `history`.
        var words: String {
            [("parent", parent), ("lens", lens), ("icon", icon), ("colour", colour)]
                .compactMap { name, value in value.map { " --\(name) \($0)" } }.joined()
        }
    }

    struct Add: ScreenCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a spending category.")

        @OptionGroup var vault: PlainVaultOptions

        @Argument(help: "The category's name.")
        var name: String

        @Option(help: "The id for rules and JSON. (default: the name's words, pets-and-vets)")
        var id: String?

        @OptionGroup var parts: Parts

        func run(on screen: Screen) throws {
            let engine = try vault.engine()
            let (id, report) = try engine.addCategory(
                name, id: id, try parts.edit(in: try engine.categories()),
                summary: "categories add \(name)\(parts.words)")
            try screen.print("Added \(name); its id for rules is \"\(id)\".")
            // Rules and maps may have waited for it.
            if report.differing.isEmpty {
                try RuleProblemsView(screen: screen).show(report)
            } else {
                try ClassifyView(screen: screen, engine: engine).showEffect(report)
            }
            if let status = report.exitStatus { throw PartialResult(status) }
        }
    }

    struct Change: ScreenCommand {
        static let configuration = CommandConfiguration(
            commandName: "change",
            abstract: "Change a category.",
            discussion: "Renames it, moves it below another, or sets its lens, icon or colour.")

        @OptionGroup var vault: PlainVaultOptions

        @Argument(help: "The category, by its id or name.")
        var category: String

        @Option(help: "The new name. The id for rules and JSON stays.")
        var name: String?

        @OptionGroup var parts: Parts

        func validate() throws {
            guard name != nil || !parts.words.isEmpty else {
                throw ValidationError(
                    "Give --name, --parent, --lens, --icon or --colour.")
            }
        }

        func run(on screen: Screen) throws {
            let engine = try vault.engine()
            let tree = try engine.categories()
            let id = try tree.meant(by: category)
            var edit = try parts.edit(in: tree)
            edit.name = name
            let report = try engine.changeCategory(
                id, edit,
                summary:
                    "categories change \(id)\(name.map { " --name \($0)" } ?? "")\(parts.words)")
            try ClassifyView(screen: screen, engine: engine).showEffect(report)
            if let status = report.exitStatus { throw PartialResult(status) }
        }
    }

    struct Merge: ScreenCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge",
            abstract: "Merge a category into another.")

        @OptionGroup var vault: PlainVaultOptions

        @Argument(help: "The category to remove, by its id or name.")
        var category: String

        @Argument(help: "The category to keep, by its id or name.")
        var into: String

        func run(on screen: Screen) throws {
            try CategoriesCommand.merge(category, into: into, vault, on: screen) {
                "categories merge \($0) \($1)"
            }
        }
    }

    struct Remove: ScreenCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a category.",
            discussion: """
                Its transactions go to its parent, or to "other", and rules that name it set that. \
                It shows both, and asks first.
                """)

        @OptionGroup var vault: PlainVaultOptions

        @Argument(help: "The category, by its id or name.")
        var category: String

        @Flag(help: "Remove it without asking, for scripts.")
        var yes = false

        func run(on screen: Screen) throws {
            let engine = try vault.engine()
            let tree = try engine.categories()
            let id = try tree.meant(by: category)
            let parent = tree[id]?.parent ?? "other"
            guard try yes || agrees(to: id, into: parent, of: tree, engine, on: screen) else {
                throw PartialResult(.failed)
            }
            try CategoriesCommand.merge(category, into: parent, vault, on: screen) { id, _ in
                "categories remove \(id)"
            }
        }

        private func agrees(
            to id: String, into parent: String, of tree: CategoryTree, _ engine: Engine,
            on screen: Screen
        ) throws -> Bool {
            let (preview, rules) = try engine.previewMerge(of: id, into: parent)
            return try DecisionQuestion(screen: screen, engine: engine).agreesToRemove(
                tree[id]?.name ?? id, into: tree[parent]?.name ?? parent, preview, rules: rules)
        }
    }

    private static func merge(
        _ category: String, into target: String, _ vault: some VaultArguments, on screen: Screen,
        summary: (String, String) -> String
    ) throws {
        let engine = try vault.engine()
        let tree = try engine.categories()
        let (id, into) = (try tree.meant(by: category), try tree.meant(by: target))
        let report = try engine.mergeCategory(id, into: into, summary: summary(id, into))
        let name = tree[into]?.name ?? into
        try screen.print("Everything in \(tree[id]?.name ?? id) is now in \(name).")
        try ClassifyView(screen: screen, engine: engine).showEffect(report)
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}

struct CategoriesView {
    let screen: Screen

    /// A category with its depth below the top.
    struct Row {
        let category: Category
        let depth: Int
    }

    func show(_ tree: CategoryTree, as format: OutputFormat?) throws {
        let rows = Self.rows(of: tree, under: nil, depth: 0)
        if let format {
            try Self.report.print(rows, as: format, on: screen)
        } else {
            try screen.print(Self.report.table(rows))
        }
    }

    private static func rows(of tree: CategoryTree, under parent: String?, depth: Int) -> [Row] {
        tree.categories.filter { $0.parent == parent }.flatMap { category in
            [Row(category: category, depth: depth)]
                + rows(of: tree, under: category.id, depth: depth + 1)
        }
    }

    static var report: Report<Row> {
        Report(
            "categories",
            .value("name", "The displayed name.") { $0.category.name }
                .column("name", isFlexible: true) { row in
                    .init(
                        String(repeating: "  ", count: row.depth)
                            + (row.category.icon.map { $0 + " " } ?? "") + row.category.name)
                },
            .value("id", "The id for rules and JSON.") { $0.category.id }.column("id", rank: 1),
            .value("type", "`expense`, `income` or `transfer`.") { $0.category.type.rawValue }
                .column("type", rank: 2),
            .value("parent", "The id of the category that it is a part of; null for none.") {
                $0.category.parent
            },
            .value(
                "lens",
                "`need`, `want` or `saving`, also if it is that of a parent. An expense without "
                    + "one is a want; null for other types."
            ) { $0.category.lensInUse?.rawValue }.column("lens", rank: 3) {
                .init($0.category.lensInUse?.rawValue ?? "")
            },
            .value("icon", "A character or two to show before the name; null for none.") {
                $0.category.icon
            },
            .value("colour", "The name of a colour; null for none.") { $0.category.colour }
                .column("colour", rank: 4) { .init($0.category.colour ?? "") })
    }
}
