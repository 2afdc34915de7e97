import Classification
import Model
import TestSupport
import Testing

@Suite("The tests of a Lua rule")
struct RuleTestsTests {
    private static func outcomes(_ lua: String) throws -> [RuleTestOutcome] {
        let rules = try load([lua])
        #expect(rules.leftOut == [])
        return try RuleTests.run(rules, in: try makePayeePipeline())
    }

    private static func rule(
        when: String = "{ description = word \"NETFLIX\", amount = less(0) }",
        set: String = "{ category = \"dining\", tags = { \"a\", \"b\" }, excluded = true }",
        tests: String
    ) -> String {
        "rule { name = \"R\", when = \(when), set = \(set),\ntests = \(tests) }"
    }

    @Test(
        "pass where the rule does what they say",
        arguments: [
            "{ match = { \"NETFLIX.COM\" } }", "{ no_match = { \"NETFLEX TIRES\", \"\" } }",
            "{ no_match = { { description = \"NETFLIX\", amount = 15 } } }",
            "{ match = { { description = \"NETFLIX\", gets = { category = \"dining\" } } } }",
            "{ match = { { description = \"NETFLIX\", gets = { tags = { \"a\", \"b\" }, "
                + "excluded = true } } } }",
            "{}", "{ match = {}, no_match = {} }",
        ])
    func pass(tests: String) throws {
        #expect(try Self.outcomes(Self.rule(tests: tests)).allSatisfy { $0.hasPassed })
    }

    private static let split =
        "{ splits = { { category = \"dining\", share = 0.7, note = \"n\" }, { category = \"gifts\" } } }"

    @Test(
        "compare a split by the amounts that it comes to, however it is written",
        arguments: [
            "{ category = \"dining\", share = 0.7 }, { category = \"gifts\" }",
            "{ category = \"dining\", amount = 70 }, { category = \"gifts\" }",
            "{ category = \"dining\", amount = 70.00 }, { category = \"gifts\", amount = 30 }",
            "{ category = \"dining\", amount = 70, note = \"n\" }, { category = \"gifts\" }",
        ])
    func splits(parts: String) throws {
        let tests =
            "{ match = { { description = \"NETFLIX\", amount = -100, gets = { splits = { \(parts) } } } } }"
        #expect(
            try Self.outcomes(Self.rule(set: Self.split, tests: tests)).map(\.hasPassed) == [true])
    }

    @Test(
        "show the amounts of a split that is another",
        arguments: [
            (
                "{ category = \"dining\", amount = 60 }, { category = \"gifts\" }",
                "dining 60.00 + gifts 40.00"
            ),
            (
                "{ category = \"dining\", amount = 70 }, { category = \"gifts\", amount = 29 }",
                "dining 70.00 + gifts 30.00, the last 29"
            ),
            (
                "{ category = \"dining\", amount = 70, note = \"m\" }, { category = \"gifts\" }",
                "dining 70.00 (\"m\") + gifts 30.00"
            ),
            (
                "{ category = \"gifts\", amount = 70 }, { category = \"dining\" }",
                "gifts 70.00 + dining 30.00"
            ),
        ])
    func otherSplits(parts: String, expected: String) throws {
        let tests =
            "{ match = { { description = \"NETFLIX\", amount = -100, gets = { splits = { \(parts) } } } } }"
        let outcome = try #require(
            try Self.outcomes(Self.rule(set: Self.split, tests: tests)).first)
        #expect(!outcome.hasPassed)
        #expect(outcome.expected == "splits \(expected)")
        #expect(outcome.got == "splits dining 70.00 (\"n\") + gifts 30.00")
    }

    @Test("a mistake in what a sample gets says that it is there")
    func mistakeInGets() throws {
        let lua = Self.rule(
            tests: "{ match = { { description = \"NETFLIX\", gets = { splits = { "
                + "{ category = \"dining\", amount = 70 } } } } } }")
        #expect(
            try mistakes(lua).map(\.message) == [
                "in gets: \"splits\" needs two parts or more; for one category alone set category"
            ])
    }

    @Test("of a file ask all rules together, and compare what is got in the end")
    func together() throws {
        let outcomes = try Self.outcomes(
            """
            rule { name = "A", when = { description = "SHOP" }, set = { category = "dining" } }
            rule { name = "B", when = { description = "SHOP" },
                set = { category = "gifts", tags = "b" } }
            test {
                name = "both",
                transactions = {
                    { description = "SHOP", gets = { category = "dining", tags = "b" } },
                    { description = "SHOP", gets = { category = "gifts" } },
                    { description = "HOP", amount = 5, gets = { class = "income" } },
                },
            }
            """)
        #expect(outcomes.map(\.hasPassed) == [true, false, true])
        #expect(outcomes[1].rule == "both")
        #expect(outcomes[1].line == 4)
        #expect(outcomes[1].sample == "transaction 2")
        #expect(outcomes[1].got == "category dining")
    }

    @Test("of a file have no settings")
    func noSettings() throws {
        let problems = try mistakes("test { settings = {}, transactions = { \"A\" } }")
        #expect(problems.map(\.message) == ["a test has no field \"settings\""])
    }

    @Test("give their samples the tags and notes that a person would give")
    func given() throws {
        let outcomes = try Self.outcomes(
            Self.rule(
                when: "{ tags = \"work\", notes = \"lunch\" }",
                tests: """
                    {
                        match = { { tags = { "home", "Work" }, notes = "Lunch with Ann" } },
                        no_match = { { tags = "work" }, { tags = "workshop", notes = "lunch" } },
                    }
                    """))
        #expect(outcomes.map(\.hasPassed) == [true, true, true])
    }

    @Test(
        "fail with what was expected and what came",
        arguments: [
            (
                "{ match = { \"HULU\" } }", "a match",
                "no match: description = word \"NETFLIX\" is HULU"
            ),
            ("{ no_match = { \"NETFLIX\" } }", "no match", "a match"),
            (
                "{ match = { { description = \"HULU\", gets = { category = \"dining\" } } } }",
                "category dining", "no match: description = word \"NETFLIX\" is HULU"
            ),
            (
                "{ match = { { description = \"NETFLIX\", gets = { category = \"other\" } } } }",
                "category other", "category dining"
            ),
            (
                "{ match = { { description = \"NETFLIX\", gets = { payee = \"Netflix\", "
                    + "tags = \"a\" } } } }",
                "payee \"Netflix\", tags \"a\"", "no payee, tags \"a\" + \"b\""
            ),
            (
                "{ match = { { description = \"NETFLIX\", gets = { append_notes = \"x\", "
                    + "remove_tags = \"y\" } } } }",
                "remove_tags \"y\", append_notes \"x\"", "no remove_tags, no append_notes"
            ),
        ])
    func fail(tests: String, expected: String, got: String) throws {
        let outcomes = try Self.outcomes(Self.rule(tests: tests))
        #expect(outcomes.map(\.hasPassed) == [false])
        #expect(outcomes.map(\.expected) == [expected])
        #expect(outcomes.map(\.got) == [got])
    }

    @Test("name the rule, the sample and its place")
    func place() throws {
        let outcomes = try Self.outcomes(
            Self.rule(tests: "{\n  match = { \"NETFLIX\",\n    \"HULU\" } }"))
        #expect(outcomes.map(\.rule) == ["R", "R"])
        #expect(outcomes.map(\.file) == ["rules/1.lua", "rules/1.lua"])
        #expect(outcomes.map(\.sample) == ["match 1", "match 2"])
        #expect(outcomes.map(\.line) == [3, 4])
        #expect(outcomes.map(\.column) == [13, 5])
        #expect(outcomes.map(\.hasPassed) == [true, false])
    }

    @Test("ask functions too, and a function that sets nothing is no match")
    func functions() throws {
        let outcomes = try Self.outcomes(
            Self.rule(
                when: "{ text = \"X\", function(tx) return tx.amount < -5 end }",
                set: "function(tx) if tx.memo ~= \"\" then return { notes = tx.memo } end end",
                tests: """
                    {
                        match = { { description = "X", memo = "m", gets = { notes = "m" } } },
                        no_match = { "X", { description = "X", memo = "m", amount = -5 } },
                    }
                    """))
        #expect(outcomes.map(\.hasPassed) == [true, true, true])
    }

    @Test("fail where a function fails, whatever was expected")
    func functionFails() throws {
        let outcomes = try Self.outcomes(
            Self.rule(
                when: "function(tx) error(\"broken\") end",
                tests: "{ match = { \"X\" }, no_match = { \"X\" } }"))
        #expect(outcomes.map(\.hasPassed) == [false, false])
        #expect(Set(outcomes.map(\.got)) == ["an error: broken (line 1)"])
    }

    @Test("look at their own rule alone")
    func alone() throws {
        let first = "rule { name = \"First\", when = {}, set = { notes = \"n\" }, stop = true }\n"
        let outcomes = try Self.outcomes(
            first + Self.rule(tests: "{ match = { \"NETFLIX\" }, no_match = { \"HULU\" } }"))
        #expect(outcomes.map(\.hasPassed) == [true, true])
    }

    @Test(
        "see a payee as rules do, read from the sample's texts or as it is given",
        arguments: [
            ("\"SQ *BLUE HERON #12\"", true), ("\"BLUE HERON 03/14\"", true),
            ("{ description = \"DEPOSIT\", bank_payee = \"SQ *BLUE HERON\" }", true),
            ("{ description = \"SHOP\", bank_payee = \"BLUE HERON\" }", false),
            ("{ description = \"SHOP\", payee = \"Blue Heron\" }", true),
            ("\"BLUE HERONS\"", false),
        ])
    func payees(sample: String, isMatch: Bool) throws {
        let tests = "{ \(isMatch ? "match" : "no_match") = { \(sample) } }"
        let outcomes = try Self.outcomes(
            Self.rule(when: "{ payee = is \"Blue Heron\" }", tests: tests))
        #expect(outcomes.map(\.hasPassed) == [true])
    }

    @Test("do not change what a pass reports")
    func noTrace() throws {
        let rules = try load([
            Self.rule(when: "function() error(\"e\") end", tests: "{ match = { \"X\" } }")
        ])
        _ = try RuleTests.run(rules, in: try makePayeePipeline())
        let classifier = Classifier(
            pipeline: Pipeline(
                stages: [userStage, defaultStage], categories: try makeCategories()),
            userRules: rules)
        let pass = try classifier.conclude(makeSnapshot([Row()]))
        #expect(pass.problems.map(\.transactions) == [1])
    }

    @Test("that are written wrong are mistakes of the file")
    func written() throws {
        let differences = try MistakeCatalogue("rule-tests").differences {
            try mistakes($0).map(\.placed)
        }
        #expect(differences == [])
    }
}
