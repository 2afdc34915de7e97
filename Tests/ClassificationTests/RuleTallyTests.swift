import Classification
import Model
import Rules
import Testing

@Suite("How often rules are of use")
struct RuleTallyTests {
    private func pass(_ rules: UserRules, _ rows: [Row]) throws -> Pass {
        let stages = [
            userStage, try rulesStage("map", [("BURGER", Effect(category: "dining"))]),
            defaultStage,
        ]
        return try Classifier(
            pipeline: Pipeline(stages: stages, categories: makeCategories()), userRules: rules
        ).conclude(makeSnapshot(rows))
    }

    private let rows = [
        Row(day: 3, description: "BURGER"), Row(day: 9, description: "BURGER BAR"),
        Row(day: 5, description: "GIFT"),
    ]

    @Test("every rule tells how many transactions it matched and the newest day of them")
    func tallies() throws {
        let rules = try load(
            stored: stored("{ when = { text = \"GIFT\" }, set = { notes = \"x\" } }"),
            ["rule { name = \"Never\", when = { text = \"NONE\" }, set = { notes = \"x\" } }"])
        #expect(
            try pass(rules, rows).tallies == [
                RuleTally(
                    rule: "stored-1", hits: 1, lastDay: CalendarDay(year: 2025, month: 3, day: 14)),
                RuleTally(rule: "rules/1.lua:Never", hits: 0, lastDay: nil),
                RuleTally(
                    rule: "map.toml:burger", hits: 2,
                    lastDay: CalendarDay(year: 2025, month: 3, day: 18)),
            ])
    }

    @Test("a rule that comes with the program can be left out by its reference")
    func without() throws {
        let pipeline = Pipeline(
            stages: [
                try rulesStage(
                    "map",
                    [("BURGER", Effect(category: "dining")), ("BAR", Effect(category: "gifts"))]),
                defaultStage,
            ], categories: try makeCategories())
        let rest = try pipeline.without(["map.toml:burger", "map.toml:gone"])
        #expect(rest.builtInRules.map(\.reference) == ["map.toml:bar"])
        let classifier = Classifier(pipeline: rest, userRules: try load([]))
        #expect(try classifier.verdicts(rows).map(\.category.value) == ["other", "gifts", "other"])
    }
}
