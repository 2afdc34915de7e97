import Classification
import Model
import Rules
import TestSupport
import Testing

@Suite("Splitting a transaction")
struct SplitTests {
    private func conclude(
        _ splits: String, more: String = "", stages: [Stage] = [userStage, defaultStage],
        _ rows: Row...
    ) throws -> Pass {
        try makeClassifier(
            "rule { name = \"R\", when = {}, set = { \(more) splits = \(splits) } }",
            stages: stages
        ).conclude(makeSnapshot(rows))
    }

    private func parts(_ pass: Pass) -> [[String]] {
        pass.conclusions.entries.map { entry in
            (pass.conclusions.splits[entry.transaction] ?? []).map {
                "\($0.category) \($0.minorUnits)"
            }
        }
    }

    @Test("by amounts, shares of the whole and the rest")
    func sizes() throws {
        let pass = try conclude(
            """
            { { category = "groceries", amount = 20 }, { category = "gifts", share = 0.25 },
              { category = "other" } }
            """, Row(cents: -10_000), Row(cents: 10_001))
        #expect(
            parts(pass) == [
                ["groceries -2000", "gifts -2500", "other -5500"],
                ["groceries 2000", "gifts 2500", "other 5501"],
            ])
        #expect(pass.problems.isEmpty)
    }

    @Test("in the decimals of the account's currency")
    func currencies() throws {
        let splits = "{ { category = \"gifts\", share = 0.5 }, { category = \"other\" } }"
        #expect(
            parts(try conclude(splits, Row(account: 4, cents: -5))) == [["gifts -2", "other -3"]])
        let pass = try conclude(
            "{ { category = \"gifts\", amount = 2.5 }, { category = \"other\" } }",
            Row(account: 4, cents: -5), Row(cents: -500))
        #expect(parts(pass) == [[], ["gifts -250", "other -250"]])
        #expect(pass.problems.map(\.transactions) == [1])
    }

    @Test("by a function, which may look at the transaction")
    func function() throws {
        let classifier = try makeClassifier(
            """
            rule { when = {}, set = function(tx)
                if tx.amount < -10 then
                    return { splits = { { category = "gifts", amount = -tx.amount - 10 },
                                        { category = "other" } } }
                end
            end }
            """)
        let pass = try classifier.conclude(makeSnapshot([Row(cents: -1500), Row(cents: -900)]))
        #expect(parts(pass) == [["gifts -500", "other -1000"], []])
    }

    @Test("keeps a part's note, and its own lens")
    func partTexts() throws {
        let pass = try conclude(
            """
            { { category = "gifts", amount = 1, lens = "saving", note = "for Ann" },
              { category = "other" } }
            """, stages: [userStage, lensStage, defaultStage], Row(cents: -300))
        #expect(
            pass.conclusions.splits[1] == [
                SplitPart(category: "gifts", minorUnits: -100, lens: .saving, note: "for Ann"),
                SplitPart(category: "other", minorUnits: -200, lens: .want),
            ])
    }

    @Test(
        "a part without a lens has the whole's, else that of its category",
        arguments: [
            ("", -300, [Lens.need, .want]), ("lens = \"saving\",", -300, [.saving, .saving]),
            ("", 300, [nil, nil]), ("class = \"expense\",", 300, [.need, .want]),
            ("class = \"transfer\", lens = \"want\",", -300, [.want, .want]),
        ] as [(String, Int64, [Lens?])])
    func lenses(more: String, cents: Int64, lenses: [Lens?]) throws {
        let pass = try conclude(
            "{ { category = \"groceries\", amount = 1 }, { category = \"gifts\" } }", more: more,
            stages: [userStage, lensStage, defaultStage], Row(cents: cents))
        #expect(pass.conclusions.splits[1]?.map(\.lens) == lenses)
    }

    @Test(
        "the first rule that splits wins, and a later one is not held to fit", arguments: [1, 100])
    func firstWins(later: Int) throws {
        let pass = try makeClassifier(
            splitting("gifts", 1), splitting("dining", later)
        ).conclude(makeSnapshot([Row(cents: -300)]))
        #expect(parts(pass) == [["gifts -100", "other -200"]])
        #expect(pass.conclusions.verdicts[0].splits?.reason.rule == "rules/1.lua:Splits")
        #expect(pass.problems.isEmpty)
    }

    @Test(
        "a rule that speaks earlier of the category keeps it whole, fit or not",
        arguments: [1, 100])
    func categoryFirst(amount: Int) throws {
        let category = "rule { name = \"Whole\", when = {}, set = { category = \"dining\" } }"
        let classifier = try makeClassifier(category, splitting("gifts", amount))
        let pass = try classifier.conclude(makeSnapshot([Row(cents: -300)]))
        #expect(parts(pass) == [[]])
        #expect(pass.conclusions.verdicts[0].category.value == "dining")
        #expect(pass.conclusions.verdicts[0].splits == nil)
        #expect(pass.problems.isEmpty)
        let trace = try #require(try classifier.trace(1, in: makeSnapshot([Row(cents: -300)])))
        let splits = trace.steps[0].proposals.filter { $0.attribute == .splits }
        #expect(splits.map(\.isDecisive) == [false])
    }

    @Test("a rule that splits before another names a category holds")
    func splitsFirst() throws {
        let category = "rule { name = \"Whole\", when = {}, set = { category = \"dining\" } }"
        let pass = try makeClassifier(splitting("gifts", 1), category)
            .conclude(makeSnapshot([Row(cents: -300)]))
        #expect(parts(pass) == [["gifts -100", "other -200"]])
    }

    @Test("a rule may split and name the category of the whole")
    func both() throws {
        let pass = try conclude(
            "{ { category = \"gifts\", amount = 1 }, { category = \"other\" } }",
            more: "category = \"dining\",", Row(cents: -300))
        #expect(parts(pass) == [["gifts -100", "other -200"]])
        #expect(pass.conclusions.verdicts[0].category.value == "dining")
    }

    @Test("where it does not fit is left to the next rule, and told once with a count")
    func unfit() throws {
        let pass = try makeClassifier(
            "\nrule { name = \"Big\", when = {}, set = { payee = \"P\", splits = { "
                + "{ category = \"gifts\", amount = 5 }, { category = \"other\" } } } }",
            splitting("dining", 1)
        ).conclude(makeSnapshot([Row(cents: -499), Row(cents: -500), Row(cents: -100)]))
        #expect(
            parts(pass) == [["dining -100", "other -399"], ["gifts -500"], ["dining -100"]])
        let verdicts = pass.conclusions.entries.map(pass.conclusions.verdict(of:))
        #expect(verdicts.allSatisfy { $0.payee?.value == "P" })
        let problem = try #require(pass.problems.first)
        #expect(pass.problems.count == 1)
        #expect(problem.file == "rules/1.lua")
        #expect(problem.line == 2)
        #expect(problem.transactions == 2)
        #expect(problem.message.hasPrefix("Big: its splits do not fit"))
    }

    @Test("however often it does not fit, the rule is asked on")
    func neverSetAside() throws {
        let rows = Array(repeating: Row(cents: -1), count: 150) + [Row(cents: -200)]
        let pass = try makeClassifier(splitting("gifts", 1)).conclude(makeSnapshot(rows))
        #expect(pass.problems.map(\.transactions) == [150])
        #expect(parts(pass).last == ["gifts -100", "other -100"])
    }

    @Test("nothing is no split")
    func zero() throws {
        let pass = try conclude(
            "{ { category = \"gifts\", share = 0.5 }, { category = \"other\" } }", Row(cents: 0))
        #expect(pass.conclusions.splits.isEmpty)
        #expect(pass.problems.isEmpty)
    }

    @Test("a trace shows the plan")
    func trace() throws {
        let classifier = try makeClassifier(splitting("gifts", 1))
        let trace = try #require(try classifier.trace(1, in: makeSnapshot([Row(cents: -300)])))
        let proposal = trace.steps[0].proposals.first { $0.attribute == .splits }
        #expect(proposal?.value == "gifts 1, other the rest")
        #expect(proposal?.isDecisive == true)
    }

    // MARK: Mistakes

    @Test("a mistake is told when the file is loaded")
    func mistakesOfFile() throws {
        let differences = try MistakeCatalogue("splits").differences {
            try mistakes($0).map(\.placed)
        }
        #expect(differences == [])
    }

    @Test("more parts than anybody writes by hand are refused")
    func tooMany() throws {
        let part = "{ category = \"gifts\", amount = 0.01 }, "
        let splits = "{ " + String(repeating: part, count: 100) + "{ category = \"other\" } }"
        let problems = try mistakes(
            "rule { name = \"R\", when = {}, set = { splits = \(splits) } }")
        #expect(problems.first?.message.contains("100 parts at most") == true)
    }
}

/// A rule that puts an amount into a category and the rest into "other".
private func splitting(_ category: String, _ amount: Int) -> String {
    "rule { name = \"Splits\", when = {}, set = { splits = { { category = \"\(category)\", "
        + "amount = \(amount) }, { category = \"other\" } } } }"
}
