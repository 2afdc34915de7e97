import Classification
import Engine
import Foundation
import Model
import TestSupport
import Testing
import Vault

@Suite("A pass")
struct WholePassTests {
    private let demo: DemoVault
    private var engine: Engine { demo.engine() }

    init() throws {
        demo = try DemoVault()
        try demo.importPayments(["ZORBA HALL", "ZORBA HALL", "UBER TRIP 81"])
        _ = try engine.classify(dryRun: false)
    }

    @Test("does nothing if nothing changed since the last one")
    func nothing() throws {
        let pass = try engine.classify(dryRun: false)
        #expect(pass.scope == .nothing)
        #expect(pass.considered == 0)
    }

    @Test("looks at everything after a new transaction, a decision or an edit of a rule")
    func everything() throws {
        try demo.importPayments(["ZORBA HALL", "ZORBA HALL", "UBER TRIP 81", "KIOSK"])
        #expect(try engine.classify(dryRun: false).scope == .everything)
        let last = try #require(try demo.vault.everything().last)
        try demo.vault.correct([last.id: Correction(category: "travel")], summary: "Corrected")
        #expect(try engine.classify(dryRun: false).scope == .everything)
        try demo.write("rule { when = {}, set = { tags = { \"all\" } } }", to: "rules/50-mine.lua")
        #expect(try engine.classify(dryRun: false).scope == .everything)
        #expect(try engine.classify(dryRun: false).scope == .nothing)
    }

    @Test("is skipped only where a whole one finds nothing", arguments: [4, 5] as [UInt64])
    func skipped(seed: UInt64) throws {
        var life = try ChangingVault(seed: seed)
        for step in 1...12 {
            let change =
                switch step % 3 {
                case 0: try life.changeGivenTexts()
                case 1: try life.changeAmong(Array(ChangingVault.payers.indices))
                default: try life.change()
                }
            let pass = try life.engine.classify(dryRun: false)
            let missed = try life.engine.classify(dryRun: true, isWhole: true).changes
            #expect(missed.isEmpty, "\(change), after a pass over \(pass.scope)")
        }
    }

    @Test("names a rule that is left out each time, though nothing changed")
    func leftOut() throws {
        try demo.write("rule { name = ", to: "rules/50-mine.lua")
        for _ in 1...2 {
            let pass = try engine.classify(dryRun: false)
            #expect(pass.leftOut.map(\.file) == ["rules/50-mine.lua"])
        }
    }

    @Test("names a new plugin each time, though nothing changed")
    func newPlugin() throws {
        try demo.addPlugin("shops")
        for _ in 1...2 {
            let pass = try engine.classify(dryRun: false)
            #expect(pass.leftOutPlugins.map(\.name) == ["shops"])
        }
    }

    @Test("keeps a good version of settings that no rule reads, though nothing else changed")
    func settings() throws {
        try FileManager.default.createDirectory(
            atPath: demo.folder.configPath, withIntermediateDirectories: true)
        let targets = "need = 60\nwant = 20\nsaving = 20\n"
        try demo.write(targets, to: "config/lens.toml")
        _ = try engine.classify(dryRun: false)
        try demo.write("need = ", to: "config/lens.toml")
        let broken = engine
        #expect(try broken.lensTargets()[.need] == 60)
        #expect(broken.heldBackConfiguration.map(\.file) == ["config/lens.toml"])
    }
}
