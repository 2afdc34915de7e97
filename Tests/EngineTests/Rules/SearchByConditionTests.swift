import Classification
import Engine
import Model
import Testing
import Vault

@Suite("Transactions found by a rule's condition")
struct SearchByConditionTests {
    private let demo: DemoVault

    init() throws {
        demo = try HouseholdVault().copy()
    }

    @Test(
        "are those that the prompt finds",
        arguments: [
            "{ payee = word \"coffee\", amount = between(-20, 0) }", "{ category = \"dining\" }",
            "{ class = \"transfer\" }", "{ account = \"visa\", size = greater(100) }",
            "{ differs_from_last = greater(0.5) }",
            "{ account_type = \"credit\", weekday = \"friday\" }", "{ text = \"NOWHERE\" }",
        ])
    func agreesWithThePrompt(condition: String) throws {
        let engine = demo.engine()
        let results = try engine.withConsole { try $0.evaluate("return view:where \(condition)") }
        guard case .transactions(_, let count)? = results.first else {
            Issue.record("the prompt gives no transactions: \(results)")
            return
        }
        #expect(try engine.transactions(where: condition).count == count)
    }

    @Test("see the notes and tags of corrections")
    func corrections() throws {
        let engine = demo.engine()
        let id = try #require(try demo.vault.everything().first?.id)
        _ = try engine.correct(
            [id], CorrectionChange(Correction(note: "for Ann", tags: ["trip"])))
        #expect(try engine.transactions(where: "{ tags = \"trip\" }") == [id])
    }

    @Test("A mistake is reported with its place in the condition")
    func mistakes() {
        let engine = demo.engine()
        #expect {
            try engine.transactions(where: "{ payee = wrod \"x\" }")
        } throws: { error in
            (error as? ConditionMistakes)?.mistakes.first?.hasPrefix("character 11: ") == true
        }
        #expect(throws: ConditionMistakes.self) {
            try engine.transactions(where: "payee = \"x\"")
        }
    }
}
