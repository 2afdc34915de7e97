import Classification
import Model
import Testing

@Suite("What a Lua rule sets")
struct LuaEffectTests {
    private static let everything: String = """
        { class = "ignore", category = "gifts", lens = "saving", payee = "Ann",
          tags = { "a", "b", "a" }, notes = "A note", excluded = true, series = "Gifts of May",
          splits = { { category = "gifts", amount = 5 }, { category = "other" } } }
        """

    @Test(
        "a table and a function set every attribute",
        arguments: [Self.everything, "function(tx) return \(Self.everything) end"])
    func everyAttribute(set: String) throws {
        let verdict = try makeClassifier("rule { name = \"R\", when = {}, set = \(set) }")
            .verdict(Row())
        #expect(verdict.transactionClass.value == .ignore)
        #expect(verdict.category.value == "gifts")
        #expect(verdict.lens?.value == .saving)
        #expect(verdict.payee?.value == "Ann")
        #expect(verdict.tags?.value == ["a", "b"])
        #expect(verdict.notes?.value == "A note")
        #expect(verdict.isExcluded?.value == true)
        #expect(verdict.series?.value == "Gifts of May")
        #expect(verdict.splits.map { "\($0.value)" } == "gifts 5, other the rest")
        #expect(Set(verdict.reasons.map(\.reason.rule)) == ["rules/1.lua:R"])
    }

    @Test(
        "a loan is a transfer unless the rule says otherwise",
        arguments: [
            ("{ loan = \"Sam\" }", TransactionClass.transfer),
            ("{ loan = \"Sam\", class = \"expense\" }", .expense),
            ("function(tx) return { loan = \"Sam\" } end", .transfer),
        ])
    func loan(set: String, expected: TransactionClass) throws {
        let verdict = try makeClassifier("rule { when = {}, set = \(set) }").verdict(Row())
        #expect(verdict.loan?.value == "Sam")
        #expect(verdict.transactionClass.value == expected)
    }

    @Test("a text is appended to the note of another rule, once, or stands alone")
    func appendedNote() throws {
        let appending = "rule { name = \"%\", when = {}, set = { append_notes = \"more\" } }\n"
        let noting = "rule { name = \"N\", when = {}, set = { notes = \"first\" } }"
        let both = appending.replacing("%", with: "A") + appending.replacing("%", with: "B")
        #expect(try makeClassifier(both + noting).verdict(Row()).notes?.value == "first; more")
        let notes = try makeClassifier(both).verdict(Row()).notes
        #expect(notes?.value == "more")
        #expect(notes?.reason.rule == "rules/1.lua:A")
    }

    @Test("nothing is appended to the person's own note")
    func ownNote() throws {
        let classifier = try makeClassifier(
            "rule { when = {}, set = { append_notes = \"more\" } }",
            stages: [userStage, correctionStage, defaultStage])
        let pass = try classifier.conclude(
            makeSnapshot([Row()], decisions: Decisions(corrections: [1: Correction(note: "mine")])))
        #expect(pass.conclusions.verdicts.map { $0.notes?.value } == ["mine"])
    }

    @Test("one tag needs no list")
    func oneTag() throws {
        let classifier = try makeClassifier("rule { when = {}, set = { tags = \"own\" } }")
        #expect(try classifier.verdict(Row()).tags?.value == ["own"])
    }

    @Test("a table and a function work together, each asked only where the one before held")
    func tableAndFunction() throws {
        let classifier = try makeClassifier(
            """
            rule {
                name = "Split by size",
                when = { description = "BURGER" },
                set = function(tx)
                    if tx.amount < -100 then return { category = "gifts" } end
                    if tx.amount < -10 then return { category = "dining" } end
                end,
            }
            """)
        let verdicts = try classifier.verdicts([
            Row(cents: -20_000, description: "BURGER"), Row(cents: -5000, description: "BURGER"),
            Row(cents: -100, description: "BURGER"), Row(cents: -20_000),
        ])
        #expect(verdicts.map(\.category.value) == ["gifts", "dining", "other", "other"])
    }

    @Test("a function that returns nil has no opinion and leaves the next rule its turn")
    func noOpinion() throws {
        let classifier = try makeClassifier(
            """
            rule { name = "Quiet", stop = true, when = {}, set = function(tx) return nil end }
            rule { name = "Loud", when = {}, set = { notes = "said" } }
            """)
        #expect(try classifier.verdict(Row()).notes?.reason.rule == "rules/1.lua:Loud")
        #expect(try classifier.conclude(makeSnapshot([Row()])).problems.isEmpty)
    }

    @Test(
        "the higher priority is asked first, then the order of files and lines",
        arguments: [
            ([noting("a"), noting("b")], "a"), ([noting("a", ", priority = 1"), noting("b")], "a"),
            ([noting("a"), noting("b", ", priority = 1")], "b"),
            ([noting("a", ", priority = -1"), noting("b")], "b"),
            ([noting("a") + noting("b"), noting("c")], "a"),
            ([noting("a"), noting("b") + noting("c", ", priority = 7")], "c"),
        ])
    func order(files: [String], winner: String) throws {
        let classifier = Classifier(
            pipeline: Pipeline(
                stages: [userStage, defaultStage], categories: try makeCategories()),
            userRules: try load(files))
        #expect(try classifier.verdict(Row()).notes?.value == winner)
    }

    @Test("a rule that stops is the last one for its transaction only")
    func stop() throws {
        let classifier = try makeClassifier(
            """
            rule { name = "1", stop = true, when = { memo = "halt" }, set = { notes = "halted" } }
            rule { name = "2", when = {}, set = { payee = "Later" } }
            """)
        let verdicts = try classifier.verdicts([Row(memo: "halt"), Row()])
        #expect(verdicts[0].notes?.value == "halted")
        #expect(verdicts[0].payee == nil)
        #expect(verdicts[1].payee?.value == "Later")
    }

    @Test("a rule without a name is called by its place in the file")
    func nameless() throws {
        let classifier = try makeClassifier(
            noting("x") + "rule { when = {}, set = { payee = \"P\" } }")
        #expect(
            try classifier.verdict(Row()).payee?.reason
                == Reason(
                    by: "user rules", rule: "rules/1.lua:rule 2",
                    Evidence(.matched, "rule 2", "rules/1.lua:2")))
    }

    @Test("two files may use one name, and keep their globals apart")
    func twoFiles() throws {
        let classifier = try makeClassifier(
            "word_of_file = \"first\"\n" + noting("same"),
            """
            rule {
                name = "same",
                when = function() return pcall(function() return word_of_file end) == false end,
                set = { payee = "P" },
            }
            """)
        #expect(try classifier.verdict(Row()).payee?.value == "P")
    }

    @Test("rules are counted")
    func count() throws {
        #expect(try load([noting("a") + noting("b"), "", noting("c")]).count == 3)
    }
}

/// A rule that notes its own name on every transaction.
private func noting(_ name: String, _ more: String = "") -> String {
    "rule { name = \"\(name)\", when = {}, set = { notes = \"\(name)\" }\(more) }\n"
}
