import Classification
import Model
import Rules
import Testing

@Suite("The health of rules")
struct RuleHealthTests {
    private func health(_ rules: String, _ descriptions: String...) throws -> RuleHealth {
        let snapshot = makeSnapshot(descriptions.map { Row(description: $0) })
        return try load([rules]).health(on: snapshot)
    }

    private static func rule(_ name: String, _ text: String, _ set: String, _ rest: String = "")
        -> String
    {
        "rule { name = \"\(name)\", when = { text = \"\(text)\" }, set = { \(set) } \(rest) }\n"
    }

    @Test("only a rule that matches nothing is reported")
    func neverMatched() throws {
        let found = try health(
            Self.rule("A", "NETFLIX", "notes = \"x\"") + Self.rule("B", "HULU", "notes = \"x\""),
            "NETFLIX")
        #expect(found.neverMatched.map(\.name) == ["B"])
    }

    @Test("a rule that always comes too late is told with those that decided before it")
    func shadowed() throws {
        let found = try health(
            Self.rule("A", "NET", "notes = \"x\"") + Self.rule("B", "FLIX", "lens = \"want\"")
                + Self.rule("C", "NETFLIX", "notes = \"x\", lens = \"want\""),
            "NETFLIX", "NETFLIX.COM")
        #expect(found.shadowed.map(\.rule.name) == ["C"])
        #expect(found.shadowed.first?.earlier.map(\.name) == ["A", "B"])
        #expect(found.shadowed.first?.transactions == 2)
    }

    @Test(
        "a rule that decides one thing on one transaction is not shadowed",
        arguments: ["notes = \"x\", lens = \"want\"", "notes = \"x\", tags = { \"new\" }"])
    func notShadowed(_ set: String) throws {
        let found = try health(
            Self.rule("A", "NET", "notes = \"x\", tags = { \"old\" }")
                + Self.rule("B", "NETFLIX", set), "NETFLIX")
        #expect(found.shadowed.isEmpty)
    }

    @Test("notes that are appended stand beside each other")
    func appendedNotes() throws {
        let found = try health(
            Self.rule("A", "NET", "append_notes = \"x\"")
                + Self.rule("B", "NETFLIX", "append_notes = \"y\""), "NETFLIX")
        #expect(found.shadowed.isEmpty)
        #expect(found.conflicts.isEmpty)
    }

    @Test("a tag that an earlier rule adds already is no news")
    func shadowedTag() throws {
        let found = try health(
            Self.rule("A", "NET", "tags = { \"films\", \"home\" }")
                + Self.rule("B", "NETFLIX", "tags = { \"home\" }"), "NETFLIX")
        #expect(found.shadowed.map(\.rule.name) == ["B"])
    }

    @Test("a rule that splits what an earlier one gives a category comes too late")
    func shadowedSplits() throws {
        let parts = "splits = { { category = \"gifts\", share = 0.5 }, { category = \"other\" } }"
        let found = try health(
            Self.rule("A", "NET", "category = \"dining\"") + Self.rule("B", "NETFLIX", parts),
            "NETFLIX")
        #expect(found.shadowed.map(\.rule.name) == ["B"])
        #expect(found.conflicts.map(\.attributes) == [[.splits]])
        let own = try health(
            Self.rule("A", "NET", "category = \"dining\", \(parts)"), "NETFLIX")
        #expect(own.shadowed.isEmpty)
        #expect(own.conflicts.isEmpty)
    }

    @Test("a rule behind one that stops is reported as shadowed, not as unmatched")
    func stopped() throws {
        let found = try health(
            Self.rule("A", "NET", "", ", stop = true")
                + Self.rule("B", "NETFLIX", "lens = \"want\""),
            "NETFLIX")
        #expect(found.neverMatched.isEmpty)
        #expect(found.shadowed.map(\.rule.name) == ["B"])
        #expect(found.shadowed.first?.earlier.map(\.name) == ["A"])
    }

    @Test("rules that differ on the same transactions are told with what they differ in")
    func conflicts() throws {
        let found = try health(
            Self.rule("A", "NET", "category = \"dining\", lens = \"need\", notes = \"x\"")
                + Self.rule("B", "FLIX", "category = \"gifts\", lens = \"want\", notes = \"x\""),
            "NETFLIX", "NETFLIX", "NET", "FLIX")
        #expect(found.conflicts.map(\.winner.name) == ["A"])
        #expect(found.conflicts.map(\.loser.name) == ["B"])
        #expect(found.conflicts.map(\.attributes) == [[.category, .lens]])
        #expect(found.conflicts.map(\.transactions) == [2])
        #expect(found.conflicts.map(\.isException) == [false])
    }

    @Test("a narrow rule before a wide one is an exception")
    func exceptions() throws {
        let found = try health(
            Self.rule("A", "UBER EATS", "category = \"dining\"")
                + Self.rule("B", "UBER", "category = \"gifts\""), "UBER EATS", "UBER")
        #expect(found.conflicts.map(\.isException) == [true])
    }

    @Test("tags never conflict")
    func tags() throws {
        let found = try health(
            Self.rule("A", "NET", "tags = \"a\"") + Self.rule("B", "NET", "tags = \"b\""), "NET")
        #expect(found.conflicts.isEmpty)
    }

    @Test("functions are told with how often they are asked and their share of the steps")
    func costs() throws {
        let found = try health(
            """
            rule { name = "cheap", when = { text = "NETFLIX", function(tx) return false end },
                   set = {} }
            rule { name = "dear", set = {}, when = function(tx)
                local sum = 0
                for i = 1, 100 do sum = sum + i end
                return sum == 0
            end }
            rule { name = "table", when = { text = "NETFLIX" }, set = {} }
            """, "NETFLIX", "HULU")
        #expect(found.costs.map(\.rule.name) == ["dear", "cheap"])
        #expect(found.costs.map(\.transactions) == [2, 1])
        let dear = try #require(found.costs.first)
        let cheap = try #require(found.costs.last)
        #expect((200...1000).contains(dear.stepsEach))
        #expect((1...20).contains(cheap.stepsEach))
        #expect(dear.share > 0.9)
        #expect(abs(dear.share + cheap.share - 1) < 1e-9)
    }

    @Test("a function that fails has no opinion")
    func failing() throws {
        let found = try health(
            "rule { name = \"A\", when = function(tx) error(\"no\") end, set = {} }", "NETFLIX")
        #expect(found.neverMatched.map(\.name) == ["A"])
    }

    @Test("what a function sets is compared by what it gave on the transaction")
    func functionEffects() throws {
        let found = try health(
            """
            rule { name = "A", when = {}, set = function(tx)
                return { category = tx.description == "HULU" and "gifts" or "dining" } end }
            rule { name = "B", when = {}, set = { category = "gifts" } }
            """, "NETFLIX", "HULU")
        #expect(found.conflicts.map(\.transactions) == [1])
    }
}
