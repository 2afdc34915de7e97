import Classification
import Engine
import Scripting
import Testing
import Vault

@Suite("Trust in plugins")
struct PluginTrustTests {
    private let demo: DemoVault
    private static let files = [
        "plugin.lua": PluginFiles.plugin("mine"), "data/shops.csv": "shop,payee\nA,B\n",
    ]

    init() throws {
        demo = try DemoVault()
        try demo.addPlugin("mine", Self.files)
    }

    private func state(of name: String = "mine") throws -> InstalledPlugin.State {
        try demo.engine().plugin(named: name).state
    }

    private func leftOut() throws -> [RejectedPlugin] {
        try demo.engine().classify(dryRun: true).leftOutPlugins
    }

    @Test("a new plugin needs approval, and is off when it has that")
    func newPlugin() throws {
        #expect(try state() == .needsApproval)
        try demo.engine().approve(demo.engine().reviewPlugin("mine"))
        #expect(try state() == .off)
        _ = try demo.engine().enablePlugin("mine", true)
        #expect(try state() == .on)
        #expect(try demo.engine().plugin(named: "mine").trust == .approved(at: today.noon))
    }

    @Test("switching a plugin on does not approve it")
    func enabledOnly() throws {
        #expect(try demo.engine().enablePlugin("mine", true).state == .needsApproval)
        #expect(
            try leftOut() == [
                RejectedPlugin(name: "mine", isEnabled: true, reason: .needsApproval(.never))
            ])
        #expect(try demo.engine().classify(dryRun: true).isPartial)
    }

    @Test("a pass with approved plugins only is whole")
    func wholePass() throws {
        try demo.letRun("mine")
        #expect(try leftOut().isEmpty)
        #expect(try !demo.engine().classify(dryRun: true).isPartial)
    }

    @Test("a new plugin that nobody asked for is news to a pass, and no failure")
    func news() throws {
        #expect(
            try leftOut() == [
                RejectedPlugin(name: "mine", isEnabled: false, reason: .needsApproval(.never))
            ])
        #expect(try !demo.engine().classify(dryRun: true).isPartial)
        _ = try demo.engine().enablePlugin("mine", false)
        #expect(try leftOut().isEmpty)
    }

    @Test(
        "any change of any file takes the approval away",
        arguments: [
            // One byte, at the end and within.
            ["data/shops.csv": "shop,payee\nA,B\n\n"], ["data/shops.csv": "shop,payee\nA,C\n"],
            ["data/shops.csv": ""],
            ["plugin.lua": PluginFiles.plugin("mine") + " "],
            ["README.md": ""], ["data/more.csv": "shop,payee\n"],
        ])
    func change(files: [String: String]) throws {
        try demo.letRun("mine")
        try demo.addPlugin("mine", files)
        #expect(try state() == .needsApproval)
        #expect(try demo.engine().plugin(named: "mine").trust == .changed(since: today.noon))
        #expect(
            try leftOut() == [
                RejectedPlugin(
                    name: "mine", isEnabled: true,
                    reason: .needsApproval(.changed(since: today.noon)), isHeldBack: true)
            ])
    }

    @Test("so does a file that is gone, or has another name")
    func rename() throws {
        try demo.letRun("mine")
        try demo.removePlugin("mine")
        try demo.addPlugin("mine", ["plugin.lua": PluginFiles.plugin("mine")])
        #expect(try state() == .needsApproval)
        try demo.addPlugin("mine", ["data/stores.csv": "shop,payee\nA,B\n"])
        #expect(try state() == .needsApproval)
        let changes = try demo.engine().reviewPlugin("mine").changes
        #expect(changes.map(\.path) == ["data/shops.csv", "data/stores.csv"])
        #expect(changes.map { $0.before == nil } == [false, true])
        #expect(changes.map { $0.after == nil } == [true, false])
    }

    @Test("files put back as they were approved run again")
    func putBack() throws {
        try demo.letRun("mine")
        try demo.addPlugin("mine", ["plugin.lua": "-- something else"])
        #expect(try state() == .broken)
        try demo.addPlugin("mine", Self.files)
        #expect(try state() == .on)
    }

    @Test("an unapproved change leaves the approved version in use")
    func changedInUse() throws {
        try demo.letRun("mine")
        try demo.addPlugin("mine", ["plugin.lua": PluginFiles.plugin("mine") + "-- more"])
        #expect(try leftOut().map(\.isHeldBack) == [true])
        try demo.removePlugin("mine")
        #expect(try leftOut().map(\.isHeldBack) == [false])
    }

    @Test("an approval holds for a plugin of that name only")
    func otherName() throws {
        try demo.letRun("mine")
        try demo.addPlugin("other", ["plugin.lua": PluginFiles.plugin("mine")])
        #expect(try demo.engine().plugin(named: "other").trust == .never)
    }

    @Test("what was reviewed is approved, whatever happens to the folder meanwhile")
    func changeDuringReview() throws {
        let review = try demo.engine().reviewPlugin("mine")
        try demo.addPlugin("mine", ["plugin.lua": PluginFiles.plugin("mine") + "-- later"])
        try demo.engine().approve(review)
        #expect(try state() == .needsApproval)
    }

    @Test("a review has the lines that changed since the approval")
    func review() throws {
        try demo.letRun("mine")
        try demo.addPlugin("mine", ["data/shops.csv": "shop,payee\nA,Z\n"])
        let review = try demo.engine().reviewPlugin("mine")
        #expect(review.basis == .approval(at: today.noon))
        #expect(review.changes.map(\.path) == ["data/shops.csv"])
        #expect(
            review.changes.first?.lines.lines.filter { !$0.isKept } == [
                .removed(2, Array("A,B".utf8)), .added(2, Array("A,Z".utf8)),
            ])
    }

    @Test("a switched-on plugin whose folder is gone is missed until it is switched off")
    func missing() throws {
        try demo.letRun("mine")
        try demo.removePlugin("mine")
        #expect(try state() == .missing)
        #expect(
            try leftOut() == [RejectedPlugin(name: "mine", isEnabled: true, reason: .missing)])
        _ = try demo.engine().enablePlugin("mine", false)
        #expect(try leftOut().isEmpty)
    }

    // MARK: Shipped plugins

    private func shelf(shipping text: String) throws -> [InstalledPlugin] {
        let folders = try PluginFolders(
            vaultPath: demo.folder.pluginsPath,
            shipped: [("Plugins/mine/plugin.lua", Array(text.utf8))])
        return try PluginShelf(folders, vault: demo.vault, on: .inThisProcess).plugins(
            in: Pipeline(
                stages: [Stage(name: "default", kind: .byDefault)],
                categories: demo.engine().categories()))
    }

    @Test("a shipped plugin needs no approval, and is off")
    func shipped() throws {
        try demo.removePlugin("mine")
        let plugin = try #require(try shelf(shipping: PluginFiles.plugin("mine")).first)
        #expect(plugin.trust == .shipped)
        #expect(plugin.state == .off)
    }

    @Test("a folder that replaces a shipped plugin needs approval, unless it is the same")
    func replacedShipped() throws {
        try demo.removePlugin("mine")
        try demo.addPlugin("mine")
        #expect(try shelf(shipping: PluginFiles.plugin("mine")).first?.trust == .shipped)
        #expect(try shelf(shipping: PluginFiles.plugin("mine") + "\n").first?.trust == .never)
    }

    @Test("the approval of a folder does not outlast it for a shipped plugin that changes")
    func shippedUpdate() throws {
        try demo.letRun("mine")
        try demo.removePlugin("mine")
        let plugin = try #require(try shelf(shipping: PluginFiles.plugin("mine") + "\n").first)
        #expect(plugin.trust == .shipped)
        #expect(plugin.state == .on)
    }
}
