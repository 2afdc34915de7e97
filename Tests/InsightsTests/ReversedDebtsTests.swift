import Model
import Testing
import Vault

@Suite("Debts whose signs seem to be reversed")
struct ReversedDebtsTests {
    private static let today = day(2025, 3, 15)

    private func names(
        _ type: AccountType, _ balance: Int64, _ amounts: [Int64] = [], hidden: Bool = false
    ) throws -> [String] {
        let books = try Books(
            [AccountSketch("debt", type, balances: [(Self.today, balance)])],
            amounts.map { Entry(day(2025, 3, 10), $0, .expense, account: "debt") })
        if hidden {
            for account in try books.vault.accounts() {
                try books.vault.decideVisibility(.hidden, account: account.id)
            }
        }
        return try books.vault.reversedDebts().map { debt in
            [
                debt.account.name, debt.hasPositiveBalance ? "balance" : "",
                debt.hasPositivePurchases ? "purchases" : "",
            ].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    @Test("are loans with a positive balance", arguments: [AccountType.loan, .mortgage])
    func loans(type: AccountType) throws {
        #expect(try names(type, 900_000) == ["debt balance"])
        #expect(try names(type, -900_000).isEmpty)
        #expect(try names(type, 0).isEmpty)
    }

    @Test("are cards with a positive balance with which more was bought than paid")
    func cards() throws {
        #expect(try names(.credit, 64_000, [-5000, -6400, 3000]) == ["debt balance"])
    }

    @Test("are cards with positive purchases, whatever their balance and their payments")
    func reversedPurchases() throws {
        let bought: [Int64] = [5000, 6400, 1250, 899, 4200]
        #expect(try names(.credit, 64_000, bought + [-90_000]) == ["debt balance purchases"])
        #expect(try names(.credit, 64_000, bought) == ["debt balance purchases"])
        #expect(try names(.credit, -64_000, bought + [-1000]) == ["debt purchases"])
        #expect(try names(.credit, -64_000, bought.map(-)).isEmpty)
        // Refunds, and a card that is paid off.
        #expect(try names(.credit, 2000, [-500, -700, 300, 300, 300, 3000]).isEmpty)
        #expect(try names(.credit, -64_000, [10_000, 10_000]).isEmpty)
    }

    @Test("are no cards that were paid too much, or did nothing")
    func overpaid() throws {
        #expect(try names(.credit, 5000, [-20_000, 25_000]).isEmpty)
        #expect(try names(.credit, 5000).isEmpty)
    }

    @Test("are no accounts of other kinds, and none that count nowhere")
    func others() throws {
        #expect(try names(.savings, 5000, [-100]).isEmpty)
        #expect(try names(.loan, 900_000, hidden: true).isEmpty)
    }
}
