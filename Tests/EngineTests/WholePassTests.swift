import Engine
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
}
