import Automation
import Classification
import Configuration
import Engine
import Foundation
import Model
import Testing
import Vault

@Suite("The folder of automations")
struct AutomationFolderTests {
    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
        try FileManager.default.createDirectory(
            atPath: demo.folder.path + "/automation/shared", withIntermediateDirectories: true)
    }

    @Test("a vault without one has no handlers")
    func none() throws {
        let demo = try DemoVault()
        defer { withExtendedLifetime(demo) {} }
        let automations = try demo.engine().automations()
        #expect(automations.handlers == [])
        #expect(automations.leftOut == [])
    }

    @Test("files are read in the order of their names, with modules and maps beside them")
    func files() throws {
        try demo.write("on('refund', function(e) end)", to: "automation/20-b.lua")
        try demo.write(
            """
            local tell = require("shared.tell")
            for account, below in pairs(map("limits.csv")) do
                on("low_balance", { account = account, below = below }, tell)
            end
            """, to: "automation/10-a.lua")
        try demo.write("on('refund', function(e) end)", to: "automation/.hidden.lua")
        try demo.write("account,below\nChecking,100\n", to: "automation/limits.csv")
        try demo.write("return function(e) end", to: "automation/shared/tell.lua")
        let automations = try demo.engine().automations()
        #expect(automations.leftOut == [])
        #expect(
            automations.handlers.map(\.id) == [
                "automation/10-a.lua low_balance below=100 account=\"Checking\"",
                "automation/20-b.lua refund",
            ])
        let check = try demo.engine().checkAutomations()
        #expect(check.modules == ["automation/shared/tell.lua"])
        #expect(check.maps.map(\.path) == ["automation/limits.csv"])
        #expect(check.failures == [])
    }

    @Test("rules and automations don't see each other's files")
    func apart() throws {
        try demo.write("return 1", to: "automation/shared/one.lua")
        try demo.write("local x = require('shared.one')", to: "rules/20-mine.lua")
        try demo.write("rule { name = 'R' }", to: "automation/rules.lua")
        let engine = demo.engine()
        #expect(try engine.checkRules().leftOut.map(\.file) == ["rules/20-mine.lua"])
        #expect(try engine.automations().leftOut.map(\.file) == ["automation/rules.lua"])
    }

    @Test("a map that can't be read is told, and the file that needs it is left out")
    func brokenMap() throws {
        try demo.write("account,below\nChecking\n", to: "automation/limits.csv")
        try demo.write("local limits = map('limits.csv')", to: "automation/a.lua")
        try demo.write("on('refund', function(e) end)", to: "automation/b.lua")
        let automations = try demo.engine().automations()
        #expect(automations.leftOut.map(\.file) == ["automation/limits.csv", "automation/a.lua"])
        #expect(automations.handlers.map(\.file) == ["automation/b.lua"])
    }

    @Test("webhooks, commands and categories are those of the vault's configuration")
    func names() throws {
        try demo.write(
            """
            hosts = ["hooks.example.org"]
            [webhooks.family]
            url = "https://hooks.example.org/money"
            [commands.speak]
            path = "/usr/bin/espeak-ng"
            """, to: "config/automation.toml")
        try demo.write(
            """
            on("over_budget", { category = "dining", limit = 400 }, function(e)
                webhook("family", { text = e.budget.spent_text })
                run("speak", { e.budget.name })
            end)
            """, to: "automation/a.lua")
        let check = try demo.engine().checkAutomations()
        #expect(check.leftOut == [])
        #expect(check.failures == [])
        try demo.write("", to: "config/automation.toml")
        let without = try demo.engine().automations()
        #expect(without.leftOut.first?.problems.map(\.line) == [2, 3])
    }

    @Test("an account that the vault does not have is noted")
    func account() throws {
        let engine = demo.engine()
        try demo.write(
            "on('low_balance', { account = 'Nowhere', below = 5 }, function(e) end)",
            to: "automation/a.lua")
        #expect(try engine.checkAutomations().notes == [])
        let connection = try demo.connect()
        _ = try demo.sync(connection)
        #expect(
            try engine.checkAutomations().notes.map(\.message) == [
                "no account of the vault is named \"Nowhere\""
            ])
    }

    @Test(
        "an account is named by the bank's name or one's own, with its number or without",
        arguments: [
            ("Family Checking (4471)", true), ("family checking", true), ("Household", true),
            ("Checking", false), ("4471", false),
        ])
    func accountNames(name: String, isKnown: Bool) throws {
        let connection = try demo.connect()
        _ = try demo.sync(connection)
        let checking = try #require(try demo.vault.accounts().first { $0.name.contains("4471") })
        try demo.vault.nameAccount("Household", account: checking.id)
        try demo.write(
            "on('low_balance', { account = '\(name)', below = 5 }, function(e) end)",
            to: "automation/a.lua")
        #expect(try demo.engine().checkAutomations().notes.isEmpty == isKnown)
    }

    @Test("a command that the system would not run is noted")
    func command() throws {
        try demo.write(
            """
            [commands.here]
            path = "/bin/sh"
            arguments = ["--"]
            [commands.gone]
            path = "/nowhere/speak"
            arguments = ["--"]
            [commands.folder]
            path = "/bin/."
            arguments = ["--"]
            """, to: "config/automation.toml")
        #expect(
            try demo.engine().checkAutomations().notes.map(\.message) == [
                "the command \"folder\" can't be run: /bin/. is not a regular file",
                "the command \"gone\" can't be run: there is no /nowhere/speak",
            ])
    }

    @Test("a webhook's key is made once, whole, and nothing is left beside it")
    func key() throws {
        let first = try demo.engine().webhookKey(of: "phone")
        #expect(try demo.engine().webhookKey(of: "phone") == first)
        let secrets = demo.folder.secretsPath
        #expect(try FileManager.default.contentsOfDirectory(atPath: secrets) == ["webhook-phone"])
    }

    @Test(
        "a webhook's key that others can read, or that is none, is refused",
        arguments: [(0o644, nil, true), (0o600, "junk", false)] as [(Int, String?, Bool)])
    func unusableKey(mode: Int, text: String?, isReadableByOthers: Bool) throws {
        _ = try demo.engine().webhookKey(of: "phone")
        let path = demo.folder.secretsPath + "/webhook-phone"
        if let text { try text.write(toFile: path, atomically: false, encoding: .utf8) }
        try demo.setMode(mode, of: path)
        #expect(
            throws: EngineError.webhookKeyUnusable(
                webhook: "phone", path: path, isReadableByOthers: isReadableByOthers)
        ) { try demo.engine().webhookKey(of: "phone") }
    }

    @Test("a configuration with a mistake is told as such, and not as a mistake of handlers")
    func configuration() throws {
        try demo.write("[webhooks.family]\nurl = 5\n", to: "config/automation.toml")
        #expect(throws: ConfigurationError.self) { try demo.engine().automations() }
    }

    @Test("a file to begin with loads, passes its tests, and is private")
    func new() throws {
        let engine = demo.engine()
        let path = try engine.newAutomationFile(named: "alerts")
        #expect(path == demo.folder.path + "/automation/alerts.lua")
        let automations = try engine.automations()
        #expect(automations.leftOut == [])
        #expect(automations.runTests().map(\.failures) == [[], []])
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(throws: EngineError.alreadyThere(path: path)) {
            try engine.newAutomationFile(named: "automation/alerts.lua")
        }
        #expect(throws: EngineError.unusableName("../rules/x")) {
            try engine.newAutomationFile(named: "../rules/x")
        }
    }
}
