import Classification
import Engine
import Foundation
import Model
import Testing
import Vault

@Suite("A rule file that is being written")
struct DraftTests {
    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
        try demo.importPayments(["COFFEE", "BOOKS"])
    }

    private static func rule(_ tag: String, mark: String = "") -> String {
        """
        \(mark)
        rule { name = "Mine", when = { text = "COFFEE" }, set = { tags = "\(tag)" } }
        """
    }

    private func tags(writing text: String) throws -> [[String]] {
        try demo.write(text, to: "rules/50-mine.lua")
        _ = try demo.engine().classify(dryRun: false)
        return try demo.vault.everything().map { $0.verdict?.tags?.value ?? [] }
            .sorted { $0.count > $1.count }
    }

    @Test("is not used while its first line marks it")
    func draft() throws {
        let mark = "-- ghostvault: draft"
        #expect(try tags(writing: Self.rule("a", mark: mark)) == [[], []])
        #expect(try tags(writing: Self.rule("b")) == [["b"], []])
        #expect(try tags(writing: Self.rule("c", mark: mark)) == [["b"], []])
        let check = try demo.engine().checkRules()
        #expect(
            check.notes.map(\.message) == [
                "it is a draft and not in use; remove this line to use it"
            ])
        let waiting = try demo.engine().waitingFiles()
        #expect(waiting.map(\.path) == ["rules/50-mine.lua"])
        #expect(waiting.first?.before == Array(Self.rule("b").utf8))
        #expect(waiting.first?.after == Array(Self.rule("c", mark: mark).utf8))
        #expect(try tags(writing: Self.rule("c")) == [["c"], []])
        #expect(try demo.engine().waitingFiles().isEmpty)
    }

    @Test("is tried with the vault's rules and categories, and previewed, and nothing is stored")
    func tried() throws {
        _ = try tags(writing: Self.rule("a"))
        let draft = demo.folder.path + "/draft.lua"
        try """
        rule {
            name = "New", when = function(tx) return tx.payee:contains("coffee") end,
            set = { category = "dining", tags = "new" },
        }
        """.write(toFile: draft, atomically: true, encoding: .utf8)
        let sample = try SampleFile.read(Array("[\"COFFEE\"]".utf8))
        let trial = try demo.engine().tryRules(at: draft, on: sample)
        #expect(trial.verdicts.map(\.tags?.value) == [["a", "new"]])
        #expect(trial.uses.map(\.matches) == [1])
        let preview = try demo.engine().previewRuleFile(at: draft)
        #expect(preview.changes.changes.map(\.after.tags?.value) == [["a", "new"]])
        #expect(try demo.vault.everything().allSatisfy { $0.verdict?.tags?.value != ["a", "new"] })
    }
}
