import Classification
import TestSupport
import Testing

@Suite("Mistakes in Lua rules")
struct LuaMistakeTests {
    private static func when(_ when: String) -> String {
        "rule { name = \"R\", when = \(when), set = { notes = \"x\" } }"
    }

    @Test("are told with their place and how to mend them")
    func inRules() throws {
        let differences = try MistakeCatalogue("rules").differences {
            try mistakes($0).map(\.placed)
        }
        #expect(differences == [])
    }

    @Test("every mistake in every file is reported at once")
    func allAtOnce() throws {
        let problems = try mistakes(
            "rule { name = \"A\", when = {} }\nrule { name = \"B\", set = {} }", "rule {",
            "rule { name = \"C\", when = {}, set = {} }",
            Self.when("{ memo = any { regex \"(\", regex \"[\" } }"))
        #expect(
            problems.map { "\($0.file):\($0.line ?? 0)" } == [
                "rules/1.lua:1", "rules/1.lua:2", "rules/2.lua:1", "rules/4.lua:1",
                "rules/4.lua:1",
            ])
    }

    @Test("a broken regular expression is reported beside a file's other mistakes")
    func regexBesideOthers() throws {
        let problems = try mistakes(
            """
            rule { name = "A", when = { memo = "a" }, set = { category = "diner" } }
            rule { name = "B", when = { memo = regex "(" }, set = {} }
            rule { name = "C", when = { mem0 = "a" }, set = {} }
            """)
        #expect(problems.map(\.line) == [1, 2, 3])
    }

    @Test(
        "a broken regular expression is reported also where the file fails as it runs",
        arguments: [
            "local y = nil local z = y.z", "local x = nothing", "local x = nothing.at.all",
            "rule { name = \"C\", when = { memo = nothing }, set = { tags = \"x\" } }",
        ])
    func regexBeforeFailure(failing: String) throws {
        let problems = try mistakes(
            """
            rule { name = "A", when = { memo = regex "(" }, set = { tags = "x" } }
            rule { name = "B", when = { memo = "b" }, set = { tags = "x" } }
            \(failing)
            """)
        #expect(problems.map(\.line) == [1, 3])
    }

    @Test("names that mean nothing are reported to a number that a person can read")
    func manyUnknownNames() throws {
        let names = String(repeating: "zz, ", count: 50_000)
        #expect(try mistakes("local x = nil + 1\nlocal t = { \(names) }").count == 21)
    }

    @Test(
        "a name that has a meaning is none of them",
        arguments: [
            "local a <const>, b = 1, 2", "a, b = 1, 2", "function a() return a end",
            "local a = { b = {} } function a.b:c(d, ...) return self, d, ... end",
            "for a, b in pairs({}) do print(a, b) end", "for a = 1, 2 do print(a) end",
            "goto a ::a:: print(math.pi, ('a'):len(), utf8.len('a'))",
            "local t = { a = 1, ['b'] = 2, t = contains 'x' } print(t.a, t.b)",
        ])
    func knownNames(lua: String) throws {
        #expect(try mistakes(lua + "\nlocal x = nil + 1").map(\.line) == [2])
    }

    @Test("a file with a mistake is left out whole, and the others are used")
    func leftOutWhole() throws {
        let rules = try load([
            Self.when("{}"),
            "rule { name = \"Good\", when = {}, set = {} }\n" + Self.when("{ paye = \"X\" }"),
            "rule {", Self.when("{ memo = regex \"(\" }"), Self.when("{ memo = \"x\" }"),
        ])
        #expect(rules.leftOut.map(\.file) == ["rules/2.lua", "rules/3.lua", "rules/4.lua"])
        #expect(rules.count == 2)
    }

    @Test(
        "a condition may be nested some levels deep, and no deeper",
        arguments: [(6, true), (50, false), (50_000, false)])
    func depth(levels: Int, isReadable: Bool) throws {
        let problems = try mistakes(
            """
            local condition = { memo = "x" }
            for _ = 1, \(levels) do condition = any { condition } end
            rule { when = condition, set = { notes = "x" } }
            """)
        #expect(
            problems.map(\.message)
                == (isReadable ? [] : ["the value is nested deeper than 16, or contains itself"]))
    }
}
