import Classification
import Model
import TestSupport
import Testing

@Suite("A plugin's main file")
struct PluginReadingTests {
    @Test("says who the plugin is, what it decides and what can be set")
    func manifest() throws {
        let plugin = try loadedPlugin(
            "refunds",
            parts: """
                version = "1.2", summary = "Finds refunds.", decides = { "class", "tags" },
                after = "transfers", needs = { },
                settings = {
                    days = { type = "integer", default = 60, at_least = 1, at_most = 365,
                             help = "How long after." },
                    shops = { type = "texts", default = { "AMAZON" }, help = "Which shops." },
                },
                """, isWhole: true)
        #expect(
            plugin.manifest
                == PluginManifest(
                    name: "refunds", version: "1.2", summary: "Finds refunds.",
                    decides: [.class, .tags], after: ["transfers"],
                    settings: [
                        PluginSetting(
                            name: "days", kind: .integer(1...365), defaultValue: .integer(60),
                            help: "How long after."),
                        PluginSetting(
                            name: "shops", kind: .texts, defaultValue: .texts(["AMAZON"]),
                            help: "Which shops."),
                    ]))
    }

    @Test("tells every mistake in it")
    func mistakes() throws {
        let differences = try MistakeCatalogue("plugins").differences { source in
            try #require(throws: PluginLoadError.self) {
                try LoadedPlugin(pluginSource("p", main: source))
            }
            .problems.map(\.message)
        }
        #expect(differences == [])
    }

    @Test(
        "refuses a setting whose texts could pretend to be something else where they are shown",
        arguments: [
            #"["x\n\nstate        on\n\27[2J"] = { type = 'boolean', default = true, help = 'h' }"#,
            #"["no\u{202E}"] = { type = 'boolean', default = true, help = 'h' }"#,
            #"[""] = { type = 'boolean', default = true, help = 'h' }"#,
            #"days = { type = 'boolean', default = true, help = 'h\nfingerprint 1' }"#,
            #"days = { type = 'text', default = 'a\27[2J', help = 'h' }"#,
            #"days = { type = 'choice', choices = { 'a', 'b\n' }, default = 'a', help = 'h' }"#,
        ])
    func pretending(setting: String) {
        let source =
            "plugin { name = 'p', version = '1', summary = 's', decides = 'tags', "
            + "classify = function() end, settings = { \(setting) } }"
        do {
            _ = try LoadedPlugin(pluginSource("p", main: source))
            Issue.record("the plugin was loaded")
        } catch {
            #expect(error.problems.count == 1)
        }
    }

    /// Each main file has one mistake, at the mark.
    static let markedSources: [String] = [
        "plugin { name = 'p',\n  version = ¶1, summary = 's', decides = 'tags',\n"
            + "  classify = function() end }",
        "plugin { name = 'p', version = '1', summary = 's', decides = 'tags', ¶setings = {},\n"
            + "  classify = function() end }",
        "plugin { name = ¶'q', version = '1', summary = 's', decides = 'tags',\n"
            + "  classify = function() end }",
        "plugin { name = 'p', version = '1', summary = 's', decides = { 'tags', ¶'tag' },\n"
            + "  classify = function() end }",
        "plugin { name = 'p', version = '1', summary = 's', decides = 'tags',\n"
            + "  settings = { days = { type = ¶'integr', default = 3, help = 'é' } },\n"
            + "  classify = function() end }",
        "plugin { name = 'p', version = '1', summary = 's', decides = 'tags',\n"
            + "  settings = { days = { type = 'integer', help = 'é', ¶defualt = 1,\n"
            + "    default = 2 } }, classify = function() end }",
        "local days = 3 -- é\nplugin ¶{ name = 'p', version = '1', summary = 's', decides = 'tags' }",
        "plugin { name = 'p', summary = 's', decides = 'tags', version = ¶nothing,\n"
            + "  classify = function() end }",
        "plugin { name = 'p' ¶version = '1' }",
    ]

    @Test("tells a mistake at the line and column where it was written", arguments: markedSources)
    func places(marked: String) {
        do {
            _ = try LoadedPlugin(pluginSource("p", main: marked.filter { $0 != "¶" }))
            Issue.record("the plugin was loaded")
        } catch {
            let before = marked.prefix { $0 != "¶" }
            #expect(error.problems.map(\.file) == ["Plugins/p/plugin.lua"])
            #expect(error.problems.map(\.line) == [before.count { $0 == "\n" } + 1])
            #expect(
                error.problems.map(\.column)
                    == [before.reversed().prefix { $0 != "\n" }.count + 1])
        }
    }

    @Test("is reported if the folder has none")
    func missingFile() {
        let source = PluginSource(name: "p", folder: "Plugins/p", files: [], isShipped: false)
        #expect(throws: PluginLoadError.self) { try LoadedPlugin(source) }
    }

    private static let decidable = Attribute.allCases.filter { $0 != .partner }
        .map(\.rawValue).joined(separator: ", ")
}

@Suite("The value of a setting")
struct SettingValueTests {
    @Test(
        "is read as it is written",
        arguments: [
            ("true", .boolean, .boolean(true)),
            ("-3", .integer(-5...5), .integer(-3)),
            ("Amazon Prime", .text, .text("Amazon Prime")),
            ("", .text, .text("")),
            ("b", .choice(["a", "b"]), .text("b")),
            ("a, b c", .texts, .texts(["a", "b c"])),
            ("", .texts, .texts([])),
        ] as [(String, PluginSetting.Kind, SettingValue)])
    func reading(text: String, kind: PluginSetting.Kind, value: SettingValue) throws {
        let read = try SettingValue(parsing: text, as: kind)
        #expect(read == value)
        #expect(try SettingValue(parsing: read.description, as: kind) == value)
    }

    @Test(
        "is refused where it does not fit",
        arguments: [
            ("yes", .boolean, "true or false"),
            ("6", .integer(-5...5), "a whole number from -5 to 5"),
            ("1.5", .integer(0...(.max)), "a whole number of at least 0"),
            ("c", .choice(["a", "b"]), "one of a, b"),
            ("two\nlines", .text, "a text of one line"),
            ("x", .number(atLeast: nil, atMost: nil), "a number"),
        ] as [(String, PluginSetting.Kind, String)])
    func refusal(text: String, kind: PluginSetting.Kind, expected: String) {
        #expect(throws: SettingError.self) { try SettingValue(parsing: text, as: kind) }
        #expect(kind.description == expected)
    }
}
