import Model
import Testing
import Vault

@Suite("Debts that count as money of the person's")
struct PositiveDebtsTests {
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
        return try books.vault.positiveDebts().map(\.name)
    }

    @Test("are loans with a positive balance", arguments: [AccountType.loan, .mortgage])
    func loans(type: AccountType) throws {
        #expect(try names(type, 900_000) == ["debt"])
        #expect(try names(type, -900_000).isEmpty)
        #expect(try names(type, 0).isEmpty)
    }

    @Test("are cards with a positive balance with which more was bought than paid")
    func cards() throws {
        #expect(try names(.credit, 64_000, [-5000, -6400, 3000]) == ["debt"])
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
