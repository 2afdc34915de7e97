import Classification
import Model
import Rules
import Testing

@Suite("Tags add up")
struct TagTests {
    private func classifier(_ lua: String) throws -> Classifier {
        let map = try rulesStage(
            "map",
            [
                ("BURGER", Effect(category: "dining", tags: ["food", "lunch"])),
                ("SHOP", Effect(category: "gifts", tags: ["lunch"])),
            ])
        return try makeClassifier(lua, stages: [userStage, map, defaultStage])
    }

    @Test("over rules and stages in their order, each once")
    func order() throws {
        let classifier = try classifier(
            """
            rule { name = "A", when = {}, set = { tags = { "z", "lunch" } } }
            rule { name = "B", when = {}, set = { tags = "z" } }
            rule { name = "C", priority = 1, when = {}, set = { tags = "first" } }
            """)
        let tags = try classifier.verdict(Row(description: "BURGER SHOP")).tags
        #expect(tags?.value == ["first", "z", "lunch", "food"])
    }

    @Test("and name every rule that added one")
    func reason() throws {
        let classifier = try classifier(
            """
            rule { name = "A", when = {}, set = { tags = "a" } }
            rule { name = "B", when = {}, set = { tags = "a" } }
            rule { name = "C", when = {}, set = { tags = "c" } }
            """)
        let reason = try classifier.verdict(Row(description: "BURGER")).tags?.reason
        #expect(reason?.by == "user rules, map")
        #expect(reason?.rule == "rules/1.lua:A, rules/1.lua:C, burger")
        #expect(
            reason?.text
                == "Matched: A (rules/1.lua:1); Matched: C (rules/1.lua:3); "
                + "Auto-detected: BURGER (map.toml)")
    }

    @Test("lose what a rule takes away, whatever its place")
    func removed() throws {
        let classifier = try classifier(
            """
            rule { name = "A", when = {}, set = { tags = { "a", "own" } } }
            rule { name = "B", when = {}, set = { remove_tags = { "a", "food" } } }
            rule { name = "C", when = {}, set = { tags = { "a" } } }
            """)
        let tags = try classifier.verdict(Row(description: "BURGER")).tags
        #expect(tags?.value == ["own", "lunch"])
        #expect(tags?.reason.rule == "rules/1.lua:A, burger")
    }

    @Test("keep what the person set, whatever rules take away")
    func correctedTag() throws {
        let classifier = try makeClassifier(
            "rule { when = {}, set = { tags = { \"a\", \"b\" }, remove_tags = { \"a\", \"b\" } } }",
            stages: [userStage, correctionStage, defaultStage])
        let snapshot = makeSnapshot(
            [Row()], decisions: Decisions(corrections: [1: Correction(tags: ["a"])]))
        let pass = try classifier.conclude(snapshot)
        #expect(pass.conclusions.verdicts.map { $0.tags?.value } == [["a"]])
    }

    @Test("of one rule have that rule's reason alone")
    func oneRule() throws {
        let tags = try classifier("").verdict(Row(description: "BURGER")).tags
        #expect(
            tags?.reason
                == Reason(by: "map", rule: "burger", Evidence(.detected, "BURGER", "map.toml")))
    }

    @Test("but a rule that stops keeps later rules from adding theirs")
    func stop() throws {
        let classifier = try classifier(
            """
            rule { stop = true, when = {}, set = { tags = "a" } }
            rule { when = {}, set = { tags = "b" } }
            """)
        #expect(try classifier.verdict(Row()).tags?.value == ["a"])
    }

    @Test("and a trace shows who added and who came too late")
    func trace() throws {
        let classifier = try classifier(
            """
            rule { name = "A", when = {}, set = { tags = "lunch" } }
            rule { name = "B", when = {}, set = { tags = "lunch" } }
            """)
        let trace = try #require(
            try classifier.trace(1, in: makeSnapshot([Row(description: "BURGER")])))
        let tags = trace.steps.flatMap(\.proposals).filter { $0.attribute == .tags }
        #expect(tags.map(\.value) == ["lunch", "lunch", "food, lunch"])
        #expect(tags.map(\.isDecisive) == [true, false, true])
    }
}
