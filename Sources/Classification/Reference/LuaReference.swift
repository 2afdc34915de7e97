import Model

/// Everything that Lua files can use, as a reference page and as stubs.
public enum LuaReference {
    /// The text of `docs/lua-reference.md`.
    ///
    /// - Parameter further: additional sections from other modules.
    package static func page(with further: [ReferenceSection]) -> String {
        ReferencePage(
            sections: sections + [ConsoleReference.words, ConsoleReference.view] + further
        ).text
    }

    /// Annotations for the Lua language server.
    ///
    /// - Parameters:
    ///   - categories: the known category ids.
    ///   - accounts: the names of the accounts.
    ///   - further: additional sections from other modules.
    package static func stubs(
        categories: [String], accounts: [String] = [], with further: [ReferenceSection] = []
    ) -> String {
        LuaStubs(sections: sections + further, categories: categories, accounts: accounts).text
    }

    /// Settings for the Lua language server, as `.luarc.json`.
    ///
    /// - Parameter stubs: the path of the stubs as seen by the server.
    public static func languageServerSettings(stubs: String) -> String {
        LanguageServerSettings(stubs: stubs).text
    }

    static let sections = [
        LibraryReference.declarations, RuleReference.rule, RuleReference.conditions,
        RuleReference.words, NearReader.reference, RuleReference.total, RuleReference.set,
        RuleReference.columns,
        RuleReference.splitPart, TransactionReference.ofRules,
        RuleReference.tests, RuleReference.sample, LibraryReference.functions,
        LibraryReference.map, LibraryReference.texts, PluginReference.plugin,
        PluginReference.setting, PluginReference.context, TransactionReference.ofPlugins,
        PluginReference.view, ReadingReference.sign, ReadingReference.words,
        ReadingReference.file, ReadingReference.row, ReadingReference.account,
        ReadingReference.transaction, ReadingReference.unreadable, PluginReference.test,
    ]
}

/// The reference as a Markdown page.
struct ReferencePage {
    let sections: [ReferenceSection]

    var text: String {
        """
        # Lua reference

        All names that rules, plugins and handlers of events can use, in addition to those of Lua 5.4 \
        itself. Introductions: [writing rules](writing-rules.md), \
        [automation](automation.md). For completion and checks in an editor, \
        `ghostvault lua stubs` writes the same names as annotations for the Lua language server.


        """ + sections.map(section).joined(separator: "\n")
    }

    private func section(_ section: ReferenceSection) -> String {
        var text =
            "## \(section.title)\n\n\(section.introduction)\n\n| name | what it is |\n| --- | --- |\n"
        for entry in section.entries {
            text += "| `\(entry.signature)` | \(cell(entry.help))\(type(entry)) |\n"
        }
        return text
    }

    private func type(_ entry: ReferenceEntry) -> String {
        switch entry.kind {
        case .field(let type): " *\(cell(plain(type)))*"
        case .function(_, let returns?, _): " Gives *\(cell(plain(returns)))*."
        case .function(_, nil, _): ""
        }
    }

    /// The type without the stubs' prefix.
    private func plain(_ type: String) -> String {
        type.split(separator: "ghostvault.", omittingEmptySubsequences: false).joined()
    }

    /// Escapes bars, which would end a table cell.
    private func cell(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}

/// The documentation of one name that Lua files can use.
///
/// The reference page and the editor stubs are both generated from these entries, so
/// that they can't differ.
package struct ReferenceEntry {
    package let name: String
    let kind: Kind
    /// A sentence or two of Markdown.
    let help: String

    enum Kind {
        /// A value, with its type in the Lua language server's notation.
        case field(type: String)
        /// A function or, called with a colon, a method.
        case function([Parameter], returns: String?, isMethod: Bool)
    }

    package struct Parameter {
        let name: String
        let type: String

        package init(_ name: String, _ type: String) {
            self.name = name
            self.type = type
        }
    }

    package static func field(_ name: String, _ type: String, _ help: String) -> ReferenceEntry {
        ReferenceEntry(name: name, kind: .field(type: type), help: help)
    }

    package static func function(
        _ name: String, _ parameters: [Parameter] = [], returns: String? = nil, _ help: String
    ) -> ReferenceEntry {
        ReferenceEntry(
            name: name, kind: .function(parameters, returns: returns, isMethod: false), help: help)
    }

    static func method(
        _ name: String, _ parameters: [Parameter] = [], returns: String? = nil, _ help: String
    ) -> ReferenceEntry {
        ReferenceEntry(
            name: name, kind: .function(parameters, returns: returns, isMethod: true), help: help)
    }
}

/// A group of entries: a class in the stubs, a heading on the page.
package struct ReferenceSection {
    let title: String
    /// The class in the stubs, "ghostvault.Transaction"; nil for global names.
    let typeName: String?
    /// A few sentences of Markdown.
    let introduction: String
    /// Whether fields are optional, except those in `required`.
    let isAllOptional: Bool
    let required: Set<String>
    let entries: [ReferenceEntry]

    package init(
        _ title: String, type typeName: String? = nil, isAllOptional: Bool = false,
        required: Set<String> = [], _ introduction: String, _ entries: [ReferenceEntry]
    ) {
        self.title = title
        self.typeName = typeName
        self.introduction = introduction
        self.isAllOptional = isAllOptional
        self.required = required
        self.entries = entries
    }
}

/// The reference as annotations for the Lua language server.
struct LuaStubs {
    let sections: [ReferenceSection]
    let categories: [String]
    let accounts: [String]

    var text: String {
        """
        ---@meta
        -- Written by `ghostvault lua stubs`, and kept up to date by `ghostvault watch` and
        -- `ghostvault apply-rules`; what is edited here is lost.

        \(alias("Class", TransactionClass.allCases.map(\.rawValue)))
        \(alias("Lens", Lens.allCases.map(\.rawValue)))
        \(alias("Attribute", SettableAttribute.allCases.map(\.rawValue)))
        \(alias("AccountType", AccountType.allCases.map(\.rawValue)))
        \(alias("Weekday", RuleFields.weekdays))
        \(alias("Category", categories))
        \(alias("AccountName", accounts, orElse: "string"))
        ---A test that stands in a condition, made by a word such as `contains`.
        ---@class ghostvault.Test
        ---@class ghostvault.TextTest: ghostvault.Test
        ---@class ghostvault.NumberTest: ghostvault.Test
        ---@class ghostvault.DayTest: ghostvault.Test
        ---@class ghostvault.AnyTest: ghostvault.TextTest, ghostvault.NumberTest, ghostvault.DayTest

        """ + sections.map { "\n" + section($0) }.joined()
    }

    /// - Parameter other: a type that fits, too, such as a part of a name.
    private func alias(_ name: String, _ words: [String], orElse other: String? = nil) -> String {
        let types = words.map(LuaLiteral.text) + [other].compactMap(\.self)
        return "---@alias ghostvault.\(name) " + types.joined(separator: "|")
    }

    private func section(_ section: ReferenceSection) -> String {
        guard let type = section.typeName else {
            return section.entries.map { function($0, of: nil) }.joined(separator: "\n")
        }
        let table = type == "stringlib" ? "string" : "ghostvault_" + name(type)
        var text = ""
        if type != "stringlib" {
            text += comment(section.introduction) + "---@class \(type)\n"
            for entry in section.entries {
                guard case .field(let type) = entry.kind else { continue }
                let isOptional = section.isAllOptional && !section.required.contains(entry.name)
                let mark = isOptional ? "?" : ""
                text += "---@field \(entry.name)\(mark) \(self.type(type, entry)) \(entry.help)\n"
            }
            text += "local \(table) = {}\n"
        }
        for entry in section.entries {
            guard case .function = entry.kind else { continue }
            text += "\n" + function(entry, of: table)
        }
        return text
    }

    /// "Transaction" of "ghostvault.DecidedTransaction: ghostvault.Transaction".
    private func name(_ type: String) -> Substring {
        (type.split(separator: ":").first ?? "").split(separator: ".").last ?? ""
    }

    /// The type with the vault's own names in place of any text.
    private func type(_ type: String, _ entry: ReferenceEntry) -> String {
        switch entry.name {
        case "category":
            type.split(separator: "|", omittingEmptySubsequences: false).map { part in
                part == "string"
                    ? "ghostvault.Category" : part == "string[]" ? "ghostvault.Category[]" : part
            }.joined(separator: "|")
        case "account" where type == "string" || type.hasPrefix("string|"):
            "ghostvault.AccountName" + type.dropFirst("string".count)
        default: type
        }
    }

    private func function(_ entry: ReferenceEntry, of table: String?) -> String {
        guard case .function(let parameters, let returns, let isMethod) = entry.kind else {
            return ""
        }
        var text = comment(entry.help)
        for parameter in parameters { text += "---@param \(parameter.name) \(parameter.type)\n" }
        if let returns { text += "---@return \(returns)\n" }
        let owner = table.map { $0 + (isMethod ? ":" : ".") } ?? ""
        let names = parameters.map { $0.name.filter { $0 != "?" } }
        return text + "function \(owner)\(entry.name)(\(names.joined(separator: ", "))) end\n"
    }

    private func comment(_ text: String) -> String { "---\(text)\n" }
}

/// Settings that show the Lua language server the same environment as the sandbox.
struct LanguageServerSettings {
    let stubs: String

    /// The JSON of `.luarc.json`.
    var text: String {
        """
        {
            "runtime.version": "Lua 5.4",
            "runtime.builtin": {
        \(builtins)
            },
            "workspace.library": ["\(stubs)"],
            "workspace.checkThirdParty": false
        }

        """
    }

    /// The standard libraries that the sandbox lacks.
    private var builtins: String {
        [
            "bit", "bit32", "coroutine", "debug", "ffi", "io", "jit", "os", "package",
            "table.clear", "table.new",
        ]
        .map { "        \"\($0)\": \"disable\"" }.joined(separator: ",\n")
    }
}

/// Documentation of the names that files have in addition to Lua's own.
enum LibraryReference {
    static let declarations = ReferenceSection(
        "Words of files",
        "Each works while a file is read, at its top level.",
        [
            .function(
                "rule", [.init("definition", "ghostvault.Rule")],
                "Declares a rule, in a file of `rules/`."),
            .function(
                "plugin", [.init("definition", "ghostvault.Plugin")],
                "Declares the plugin, in its `plugin.lua`."),
            .function(
                "test", [.init("definition", "ghostvault.PluginTest|ghostvault.HandlerTest")],
                "Declares a test, in a rule file, in a plugin's `tests.lua` or beside handlers."),
            .function(
                "require", [.init("module", "string")], returns: "any",
                "The result of a module: `require(\"shared.words\")` runs `shared/words.lua` once "
                    + "for each file."),
            .function(
                "map", [.init("file", "string")], returns: "ghostvault.Map",
                "A table from a CSV or TOML file: `map(\"payees.csv\")`."),
        ])

    static let functions = ReferenceSection(
        "Functions", "Usable anywhere.",
        [
            .function(
                "print", [.init("...", "any")],
                "Shows values in `rules try`, `apply-rules --dry-run`, `plugins test`, `plugins "
                    + "preview`, `automation test`, `automation try` and `ghostvault lua`; elsewhere nothing. A "
                    + "transaction is shown by its id, day, payee and amount.")
        ])

    static let map = ReferenceSection(
        "A map", type: "ghostvault.Map",
        """
        The rows of a file by their key, which is the first column. `payees[tx.payee]` gives the \
        value; with several columns, a table of them by the header's names. Keys are compared \
        without case.
        """,
        [
            .method(
                "get", [.init("key", "string")], returns: "any",
                "The value of a key, or `nil`; the same as `map[key]`."),
            .method(
                "has", [.init("key", "string")], returns: "boolean", "Whether there is the key."),
        ])

    static let texts = ReferenceSection(
        "Texts", type: "stringlib",
        "Methods of strings, in addition to Lua's own: `tx.payee:contains(\"coffee\")`.",
        [
            .method(
                "contains", [.init("part", "string")], returns: "boolean",
                "Whether the text contains the part, without case."),
            .method(
                "starts_with", [.init("part", "string")], returns: "boolean",
                "Whether the text begins with the part, without case."),
            .method(
                "ends_with", [.init("part", "string")], returns: "boolean",
                "Whether the text ends with the part, without case."),
            .method("trim", returns: "string", "The text without white space at its ends."),
            .method(
                "split", [.init("separator", "string")], returns: "string[]",
                "The parts between separators."),
        ])
}
