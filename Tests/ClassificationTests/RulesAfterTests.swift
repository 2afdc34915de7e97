import Classification
import Model
import Rules
import Testing

@Suite("A rule that is asked after the other stages")
struct RulesAfterTests {
    private static let after = Stage(name: "rules after", kind: .rulesAfter)

    private static func classifier(_ lua: String) throws -> Classifier {
        try makeClassifier(
            lua,
            stages: [
                userStage, correctionStage,
                rulesStage("map", [("GROCER", Effect(class: .expense, category: "groceries"))]),
                Self.after, lensStage, defaultStage,
            ])
    }

    private static func verdict(_ lua: String, _ row: Row) throws -> Verdict {
        try classifier(lua).verdict(row)
    }

    private static func rule(_ when: String, _ set: String, more: String = "") -> String {
        "rule { name = \"R\", after = true, \(more) when = { \(when) }, set = { \(set) } }\n"
    }

    @Test(
        "sees what they decided",
        arguments: [
            ("category = \"groceries\"", true), ("category = \"dining\"", false),
            ("category = { \"dining\", \"groceries\" }", true),
            ("class = \"expense\"", true), ("class = \"income\"", false),
            ("guessed = true", false), ("guessed = false", true), ("lens = \"need\"", false),
            ("none { category = \"groceries\" }", false),
            ("category = \"groceries\", amount = less(-20)", false),
            ("function(tx) return tx.category == \"groceries\" end", true),
            ("function(tx) return tx.class == \"expense\" and not tx.guessed end", true),
        ])
    func sees(when: String, isMatch: Bool) throws {
        let verdict = try Self.verdict(
            Self.rule(when, "tags = \"seen\""), Row(description: "CITY GROCER"))
        #expect(verdict.tags?.value == (isMatch ? ["seen"] : nil))
    }

    @Test("sees the category and the class that are left where nothing decided them")
    func open() throws {
        let verdict = try Self.verdict(
            Self.rule("category = \"other\", class = \"income\"", "category = \"gifts\""),
            Row(cents: 500, description: "FROM ANN"))
        #expect(verdict.category.value == "gifts")
        #expect(verdict.category.reason.by == "rules after")
    }

    @Test("sees the payee, the tags and the note that rules set")
    func decidedTexts() throws {
        let first = """
            rule { name = "F", when = { description = "GROCER" },
                set = { payee = "Green", tags = { "food" }, notes = "weekly" } }\n
            """
        let verdict = try Self.verdict(
            first
                + Self.rule(
                    "payee = is \"Green\", tags = \"food\", notes = \"week\"", "tags = \"seen\""),
            Row(description: "CITY GROCER"))
        #expect(verdict.tags?.value == ["food", "seen"])
    }

    @Test("does not see what others of its kind decide")
    func notEachOther() throws {
        let lua =
            "rule { name = \"A\", after = true, when = { category = \"groceries\" }, "
            + "set = { tags = \"a\" } }\n"
            + "rule { name = \"B\", after = true, when = { tags = \"a\" }, set = { tags = \"b\" } }"
        #expect(try Self.verdict(lua, Row(description: "GROCER")).tags?.value == ["a"])
    }

    @Test(
        "leaves what was decided, unless it overrules",
        arguments: [("", "groceries"), ("overrule = true,", "gifts")])
    func overrules(more: String, category: String) throws {
        let verdict = try Self.verdict(
            Self.rule("category = \"groceries\"", "category = \"gifts\"", more: more),
            Row(description: "GROCER"))
        #expect(verdict.category.value == category)
        // A gift has no lens of its own, so it is a want.
        #expect(verdict.lens?.value == (category == "gifts" ? .want : .need))
    }

    @Test("leaves the lens that came with an overruled category behind")
    func lensOfCategory() throws {
        let classifier = try makeClassifier(
            Self.rule(
                "category = \"groceries\"", "category = \"dining\"", more: "overrule = true,"),
            stages: [
                userStage,
                rulesStage(
                    "map",
                    [("GROCER", Effect(class: .expense, category: "groceries", lens: .saving))]),
                Self.after, lensStage, defaultStage,
            ])
        let verdict = try classifier.verdict(Row(description: "GROCER"))
        #expect(verdict.category.value == "dining")
        #expect(verdict.lens?.value == .want)
    }

    @Test("is preceded only by the person's own decisions where it overrules")
    func precededByPersons() throws {
        let lua = Self.rule(
            "class = \"expense\"", "category = \"gifts\"", more: "overrule = true,")
        let classifier = try Self.classifier(lua)
        let snapshot = makeSnapshot(
            [Row(description: "GROCER"), Row(description: "GROCER 2")],
            decisions: Decisions(corrections: [2: Correction(category: "dining")]))
        let reference = try #require(try load([lua]).listed.first).reference
        let shadowing = try classifier.conclude(snapshot, shadowingOf: reference).shadowing
        #expect(shadowing?.matches == 2)
        #expect(shadowing?.preceded == 1)
        #expect(shadowing?.predecessors.map(\.reason.by) == ["corrections"])
    }

    @Test("never overrules the person's other rules")
    func personsRule() throws {
        let lua =
            "rule { name = \"F\", when = { description = \"GROCER\" }, "
            + "set = { category = \"dining\" } }\n"
            + Self.rule(
                "category = \"dining\"", "category = \"gifts\", class = \"ignore\"",
                more: "overrule = true,")
        let verdict = try Self.verdict(lua, Row(description: "GROCER"))
        #expect(verdict.category.value == "dining")
        #expect(verdict.transactionClass.value == .ignore)
    }

    @Test("never overrules a correction")
    func correction() throws {
        let classifier = try Self.classifier(
            Self.rule("class = \"expense\"", "category = \"gifts\"", more: "overrule = true,"))
        let snapshot = makeSnapshot(
            [Row(description: "GROCER")],
            decisions: Decisions(corrections: [1: Correction(category: "dining")]))
        let conclusions = try classifier.conclude(snapshot).conclusions
        #expect(conclusions.verdict(of: conclusions.entries[0]).category.value == "dining")
    }

    @Test("never parts the sides of a transfer")
    func pair() throws {
        let classifier = try makeClassifier(
            Self.rule("class = \"transfer\"", "class = \"ignore\"", more: "overrule = true,"),
            stages: [userStage, transferStage(), Self.after, defaultStage])
        let verdicts = try classifier.verdicts([
            Row(account: 0, cents: -500, description: "TRANSFER"),
            Row(account: 1, cents: 500, description: "TRANSFER"),
        ])
        #expect(verdicts.map(\.transactionClass.value) == [.transfer, .transfer])
    }

    @Test("shows in the trace that it overruled")
    func trace() throws {
        let classifier = try Self.classifier(
            Self.rule("category = \"groceries\"", "category = \"gifts\"", more: "overrule = true,"))
        let trace = try #require(
            try classifier.trace(1, in: makeSnapshot([Row(description: "GROCER")])))
        let deciders = trace.steps.flatMap(\.proposals).filter {
            $0.attribute == .category && $0.isDecisive
        }
        #expect(deciders.map(\.value) == ["gifts"])
        #expect(trace.verdict?.category.value == "gifts")
    }

    @Test("is reported as not run if the pipeline has no place for it")
    func noPlace() throws {
        let classifier = try makeClassifier(Self.rule("class = \"expense\"", "tags = \"x\""))
        let pass = try classifier.conclude(makeSnapshot([Row(description: "GROCER")]))
        #expect(pass.conclusions.verdicts[0].tags == nil)
        #expect(pass.problems.map(\.file) == ["config/pipeline.toml"])
    }

    @Test("is tested on samples that tell what was decided")
    func tested() throws {
        let rules = try load([
            Self.rule(
                "category = \"dining\", guessed = true", "tags = \"look\"",
                more: """
                    tests = {
                        match = { { description = "A", category = "dining", guessed = true } },
                        no_match = { { description = "A", category = "dining" }, "A" },
                    },
                    """)
        ])
        #expect(rules.leftOut == [])
        let outcomes = try RuleTests.run(rules, in: try makePayeePipeline())
        #expect(outcomes.map(\.hasPassed) == [true, true, true])
    }
}
