import Engine
import Insights
import Testing
import Vault

@Suite("The facts of a ghost-safe copy")
struct GhostDraftTests {
    private let demo: DemoVault

    init() throws {
        (demo, _) = try HouseholdVault(months: 3, syncedMonths: 3).copyWithConnection()
        _ = try demo.engine().classify(dryRun: false)
    }

    private func merchants(asked: Bool = true) throws -> Set<String> {
        let draft = try demo.engine().ghostDraft(
            TransactionQuery(), through: nil, withBudgets: false, namingMerchants: asked)
        return Set(draft.facts.movements.compactMap(\.merchant))
    }

    @Test("name public merchants only when asked")
    func asked() throws {
        #expect(try merchants(asked: false) == [])
        #expect(try merchants().isSuperset(of: ["Costco", "Netflix"]))
    }

    @Test("name no merchant that an account is named after")
    func account() throws {
        let account = try #require(try demo.vault.accounts().first)
        _ = try demo.engine().name(account, "Costco card")
        let merchants = try merchants()
        #expect(!merchants.contains("Costco"))
        #expect(merchants.contains("Netflix"))
    }
}
