import Classification
import Model
import Testing

@Suite("What the tests of a rule decide")
struct RuleCoverageTests {
    private static func coverage(_ when: String, _ tests: String) throws -> [RuleCoverage] {
        let rules = try load([
            "rule { name = \"R\", when = \(when), set = { tags = \"t\" }, tests = \(tests) }"
        ])
        #expect(rules.leftOut == [])
        return try RuleTests.coverage(of: rules, try makePayeePipeline())
    }

    @Test(
        "is every part without which one of them would end otherwise",
        arguments: [
            // Nothing shows what the amount is for.
            (
                "{ text = \"CAB\", size = less(10) }",
                "{ match = { { description = \"CAB\", amount = -5 } }, no_match = { { description = \"BUS\", amount = -5 } } }",
                ["size = less(10)"]
            ),
            (
                "{ text = \"CAB\", size = less(10) }",
                "{ match = { { description = \"CAB\", amount = -5 } }, no_match = { { description = \"BUS\", amount = -5 }, { description = \"CAB\", amount = -50 } } }",
                []
            ),
            // Without the only part it would match all.
            ("{ text = \"CAB\" }", "{ match = { \"CAB\" } }", ["text = \"CAB\""]),
            // One of two ways to match.
            (
                "any { { text = \"CAB\" }, { text = \"TAXI\" } }",
                "{ match = { \"CAB\" }, no_match = { \"BUS\" } }", ["text = \"TAXI\""]
            ),
            (
                "{ text = \"CAB\", none { { text = \"BACK\" } } }",
                "{ match = { \"CAB\" }, no_match = { \"BUS\", \"CAB BACK\" } }", []
            ),
            (
                "{ text = \"CAB\", none { { text = \"BACK\" } } }",
                "{ match = { \"CAB\" }, no_match = { \"BUS\" } }", ["text = \"BACK\""]
            ),
        ])
    func undecided(when: String, tests: String, parts: [String]) throws {
        #expect(try Self.coverage(when, tests).map(\.undecided) == [parts])
    }

    @Test("is nothing without tests")
    func untested() throws {
        let found = try Self.coverage("{ text = \"CAB\" }", "{}")
        #expect(found.map(\.undecided) == [[]])
        #expect(found.map { $0.matches + $0.others } == [0])
    }

    @Test("counts samples of both kinds")
    func counts() throws {
        let found = try Self.coverage(
            "{ text = \"CAB\" }", "{ match = { \"CAB\", \"CAB 2\" }, no_match = { \"BUS\" } }")
        #expect(found.map(\.matches) == [2])
        #expect(found.map(\.others) == [1])
    }
}
