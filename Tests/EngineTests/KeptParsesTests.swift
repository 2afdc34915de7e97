import Configuration
import Engine
import Foundation
import Synchronization
import Testing
import Vault

@Suite("What stays the same is parsed once")
struct KeptParsesTests {
    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
        for folder in [demo.folder.rulesPath, demo.folder.automationPath] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
        }
    }

    /// The files of TOML that are parsed while something is done.
    private func parsed(_ body: () throws -> Void) rethrows -> [String] {
        let files = ParsedFiles()
        try TOMLTexts.$isParsing.withValue({ files.add($0) }, operation: body)
        return files.all
    }

    @Test("in a hundred passes, of rules, plugins and the configuration")
    func passes() throws {
        try demo.write("acme = \"shop\"\n", to: "rules/shops.toml")
        try demo.write("a = = 1\n", to: "rules/slip.toml")
        try demo.addPlugin(
            "mine", ["plugin.lua": PluginFiles.plugin("mine"), "data/shops.toml": "acme = 1\n"])
        try demo.letRun("mine")
        let keeper = PassKeeper(.holdBack)
        func pass() throws { _ = try demo.engine().classify(dryRun: false, keeper: keeper) }
        let first = try parsed(pass)
        #expect(Set(first).count == first.count)
        #expect(
            [
                "rules/shops.toml", "rules/slip.toml", "Plugins/mine/data/shops.toml",
                "config/pipeline.toml",
            ].allSatisfy(first.contains))
        #expect(try parsed { for _ in 2...100 { try pass() } } == [])
    }

    @Test("and again alone where it changed")
    func changedMap() throws {
        try demo.write("acme = \"shop\"\n", to: "rules/shops.toml")
        try demo.write("acme = 1\n", to: "rules/numbers.toml")
        let keeper = PassKeeper(.holdBack)
        func pass() throws { _ = try demo.engine().classify(dryRun: false, keeper: keeper) }
        try pass()
        try demo.write("acme = 2\n", to: "rules/numbers.toml")
        #expect(try parsed(pass) == ["rules/numbers.toml"])
    }

    @Test("however often handlers are read")
    func handlers() throws {
        try demo.write("rent = 1\n", to: "automation/limits.toml")
        let keeper = AutomationKeeper()
        func read() throws { _ = try keeper.read(demo.engine()) }
        let first = try parsed(read)
        #expect(first.contains("automation/limits.toml"))
        #expect(first.contains("config/automation.toml"))
        #expect(try parsed { for _ in 2...100 { try read() } } == [])
    }
}

private final class ParsedFiles: Sendable {
    private let files = Mutex<[String]>([])

    var all: [String] { files.withLock { $0 } }

    func add(_ file: String) { files.withLock { $0.append(file) } }
}
