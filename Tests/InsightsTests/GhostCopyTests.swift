import Insights
import Model
import Testing
import Vault

@Suite("A ghost-safe copy")
struct GhostCopyTests {
    @Test("says in words how much of running budgets is spent, the worst of a public category")
    func budgets() {
        let facts = GhostFacts(
            movements: [], commitments: [], accounts: [],
            budgets: [("Groceries", 80), ("Home", 10), ("Home", 101), ("Dining", 100)].map {
                GhostFacts.Budget(category: $0.0, usedPercent: $0.1)
            })
        let copy = GhostCopy(facts, days: day(2026, 1, 1)..<day(2026, 11, 1))
        #expect(
            copy.budgets.map { "\($0.category) \($0.state.rawValue)" } == [
                "Dining nearly spent", "Groceries within", "Home over",
            ])
        let prover = LeakProver(
            PrivateFacts(texts: []),
            publicWords: GhostCopy.publicWords.union(["dining", "groceries", "home"]))
        #expect(prover.leaks(in: copy.markdown) == [])
    }
}
