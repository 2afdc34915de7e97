import Classification
import Model
import Testing

@Suite("What a stored rule may hold")
struct StoredDefinitionTests {
    @Test(
        "every mistake is told at its place in the definition",
        arguments: [
            (
                "{ when = { descripton = \"A\" }, set = {} }", 1, 12,
                "unknown field \"descripton\" in when (did you mean \"description\"?)"
            ),
            (
                "{ when = {},\n  set = { category = \"dinning\" } }", 2, 22,
                "there is no category \"dinning\" (did you mean \"dining\"?)"
            ),
            (
                "{ when = function(tx) return true end, set = {} }", 1, 10,
                "a stored rule is data and can't have \"function\"; write a rule with a function "
                    + "in a file; \"ghostvault rules new mine\" creates one"
            ),
            (
                "{ when = { text = contain \"A\" }, set = {} }", 1, 19,
                "a stored rule can't use \"contain\" (did you mean \"contains\"?)"
            ),
            (
                "{ when = { text = (\"x\"):rep(9) }, set = {} }", 1, 24,
                "a stored rule is data and can't compute with \":\""
            ),
            (
                "{ when = {}, set = { notes = \"a\" .. \"b\" } }", 1, 34,
                "a stored rule is data and can't compute with \"..\""
            ),
            (
                "{ when = { text = require \"a\" }, set = {} }", 1, 19,
                "a stored rule can't use \"require\""
            ),
            (
                "{ when = {}, set = {} } { }", 1, 25,
                "a stored rule is one table; nothing may follow"
            ),
            (
                "{ when = { text = nil or \"A\" }, set = {} }", 1, 23,
                "a stored rule is data and can't have \"or\"; write a rule with a function in a "
                    + "file; \"ghostvault rules new mine\" creates one"
            ),
            (
                "{ when = { text = \"A\" } }", 1, 1,
                "rule 1 has no \"set\"; it would do nothing"
            ),
        ])
    func mistakes(_ definition: String, line: Int, column: Int, message: String) throws {
        let found = try load(stored: stored(definition)).leftOut.flatMap(\.problems)
        #expect(found.map(\.message) == [message])
        #expect(found.map(\.file) == ["stored-1"])
        #expect(found.map(\.line) == [line])
        #expect(found.map(\.column) == [column])
    }

    @Test(
        "what is no table is told what one looks like",
        arguments: ["", "\"NETFLIX\"", "name = \"A\"", "return { when = {}, set = {} }"])
    func noTable(_ definition: String) throws {
        let found = try load(stored: stored(definition)).leftOut.flatMap(\.problems)
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix("a stored rule is a table such as {") == true)
    }

    @Test(
        "a definition that is not finished is left out with the place of the slip",
        arguments: [
            "{", "{ when = { text = \"A }, set = {} }", "{ when = {} set = {} }", "{ = }", "{ \0 }",
            "{ when = {}, set = {}", "{ when = {}, set = {} --[[ }",
        ])
    func unfinished(_ definition: String) throws {
        let found = try load(stored: stored(definition)).leftOut.flatMap(\.problems)
        #expect(found.map(\.line) == [1])
    }

    @Test(
        "comments, long texts and negative numbers are data",
        arguments: [
            "{ -- why\n when = { text = [[NETFLIX]], amount = -12.5 }, set = { notes = 'x' }; }",
            "\n  { when = { [\"text\"] = word(\"NETFLIX\") }, set = { notes = \"x\" } }\n",
            "{ when = { amount = between(-20, -10), pending = false }, set = { notes = \"x\" } }",
        ])
    func data(_ definition: String) throws {
        let rules = try load(stored: stored(definition))
        #expect(rules.leftOut.isEmpty)
        #expect(
            try makeClassifier(rules).verdict(Row(description: "NETFLIX")).notes?.value == "x")
    }
}
