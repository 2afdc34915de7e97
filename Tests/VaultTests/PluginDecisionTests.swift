import GRDB
import TestSupport
import Testing
import Vault

@Suite("Decisions about plugins")
struct PluginDecisionTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }

    init() throws {
        stored = try StoredVault()
    }

    private func approval(
        at instant: Int64 = firstOfMarch, _ files: (path: String, text: String)...
    ) -> PluginApproval {
        PluginApproval(
            approvedAt: instant,
            files: files.map { PluginApproval.File(path: $0.path, bytes: Array($0.text.utf8)) })
    }

    @Test("a new vault has none")
    func none() throws {
        #expect(try vault.pluginDecisions() == [:])
        #expect(try vault.pluginApproval(of: "refunds") == nil)
    }

    @Test("the latest decision about a plugin wins")
    func lastWord() throws {
        try vault.enablePlugin("refunds", true)
        try vault.enablePlugin("travel", true)
        try vault.enablePlugin("refunds", false)
        #expect(
            try vault.pluginDecisions() == [
                "refunds": PluginDecision(isEnabled: false),
                "travel": PluginDecision(isEnabled: true),
            ])
    }

    @Test("a setting stands for itself, and goes back to the default alone")
    func settings() throws {
        try vault.setPlugin("refunds", setting: "days", to: "30")
        try vault.setPlugin("refunds", setting: "days", to: "45")
        try vault.setPlugin("refunds", setting: "label", to: "Rückgabe, \"neu\"")
        try vault.setPlugin("travel", setting: "days", to: "7")
        #expect(
            try vault.pluginDecisions()["refunds"]
                == PluginDecision(settings: ["days": "45", "label": "Rückgabe, \"neu\""]))
        try vault.setPlugin("refunds", setting: "days", to: nil)
        #expect(
            try vault.pluginDecisions() == [
                "refunds": PluginDecision(settings: ["label": "Rückgabe, \"neu\""]),
                "travel": PluginDecision(settings: ["days": "7"]),
            ])
    }

    @Test("settings outlast switching a plugin off")
    func settingsOfADisabledPlugin() throws {
        try vault.setPlugin("refunds", setting: "days", to: "30")
        try vault.enablePlugin("refunds", false)
        #expect(
            try vault.pluginDecisions()["refunds"]
                == PluginDecision(isEnabled: false, settings: ["days": "30"]))
    }

    @Test("an approval takes the earlier one's place whole")
    func laterApproval() throws {
        try vault.approvePlugin("refunds", approval(("plugin.lua", "1"), ("old.csv", "a,b")))
        let later = approval(at: firstOfMarch + 60, ("plugin.lua", "2"), ("README.md", ""))
        try vault.approvePlugin("refunds", later)
        #expect(try vault.pluginApproval(of: "refunds") == later)
        #expect(later.files.map(\.path) == ["README.md", "plugin.lua"])
        #expect(try stored.home.count("plugin_approved_files") == 2)
    }

    @Test("an approval is of one plugin alone")
    func otherPlugin() throws {
        try vault.approvePlugin("refunds", approval(("plugin.lua", "1")))
        #expect(try vault.pluginApproval(of: "refund") == nil)
        #expect(try vault.pluginApproval(of: "Refunds") == nil)
    }

    @Test("approved files come back byte for byte", arguments: [0, 1, 255, 4096, 100_000])
    func exactBytes(count: Int) throws {
        var random = RandomNumbers(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let approval = PluginApproval(
            approvedAt: firstOfMarch, files: [.init(path: "plugin.lua", bytes: bytes)])
        try vault.approvePlugin("refunds", approval)
        #expect(try vault.pluginApproval(of: "refunds") == approval)
    }

    @Test("a damaged approval is an error, not an approval of other bytes")
    func damage() throws {
        try vault.approvePlugin("refunds", approval(("plugin.lua", "return")))
        try stored.home.database().write { database in
            try database.execute(sql: "UPDATE plugin_approved_files SET byte_count = 5")
        }
        #expect(throws: VaultError.self) { try vault.pluginApproval(of: "refunds") }
    }
}
