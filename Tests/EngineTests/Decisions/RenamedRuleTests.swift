import Engine
import Foundation
import Model
import Testing
import Vault

@Suite("Rules of files whose names and places change")
struct RenamedRuleTests {
    private let demo: DemoVault
    private var engine: Engine { demo.engine() }

    init() throws {
        demo = try DemoVault()
        try demo.importPayments(["ZORBA HALL", "ZORBA HALL"])
        try write("rule { name = \"Hall\", \(Self.hall) }", to: "20-a")
        _ = try engine.classify(dryRun: false)
    }

    private static let hall = "when = { text = \"ZORBA\" }, set = { category = \"groceries\" }"
    private static let danced = "when = { text = \"ZORBA\" }, set = { category = \"shopping\" }"
    private static let tagged = "when = { text = \"ZORBA\" }, set = { tags = \"dance\" }"

    private func write(_ rules: String, to file: String) throws {
        try demo.write(rules, to: "rules/\(file).lua")
    }

    private func remove(_ file: String) throws {
        try FileManager.default.removeItem(atPath: demo.folder.rulesPath + "/\(file).lua")
    }

    private func categories() throws -> [String?] {
        _ = try engine.classify(dryRun: false)
        let found = try demo.vault.everything().map(\.verdict?.category.value)
        _ = try engine.classify(dryRun: false, isWhole: true)
        #expect(try demo.vault.everything().map(\.verdict?.category.value) == found)
        return found
    }

    private func correct(_ correction: Correction) throws {
        _ = try engine.correct([1], CorrectionChange(correction))
    }

    private func rename() throws {
        try remove("20-a")
        try write("rule { name = \"Hall\", \(Self.hall) }", to: "30-a")
    }

    @Test("a correction outlasts a rename of the file, and of the rule")
    func correction() throws {
        try correct(Correction(category: "dining"))
        try rename()
        #expect(try categories() == ["dining", "groceries"])
        try write("rule { name = \"Dance hall\", \(Self.hall) }", to: "30-a")
        #expect(try categories() == ["dining", "groceries"])
    }

    @Test("a correction outlasts rules that are put before one without a name")
    func unnamed() throws {
        try write("rule { \(Self.hall) }", to: "20-a")
        try correct(Correction(category: "dining"))
        try write("rule { \(Self.tagged) }\nrule { \(Self.hall) }", to: "20-a")
        #expect(try categories() == ["dining", "groceries"])
    }

    @Test("a new rule decides")
    func newRule() throws {
        try correct(Correction(category: "dining"))
        try write(
            "rule { name = \"New\", when = { text = \"HALL\" }, set = { category = \"travel\" } }",
            to: "10-new")
        #expect(try categories() == ["travel", "travel"])
    }

    @Test("a rule with what another said that is still there is new")
    func formerContent() throws {
        try write("rule { name = \"Hall\", \(Self.danced) }", to: "20-a")
        try correct(Correction(category: "dining"))
        try write(
            "rule { name = \"Hall\", \(Self.danced) }\nrule { name = \"New\", priority = 1, \(Self.hall) }",
            to: "20-a")
        #expect(try categories() == ["groceries", "groceries"])
    }

    @Test("a rule that got its id together with other content keeps its age under other names")
    func idGivenLater() throws {
        try correct(Correction(category: "dining"))
        let other = "when = { text = \"HALL\" }, set = { category = \"shopping\" }"
        try write("rule { name = \"Hall\", id = \"hall\", \(other) }", to: "20-a")
        #expect(try categories() == ["dining", "shopping"])
        try write("rule { name = \"Dance hall\", id = \"hall\", \(other) }", to: "20-a")
        #expect(try categories() == ["dining", "shopping"])
    }

    @Test("a rule that was off while something was corrected is as old as it was")
    func offMeanwhile() throws {
        try write("rule { name = \"Other\", \(Self.danced) }", to: "10-b")
        _ = try engine.enableRule(engine.rule(meantBy: "Other"), false)
        try correct(Correction(category: "dining"))
        _ = try engine.enableRule(engine.rule(meantBy: "Other"), true)
        #expect(try categories() == ["dining", "shopping"])
    }

    @Test("a correction on top of another keeps what overruled a rule that was renamed")
    func twice() throws {
        let both = "when = { text = \"ZORBA\" }, set = { category = \"bills\", lens = \"want\" }"
        try write("rule { name = \"Hall\", \(both) }", to: "20-a")
        try correct(Correction(category: "dining"))
        try remove("20-a")
        try write("rule { name = \"Hall\", \(both) }", to: "30-a")
        try correct(Correction(lens: .need))
        #expect(try categories() == ["dining", "bills"])
    }

    @Test("a disabled rule stays off under its new name")
    func disabled() throws {
        let rule = try engine.rule(meantBy: "Hall")
        _ = try engine.enableRule(rule, false)
        #expect(try categories() == ["other", "other"])
        try rename()
        #expect(try categories() == ["other", "other"])
        let renamed = try engine.rule(meantBy: "rules/30-a.lua:Hall")
        #expect(!renamed.isEnabled)
        #expect(try engine.previewRule(renamed).changes.changes.count == 2)
        _ = try engine.enableRule(renamed, true)
        #expect(try categories() == ["groceries", "groceries"])
        #expect(try demo.vault.disabledRules() == [])
    }

    @Test("a rule without a name that is off stays off, and no other takes its place")
    func disabledUnnamed() throws {
        try write("rule { \(Self.hall) }", to: "20-a")
        _ = try engine.enableRule(engine.rule(meantBy: "rules/20-a.lua:rule 1"), false)
        try write("rule { \(Self.tagged) }\nrule { \(Self.hall) }", to: "20-a")
        #expect(try categories() == ["other", "other"])
        let tags = try demo.vault.everything().map(\.verdict?.tags?.value)
        #expect(tags == [["dance"], ["dance"]])
    }

    @Test("what was corrected is undone after a rename")
    func undone() throws {
        try correct(Correction(category: "dining"))
        try rename()
        #expect(try categories() == ["dining", "groceries"])
        _ = try demo.vault.undo()
        #expect(try categories() == ["groceries", "groceries"])
        _ = try demo.vault.redo()
        #expect(try categories() == ["dining", "groceries"])
    }

    /// Whatever a pass saw, decisions know rules as they were when they were made.
    private static let passes = [true, false]

    @Test("a correction outlasts an edit or a rename, and both of them do not", arguments: passes)
    func editedAndRenamed(passesBetween: Bool) throws {
        try correct(Correction(category: "dining"))
        try write("rule { name = \"Hall\", \(Self.danced) }", to: "20-a")
        if passesBetween { #expect(try categories() == ["dining", "shopping"]) }
        try write("rule { name = \"Dance hall\", \(Self.danced) }", to: "20-a")
        #expect(try categories() == ["shopping", "shopping"])
        try write("rule { name = \"Dance hall\", \(Self.hall) }", to: "20-a")
        #expect(try categories() == ["dining", "groceries"])
    }

    @Test("a rule that is off is on after an edit and a rename, and listed", arguments: passes)
    func disabledEditedAndRenamed(passesBetween: Bool) throws {
        _ = try engine.enableRule(engine.rule(meantBy: "Hall"), false)
        try write("rule { name = \"Hall\", \(Self.danced) }", to: "20-a")
        if passesBetween { #expect(try categories() == ["other", "other"]) }
        #expect(try engine.rules().missing == [])
        try write("rule { name = \"Dance hall\", \(Self.danced) }", to: "20-a")
        #expect(try categories() == ["shopping", "shopping"])
        #expect(try engine.rules().missing == ["rules/20-a.lua:Hall"])
        _ = try engine.enableRule(engine.rule(meantBy: "Dance hall"), false)
        #expect(try categories() == ["other", "other"])
    }

    @Test("switching a rule off is undone after it was edited", arguments: passes)
    func disabledUndone(passesBetween: Bool) throws {
        _ = try engine.enableRule(engine.rule(meantBy: "Hall"), false)
        try write("rule { name = \"Hall\", \(Self.danced) }", to: "20-a")
        if passesBetween { #expect(try categories() == ["other", "other"]) }
        _ = try demo.vault.undo()
        #expect(try categories() == ["shopping", "shopping"])
        _ = try demo.vault.redo()
        #expect(try categories() == ["other", "other"])
    }

    @Test("a new rule of the old name is the one that a decision about the name means")
    func nameTakenAnew() throws {
        _ = try engine.enableRule(engine.rule(meantBy: "Hall"), false)
        try write("rule { name = \"Dance hall\", \(Self.hall) }", to: "20-a")
        #expect(try categories() == ["other", "other"])
        try write(
            "rule { name = \"Dance hall\", \(Self.hall) }\nrule { name = \"Hall\", \(Self.danced) }",
            to: "20-a")
        #expect(try categories() == ["groceries", "groceries"])
    }
}
