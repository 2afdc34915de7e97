import Classification
import Engine
import Foundation
import Model
import Statements
import TestSupport
import Testing
import Vault

@Suite("Deciding about plugins")
struct PluginDecisionTests {
    private let demo: DemoVault
    private var engine: Engine { demo.engine() }

    init() throws {
        demo = try DemoVault()
        try demo.addPlugin("mine")
    }

    private func problem(_ call: () throws -> some Any) -> PluginError? {
        do {
            _ = try call()
            return nil
        } catch {
            return error as? PluginError
        }
    }

    // MARK: Settings

    @Test("a setting has its default until it is set, and again when it goes back")
    func settings() throws {
        func days() throws -> InstalledPlugin.Setting? {
            try engine.plugin(named: "mine").settings.first
        }
        #expect(try days()?.value == .integer(30))
        #expect(try days()?.isDefault == true)
        #expect(try engine.setPlugin("mine", setting: "days", to: "45") == .integer(45))
        #expect(try days()?.value == .integer(45))
        #expect(try days()?.isDefault == false)
        #expect(try engine.setPlugin("mine", setting: "days", to: nil) == .integer(30))
        #expect(try days()?.isDefault == true)
    }

    @Test(
        "a value that the setting does not take is refused, and the old one holds",
        arguments: ["0", "91", "4.5", "many", "", "99999999999999999999"])
    func unfitValue(text: String) throws {
        _ = try engine.setPlugin("mine", setting: "days", to: "45")
        #expect(
            problem { try engine.setPlugin("mine", setting: "days", to: text) }
                == .unfitSetting("days", of: "mine", expected: "a whole number from 1 to 90"))
        #expect(try engine.plugin(named: "mine").settings.first?.value == .integer(45))
    }

    @Test("a misspelt plugin or setting is told with what may have been meant")
    func misspelt() {
        #expect(
            problem { try engine.setPlugin("mine", setting: "day", to: "1") }
                == .unknownSetting(
                    "day", of: "mine", known: ["days"], hint: " (did you mean \"days\"?)"))
        #expect(
            problem { try engine.plugin(named: "mien") }
                == .unknown("mien", hint: " (did you mean \"mine\"?)"))
        #expect(problem { try engine.enablePlugin("yours", true) } == .unknown("yours", hint: ""))
    }

    @Test("a value that the next version does not take any more breaks it, until it is set anew")
    func outdatedValue() throws {
        _ = try engine.setPlugin("mine", setting: "days", to: "45")
        let text = PluginFiles.plugin("mine").replacing("at_most = 90", with: "at_most = 40")
        try demo.addPlugin("mine", ["plugin.lua": text])
        let plugin = try engine.plugin(named: "mine")
        #expect(plugin.state == .broken)
        #expect(plugin.problems.first?.message.contains("a whole number from 1 to 40") == true)
        _ = try engine.setPlugin("mine", setting: "days", to: nil)
        #expect(try engine.plugin(named: "mine").state == .needsApproval)
    }

    @Test("a value whose setting the next version doesn't have is told until it is removed")
    func renamedSetting() throws {
        try demo.letRun("mine")
        _ = try engine.setPlugin("mine", setting: "days", to: "45")
        let text = PluginFiles.plugin("mine").replacing("days = {", with: "day = {")
        try demo.addPlugin("mine", ["plugin.lua": text])
        let idle = [
            InstalledPlugin.IdleSetting(
                name: "days", value: "45", hint: " (did you mean \"day\"?)")
        ]
        #expect(try engine.reviewPlugin("mine").plugin.idleSettings == idle)
        try demo.letRun("mine")
        #expect(try engine.plugin(named: "mine").state == .on)
        let report = try engine.classify(dryRun: false)
        #expect(
            report.leftOutPlugins == [
                RejectedPlugin(name: "mine", isEnabled: true, reason: .ignoresSettings(idle))
            ])
        #expect(!report.isPartial)
        #expect(try engine.setPlugin("mine", setting: "days", to: nil) == nil)
        #expect(try engine.plugin(named: "mine").idleSettings.isEmpty)
        #expect(try engine.classify(dryRun: false).leftOutPlugins.isEmpty)
    }

    // MARK: Failing

    private static func tagger(failing: String, all: Bool) -> String {
        let parts =
            all
            ? "classify_all = function(view) for tx in view:each() do \(failing) "
                + "view:decide(tx, { tags = { \"t\" } }, \"because\") end end,"
            : "classify = function(tx) \(failing) return { tags = { \"t\" } }, \"because\" end,"
        return "plugin { name = \"mine\", version = \"1\", summary = \"Tags.\", "
            + "decides = { \"tags\" }, \(parts) }"
    }

    @Test("what a plugin decided in the last pass stays where it fails", arguments: [true, false])
    func failing(all: Bool) throws {
        let demo = try HouseholdVault(months: 3).copy()
        func tags() throws -> [Int64: [String]] {
            Dictionary(
                uniqueKeysWithValues: try demo.vault.everything().map {
                    ($0.id, $0.verdict?.tags?.value ?? [])
                })
        }
        try demo.addPlugin("mine", ["plugin.lua": Self.tagger(failing: "", all: all)])
        try demo.letRun("mine")
        _ = try demo.engine().classify(dryRun: false)
        let before = try tags()
        try #require(before.values.allSatisfy { $0.contains("t") })
        for failing in ["error(\"no\")", "if tx.amount < 0 then error(\"no\") end"] {
            try demo.addPlugin("mine", ["plugin.lua": Self.tagger(failing: failing, all: all)])
            try demo.letRun("mine")
            for _ in 1...2 {
                let report = try demo.engine().classify(dryRun: false)
                #expect(report.problems.map(\.message) == ["no"])
                #expect(report.problems.map(\.keepsResults) == [true])
                #expect(try tags() == before)
            }
        }
        _ = try demo.engine().enablePlugin("mine", false)
        _ = try demo.engine().classify(dryRun: false)
        #expect(try tags().values.allSatisfy { !$0.contains("t") })
    }

    @Test("a preview shows what is not applied yet, and nothing that is")
    func preview() throws {
        let demo = try HouseholdVault(months: 3).copy()
        let engine = demo.engine()
        _ = try engine.classify(dryRun: false)
        try demo.addPlugin("mine", ["plugin.lua": Self.tagger(failing: "", all: false)])
        let all = try demo.vault.everything().count
        #expect(try engine.previewPlugin("mine").changes.changes.count == all)
        try demo.letRun("mine")
        #expect(try engine.previewPlugin("mine").changes.changes.count == all)
        _ = try engine.classify(dryRun: false)
        #expect(try engine.previewPlugin("mine").changes.changes.isEmpty)
    }

    // MARK: Tests

    @Test("its tests know the person's categories and the enabled plugins that it needs")
    func testsInTheVault() throws {
        _ = try engine.addCategory(
            "Household", id: nil, CategoryEdit(), summary: "categories add")
        try demo.addPlugin("mine")
        let text = PluginFiles.plugin("other", "needs = \"mine\",")
            .replacing("decides = { \"tags\" }", with: "decides = { \"category\" }")
            .replacing(
                "function(tx, ctx) end", with: "function() return { category = \"household\" } end")
        try demo.addPlugin(
            "other",
            [
                "plugin.lua": text,
                "tests.lua": "test { name = \"a\", transactions = { { description = \"X\", "
                    + "gets = { category = \"household\" } } } }",
            ])
        func failures() throws -> [String] {
            let report = try engine.testPlugins(["other"])[0]
            return report.problems.map(\.message) + report.outcomes.flatMap(\.failures)
        }
        #expect(
            try failures() == ["it needs the plugin \"mine\", which is not enabled"])
        try demo.letRun("mine")
        #expect(try failures() == [])
    }

    // MARK: Switching on

    @Test("a broken plugin can't be switched on, and its mistakes are told")
    func brokenPlugin() throws {
        try demo.addPlugin("mine", ["plugin.lua": "plugin {\n  name = \"mine\", oops = 1,\n}"])
        guard
            case .broken("mine", let problems)? = problem({ try engine.enablePlugin("mine", true) })
        else {
            Issue.record("it was switched on")
            return
        }
        #expect(problems.allSatisfy { $0.file == "Plugins/mine/plugin.lua" })
        let unknown = problems.first { $0.message.contains("\"oops\"") }
        #expect(unknown?.line == 2)
        #expect(unknown?.column == 18)
    }

    @Test("a plugin that breaks after it was approved and switched on is left out of a pass")
    func brokenLater() throws {
        try demo.addPlugin("mine", ["plugin.lua": PluginFiles.plugin("other")])
        try demo.addPlugin("fine")
        try demo.letRun("fine")
        _ = try demo.vault.enablePlugin("mine", true)
        try demo.vault.approvePlugin(
            "mine",
            PluginApproval(
                approvedAt: 0,
                files: [
                    .init(path: "plugin.lua", bytes: Array(PluginFiles.plugin("other").utf8))
                ]))
        let leftOut = try engine.classify(dryRun: true).leftOutPlugins
        #expect(leftOut.map(\.name) == ["mine"])
        guard case .broken(let problems)? = leftOut.first?.reason else {
            Issue.record("the reason is another")
            return
        }
        #expect(problems.first?.message.contains("they must be the same") == true)
    }

    @Test("a plugin that needs another one is left out until that is on")
    func needs() throws {
        try demo.addPlugin("more", ["plugin.lua": PluginFiles.plugin("more", "needs = \"mine\",")])
        try demo.letRun("more")
        #expect(try engine.plugin(named: "more").state == .leftOut)
        #expect(
            try engine.plugin(named: "more").problems.first?.message.contains("\"mine\"") == true)
        let leftOut = try engine.classify(dryRun: true).leftOutPlugins.filter(\.isEnabled)
        #expect(leftOut.map(\.name) == ["more"])
        try demo.letRun("mine")
        #expect(try engine.classify(dryRun: true).leftOutPlugins.isEmpty)
        #expect(try engine.plugin(named: "more").state == .on)
    }

    @Test("a plugin's place is told by the stages around it, whether or not it is on")
    func place() throws {
        try demo.addPlugin(
            "early", ["plugin.lua": PluginFiles.plugin("early", "before = \"user rules\",")])
        try demo.addPlugin(
            "late", ["plugin.lua": PluginFiles.plugin("late", "after = \"early\",")])
        for name in ["early", "late"] {
            let place = try #require(try engine.plugin(named: name).place)
            #expect(place.after == nil)
            #expect(place.before == "user rules")
        }
        let usual = try #require(try engine.plugin(named: "mine").place)
        #expect(usual.after == "category map")
        #expect(usual.before == "payees")
    }

    // MARK: New plugins

    @Test("a new plugin works as it is made, and passes its own tests")
    func newPlugin() throws {
        let files = try engine.makePlugin("fresh")
        #expect(
            files == [
                "Plugins/fresh/plugin.lua", "Plugins/fresh/tests.lua", "Plugins/fresh/README.md",
            ])
        let plugin = try engine.plugin(named: "fresh")
        #expect(plugin.state == .needsApproval)
        #expect(plugin.problems.isEmpty)
        #expect(plugin.introduction.hasPrefix("Tags purchases above an amount"))
        let report = try #require(try engine.testPlugins(["fresh"]).first)
        #expect(report.problems.isEmpty)
        #expect(report.outcomes.count == 2)
        #expect(report.outcomes.allSatisfy { $0.failures.isEmpty })
        try demo.letRun("fresh")
        #expect(try engine.plugin(named: "fresh").state == .on)
    }

    @Test("a new plugin that reads files works as it is made, and passes its own test")
    func newReader() throws {
        _ = try engine.makePlugin("fresh", isReader: true)
        let plugin = try engine.plugin(named: "fresh")
        #expect(plugin.problems.isEmpty)
        #expect(plugin.manifest?.reads?.texts == ["MY BANK"])
        let report = try #require(try engine.testPlugins(["fresh"]).first)
        #expect(report.problems.isEmpty)
        #expect(report.outcomes.map(\.failures) == [[]])
        try demo.letRun("fresh")
        #expect(try engine.plugin(named: "fresh").state == .on)
    }

    @Test("a new plugin's files are their owner's alone")
    func modes() throws {
        _ = try engine.makePlugin("fresh")
        let folder = demo.folder.pluginsPath + "/fresh"
        #expect(try demo.mode(of: folder) == 0o700)
        #expect(try demo.mode(of: folder + "/plugin.lua") == 0o600)
    }

    @Test("a new plugin never takes the place of one that is there")
    func existing() throws {
        #expect(problem { try engine.makePlugin("mine") } == .exists("mine", isShipped: false))
        let text = try String(
            contentsOfFile: demo.folder.pluginsPath + "/mine/plugin.lua", encoding: .utf8)
        #expect(text == PluginFiles.plugin("mine"))
    }

    @Test(
        "a name that is no plugin's is refused, and nothing is made",
        arguments: ["", "../mine", "a/b", "Mine", ".mine", "my plugin", "x\n"])
    func unfitName(name: String) throws {
        guard case .unfitName(name, _)? = problem({ try engine.makePlugin(name) }) else {
            Issue.record("it was made")
            return
        }
        let there = try FileManager.default.contentsOfDirectory(
            atPath: demo.folder.pluginsPath)
        #expect(there == ["mine"])
    }
}
