/// All that Lua files can name, and its two renderings.
public enum LuaReference {
    /// `docs/lua-reference.md`.
    ///
    /// - Parameter further: what rooms above this one add to it.
    package static func page(with further: [ReferenceSection]) -> String {
        ReferencePage(sections: sections + further).text
    }

    /// Annotations for the Lua language server.
    ///
    /// - Parameters:
    ///   - categories: the ids that a category can have.
    ///   - further: what rooms above this one add to it.
    package static func stubs(
        categories: [String], with further: [ReferenceSection] = []
    ) -> String {
        LuaStubs(sections: sections + further, categories: categories).text
    }

    /// Settings for the Lua language server, as `.luarc.json`.
    ///
    /// - Parameter stubs: where the stubs are, by a path as the server sees it.
    public static func languageServerSettings(stubs: String) -> String {
        LanguageServerSettings(stubs: stubs).text
    }

    static let sections = [
        LibraryReference.declarations, RuleReference.rule, RuleReference.conditions,
        RuleReference.words, RuleReference.set,
        RuleReference.splitPart, TransactionReference.ofRules,
        RuleReference.tests, RuleReference.sample, LibraryReference.functions,
        LibraryReference.map, LibraryReference.texts, PluginReference.plugin,
        PluginReference.setting, PluginReference.context, TransactionReference.ofPlugins,
        PluginReference.view, PluginReference.test,
    ]
}
