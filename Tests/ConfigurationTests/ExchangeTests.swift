import Model
import Testing

@Suite("Exchanges between two balances of a person's")
struct ExchangeTests {
    private static let accounts: [(name: String, bank: String, type: AccountType)] = [
        ("USD balance", "Wise", .other), ("EUR balance", "Wise", .other),
    ]

    private func feed(
        _ sent: String, _ received: String, configured: BankFeed.Configured
    ) throws -> BankFeed {
        try BankFeed(
            Self.accounts,
            [
                Booking("USD balance", 9, -1_088, sent),
                Booking("EUR balance", 9, 1_000, received),
            ], euros: ["EUR balance"], configured: configured)
    }

    private static let texts = [
        ("Converted 1,088.00 USD to 1,000.00 EUR", "Converted 1,088.00 USD to 1,000.00 EUR"),
        ("Exchanged to EUR", "Exchanged from USD"),
        ("ONLINE FX TRANSFER", "ONLINE FX TRANSFER 0412"),
    ]

    @Test("are transfers by their text, where no rate is known", arguments: texts)
    func withoutRate(sent: String, received: String) throws {
        let feed = try feed(sent, received, configured: .nothing)
        #expect(feed.classes == [.transfer, .transfer])
        #expect(feed.partners == [nil, nil])
    }

    @Test(
        "are none where the text names somebody, or a place that changes cash",
        arguments: ["FX TRANSFER TO JOHN SMITH", "FX TRANSFER FEE", "CURRENCY EXCHANGE AIRPORT"])
    func toSomebody(text: String) throws {
        let feed = try BankFeed(Self.accounts, [Booking("USD balance", 9, -1_088, text)])
        #expect(feed.classes == [.expense])
    }

    @Test("are paired where the rate is known", arguments: texts)
    func withRate(sent: String, received: String) throws {
        #expect(try feed(sent, received, configured: .rate).partners == [2, 1])
    }
}
