import Engine
import Model
import Testing
import Vault

@Suite("A hidden account")
struct HiddenAccountTests {
    @Test("is in no list of payees, and calls for no rules")
    func lists() throws {
        let vault = try EventVault()
        for account in ["checking", "child"] {
            let shop = account == "child" ? "ZORBLATT" : "QUUXMART"
            try vault.receive(
                (1...6).map {
                    line("\($0)", -1000 * Int64($0 * $0), on: vault.date(ago: 11 * $0), shop)
                },
                in: account)
        }
        func payees() throws -> Set<String> {
            Set(try vault.engine.payees(search: nil).map { $0.name.uppercased() })
        }
        func suggested() throws -> Int { try vault.engine.ruleSuggestions().count }
        #expect(try payees() == ["QUUXMART", "ZORBLATT"])
        #expect(try suggested() == 2)
        let child = try #require(try vault.vault.accounts().first { $0.bankID == "child" })
        try vault.vault.decideVisibility(.trackingOnly, account: child.id)
        #expect(try suggested() == 2)
        try vault.vault.decideVisibility(.hidden, account: child.id)
        #expect(try payees() == ["QUUXMART"])
        #expect(try suggested() == 1)
    }
}
