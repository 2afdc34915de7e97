import Classification
import Testing

@Suite("The tests of a plugin")
struct PluginTestReadingTests {
    /// Each file of tests has one mistake, at the mark.
    static let markedSources: [String] = [
        "test { ¶nam = 'T', transactions = { 'SHOP' } }",
        "test { name = ¶3, transactions = { 'SHOP' } }",
        "test { name = 'é', today = ¶'today',\n  transactions = { 'SHOP' } }",
        "test { settings = { ¶dayz = 3 }, transactions = { 'SHOP' } }",
        "test { settings = { days = ¶'x' }, transactions = { 'SHOP' } }",
        "test { transactions = ¶'SHOP' }",
        "test { transactions = { 'SHOP',\n  { ¶descripton = 'BAR' } } }",
        "test { transactions = { { description = 'BAR', gets = { ¶categry = 'other' } } } }",
        "test { transactions = { 'A' } }\ntest { transactions = { ¶nothing } }",
    ]

    @Test("tell a mistake at the line and column where it was written", arguments: markedSources)
    func places(marked: String) throws {
        let main = """
            plugin { name = "p", version = "1", summary = "s", decides = "tags",
                     settings = { days = { type = "integer", default = 1, help = "h" } },
                     classify = function() end }
            """
        let tests = marked.filter { $0 != "¶" }
        let plugin = try LoadedPlugin(
            PluginSource(
                name: "p", folder: "Plugins/p",
                files: [
                    PluginSource.File(path: "plugin.lua", bytes: Array(main.utf8)),
                    PluginSource.File(path: "tests.lua", bytes: Array(tests.utf8)),
                ], isShipped: false))
        do {
            _ = try PluginTests.run(plugin, in: makeBarePipeline())
            Issue.record("the tests were read")
        } catch let error as PluginLoadError {
            let before = marked.prefix { $0 != "¶" }
            #expect(error.problems.map(\.file) == ["Plugins/p/tests.lua"])
            #expect(error.problems.map(\.line) == [before.count { $0 == "\n" } + 1])
            #expect(
                error.problems.map(\.column)
                    == [before.reversed().prefix { $0 != "\n" }.count + 1])
        }
    }

    private static let main = """
        plugin { name = "p", version = "1", summary = "s", decides = { "notes" },
                 classify = function() return { notes = "mine" } end }
        """
    private static let tests = """
        test {
            rules = "rule { name = 'R', when = {}, set = { notes = 'theirs' } }",
            transactions = { { description = "SHOP", gets = { notes = "mine" } } },
        }
        """

    @Test("name who decided where the plugin could not")
    func decidedBefore() throws {
        let plugin = try LoadedPlugin(
            PluginSource(
                name: "p", folder: "Plugins/p",
                files: [
                    PluginSource.File(path: "plugin.lua", bytes: Array(Self.main.utf8)),
                    PluginSource.File(path: "tests.lua", bytes: Array(Self.tests.utf8)),
                ], isShipped: false))
        let outcomes = try PluginTests.run(plugin, in: makeBarePipeline())
        #expect(
            outcomes.flatMap(\.failures) == [
                "transaction 1 (SHOP) should get notes \"mine\" but gets notes \"theirs\"; notes "
                    + "was decided by the stage \"rules\" (Matched: R (the test's rules:1))"
            ])
    }
}
