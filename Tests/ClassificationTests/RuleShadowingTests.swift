import Classification
import Model
import Rules
import Scripting
import Testing

@Suite("What stands before a rule")
struct RuleStandingTests {
    private let burgers = [Row(description: "BURGER BAR"), Row(description: "BURGER HUT")]

    private func shadowing(
        of reference: String, _ rules: UserRules, _ rows: [Row], decisions: Decisions = .none,
        stages: [Stage] = [userStage, correctionStage, defaultStage]
    ) throws -> RuleShadowing {
        let classifier = Classifier(
            pipeline: Pipeline(stages: stages, categories: try makeCategories()), userRules: rules)
        let snapshot = makeSnapshot(rows, decisions: decisions)
        return try #require(try classifier.conclude(snapshot, shadowingOf: reference).shadowing)
    }

    private func words(_ shadowing: RuleShadowing) -> [String] {
        shadowing.predecessors.map { predecessor in
            "\(predecessor.transactions) "
                + predecessor.attributes.map(\.rawValue).joined(separator: "+")
                + " \(predecessor.reason.text)" + (predecessor.stops ? ", stops" : "")
        }
    }

    @Test("nothing does if no other rule decides")
    func alone() throws {
        let rules = try load(
            stored: stored("{ when = { text = \"BURGER\" }, set = { category = \"dining\" } }"))
        let shadowing = try shadowing(of: "stored-1", rules, burgers)
        #expect(shadowing == RuleShadowing(matches: 2, preceded: 0, predecessors: []))
    }

    @Test("an earlier rule does in what both set, the busiest rule first")
    func earlierRules() throws {
        let rules = try load(
            stored: stored(
                "{ name = \"Bars\", when = { text = \"BAR\" }, set = { category = \"gifts\" } }",
                "{ name = \"All\", when = { text = \"B\" }, set = { lens = \"want\" } }",
                """
                { when = { text = "BURGER" },
                  set = { category = "dining", lens = "need", notes = "lunch" } }
                """))
        let shadowing = try shadowing(of: "stored-3", rules, burgers)
        #expect(
            words(shadowing) == [
                "2 lens Matched: All (stored-2)", "1 category Matched: Bars (stored-1)",
            ])
        #expect(shadowing.preceded == 2)
    }

    @Test("a rule that sets the same comes before it all the same")
    func sameValue() throws {
        let rule = "{ name = \"Bars\", when = { text = \"BAR\" }, set = { category = \"dining\" } }"
        let shadowing = try shadowing(of: "stored-2", load(stored: stored(rule, rule)), burgers)
        #expect(words(shadowing) == ["1 category Matched: Bars (stored-1)"])
    }

    @Test("a later rule does not")
    func laterRule() throws {
        let rules = try load(
            stored: stored("{ when = { text = \"BURGER\" }, set = { category = \"dining\" } }"),
            ["rule { name = \"Bars\", when = { text = \"BAR\" }, set = { category = \"gifts\" } }"])
        #expect(try shadowing(of: "stored-1", rules, burgers).preceded == 0)
        #expect(
            try words(shadowing(of: "rules/1.lua:Bars", rules, burgers)) == [
                "1 category Matched: BURGER (stored-1)"
            ])
    }

    @Test("a rule that ends the rules does on all that the later one would have matched")
    func stopping() throws {
        let rules = try load(
            stored: stored(
                """
                { name = "Bars", when = { text = "BAR" }, set = { notes = "bar" }, stop = true }
                """,
                "{ when = { text = \"BURGER\" }, set = { category = \"dining\" } }"))
        let shadowing = try shadowing(of: "stored-2", rules, burgers + [Row(description: "BAR")])
        #expect(words(shadowing) == ["1 category Matched: Bars (stored-1), stops"])
        #expect(shadowing.matches == 2)
    }

    @Test("a function behind a rule that ends the rules is not asked")
    func functionBehindStop() throws {
        let rules = try load([
            """
            rule { name = "Bars", when = { text = "BAR" }, set = {}, stop = true }
            rule { name = "Asked", when = function(tx) print(tx.description) return true end,
                   set = { category = "dining" } }
            """
        ])
        let shadowing = try shadowing(of: "rules/1.lua:Asked", rules, burgers)
        #expect(shadowing.matches == 1)
        #expect(rules.takeOutput().map(\.text) == ["BURGER HUT"])
    }

    @Test("splits answer for a category, and a category for splits")
    func splits() throws {
        let split = "splits = { { category = \"dining\", share = 0.5 }, { category = \"gifts\" } }"
        let one = "{ name = \"Split\", when = {}, set = { \(split) } }"
        let other = "{ name = \"Whole\", when = {}, set = { category = \"dining\" } }"
        #expect(
            try words(shadowing(of: "stored-2", load(stored: stored(one, other)), burgers)) == [
                "2 category Matched: Split (stored-1)"
            ])
        #expect(
            try words(shadowing(of: "stored-2", load(stored: stored(other, one)), burgers)) == [
                "2 splits Matched: Whole (stored-1)"
            ])
    }

    @Test("a tag that another rule gives too comes of that one, a further tag does not")
    func tags() throws {
        let rules = try load(
            stored: stored(
                "{ name = \"Bars\", when = { text = \"BAR\" }, set = { tags = { \"a\" } } }",
                "{ when = {}, set = { tags = { \"a\" } } }",
                "{ when = {}, set = { tags = { \"a\", \"b\" } } }"))
        #expect(
            try words(shadowing(of: "stored-2", rules, burgers)) == [
                "1 tags Matched: Bars (stored-1)"
            ])
        #expect(try shadowing(of: "stored-3", rules, burgers).preceded == 0)
    }

    @Test("a correction does that was made against the rule, one that was made before does not")
    func corrections() throws {
        let rules = try load(
            stored: stored("{ when = { text = \"BURGER\" }, set = { category = \"dining\" } }"))
        let gifts = Correction(category: "gifts")
        var decisions = Decisions(corrections: [1: gifts, 2: gifts])
        decisions.order = WordOrder(
            corrections: [1: AttributeNumbers(all: 5), 2: AttributeNumbers(all: 3)],
            rules: ["stored-1": AttributeNumbers(all: 4)])
        let shadowing = try shadowing(of: "stored-1", rules, burgers, decisions: decisions)
        #expect(words(shadowing) == ["1 category Corrected by you"])
    }

    @Test("a rule that comes with the program has the person's rules before it")
    func shippedRule() throws {
        let rules = try load(
            stored: stored(
                "{ name = \"Bars\", when = { text = \"BAR\" }, set = { category = \"gifts\" } }"))
        let stages = [
            userStage, try rulesStage("map", [("BURGER", Effect(category: "dining"))]),
            defaultStage,
        ]
        let shadowing = try shadowing(of: "map.toml:burger", rules, burgers, stages: stages)
        #expect(words(shadowing) == ["1 category Matched: Bars (stored-1)"])
        #expect(shadowing.matches == 2)
    }
}
