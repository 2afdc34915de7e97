import Classification
import Model
import Rules
import Testing

@Suite("Stored rules")
struct StoredRuleTests {
    private func note(
        _ stored: [StoredRule], _ files: [String] = [], disabled: Set<RuleIdentity> = []
    ) throws -> String? {
        let rules = try load(stored: stored, files, disabled: disabled)
        return try makeClassifier(rules).verdict(Row(description: "NETFLIX")).notes?.value
    }

    private static func rule(_ note: String, priority: Int = 0) -> String {
        "{ when = { text = \"NETFLIX\" }, set = { notes = \"\(note)\" }, priority = \(priority) }"
    }

    @Test("a stored rule sets what its table says")
    func sets() throws {
        #expect(try note(stored(Self.rule("kept"))) == "kept")
    }

    @Test("a reason names the rule and how to find it")
    func reason() throws {
        let rules = try load(
            stored: stored("{ name = \"Films\", when = {}, set = { notes = \"x\" } }"))
        let reason = try makeClassifier(rules).verdict(Row()).notes?.reason
        #expect(reason?.text == "Matched: Films (stored-1)")
        #expect(reason?.rule == "stored-1")
    }

    @Test(
        "rules that are loaded after earlier ones are what they are alone",
        arguments: [
            [rule("a"), rule("b")], [rule("b"), rule("a")], [rule("a")], [],
            [rule("a"), rule("c"), "{ when = 1 }"], ["{", rule("b")],
            [rule("a"), rule("b", priority: 2)],
        ])
    func reloaded(definitions: [String]) throws {
        let earlier = try load(stored: stored(Self.rule("a"), "{", Self.rule("b")))
        let alone = try load(stored: stored(definitions))
        let after = try load(stored: stored(definitions), after: earlier)
        #expect(after.listed == alone.listed)
        #expect(after.leftOut == alone.leftOut)
        let row = Row(description: "NETFLIX")
        #expect(
            try makeClassifier(after).verdict(row) == makeClassifier(alone).verdict(row))
    }

    @Test("a rule that was switched off is off where it is loaded after earlier ones")
    func switchedOff() throws {
        var rules = stored(Self.rule("a"))
        let earlier = try load(stored: rules)
        rules[0].isEnabled = false
        #expect(try load(stored: rules, after: earlier).count == 0)
    }

    @Test(
        "a rule without a name is called by the text that it looks for",
        arguments: [
            ("{ description = \"BLUE HERON\" }", "BLUE HERON"),
            ("{ amount = less(0), payee = is \"Blue Heron\" }", "Blue Heron"),
            ("{ payee = \"HERON\", description = word \"BLUE\" }", "BLUE"),
            ("any { payee = one_of { \"UBER\", \"LYFT\" } }", "UBER"),
            ("{ text = { \"LUFTHANSA\", \"HOTEL\" } }", "LUFTHANSA"),
            ("{ tags = \"work\", none { payee = \"UBER\" } }", "work"),
            ("{ description = \"BLUE\\nHERON\" }", "BLUE HERON"),
        ])
    func nameless(when: String, name: String) throws {
        let rule = "{ when = \(when), set = { notes = \"x\" } }"
        #expect(try load(stored: stored(rule)).listed.map(\.name) == [name])
    }

    @Test(
        "a rule without a name that looks for no text is called by its number",
        arguments: [
            "{}", "{ amount = less(-100) }", "none { payee = \"UBER\" }",
            "{ payee = regex [[UBER|LYFT]] }", "{ payee = is \"\" }",
        ])
    func textless(when: String) throws {
        let rule = "{ when = \(when), set = { notes = \"x\" } }"
        #expect(try load(stored: stored(rule)).listed.map(\.name) == ["rule 1"])
    }

    @Test("of equal priority the position decides, however the rules are given")
    func position() throws {
        let first = StoredRule(id: 7, position: 1, definition: Self.rule("first"))
        let second = StoredRule(id: 3, position: 2, definition: Self.rule("second"))
        #expect(try note([second, first]) == "first")
    }

    @Test("of equal priority stored rules are asked before files")
    func beforeFiles() throws {
        let file = "rule " + Self.rule("file")
        #expect(try note(stored(Self.rule("stored")), [file]) == "stored")
    }

    @Test("priority decides before the place, between stored rules and files too")
    func priority() throws {
        let file = "rule " + Self.rule("file", priority: 1)
        #expect(try note(stored(Self.rule("stored")), [file]) == "file")
        #expect(try note(stored(Self.rule("low"), Self.rule("high", priority: 1))) == "high")
    }

    @Test("a stored rule that stops ends the rules of files too")
    func stops() throws {
        let stopper = "{ when = { text = \"NETFLIX\" }, set = {}, stop = true }"
        #expect(try note(stored(stopper), ["rule " + Self.rule("file")]) == nil)
    }

    @Test("a rule that is switched off is not asked, and still listed")
    func disabled() throws {
        var off = stored(Self.rule("off"), Self.rule("on"))
        off[0].isEnabled = false
        #expect(try note(off) == "on")
        #expect(try load(stored: off).listed.map(\.isEnabled) == [false, true])
    }

    @Test("a rule of a file is switched off by its reference")
    func disabledInFile() throws {
        let file = "rule { name = \"A\", when = {}, set = { notes = \"file\" } }"
        #expect(try note([], [file]) == "file")
        #expect(try note([], [file], disabled: [RuleIdentity("rules/1.lua:A")]) == nil)
    }

    @Test("a rule that can't be read is left out alone")
    func leftOut() throws {
        let rules = stored(
            "{ when = {}, set = { category = \"gone\" } }", Self.rule("kept"),
            "{ when = { text = regex \"(\" }, set = {} }")
        #expect(try note(rules) == "kept")
        #expect(try load(stored: rules).leftOut.map(\.file) == ["stored-1", "stored-3"])
    }

    @Test("a broken stored rule leaves the files as they are")
    func filesStay() throws {
        #expect(try note(stored("{"), ["rule " + Self.rule("file")]) == "file")
    }

    @Test("its tests are run like those of a file")
    func tests() throws {
        let rules = try load(
            stored: stored(
                """
                { name = "Films", when = { text = "NETFLIX" }, set = { category = "gifts" },
                  tests = { match = { "NETFLIX.COM" }, no_match = { "NETFLIX" } } }
                """))
        #expect(
            try RuleTests.run(rules, in: makePayeePipeline()).map(\.hasPassed) == [true, false])
    }

    @Test("splits that don't fit are told of the stored rule")
    func unfitSplits() throws {
        let rules = try load(
            stored: stored(
                """
                { name = "Half", when = {}, set = { splits = {
                  { category = "dining", amount = 99 }, { category = "gifts" } } } }
                """))
        let pass = try makeClassifier(rules).conclude(makeSnapshot([Row()]))
        #expect(pass.problems.map(\.file) == ["stored-1"])
    }
}
