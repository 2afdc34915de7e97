/// The names that files have beside Lua's own.
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
                "Declares a test, in a plugin's `tests.lua` or beside handlers."),
            .function(
                "require", [.init("module", "string")], returns: "any",
                "What a module returned: `require(\"shared.words\")` runs `shared/words.lua` once "
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
                "Shows values in `rules try`, `apply-rules --dry-run`, `plugins test`, `automation "
                    + "test`, `automation try` and `ghostvault lua`; elsewhere nothing. A "
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
        "What every text has beside Lua's own methods: `tx.payee:contains(\"coffee\")`.",
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
