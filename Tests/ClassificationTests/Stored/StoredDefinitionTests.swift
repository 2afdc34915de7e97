import Classification
import Model
import TestSupport
import Testing

@Suite("What a stored rule may hold")
struct StoredDefinitionTests {
    @Test("every mistake is told at its place in the definition")
    func mistakes() throws {
        let differences = try MistakeCatalogue("stored-rules").differences {
            try load(stored: stored($0)).leftOut.flatMap(\.problems).map(\.placed)
        }
        #expect(differences == [])
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
