import Classification
import Engine
import Foundation
import Model
import Scripting
import TestSupport
import Testing
import Vault

@Suite("A file that a stranger wrote to do harm")
struct HostileFileTests {
    private let demo: DemoVault
    private let host = PlantedWorker.host()

    private static let good = """
        rule { name = "Good", when = { amount = greater(0) }, set = { tags = "good" } }
        """

    init() throws {
        demo = try DemoVault()
        try demo.importPayments([(description: "SALARY", amount: "5.00")])
        try demo.write(Self.good, to: "rules/20-good.lua")
    }

    private var engine: Engine { demo.engine(scripts: host) }
    private var patientEngine: Engine { demo.engine(scripts: PlantedWorker.patientHost()) }

    private static let dots = String(repeating: ".a", count: 150_000)

    private static func rule(_ number: Int, when: String, set: String = "notes = 'n'") -> String {
        "rule { name = 'r\(number)', when = \(when), set = { \(set) } } "
    }

    private static func repeated(_ count: Int, _ part: (Int) -> String) -> String {
        (0..<count).map(part).joined()
    }

    /// Files of the most that may be read, each with what is told of it.
    private static let files: [(name: String, text: String, told: String)] = [
        ("keys.toml", "a\(dots) = 1\n", "crashed the process"),
        ("tables.toml", "[a\(dots)]\nx = 1\n", "crashed the process"),
        ("nameless.toml", "[[\n", "crashed the process"),
        ("closed.toml", "a = [ }\n", "crashed the process"),
        ("date.toml", "a = 1979-05-27T\n", "could not determine value type"),
        ("columns.toml", repeated(12_000) { "k\($0)={c\($0)=1}\n" }, "more than 64 columns"),
        (
            "values.toml",
            repeated(30) { "a\($0)={" + (0..<60).map { "c\($0)=1" }.joined(separator: ",") + "}\n" }
                + repeated(20_000) { "k\($0)={c1=1}\n" }, "more than 1000000"
        ),
        ("rows.toml", repeated(101_000) { "\($0)=1\n" }, "more than 100000 rows"),
        ("header.csv", (0..<100_000).map { "c\($0)" }.joined(separator: ","), "64 columns"),
        ("rows.csv", "k,v\n" + repeated(101_000) { "\($0),1\n" }, "100000 rows"),
        ("name.lua", "rule { \(String(repeating: "n", count: 250_000)) = 1 }", "has no field"),
        (
            "fields.lua", repeated(1_300) { rule($0, when: "{ nonsense\($0) = 'A' }") },
            "unknown field"
        ),
        ("calls.lua", repeated(3_500) { _ in "rule 'x' { when = 1 } " }, "stands inside"),
        ("chain.lua", "local a = b" + String(repeating: ".x", count: 120_000), "there is no name"),
        ("open.lua", String(repeating: "{", count: 250_000), "unexpected symbol"),
        (
            "compared.lua",
            "local a = ('\\0'):rep(262000) .. 1 local b = ('\\0'):rep(262000) .. 2\n"
                + "local n = 0 " + repeated(3_000) { _ in "if a < b then n = n + 1 end " },
            "computing time"
        ),
        ("keys.lua", "local t = {} for i = 1, 400000 do t[i << 40] = i end", "16777216 bytes"),
    ]

    @Test(
        "is left out with its reason, and all else goes on",
        .timeLimit(.minutes(30)), arguments: files.indices)
    func leftOut(file: Int) throws {
        let file = Self.files[file]
        try demo.write(file.text, to: "rules/\(file.name)")
        let report = try engine.classify(dryRun: false)
        let leftOut = try #require(report.leftOut.first)
        #expect(report.leftOut.count == 1)
        #expect(leftOut.file == "rules/\(file.name)")
        #expect(leftOut.problems.contains { $0.message.contains(file.told) }, "\(leftOut)")
        #expect(leftOut.problems.count <= 21)
        #expect(leftOut.problems.allSatisfy { $0.message.count <= 1_001 })
        #expect(try demo.vault.everything().first?.verdict?.tags?.value == ["good"])
    }

    @Test("takes bounded time, where it is used")
    func used() throws {
        let body = Self.repeated(2_000) { "if t.amount == \($0) then return true end " }
        let shared = "local function f(t) \(body) end\n"
        for text in [
            shared + Self.repeated(2_000) { Self.rule($0, when: "f") },
            Self.repeated(2_500) { Self.rule($0, when: "function(t) return t.payee == 'a' end") },
            Self.repeated(2_400) { Self.rule($0, when: "function(tx) return tx.payee == 'a' end") },
            Self.rule(
                1,
                when: "any { "
                    + Self.repeated(1_500) { "{ memo = contains 'A\($0)' }, " } + " }"),
            Self.rule(
                1,
                when: "function(t) return "
                    + Self.repeated(8_000) { "t.payee == 'A\($0)' or " } + "false end"),
        ] {
            #expect(try time(text) < ProcessorTime.bounded, "\(text.prefix(80))")
        }
    }

    @Test("takes bounded time, where it is checked")
    func checked() throws {
        let folder = demo.vault.folder.path
        for place in ["automation", "rules/shared"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(place)", withIntermediateDirectories: true)
        }
        try demo.write(
            Self.repeated(3_000) {
                "on('refund', function(e) notify { title = e.day .. '\($0)' } end)\n"
            },
            to: "automation/many.lua")
        for number in 0..<300 {
            try demo.write("return {", to: "rules/shared/m\(number).lua")
            try demo.write(
                "local m = require('shared.m\(number)')\n"
                    + Self.rule(1, when: "{ text = m.text }"),
                to: "rules/r\(number).lua")
        }
        #expect(
            try ProcessorTime.used { _ = try patientEngine.checkAutomations() }
                < ProcessorTime.bounded)
        #expect(
            try ProcessorTime.used { _ = try patientEngine.checkRules() } < ProcessorTime.bounded)
    }

    /// The processor time of a pass with a file.
    private func time(_ text: String) throws -> Double {
        try demo.write(text, to: "rules/10-file.lua")
        return try ProcessorTime.used {
            let report = try patientEngine.classify(dryRun: true)
            #expect(report.leftOut.isEmpty, "\(report.leftOut)")
        }
    }

    @Test("an unapproved plugin can be listed, whatever its maps contain")
    func plugin() throws {
        try demo.addPlugin(
            "odd", ["plugin.lua": PluginFiles.plugin("odd"), "a.toml": "a\(Self.dots) = 1\n"])
        let plugin = try #require(engine.plugins().first { $0.name == "odd" })
        #expect(plugin.problems.contains { $0.message.contains("crashed the process") })
    }

    private static let configurations = [
        "need\(dots) = 1\n", String(repeating: "need = 1\n", count: 400_000) + "want\n",
    ]

    @Test("a configuration is left as it was, and says why", arguments: configurations.indices)
    func configuration(place: Int) throws {
        try demo.write(Self.configurations[place], to: "config/lens.toml")
        _ = try engine.classify(dryRun: false)
        let engine = engine
        _ = try engine.lensTargets()
        #expect(engine.heldBackConfiguration.map(\.file) == ["config/lens.toml"])
        let problems = engine.heldBackConfiguration.flatMap(\.problems)
        #expect(problems.allSatisfy { $0.message.count < 300 } && !problems.isEmpty)
    }
}
