import Engine
import Foundation
import Scripting
import Testing
import Vault

@Suite("What stays the same is parsed once")
struct KeptParsesTests {
    private let demo: DemoVault
    private let host = PlantedWorker.patientHost()

    init() throws {
        demo = try DemoVault()
        for folder in [demo.folder.rulesPath, demo.folder.automationPath] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
        }
    }

    @Test("in a hundred passes, of rules and plugins")
    func passes() throws {
        try demo.write("acme = \"shop\"\n", to: "rules/shops.toml")
        try demo.write("a = = 1\n", to: "rules/slip.toml")
        try demo.addPlugin(
            "mine", ["plugin.lua": PluginFiles.plugin("mine"), "data/shops.toml": "acme = 1\n"])
        try demo.letRun("mine")
        let cache = RulebookCache()
        func pass() throws {
            _ = try demo.engine(scripts: host).classify(dryRun: false, cache: cache)
        }
        try pass()
        let first = host.readings
        #expect(first >= 3)
        for _ in 2...100 { try pass() }
        #expect(host.readings == first)
    }

    @Test("and again alone where it changed")
    func changedMap() throws {
        try demo.write("acme = \"shop\"\n", to: "rules/shops.toml")
        try demo.write("acme = 1\n", to: "rules/numbers.toml")
        let cache = RulebookCache()
        func pass() throws {
            _ = try demo.engine(scripts: host).classify(dryRun: false, cache: cache)
        }
        try pass()
        let first = host.readings
        try demo.write("acme = 2\n", to: "rules/numbers.toml")
        try pass()
        #expect(host.readings == first + 1)
    }

    @Test("however often handlers are read")
    func handlers() throws {
        try demo.write("rent = 1\n", to: "automation/limits.toml")
        let cache = HandlerCache()
        func read() throws { _ = try cache.read(demo.engine(scripts: host)) }
        try read()
        let first = host.readings
        #expect(first >= 1)
        for _ in 2...100 { try read() }
        #expect(host.readings == first)
    }
}
