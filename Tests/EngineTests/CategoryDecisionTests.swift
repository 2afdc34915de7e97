import Classification
import Engine
import Model
import Testing
import Vault

@Suite("Categories of the person's own")
struct CategoryDecisionTests {
    @Test("can be added again after they were removed, and are one of the list then")
    func addedAgain() throws {
        let demo = try DemoVault()
        let engine = demo.engine()
        func add() throws {
            _ = try engine.addCategory("Boats", id: "boats", CategoryEdit(), summary: "add")
        }
        try add()
        _ = try engine.mergeCategory("boats", into: "other", summary: "remove")
        #expect(try !engine.categories().categories.map(\.id).contains("boats"))
        try add()
        #expect(try engine.categories().categories.map(\.id).contains("boats"))
        #expect(throws: CategoryError.exists("boats")) { try add() }
    }

    @Test("whose undo breaks a rule file name the file, its lines and what moves before")
    func undoThatBreaksRules() throws {
        let (demo, engine) = try Self.vaultWithARuleOfBoats()
        let before = try demo.vault.contents()
        let preview = try #require(try engine.previewUndo())
        #expect(preview.broken.map(\.file) == ["rules/50-boats.lua"])
        #expect(preview.broken.flatMap(\.problems).map(\.line) == [4])
        let moving = try demo.vault.everything().filter {
            $0.verdict?.category.value == "boats"
        }
        try #require(!moving.isEmpty)
        #expect(Set(preview.report.differing.map(\.transaction)) == Set(moving.map(\.id)))
        #expect(try demo.vault.contents() == before)
    }

    @Test("whose undo breaks nothing need no question")
    func harmlessUndo() throws {
        let (demo, engine) = try Self.vaultWithARuleOfBoats()
        _ = try engine.addCategory("Bikes", id: "bikes", CategoryEdit(), summary: "add")
        #expect(try engine.previewUndo() == nil)
        let id = try #require(try demo.vault.everything().first?.id)
        _ = try engine.undo()
        _ = try engine.correct(
            [id], CorrectionChange(Correction(category: "boats")))
        #expect(try engine.previewUndo() == nil)
    }

    @Test("are removed with the rules that set them named before")
    func removalOfNamed() throws {
        let (demo, engine) = try Self.vaultWithARuleOfBoats()
        let before = try demo.vault.contents()
        let (preview, rules) = try engine.previewMerge(of: "boats", into: "other")
        #expect(rules.map(\.file) == ["rules/50-boats.lua"])
        #expect(!preview.report.differing.isEmpty)
        #expect(try demo.vault.contents() == before)
    }

    private static func vaultWithARuleOfBoats() throws -> (DemoVault, Engine) {
        let demo = try DemoVault()
        let engine = demo.engine()
        try demo.importAll()
        _ = try engine.addCategory("Boats", id: nil, CategoryEdit(), summary: "add")
        try demo.write(
            """
            rule {
                name = "Boats",
                when = { amount = less(0) },
                set = { category = "boats" },
            }
            """, to: "rules/50-boats.lua")
        _ = try engine.classify(dryRun: false)
        return (demo, engine)
    }

    @Test("without a lens count as a want, as each of their transactions says")
    func withoutLens() throws {
        let (demo, engine) = try Self.vaultWithARuleOfBoats()
        let boats = try #require(try engine.categories()["boats"])
        let lenses = try demo.vault.everything().compactMap(\.verdict)
            .filter { $0.category.value == "boats" && $0.transactionClass.value == .expense }
            .map { $0.lens?.value }
        #expect(boats.lensInUse == .want)
        // A rent or an insurance by its words is a need.
        #expect(Set(lenses) == [.want, .need])
    }
}
