import Classification
import Engine
import Foundation
import Model
import Scripting
import SimpleFIN
import Testing
import Vault

@Suite("The tools for rules")
struct RuleToolTests {
    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
    }

    @Test("see modules and maps in the folder of rules, and rules that use them")
    func shared() throws {
        try FileManager.default.createDirectory(
            atPath: demo.folder.path + "/rules/shared", withIntermediateDirectories: true)
        try demo.write("return { words = { \"SHOP\" } }", to: "rules/shared/words.lua")
        try demo.write("key,payee\nSHOP,Corner Shop\n", to: "rules/payees.csv")
        try demo.write(
            """
            local words, payees = require("shared.words").words, map("payees.csv")
            rule { name = "R", when = { description = words }, set = { payee = payees.shop },
                   tests = { match = { { description = "SHOP", gets = { payee = "Corner Shop" } } } } }
            """, to: "rules/20-mine.lua")
        let check = try demo.engine().checkRules()
        #expect(check.leftOut.isEmpty)
        #expect(check.modules == ["rules/shared/words.lua"])
        #expect(check.maps.map(\.path) == ["rules/payees.csv"])
        #expect(check.maps.map(\.rows) == [1])
        #expect(check.files.map(\.path) == ["rules/10-starter.lua", "rules/20-mine.lua"])
        #expect(check.files.last?.tests == 1)
        let outcomes = try demo.engine().testRules().outcomes
        #expect(outcomes.filter { !$0.hasPassed }.isEmpty)
    }

    @Test("find the modules that come with the program, too")
    func shippedModules() throws {
        try demo.write(
            """
            local days = require("ghostvault.days")
            rule { name = "R", when = {}, set = { notes = days.after("2024-02-28", 2) } }
            """, to: "rules/20-mine.lua")
        let check = try demo.engine().checkRules()
        #expect(check.leftOut.isEmpty)
        #expect(check.modules.isEmpty)
    }

    @Test("leave out a broken map and the file that needs it, and nothing else")
    func brokenMap() throws {
        try demo.write("key,payee\nSHOP\n", to: "rules/payees.csv")
        try demo.write("local payees = map(\"payees.csv\")", to: "rules/20-mine.lua")
        try demo.write("rule { name = \"R\", when = {}, set = {} }", to: "rules/30-good.lua")
        let check = try demo.engine().checkRules()
        #expect(check.leftOut.map(\.file) == ["rules/payees.csv", "rules/20-mine.lua"])
        #expect(check.files.map(\.path) == ["rules/10-starter.lua", "rules/30-good.lua"])
        let report = try demo.engine().classify(dryRun: true)
        #expect(report.leftOut.count == 2)
    }

    @Test("follow a link to a file that only the person can change")
    func links() throws {
        try demo.write("key,value\na,b\n", to: "config/other.csv")
        try FileManager.default.createSymbolicLink(
            atPath: demo.folder.path + "/rules/secret.csv",
            withDestinationPath: demo.folder.path + "/config/other.csv")
        let check = try demo.engine().checkRules()
        #expect(check.leftOut.isEmpty)
        #expect(check.maps.map(\.path) == ["rules/secret.csv"])
    }

    @Test("begin a file that loads and passes its own test, and never write one over")
    func newFile() throws {
        let path = try demo.engine().newRuleFile(named: "rules/20-mine")
        #expect(path.hasSuffix("/rules/20-mine.lua"))
        #expect(try demo.engine().checkRules().leftOut.isEmpty)
        let outcomes = try demo.engine().testRules().outcomes.filter {
            $0.file == "rules/20-mine.lua"
        }
        #expect(outcomes.count == 2)
        #expect(outcomes.filter { !$0.hasPassed }.isEmpty)
        #expect(throws: EngineError.alreadyThere(path: path)) {
            try demo.engine().newRuleFile(named: "20-mine.lua")
        }
    }

    @Test(
        "run the tests of one file alone, however it is named",
        arguments: ["20-mine", "20-mine.lua", "rules/20-mine.lua", "FOLDER/rules/20-mine.lua"])
    func testsOfOneFile(name: String) throws {
        _ = try demo.engine().newRuleFile(named: "20-mine")
        try demo.write("rule { nam = 1 }", to: "rules/30-broken.lua")
        let name = name.replacing("FOLDER", with: demo.folder.path)
        let test = try demo.engine().testRules(inFile: name)
        #expect(Set(test.outcomes.map(\.file)) == ["rules/20-mine.lua"])
        #expect(test.outcomes.count == 2)
        #expect(test.leftOut.isEmpty)
    }

    @Test("report mistakes in the one file under test")
    func testsOfBrokenFile() throws {
        try demo.write("rule { nam = 1 }", to: "rules/30-broken.lua")
        let test = try demo.engine().testRules(inFile: "30-broken")
        #expect(test.outcomes.isEmpty)
        #expect(test.leftOut.map(\.file) == ["rules/30-broken.lua"])
    }

    @Test(
        "test no file that is not one of rules",
        arguments: [
            ("20-mime", " (did you mean \"rules/20-mine.lua\"?)"), ("../20-mine", ""), ("", ""),
            ("a/b/c.lua", ""),
        ])
    func testsOfNoFile(name: String, hint: String) throws {
        _ = try demo.engine().newRuleFile(named: "20-mine")
        #expect(throws: RuleError.noSuchFile(name, hint: hint)) {
            try demo.engine().testRules(inFile: name)
        }
    }

    @Test("refuse names that lead elsewhere", arguments: ["../x", "a/b", ".hidden", "", "a b"])
    func unusableNames(name: String) throws {
        #expect(throws: EngineError.unusableName(name)) {
            try demo.engine().newRuleFile(named: name)
        }
    }

    @Test("try a rule file whose own test fails, as it is written")
    func failingFile() throws {
        try demo.write(
            """
            rule { name = "R", when = {}, set = { notes = "x" } }
            test { name = "T", transactions = { { description = "A", gets = { notes = "y" } } } }
            """, to: "rules/20-own.lua")
        #expect(try demo.engine().checkRules().leftOut.map(\.file) == ["rules/20-own.lua"])
        let sample = try SampleFile.read(Array("[\"COFFEE\"]".utf8))
        let trial = try demo.engine().tryRules(at: "20-own.lua", on: sample)
        #expect(trial.leftOut.isEmpty)
        #expect(trial.verdicts.map(\.notes?.value) == ["x"])
        #expect(try demo.engine().previewRuleFile(at: "20-own.lua").leftOut.isEmpty)
    }

    @Test(
        "try a rule file of the vault by the name that messages give it, wherever they run",
        arguments: ["rules/20-own.lua", "20-own.lua"])
    func ownFile(path: String) throws {
        try demo.write(
            "rule { name = \"R\", when = {}, set = { notes = \"x\" } }", to: "rules/20-own.lua")
        let trial = try demo.engine().tryRules(at: path, on: [])
        #expect(trial.leftOut.isEmpty)
        #expect(trial.problems.isEmpty)
    }

    @Test("try a file on samples with no vault")
    func tries() throws {
        try demo.write(
            "print('hi') rule { name = 'R', when = { text = 'SHOP' }, set = { tags = 'a' } }",
            to: "rules/20-mine.lua")
        let samples = try SampleFile.read(
            Array("[\"SHOP\", {\"description\": \"BAR\", \"amount\": -3.5, \"id\": 7}]".utf8))
        #expect(samples.map(\.amount) == [-1000, -350])
        let trial = try Engine.tryRules(
            at: demo.folder.path + "/rules/20-mine.lua", on: samples)
        #expect(trial.verdicts.map { $0.tags?.value } == [["a"], nil])
        #expect(trial.uses.map(\.matches) == [1])
        #expect(trial.printed.map(\.text) == ["hi"])
    }

    @Test("try a file on samples with the payees, tags and notes that they have")
    func triesWithDecisions() throws {
        try demo.write(
            """
            rule { name = "P", when = { payee = is "PLAIN*SHOP #42" }, set = { tags = "p" } }
            rule { name = "T", when = { tags = "work" }, set = { tags = "t" } }
            rule { name = "N", when = { notes = "ann" }, set = { tags = "n" } }
            """, to: "rules/20-mine.lua")
        let samples = try SampleFile.read(
            Array(
                """
                [{"description": "X 1", "payee": "PLAIN*SHOP #42"},
                 {"description": "X 2", "tags": ["work"]}, {"description": "X 3", "notes": "ann"}]
                """.utf8))
        let trial = try Engine.tryRules(at: demo.folder.path + "/rules/20-mine.lua", on: samples)
        #expect(trial.uses.map(\.matches) == [1, 1, 1])
        #expect(trial.verdicts.first?.payee?.value == "PLAIN*SHOP #42")
        #expect(trial.verdicts.map { $0.notes?.value } == [nil, nil, "ann"])
        let given = "Given by the sample"
        let file = demo.folder.path + "/rules/20-mine.lua"
        #expect(trial.verdicts.first?.payee?.reason.text == given)
        #expect(trial.verdicts.last?.payee?.reason.text == "Auto-detected: read from its text")
        #expect(
            trial.verdicts.map { $0.tags?.reason.text } == [
                "Matched: P (\(file):1)", "Matched: T (\(file):2); \(given)",
                "Matched: N (\(file):3)",
            ])
        #expect(trial.verdicts.last?.notes?.reason.text == given)
    }

    @Test("try a file in any other folder without reading that folder")
    func triesElsewhere() throws {
        try demo.write("key,key\n", to: "config/other.csv")
        try demo.write("rule { when = {}, set = { tags = 'a' } }", to: "config/20-mine.lua")
        let trial = try Engine.tryRules(
            at: demo.folder.path + "/config/20-mine.lua", on: [SampleTransaction()])
        #expect(trial.leftOut.isEmpty)
        #expect(trial.verdicts.first?.tags?.value == ["a"])
    }

    @Test(
        "refuse samples that are none, and say which and why",
        arguments: [
            ("{}", "it must be a list in JSON"),
            ("[{\"amount\": \"x\"}]", "entry 1: \"amount\" of a sample must be a number"),
            ("[\"a\", {\"descripton\": \"x\"}]", "entry 2: a sample has no \"descripton\""),
        ])
    func brokenSamples(json: String, message: String) throws {
        do throws(SampleFile.Mistake) {
            _ = try SampleFile.read(Array(json.utf8))
            Issue.record("it was read")
        } catch {
            #expect(error.messages.first?.hasPrefix(message) == true, "\(error.messages)")
        }
    }

    @Test("count the transactions that rules match and for which rows of maps are found")
    func hits() throws {
        try demo.write("key,payee\nSHOP,x\nNEVER,y\n", to: "rules/payees.csv")
        try demo.write(
            """
            local payees = map("payees.csv")
            local by_name = payees.never
            rule { name = "R", when = function(tx) return payees:has("shop") end,
                   set = function(tx) return { notes = payees.shop } end }
            rule { name = "S", when = function(tx) return payees.shop ~= nil end,
                   set = { tags = { "s" } } }
            """, to: "rules/20-mine.lua")
        let answer = """
            {"errors": [], "accounts": [{"org": {"domain": "x.example"}, "id": "1", "name": "A",
             "currency": "USD", "balance": "1", "balance-date": 1773532800, "transactions": [
             {"id": "1", "posted": 1772366400, "amount": "-3", "description": "a"},
             {"id": "2", "posted": 1772366400, "amount": "-4", "description": "b"}]}]}
            """
        _ = try demo.engine().importAnswer(.init(body: Array(answer.utf8)))
        let hits = try demo.engine().ruleHits()
        #expect(hits.rules.last?.matches == 2)
        #expect(hits.maps.first?.rows.map(\.transactions) == [2, 0])
    }

    @Test("write stubs for editors and keep existing settings")
    func stubs() throws {
        let folder = demo.folder.path
        let first = try Engine.writeStubs(into: folder, names: StubNames(categories: ["dining"]))
        #expect(first.map(\.isKept) == [false, false])
        try demo.write("{}", to: ".luarc.json")
        let second = try Engine.writeStubs(into: folder, names: StubNames(categories: ["dining"]))
        #expect(second.map(\.isKept) == [false, true])
    }
}
