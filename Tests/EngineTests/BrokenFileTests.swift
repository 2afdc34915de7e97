import Engine
import Foundation
import Testing
import Vault

@Suite("The files with mistakes")
struct BrokenFileTests {
    private let demo: DemoVault
    private let engine: Engine

    init() throws {
        demo = try DemoVault()
        engine = demo.engine()
        try demo.importPayments(["SHOP"])
        _ = try engine.classify(dryRun: false)
        try FileManager.default.createDirectory(
            atPath: demo.folder.automationPath, withIntermediateDirectories: true)
    }

    @Test("are none in a vault with sound ones")
    func none() throws {
        try demo.write(
            "rule { name = \"Mine\", when = {}, set = { tags = \"mine\" } }",
            to: "rules/50-mine.lua")
        try demo.write("on(\"new_transaction\", function(e) end)", to: "automation/sound.lua")
        try demo.write("need = 40\nwant = 40\nsaving = 20\n", to: "config/lens.toml")
        #expect(try engine.brokenFiles() == [])
    }

    @Test(
        "are named whatever they are for",
        arguments: [
            ("rule { name = 5 }", "rules/50-mine.lua"),
            ("on(\"nonsense\", function(e) end)", "automation/alerts.lua"),
            ("need = 40\nwant = 40\nsaving = 21\n", "config/lens.toml"),
        ])
    func broken(text: String, path: String) throws {
        try demo.write(text, to: path)
        #expect(try engine.brokenFiles() == [path])
        _ = try engine.classify(dryRun: false)
        #expect(try engine.brokenFiles() == [path])
    }
}
