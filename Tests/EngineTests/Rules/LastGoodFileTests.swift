import Automation
import Classification
import Engine
import Foundation
import Model
import Testing
import Vault

@Suite("A file with a mistake")
struct LastGoodFileTests {
    private let demo: DemoVault
    private static let file = "rules/50-mine.lua"
    private static let sound = rule(tag: "a")

    init() throws {
        demo = try DemoVault()
        for folder in ["automation", "config", "rules/shared"] {
            try FileManager.default.createDirectory(
                atPath: "\(demo.folder.path)/\(folder)", withIntermediateDirectories: true)
        }
        try demo.importPayments(["COFFEE", "BOOKS"])
    }

    private static func rule(tag: String, more: String = "") -> String {
        """
        rule {
            name = "Mine", when = { amount = less(0) }, set = { tags = { "\(tag)" } }, \(more)
        }
        """
    }

    private func tags() throws -> [[String]] {
        try demo.vault.everything().map { $0.verdict?.tags?.value ?? [] }
    }

    /// What a decision about one transaction comes to.
    private func note() throws -> ClassifyReport {
        try demo.engine().correct([1], CorrectionChange(Correction(note: "hi"))).classified
    }

    private func write(_ text: String, to path: String = file) throws -> ClassifyReport {
        try demo.write(text, to: path)
        return try demo.engine().classify(dryRun: false)
    }

    private func delete(_ path: String) throws {
        try FileManager.default.removeItem(atPath: "\(demo.folder.path)/\(path)")
    }

    @Test(
        "stays in use as it was, whatever command classifies",
        arguments: [
            "rule { name = ", "rule { nam = \"x\" }",
            rule(tag: "b").replacing("tags = { \"b\" }", with: "category = \"nowhere\""),
            rule(tag: "b", more: "tests = { match = { { amount = 5 } } },"),
            rule(tag: "b") + "\nlocal words = require(\"shared.none\")",
        ])
    func staysInUse(broken: String) throws {
        _ = try write(Self.sound)
        try demo.write(broken, to: Self.file)
        let report = try note()
        #expect(report.changes.map(\.transaction) == [1])
        #expect(report.leftOut.map(\.file) == [Self.file])
        #expect(report.leftOut.first?.standIn == .lastGood(since: today.noon))
        #expect(report.leftOut.first?.problems.isEmpty == false)
        #expect(try demo.engine().classify(dryRun: false, isWhole: true).changes.isEmpty)
        #expect(try tags() == [["a"], ["a"]])
        // Until it has none.
        #expect(try write(Self.rule(tag: "b")).leftOut.isEmpty)
        #expect(try tags() == [["b"], ["b"]])
    }

    @Test("is checked as it is used where its last good version is wrong by now, too")
    func lastGoodIsWrong() throws {
        let engine = demo.engine()
        _ = try engine.addCategory("Boats", id: "boats", CategoryEdit(), summary: "categories add")
        let rule = Self.rule(tag: "b").replacing("tags = { \"b\" }", with: "category = \"boats\"")
        #expect(try write(rule).leftOut.isEmpty)
        _ = try engine.undo()
        try demo.write(rule + "\nrule { nam = \"x\" }", to: Self.file)
        let used = try engine.classify(dryRun: true, isWhole: true).leftOut
        #expect(used.contains { $0.file == Self.file && $0.standIn == nil })
        let checked = try engine.checkRules().leftOut
        #expect(checked.map(\.file) == [Self.file])
        #expect(checked.map(\.standIn) == [nil])
        #expect(checked.flatMap(\.problems).count == 2)
    }

    @Test("has its own mistakes alone, not those of its last good version")
    func ownMistakes() throws {
        let engine = demo.engine()
        _ = try engine.addCategory("Boats", id: "boats", CategoryEdit(), summary: "categories add")
        let rule = Self.rule(tag: "b").replacing("tags = { \"b\" }", with: "category = \"boats\"")
        #expect(try write(rule).leftOut.isEmpty)
        _ = try engine.undo()
        try demo.write("rule { nam = \"x\" }", to: Self.file)
        let checked = try engine.checkRules().leftOut
        let used = try engine.classify(dryRun: true, isWhole: true).leftOut
        for leftOut in [checked, used] {
            #expect(leftOut.map(\.file) == [Self.file])
            #expect(leftOut.map(\.standIn) == [nil])
            let messages = leftOut.flatMap(\.problems).map(\.message)
            #expect(!messages.isEmpty)
            #expect(!messages.contains { $0.contains("boats") })
        }
    }

    @Test("is left out until it has no mistakes")
    func neverSound() throws {
        let report = try write("rule { name = ")
        #expect(report.leftOut.map(\.standIn) == [nil])
        #expect(try tags() == [[], []])
        #expect(try write(Self.sound).leftOut.isEmpty)
        #expect(try tags() == [["a"], ["a"]])
    }

    @Test("is left out whose own tests fail from the start, and its tests can be run")
    func failingFromTheStart() throws {
        try demo.write(Self.sound, to: "rules/60-other.lua")
        let failing = Self.rule(
            tag: "b", more: "tests = { match = { \"NODLE\" , { amount = 5 } } },")
        let report = try write(failing)
        #expect(report.leftOut.map(\.file) == [Self.file])
        #expect(report.leftOut.map(\.standIn) == [nil])
        #expect(report.leftOut.flatMap(\.problems).map(\.line) == [2])
        #expect(try tags() == [["a"], ["a"]])
        #expect(try demo.engine().checkRules().leftOut == report.leftOut)
        let tests = try demo.engine().testRules(inFile: Self.file)
        #expect(tests.leftOut.isEmpty)
        #expect(tests.outcomes.map(\.hasPassed) == [true, false])
        // A comment changes nothing about that.
        #expect(try write("-- more\n" + failing).leftOut.map(\.file) == [Self.file])
        #expect(try demo.vault.lastGoodFiles()[Self.file] == nil)
        #expect(try write(Self.rule(tag: "b")).leftOut.isEmpty)
        #expect(try tags() == [["a", "b"], ["a", "b"]].map { $0.reversed() })
    }

    @Test("is not in use any more once it is deleted")
    func deleted() throws {
        _ = try write(Self.sound)
        try demo.write("rule {", to: Self.file)
        try delete(Self.file)
        #expect(try note().leftOut.isEmpty)
        #expect(try tags() == [[], []])
        #expect(try write("rule {").leftOut.map(\.standIn) == [nil])
    }

    @Test("stays in use where it can't be read")
    func unreadable() throws {
        _ = try write(Self.sound)
        try delete(Self.file)
        try FileManager.default.createDirectory(
            atPath: "\(demo.folder.path)/\(Self.file)", withIntermediateDirectories: false)
        #expect(try note().leftOut.map(\.file) == [Self.file])
        #expect(try tags() == [["a"], ["a"]])
    }

    @Test("is not taken for sound by a run that writes nothing")
    func dryRun() throws {
        try demo.write(Self.sound, to: Self.file)
        _ = try demo.engine().classify(dryRun: true)
        #expect(try demo.vault.lastGoodFiles()[Self.file] == nil)
        _ = try demo.engine().classify(dryRun: false)
        #expect(try demo.vault.lastGoodFiles()[Self.file]?.bytes == Array(Self.sound.utf8))
    }

    @Test(
        "keeps what others need of it in use",
        arguments: [
            ("rules/shared/words.lua", "return {", "return { tag = \"a\" }"),
            ("rules/shared/words.lua", nil, "return { tag = \"a\" }"),
        ])
    func module(path: String, broken: String?, sound: String) throws {
        try demo.write(sound, to: path)
        _ = try write("local words = require(\"shared.words\")\n" + Self.ruleOfModule)
        if let broken { try demo.write(broken, to: path) } else { try delete(path) }
        let report = try note()
        #expect(report.leftOut.map(\.file) == [path])
        #expect(try tags() == [["a"], ["a"]])
        // It is in use for as long as it takes.
        #expect(try note().leftOut.map(\.file) == [path])
    }

    private static let ruleOfModule = """
        rule { name = "Mine", when = { amount = less(0) }, set = { tags = { words.tag } } }
        """

    @Test("of a table that rules look things up in stays in use as it was")
    func map() throws {
        try demo.write("key,tag\nx,a\n", to: "rules/names.csv")
        _ = try write(
            """
            local names = map("names.csv")
            rule {
                name = "Mine",
                when = function(tx) return names["x"] ~= nil end, set = { tags = { "a" } },
            }
            """)
        try demo.write("key,tag\n\"x,a\n", to: "rules/names.csv")
        #expect(try note().leftOut.map(\.file) == ["rules/names.csv"])
        #expect(try tags() == [["a"], ["a"]])
    }

    @Test("is shown as it is by a check, and tested as it is")
    func check() throws {
        _ = try write(Self.sound)
        try demo.write(
            Self.rule(tag: "b", more: "tests = { match = { { amount = 5 } } },"), to: Self.file)
        let check = try demo.engine().checkRules()
        #expect(!check.files.map(\.path).contains(Self.file))
        #expect(check.leftOut.map(\.file) == [Self.file])
        #expect(check.leftOut.first?.problems.first?.message.contains("fails") == true)
        let test = try demo.engine().testRules(inFile: "50-mine")
        #expect(test.outcomes.map(\.hasPassed) == [false])
        #expect(test.leftOut.isEmpty)
    }

    @Test("of a module is told of it alone, by a check as by a pass; one that is gone is called so")
    func moduleOfOthers() throws {
        let module = "rules/shared/words.lua"
        try demo.write("return { tag = \"a\" }", to: module)
        _ = try write("local words = require(\"shared.words\")\n" + Self.sound)
        try demo.write("return {", to: module)
        #expect(try note().leftOut.map(\.file) == [module])
        let check = try demo.engine().checkRules()
        #expect(check.leftOut.map(\.file) == [module])
        #expect(check.leftOut.map(\.standIn) == [.lastGood(since: today.noon)])
        try delete(module)
        let gone = try note().leftOut
        #expect(gone.filter(\.isGone).map(\.file) == [module])
        #expect(gone.filter { !$0.isGone }.isEmpty)
        #expect(try tags() == [["a"], ["a"]])
    }

    @Test(
        "that others need is told as it is used, with them, by a check as by a pass",
        arguments: [nil, "return {", "return { tag = nothing }"])
    func neededByOthers(broken: String?) throws {
        let module = "rules/shared/words.lua"
        let between = "rules/shared/more.lua"
        try demo.write("return { tag = \"a\" }", to: module)
        try demo.write("return require(\"shared.words\")", to: between)
        try demo.write(Self.sound, to: "rules/60-other.lua")
        _ = try write("local words = require \"shared.more\"\n" + Self.ruleOfModule)
        if let broken { try demo.write(broken, to: module) } else { try delete(module) }
        for check in [
            try demo.engine().checkRules(), try demo.engine().checkRules(inFile: "50-mine"),
        ] {
            #expect(check.leftOut.map(\.file) == [module])
            #expect(check.leftOut.map(\.isGone) == [broken == nil])
            #expect(check.leftOut.map(\.standIn) == [.lastGood(since: today.noon)])
            #expect(check.leftOut.map(\.neededBy) == [[Self.file]])
            // It is in use as written.
            #expect(check.files.filter { $0.path == Self.file }.map(\.rules) == [1])
            #expect(!check.modules.contains(module))
        }
        #expect(try demo.engine().rules().leftOut.map(\.file) == [module])
        #expect(try demo.engine().classify(dryRun: true, isWhole: true).changes.isEmpty)
    }

    @Test("of a module that never had none leaves out the files that need it, and is told by each")
    func newModule() throws {
        try demo.write("return {", to: "rules/shared/words.lua")
        _ = try write("local words = require(\"shared.words\")\n" + Self.ruleOfModule)
        let check = try demo.engine().checkRules()
        #expect(check.leftOut.map(\.file) == [Self.file])
        #expect(check.leftOut.map(\.standIn) == [nil])
        #expect(check.leftOut.flatMap(\.problems).map(\.file) == ["rules/shared/words.lua"])
    }

    @Test("of a draft is told as one whose last good version is in use")
    func draft() throws {
        _ = try write(Self.sound)
        try demo.write("-- ghostvault: draft\nrule {", to: Self.file)
        let check = try demo.engine().checkRules().leftOut
        #expect(check.map(\.file) == [Self.file])
        #expect(check.map(\.standIn) == [.lastGood(since: today.noon)])
    }

    @Test(
        "among handlers is told as it is used, also of what others need",
        arguments: [
            ("automation/shared/words.lua", nil), ("automation/shared/words.lua", "return {"),
            ("automation/a.lua", "on("),
        ])
    func handlers(path: String, broken: String?) throws {
        try FileManager.default.createDirectory(
            atPath: demo.vault.folder.path + "/automation/shared",
            withIntermediateDirectories: true)
        try demo.write("return { title = \"a\" }", to: "automation/shared/words.lua")
        try demo.write(
            """
            local words = require("shared.words")
            on("refund", function(e) notify { title = words.title } end)
            """, to: "automation/a.lua")
        _ = try HandlerCache().read(demo.engine())
        if let broken { try demo.write(broken, to: path) } else { try delete(path) }
        let check = try demo.engine().checkAutomations()
        #expect(check.leftOut.map(\.file) == [path])
        #expect(check.leftOut.map(\.standIn) == [.lastGood(since: today.noon)])
        #expect(
            check.leftOut.map(\.neededBy) == [path.contains("shared") ? ["automation/a.lua"] : []])
        let used = try demo.engine().automationsInUse()
        #expect(used.automations.handlers.map(\.file) == ["automation/a.lua"])
        #expect(used.leftOut.map(\.file) == [path])
    }

    // MARK: Configuration

    @Test(
        "of the configuration stays in use as it was, whatever command reads it",
        arguments: ["[[category]]\nparnt = 1\n", "[[", "id = \u{1}"])
    func configuration(broken: String) throws {
        let path = "config/categories.toml"
        let shipped = try #require(ShippedFiles.all.first { $0.path == path })
        let mine =
            String(decoding: shipped.bytes, as: UTF8.self)
            + "\n[[category]]\nid = \"mine\"\nname = \"Mine\"\ntype = \"expense\"\n"
        _ = try write(mine, to: path)
        try #require(try demo.engine().categories().categories.contains { $0.id == "mine" })
        try demo.write(broken, to: path)
        let engine = demo.engine()
        #expect(try engine.categories().categories.contains { $0.id == "mine" })
        _ = try engine.cardPayments()
        #expect(engine.heldBackConfiguration.map(\.file) == [path])
        #expect(engine.heldBackConfiguration.first?.standIn == .lastGood(since: today.noon))
        #expect(try note().leftOut.map(\.file) == [path])
        #expect(try demo.engine().checkRules().leftOut.map(\.file) == [path])
    }

    @Test("of the configuration that never had none leaves the program's own in use")
    func newConfiguration() throws {
        _ = try write(Self.sound)
        let report = try write("stages = 1\n", to: "config/pipeline.toml")
        #expect(report.leftOut.map(\.file) == ["config/pipeline.toml"])
        #expect(report.leftOut.first?.standIn == .shipped)
        #expect(try tags() == [["a"], ["a"]])
    }

    @Test("caused by the configuration keeps the last good version of both")
    func categoryTakenAway() throws {
        let path = "config/categories.toml"
        let shipped = try #require(ShippedFiles.all.first { $0.path == path })
        let text = String(decoding: shipped.bytes, as: UTF8.self)
        _ = try write(
            text + "\n[[category]]\nid = \"mine\"\nname = \"Mine\"\ntype = \"expense\"\n", to: path)
        _ = try write(
            "rule { name = \"Mine\", when = { amount = less(0) }, set = { category = \"mine\" } }")
        let report = try write(text, to: path)
        #expect(report.leftOut.map(\.file) == [path])
        #expect(report.leftOut.first?.problems.first?.file == Self.file)
        #expect(try demo.engine().checkRules().leftOut.map(\.file) == [path])
        #expect(try demo.vault.everything().map(\.verdict?.category.value) == ["mine", "mine"])
    }

    // MARK: Plugins

    @Test("of a plugin, or a change that nobody approved, leaves it as it was approved")
    func plugin() throws {
        func plugin(tag: String) -> String {
            PluginFiles.plugin("mine").replacing(
                "function(tx, ctx) end",
                with: "function(tx, ctx) return { tags = { \"\(tag)\" } } end")
        }
        try demo.addPlugin("mine", ["plugin.lua": plugin(tag: "p")])
        try demo.letRun("mine")
        _ = try demo.engine().classify(dryRun: false)
        for changed in [plugin(tag: "q"), "plugin {"] {
            try demo.addPlugin("mine", ["plugin.lua": changed])
            let report = try note()
            #expect(try tags() == [["p"], ["p"]])
            #expect(report.leftOutPlugins.map(\.isHeldBack) == [true])
        }
        try demo.removePlugin("mine")
        #expect(try note().leftOutPlugins.map(\.isHeldBack) == [false])
        #expect(try tags() == [[], []])
    }
}
