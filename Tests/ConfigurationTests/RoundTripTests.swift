import Model
import Testing

@Suite("Money that goes and comes back by one text, and account numbers alone")
struct RoundTripTests {
    private static let account = "Current account"

    /// Out and in by turns, by one text.
    private func classes(
        _ text: String, _ amounts: [Int64], type: AccountType = .checking
    ) throws -> [TransactionClass] {
        try BankFeed(
            [(Self.account, "Kestrel Bank", type)],
            amounts.enumerated().map { Booking(Self.account, $0 * 6, $1, text) }
        ).classes
    }

    private static let trips: [Int64] = [-200, 150, -75, 40, -310, 20]

    @Test(
        "a text that takes money out and brings other sums back is a place of one's own",
        arguments: ["Holiday Pot", "OSTREL MUTUAL", "Savings", "Rainy day", "Spaarpot vakantie"])
    func trips(text: String) throws {
        #expect(try classes(text, Self.trips).allSatisfy { $0 == .transfer })
    }

    @Test(
        "what says only how money moved, names a firm or a merchant, or tells more is not",
        arguments: [
            "FASTER PAYMENT", "DEPOSIT", "ZORB TRADING LTD", "AMAZON MARKETPLACE",
            "VENMO SAM ODELL",
            "ATM WITHDRAWAL", "ACME PAYROLL",
        ])
    func otherTexts(text: String) throws {
        #expect(try !classes(text, Self.trips).contains(.transfer))
    }

    @Test(
        "a payer who is paid once, a shop that gives back what was paid, and odd sums are not",
        arguments: [
            [2000, 2000, 2000, 2000, -50], [-500, -500, -500, -500, 20, 15],
            [-25, -40, 25, 40, -60, 60], [-23, -58, 12, 31, -47, 9], [-200, 150, -75],
        ] as [[Int64]])
    func otherAmounts(amounts: [Int64]) throws {
        #expect(try !classes("OSTREL MUTUAL", amounts).contains(.transfer))
    }

    @Test("a card is paid and pays back; neither makes it a place of one's own")
    func cards() throws {
        #expect(
            try classes("OSTREL MUTUAL", Self.trips, type: .credit).allSatisfy { $0 == .expense })
    }

    @Test(
        "money from an account number alone is no income until the person says so",
        arguments: ["Fra 1234 56 78901", "FROM 20-30-40 12345678", "DE89 3704 0044 0532 0130 00"])
    func accountNumber(text: String) throws {
        let feed = try BankFeed(
            [(Self.account, "Kestrel Bank", .checking)],
            [Booking(Self.account, 1, 700, text), Booking(Self.account, 3, -700, text)])
        #expect(feed.classes == [.transfer, .expense])
    }

    @Test("equal amounts in two accounts are no pair by a word for the way alone")
    func channelsAlone() throws {
        let feed = try BankFeed(
            [(Self.account, "Kestrel Bank", .checking), ("Other", "Quill Mutual", .checking)],
            [
                Booking(Self.account, 1, -700, "BANK PAYMENT"),
                Booking("Other", 1, 700, "BANK PAYMENT"),
            ])
        #expect(!feed.classes.contains(.transfer))
    }
}
