import Engine
import Model
import TestSupport
import Testing
import Vault

@Suite("A preview of a pass over chosen transactions")
struct PreviewedPassTests {
    private let demo: DemoVault
    private let engine: Engine

    init() throws {
        demo = try DemoVault()
        engine = demo.engine()
        try demo.importAll()
        _ = try engine.classify(dryRun: false)
        try demo.write(
            "rule { name = \"Mine\", when = {}, set = { tags = \"mine\" } }",
            to: "rules/50-mine.lua")
    }

    private func previewed(_ change: (inout PassFilter) -> Void) throws -> ClassifyReport {
        var filter = PassFilter()
        change(&filter)
        let before = try demo.vault.contents()
        let report = try engine.previewPass(filter)
        #expect(try demo.vault.contents() == before)
        return report
    }

    @Test("without a choice shows every change, and writes nothing")
    func everything() throws {
        let report = try previewed { _ in }
        #expect(report.scope == .everything)
        #expect(try report.changes.count == demo.vault.everything().count)
    }

    @Test("by day shows those of the day and later, and counts the others")
    func since() throws {
        let all = try demo.vault.everything()
        let day = all[all.count / 2].day
        let report = try previewed { $0.since = day }
        let chosen = all.filter { $0.day >= day }.map(\.id)
        #expect(Set(report.changes.map(\.transaction)) == Set(chosen))
        #expect(report.scope == .chosen(heldBack: all.count - chosen.count))
    }

    @Test("by account shows those of the account")
    func account() throws {
        let account = try engine.account(meantBy: "high yield").id
        let report = try previewed { $0.account = account }
        let chosen = try demo.vault.everything().filter { $0.account == account }.map(\.id)
        try #require(!chosen.isEmpty)
        #expect(Set(report.changes.map(\.transaction)) == Set(chosen))
    }

    @Test("by what is unclassified leaves out all that a rule or stage has decided")
    func unclassified() throws {
        let open = try demo.vault.everything().filter { record in
            record.verdict?.transactionClass.reason.by == "default"
                && record.verdict?.category.reason.by == "default"
        }
        try #require(!open.isEmpty)
        let report = try previewed { $0.isOnlyUnclassified = true }
        #expect(Set(report.changes.map(\.transaction)) == Set(open.map(\.id)))
    }
}
