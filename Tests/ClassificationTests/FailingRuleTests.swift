import Classification
import Model
import Scripting
import Testing

@Suite("Functions of rules that fail")
struct FailingRuleTests {
    private static let lua = """
        local function limit(tx)
            local limits = nil
            return limits[tx.memo]
        end

        rule {
            name = "Broken",
            when = function(tx)
                if tx.memo == "bad" then return limit(tx) > 3 end
                return true
            end,
            set = { notes = "broken said" },
        }

        rule { name = "Whole", when = {}, set = { payee = "whole said" } }
        """

    @Test("a failing function loses its opinion only there, and other rules keep theirs")
    func opinionLost() throws {
        let rows = [Row(memo: "good"), Row(memo: "bad"), Row(memo: "good")]
        let verdicts = try makeClassifier(Self.lua).verdicts(rows)
        #expect(verdicts.map(\.notes?.value) == ["broken said", nil, "broken said"])
        #expect(verdicts.map(\.payee?.value) == ["whole said", "whole said", "whole said"])
    }

    @Test("failures are counted and reported once, with the script's lines")
    func reportedOnce() throws {
        let rows = [Row(memo: "bad"), Row(memo: "good"), Row(memo: "bad"), Row(memo: "bad")]
        let problems = try makeClassifier(Self.lua).conclude(makeSnapshot(rows)).problems
        var expected = RuleFileProblem(
            file: "rules/1.lua", line: 3, message: "attempt to index a nil value (local 'limits')",
            traceback: "line 3, in limit\nline 9", transactions: 3)
        expected.rule = "Broken"
        expected.firstTransaction = 1
        #expect(problems == [expected])
    }

    @Test("every rule that fails is reported, in the order of the rules")
    func everyRule() throws {
        let classifier = try makeClassifier(
            """
            rule { when = function() error("one") end, set = {} }
            rule { when = {}, set = function() error("two") end }
            """)
        let problems = try classifier.conclude(makeSnapshot([Row()])).problems
        #expect(problems.map(\.message) == ["one", "two"])
        #expect(problems.map(\.line) == [1, 2])
    }

    @Test(
        "a when function that returns neither true, false nor nothing is no match and told of",
        arguments: [
            (
                "matcher(tx.payee, \"coffee\")",
                "asked: \"when\" must return true or false, but returned contains(…); in a "
                    + "function, test the text itself, as in tx.payee:contains(\"…\")"
            ),
            ("\"no\"", "asked: \"when\" must return true or false"),
            ("0", "asked: \"when\" must return true or false"),
            ("{}", "asked: \"when\" must return true or false"),
        ])
    func noTruth(answer: String, message: String) throws {
        let classifier = try makeClassifier(
            """
            local matcher = contains rule {
                name = "asked", when = function(tx) return \(answer) end, set = { notes = "n" },
            }
            """)
        let pass = try classifier.conclude(makeSnapshot([Row()]))
        #expect(pass.conclusions.verdicts.map(\.notes) == [nil])
        #expect(pass.problems.map(\.message) == [message])
        #expect(pass.problems.map(\.line) == [2])
    }

    @Test("a rule that failed on a hundred transactions is set aside until the next run")
    func setAside() throws {
        let classifier = try makeClassifier(
            """
            rule {
                when = function(tx) return tx.id > 100 or error("no") end,
                set = { notes = "said" },
            }
            """)
        let rows = (0..<150).map { _ in Row() }
        for _ in 1...2 {
            let pass = try classifier.conclude(makeSnapshot(rows))
            #expect(pass.problems.map(\.transactions) == [100])
            #expect(pass.conclusions.verdicts.allSatisfy { $0.notes == nil })
        }
        let fewer = try classifier.verdicts((52...150).map { Row(id: $0) })
        #expect(fewer.filter { $0.notes?.value == "said" }.count == 50)
    }

    @Test(
        "a function that returns what can't be set is reported with its rule and line",
        arguments: [
            (
                "{ category = \"din\" .. \"ning\" }",
                "Wrong: there is no category \"dinning\" (did you mean \"dining\"?)"
            ),
            ("{ [\"col\" .. \"our\"] = \"red\" }", "Wrong: a rule can't set \"colour\""),
            ("true", "Wrong: \"set\" must be a table such as { category = \"dining\" }"),
        ])
    func unusableEffect(returned: String, message: String) throws {
        let classifier = try makeClassifier(
            """
            rule {
                name = "Wrong",
                when = {},
                set = function(tx) return \(returned) end,
            }
            """)
        let pass = try classifier.conclude(makeSnapshot([Row(), Row()]))
        var expected = RuleFileProblem(
            file: "rules/1.lua", line: 4, message: message, transactions: 2)
        expected.firstTransaction = 1
        #expect(pass.problems == [expected])
    }

    @Test("a function that runs without end is stopped after its steps")
    func endless() throws {
        let classifier = try makeClassifier(
            "rule { when = function(tx) while tx.memo == \"spin\" do end return true end,\n"
                + "set = { notes = \"said\" } }",
            limits: ScriptLimits(callInstructions: 5000))
        let pass = try classifier.conclude(makeSnapshot([Row(memo: "spin"), Row()]))
        #expect(pass.problems.map(\.message) == ["the script took more than 5000 steps"])
        #expect(pass.problems.map(\.transactions) == [1])
        #expect(pass.conclusions.verdicts.compactMap(\.notes).count == 1)
    }

    @Test("a run without failures has no problems, whatever the run before had")
    func forgotten() throws {
        let classifier = try makeClassifier(Self.lua)
        #expect(try classifier.conclude(makeSnapshot([Row(memo: "bad")])).problems.count == 1)
        #expect(try classifier.conclude(makeSnapshot([Row(memo: "good")])).problems.isEmpty)
    }
}
