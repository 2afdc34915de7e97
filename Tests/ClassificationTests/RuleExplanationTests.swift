import Classification
import Model
import Rules
import Testing

@Suite("The explanation of one rule for one transaction")
struct RuleExplanationTests {
    private static func explanation(_ lua: String, _ row: Row) throws -> RuleExplanation {
        let rules = try load([lua])
        let classifier = Classifier(
            pipeline: Pipeline(
                stages: [
                    userStage, correctionStage, Stage(name: "rules after", kind: .rulesAfter),
                    defaultStage,
                ], categories: try makeCategories()),
            userRules: rules)
        let rule = try #require(rules.listed.last)
        return try #require(
            try classifier.explanation(of: rule, for: 1, in: makeSnapshot([row])))
    }

    /// The tests, one a line, groups before their parts.
    private static func text(_ condition: ExplainedCondition, depth: Int = 0) -> [String] {
        let mark = condition.holds ? "+" : "-"
        let value = condition.value.map { " | \($0)" } ?? ""
        return ["\(String(repeating: "  ", count: depth))\(mark) \(condition.words)\(value)"]
            + condition.parts.flatMap { text($0, depth: depth + 1) }
    }

    @Test("tells each test in the words of the file, and what the transaction has")
    func tests() throws {
        let lua = """
            rule { name = "Rent", when = {
                description = any { word "RENT", starts_with "LEASE" },
                amount = between(-2000, -1500), account_type = "checking", month = between(1, 6),
                none { day_of_month = { 1, 9 } },
            }, set = { tags = "rent" } }
            """
        let explanation = try Self.explanation(
            lua, Row(cents: -1450_00, description: "PROPERTY RENT 2211"))
        #expect(!explanation.matches)
        #expect(
            Self.text(explanation.condition) == [
                "- all of",
                "  - none of",
                "    + any of",
                "      - day_of_month = 1 | 9",
                "      + day_of_month = 9 | 9",
                "  + account_type = \"checking\" | checking",
                "  - amount = between(-2000, -1500) | -1,450.00",
                "  + any of",
                "    + description = word \"RENT\" | PROPERTY RENT 2211",
                "    - description = starts_with \"LEASE\" | PROPERTY RENT 2211",
                "  + month = between(1, 6) | 2025-03-09",
            ])
    }

    @Test("tells of an amount of money either way as it is written")
    func within() throws {
        let lua = """
            rule { name = "R", when = { amount = approx(-12, { within = 0.5 }) },
                set = { tags = "a" } }
            """
        #expect(
            Self.text(try Self.explanation(lua, Row(cents: -1250)).condition)
                == ["+ amount = approx(-12, { within = 0.5 }) | -12.50"])
    }

    @Test("a category does not hold where a transaction is split")
    func split() throws {
        let lua = """
            rule { name = "R", when = { amount = less(0) }, set = { category = "dining", splits = {
                { category = "gifts", share = 0.5 }, { category = "groceries" } } } }
            """
        let proposals = try Self.explanation(lua, Row(cents: -1250)).proposals
        #expect(proposals.map(\.attribute) == [.category, .splits])
        #expect(proposals.map(\.holds) == [false, true])
        #expect(proposals.map(\.yieldsToSplits) == [true, false])
    }

    @Test("tells what the function answers, and whether it was called")
    func function() throws {
        func answer(_ amount: String, _ body: String) throws -> String {
            let lua =
                "rule { name = \"R\", when = { amount = \(amount), function(tx) \(body) end }, "
                + "set = { tags = \"a\" } }"
            return switch try Self.explanation(lua, Row()).function {
            case nil: "none"
            case .holds?: "holds"
            case .doesNotHold?: "does not hold"
            case .notAsked?: "not asked"
            case .failed(let problem)?: problem.message
            }
        }
        #expect(try answer("less(0)", "return true") == "holds")
        #expect(try answer("less(0)", "return false") == "does not hold")
        #expect(try answer("greater(0)", "return true") == "not asked")
        #expect(try answer("less(0)", "error(\"no\")").contains("no"))
    }

    @Test("tells what became of what the rule sets")
    func fate() throws {
        let lua = """
            rule { name = "A", when = { amount = less(0) }, set = { category = "dining" } }
            rule { name = "B", when = { amount = less(0) },
                set = { category = "gifts", tags = "b" } }
            """
        let explanation = try Self.explanation(lua, Row())
        #expect(explanation.matches)
        #expect(
            explanation.proposals.map { "\($0.attribute) \($0.value) \($0.isDecisive)" } == [
                "category gifts false", "tags b true",
            ])
    }

    @Test("shows of many tests of one field only those that hold")
    func manyTests() throws {
        let texts = (0..<50).map { "word \"A\($0)\"" }.joined(separator: ", ")
        let lua =
            "rule { name = \"R\", when = { description = { \(texts) } }, set = { tags = \"a\" } }"
        let condition = try Self.explanation(lua, Row(description: "A7 A12")).condition
        #expect(
            Self.text(condition) == [
                "+ any of 50", "  + description = word \"A7\" | A7 A12",
                "  + description = word \"A12\" | A7 A12",
            ])
    }

    @Test("sees what was decided, for a rule that runs after")
    func after() throws {
        let lua = """
            rule { name = "A", when = { amount = less(0) }, set = { category = "dining" } }
            rule { name = "B", after = true, when = { category = "gifts" }, set = { tags = "b" } }
            """
        #expect(
            Self.text(try Self.explanation(lua, Row()).condition) == [
                "- category = \"gifts\" | dining"
            ])
    }
}
