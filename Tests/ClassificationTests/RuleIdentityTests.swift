import Classification
import Model
import Rules
import Scripting
import Testing

@Suite("What a decision about a rule of a file knows it by")
struct RuleIdentityTests {
    /// Files by their names.
    typealias Files = [String: String]

    private func load(_ files: Files, modules: Files = [:]) throws -> UserRules {
        let rules = try UserRules(
            files.sorted { $0.key < $1.key }.map {
                RuleSource(file: "rules/\($0.key).lua", bytes: Array($0.value.utf8))
            }, categories: makeCategories(),
            library: ScriptLibrary(
                modules: modules.map {
                    ScriptModule(
                        name: $0.key, source: Array($0.value.utf8),
                        chunkName: "rules/\($0.key).lua")
                }))
        try #require(rules.leftOut.isEmpty)
        return rules
    }

    /// The ids of the rules that a decision about the first of some rules is
    /// about, once their files are others.
    private func known(
        _ before: UserRules, _ after: UserRules, decided id: String? = nil
    ) throws -> [String] {
        let rule = try #require(before.listed.first { id == nil || $0.id == id })
        let identity = before.identities.identity(of: rule)
        return after.listed.filter { after.identities.isKnown($0, as: identity) }.map(\.id)
    }

    @Test(
        "a rule that has an id, or gets one, stays itself when it says something else",
        arguments: [
            "rule { id = \"rent\", name = \"Rent\", \(rent) }",
            "rule { name = \"Rent\", \(rent) }",
        ])
    func lastingID(before: String) throws {
        let before = try load(["1": before])
        let sameName = try load(["1": "rule { id = \"rent\", name = \"Rent\", \(Self.food) }"])
        #expect(try known(before, sameName) == ["rules/1.lua:Rent"])
    }

    @Test("a rule with an id stays itself under another name, in another file, saying otherwise")
    func movedWithID() throws {
        let before = try load(["1": "rule { id = \"rent\", name = \"Rent\", \(Self.rent) }"])
        let after = try load(["7": "rule { id = \"rent\", name = \"Flat\", \(Self.food) }"])
        #expect(try known(before, after) == ["rules/7.lua:Flat"])
    }

    @Test("an id of two rules is a mistake of the later one")
    func twoIDs() throws {
        let rules = try UserRules(
            ["1", "2"].map { name in
                RuleSource(
                    file: "rules/\(name).lua",
                    bytes: Array("rule { id = \"rent\", \(Self.rent) }".utf8))
            }, categories: makeCategories())
        #expect(rules.leftOut.map(\.file) == ["rules/2.lua"])
        #expect(
            rules.leftOut.flatMap(\.problems).map(\.message)
                == ["another rule has the id \"rent\""])
    }

    @Test("an id is a short word", arguments: ["\"\"", "\"two words\"", "7", "\"\\n\""])
    func wrongID(id: String) throws {
        let rules = try UserRules(
            [RuleSource(file: "1", bytes: Array("rule { id = \(id), \(Self.rent) }".utf8))],
            categories: makeCategories())
        #expect(
            rules.leftOut.flatMap(\.problems).map(\.message) == [
                "\"id\" must be a text of 1 to 64 letters, digits, \"-\", \"_\" or \".\""
            ])
    }

    private static let rent = "when = { text = \"RENT\" }, set = { category = \"other\" }"
    private static let food = "when = { text = \"FOOD\" }, set = { category = \"dining\" }"

    @Test(
        "a rule stays the rule that it was",
        arguments: [
            ("its file is renamed", ["9": "rule { name = \"Rent\", \(rent) }"], "rules/9.lua:Rent"),
            ("it is renamed", ["1": "rule { name = \"Flat\", \(rent) }"], "rules/1.lua:Flat"),
            ("it loses its name", ["1": "rule { \(rent) }"], "rules/1.lua:rule 1"),
            (
                "a rule is put before it",
                ["1": "rule { \(food) } rule { name = \"Rent\", \(rent) }"], "rules/1.lua:Rent"
            ),
            (
                "it is changed under its name", ["1": "rule { name = \"Rent\", \(food) }"],
                "rules/1.lua:Rent"
            ),
            (
                "its name, white space, comments, priority and tests are changed",
                [
                    "1": """
                    -- The landlord's.
                    rule {
                        name = "Flat", priority = 4, stop = true,
                        set = { category = 'other' },
                        when = { text = contains "RENT" and "RENT" }, tests = { match = { "RENT" } },
                    }
                    """
                ], "rules/1.lua:Flat"
            ),
        ])
    func stays(_: String, after: Files, expected: String) throws {
        let before = try load(["1": "rule { name = \"Rent\", \(Self.rent) }"])
        #expect(try known(before, load(after)) == [expected])
    }

    @Test(
        "a rule is another one that has another name and says something else",
        arguments: [
            "when = { text = \"RENT\" }, set = { category = \"gifts\" }",
            "when = { text = \"RENT\", amount = -5 }, set = { category = \"other\" }",
            "when = { text = { \"RENT\" } }, set = { category = \"other\" }",
            "when = { text = word \"RENT\" }, set = { category = \"other\" }",
            "when = { memo = \"RENT\" }, set = { category = \"other\" }",
        ])
    func another(parts: String) throws {
        let before = try load(["1": "rule { name = \"Rent\", \(Self.rent) }"])
        #expect(try known(before, load(["1": "rule { name = \"Flat\", \(parts) }"])) == [])
        #expect(
            try known(load(["1": "rule { \(Self.rent) }"]), load(["1": "rule { \(parts) }"])) == [])
    }

    @Test("a rule without a name is known by what it says, wherever it stands")
    func unnamed() throws {
        let before = try load(["1": "rule { \(Self.rent) }"])
        let moved = try load(["1": "rule { \(Self.food) } rule { \(Self.rent) }"])
        #expect(try known(before, moved) == ["rules/1.lua:rule 2"])
        let named = try load(["2": "rule { name = \"Rent\", \(Self.rent) }"])
        #expect(try known(before, named) == ["rules/2.lua:Rent"])
    }

    @Test("of rules that say the same, a name tells which is meant, else their order")
    func equals() throws {
        let twice = "rule { \(Self.rent) } rule { \(Self.rent) }"
        let before = try load(["1": twice])
        let after = try load(["1": "rule { \(Self.food) } " + twice])
        #expect(try known(before, after, decided: "rules/1.lua:rule 1") == ["rules/1.lua:rule 2"])
        #expect(try known(before, after, decided: "rules/1.lua:rule 2") == ["rules/1.lua:rule 3"])
        let named = try load(["1": "rule { name = \"Rent\", \(Self.rent) }"])
        let copied = try load([
            "1": """
            rule { name = "Copy", \(Self.rent) }
            rule { name = "Rent", \(Self.rent) }
            """
        ])
        #expect(try known(named, copied) == ["rules/1.lua:Rent"])
    }

    // MARK: Functions

    private func function(_ body: String, _ name: String = "A") -> String {
        "rule { name = \"\(name)\", when = function(tx)\n \(body) end, set = { notes = \"x\" } }"
    }

    @Test("the words of a function count, not its line or its comments")
    func functions() throws {
        let before = try load(["1": function("return tx.amount < 0")])
        let moved = "\n\n" + function("return tx.amount <  0 -- out\n", "B")
        #expect(try known(before, load(["1": moved])) == ["rules/1.lua:B"])
        #expect(try known(before, load(["1": function("return tx.amount < 1", "B")])) == [])
    }

    @Test("a function that stands elsewhere counts as well, also in a module")
    func functionsElsewhere() throws {
        let named = "\nrule { when = out, set = { notes = \"x\" } }"
        func local(_ limit: Int) -> String {
            "local function out(tx) return tx.amount < \(limit) end"
        }
        let before = try load(["1": local(0) + named])
        #expect(try known(before, load(["1": "\n" + local(0) + named])) == ["rules/1.lua:rule 1"])
        #expect(try known(before, load(["1": local(1) + named])) == [])
        func module(_ limit: Int) throws -> UserRules {
            try load(
                ["1": "local out = require \"out\"" + named],
                modules: ["out": "return function(tx) return tx.amount < \(limit) end"])
        }
        #expect(try known(module(0), module(0)) == ["rules/1.lua:rule 1"])
        #expect(try known(module(0), module(1)) == [])
    }

    // MARK: Kept ones

    @Test("a fingerprint is the same in every version, since decisions are kept with it")
    func lasting() throws {
        let rules = try load([
            "1": """
            rule {
                when = { text = any { word "A", "B" }, amount = less(-1.5), pending = true,
                    function(tx) return tx.day > "2025-01-01" end },
                set = { category = "dining", tags = { "x", "y" } },
            }
            """
        ])
        let identity = rules.identities.identity(of: try #require(rules.listed.first))
        #expect(identity == RuleIdentity(unnamed: "72b5227e276acecefff9e1acba88a1bb"))
    }

    @Test("what was decided before there were fingerprints knows a rule by its name")
    func older() throws {
        let rules = try load(["1": "rule { name = \"Rent\", \(Self.rent) } rule { \(Self.food) }"])
        for (position, id) in ["rules/1.lua:Rent", "rules/1.lua:rule 2"].enumerated() {
            #expect(rules.identities.isKnown(rules.listed[position], as: RuleIdentity(id)))
        }
    }

    @Test("a stored rule is known by its number alone")
    func stored() throws {
        let rules = try UserRules(
            [], stored: [StoredRule(id: 4, position: 0, definition: "{ \(Self.rent) }")],
            categories: makeCategories())
        let rule = try #require(rules.listed.first)
        #expect(rules.identities.identity(of: rule) == RuleIdentity("stored-4"))
        #expect(!rules.identities.isKnown(rule, as: RuleIdentity("stored-5")))
    }
}
