import Classification
import Model
import Testing

@Suite("A rule that asks for tags and notes")
struct GivenTextRuleTests {
    private let given = Decisions(corrections: [
        1: Correction(note: "Back from Ann", tags: ["Work", "trip"])
    ])
    private let rows = [Row(description: "HOTEL"), Row(description: "HOTEL")]

    private func categories(
        _ lua: String, stages: [Stage] = [userStage, correctionStage, defaultStage]
    ) throws -> [String] {
        let pass = try makeClassifier(lua, stages: stages)
            .conclude(makeSnapshot(rows, decisions: given))
        #expect(pass.problems == [])
        return pass.conclusions.entries.map { pass.conclusions.verdict(of: $0).category.value }
    }

    @Test(
        "finds those that the person gave",
        arguments: [
            "{ tags = \"work\" }", "{ tags = { \"home\", \"TRIP\" } }",
            "{ tags = all { \"work\", \"trip\" } }", "{ tags = starts_with \"tri\" }",
            "{ notes = \"back from\" }", "{ notes = contains \"ann\", tags = \"work\" }",
            "{ none { tags = is \"\" } }", "{ description = \"HOTEL\", tags = \"work\" }",
            "function(tx) return tx.tags[1] == \"Work\" and #tx.tags == 2 end",
            "function(tx) return tx.notes:contains(\"back\") end",
            "{ tags = \"trip\", function(tx) return tx.notes ~= \"\" end }",
        ])
    func finds(when: String) throws {
        let lua = "rule { when = \(when), set = { category = \"gifts\" } }"
        #expect(try categories(lua) == ["gifts", "other"])
    }

    @Test(
        "finds those that were given nothing",
        arguments: [
            "{ tags = is \"\" }", "{ notes = is \"\" }", "{ none { tags = \"work\" } }",
            "{ tags = none { \"work\" } }",
            "function(tx) return #tx.tags == 0 and tx.notes == \"\" end",
        ])
    func findsOthers(when: String) throws {
        let lua = "rule { when = \(when), set = { category = \"gifts\" } }"
        #expect(try categories(lua) == ["other", "gifts"])
    }

    @Test("takes a text alone for a whole tag")
    func wholeTag() throws {
        #expect(
            try categories("rule { when = { tags = \"wor\" }, set = { category = \"gifts\" } }")
                == ["other", "other"])
    }

    @Test("does not see what rules set, whichever is asked first")
    func notOfRules() throws {
        let sets = "rule { when = {}, set = { tags = \"tax\", notes = \"tax\" } }"
        let asks = """
            rule { when = { tags = "tax" }, set = { category = "gifts" } }
            rule { when = { notes = "tax" }, set = { category = "gifts" } }
            rule { when = function(tx) return tx.notes == "tax" end, set = { category = "gifts" } }
            """
        #expect(try categories(sets + "\n" + asks) == ["other", "other"])
        #expect(try categories(asks + "\n" + sets) == ["other", "other"])
    }

    @Test("has its say beside the correction that gave them, which sets no class")
    func besideItsCorrection() throws {
        let pass = try makeClassifier(
            "rule { when = { tags = \"work\" }, set = { class = \"ignore\", tags = \"seen\" } }",
            stages: [userStage, correctionStage, defaultStage]
        ).conclude(makeSnapshot(rows, decisions: given))
        let verdicts = pass.conclusions.entries.map(pass.conclusions.verdict)
        #expect(verdicts.map(\.transactionClass.value) == [.ignore, .expense])
        #expect(Set(verdicts[0].tags?.value ?? []) == ["seen", "Work", "trip"])
    }
}
