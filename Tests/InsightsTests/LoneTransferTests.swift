import Insights
import Model
import Testing
import Vault

@Suite("What transfers moved to and from accounts that don't count")
struct LoneTransferTests {
    private static let march = day(2025, 3, 1)..<day(2025, 4, 1)

    private static func books() throws -> Books {
        try Books(
            [
                AccountSketch("checking"), AccountSketch("savings", .savings),
                AccountSketch("broker", .brokerage), AccountSketch("tokyo", currency: yen),
            ],
            [
                Entry(day(2025, 3, 2), -15_000, .transfer, account: "checking"),
                Entry(day(2025, 3, 3), 80_000, .transfer, account: "checking"),
                Entry(day(2025, 3, 4), -90_000, .transfer, account: "checking", partner: 3),
                Entry(day(2025, 3, 5), 90_000, .transfer, account: "savings", partner: 2),
                Entry(day(2025, 3, 6), -72_000, .transfer, account: "broker"),
                Entry(day(2025, 3, 7), -100, .expense, account: "checking"),
                Entry(day(2025, 3, 8), -7, .transfer, account: "checking", isPending: true),
                Entry(day(2025, 3, 9), -500, .transfer, account: "tokyo"),
                Entry(day(2025, 4, 1), -1, .transfer, account: "checking"),
            ])
    }

    private func sums(_ books: Books) throws -> [[Int128]] {
        try books.vault.loneTransfers(Self.march).sorted { $0.currency.code < $1.currency.code }
            .map { [$0.gone.minorUnits, $0.came.minorUnits] }
    }

    @Test("is told by direction and currency, without purchases of shares")
    func sums() throws {
        let books = try Self.books()
        #expect(try sums(books) == [[500, 0], [15_000, 80_000]])
    }

    @Test("has what goes to accounts that are left out", arguments: [true, false])
    func leftOut(isHidden: Bool) throws {
        let books = try Self.books()
        let savings = try #require(try books.vault.accounts().first { $0.name == "savings" })
        try books.vault.decideVisibility(isHidden ? .hidden : .trackingOnly, account: savings.id)
        #expect(try sums(books) == [[500, 0], [105_000, 80_000]])
    }
}

@Suite("What transfers moved between currencies")
struct ExchangedTests {
    private func books(_ other: AccountType = .checking) throws -> Books {
        try Books(
            [
                AccountSketch("checking"), AccountSketch("savings", .savings),
                AccountSketch("tokyo", other, currency: yen),
            ],
            [
                Entry(day(2025, 3, 2), -15_000, .transfer, partner: 1),
                Entry(day(2025, 3, 3), 21_000, .transfer, account: "tokyo", partner: 0),
                Entry(day(2025, 3, 4), -5_000, .transfer, partner: 3),
                Entry(day(2025, 3, 5), 5_000, .transfer, account: "savings", partner: 2),
                Entry(day(2025, 3, 6), -900, .transfer),
            ])
    }

    private func exchanged(_ books: Books) throws -> [Currency: Int128] {
        try books.vault.exchanged(day(2025, 3, 1)..<day(2025, 4, 1))
    }

    @Test("is what left one and what came into the other")
    func between() throws {
        #expect(try exchanged(try books()) == [dollars: -15_000, yen: 21_000])
    }

    @Test("has nothing that is invested, or moves to an account that doesn't count")
    func leftOut() throws {
        #expect(try exchanged(try books(.brokerage)).isEmpty)
        let books = try books()
        let tokyo = try #require(try books.vault.accounts().first { $0.name == "tokyo" })
        try books.vault.decideVisibility(.trackingOnly, account: tokyo.id)
        #expect(try exchanged(books).isEmpty)
    }
}
