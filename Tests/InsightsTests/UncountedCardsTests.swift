import Insights
import Model
import Testing
import Vault

@Suite("What went to cards that are not connected")
struct UncountedCardsTests {
    private static let march = day(2025, 3, 1)..<day(2025, 4, 1)
    private static let marks = CardPayments(
        rules: ["card-payment-sent", "card-payment-of-bank"], commonWords: ["BANK"])

    private static func payment(
        _ number: Int = 5, _ cents: Int64 = -22_000, text: String = "CITI AUTOPAY",
        rule: String = "card-payment-sent/CITI AUTOPAY", partner: Int? = nil
    ) -> Entry {
        Entry(day(2025, 3, number), cents, .transfer, partner: partner, rule: rule, text: text)
    }

    private func paid(
        _ entries: [Entry], card: AccountSketch = AccountSketch("card", .credit)
    ) throws -> [Int128] {
        let checking = AccountSketch("checking", institution: "Chase Bank")
        let books = try Books([checking, card], entries)
        return try UncountedCards.paid(books.vault, days: Self.march, by: Self.marks)
            .map(\.paid.minorUnits)
    }

    @Test("is the sum of card payments without their other side")
    func sum() throws {
        let bank = Self.payment(9, -1000, rule: "card-payment-of-bank")
        #expect(try paid([Self.payment(), bank]) == [23_000])
    }

    @Test("leaves out payments whose other side is known")
    func paired() throws {
        let received = Entry(day(2025, 3, 6), 22_000, .transfer, account: "card", partner: 0)
        #expect(try paid([Self.payment(partner: 1), received]).isEmpty)
    }

    @Test("has payments to a card that is left out of totals", arguments: [true, false])
    func leftOut(isHidden: Bool) throws {
        let received = Entry(day(2025, 3, 6), 22_000, .transfer, account: "card", partner: 0)
        let books = try Books(
            [AccountSketch("checking"), AccountSketch("card", .credit)],
            [Self.payment(rule: "transfer", partner: 1), received])
        let card = try #require(try books.vault.accounts().first { $0.name == "card" })
        try books.vault.decideVisibility(isHidden ? .hidden : .trackingOnly, account: card.id)
        let paid = try UncountedCards.paid(books.vault, days: Self.march, by: Self.marks)
        #expect(
            paid == [
                UncountedCards(
                    paid: Money(minorUnits: 22_000, currency: dollars), areLeftOut: true)
            ])
    }

    @Test("leaves out other transfers and other days")
    func others() throws {
        let before = Entry(
            day(2025, 2, 28), -500, .transfer, rule: "card-payment-sent/CITI AUTOPAY")
        #expect(try paid([Self.payment(rule: "saved"), before]).isEmpty)
    }

    @Test("has no payment that names the bank of a card and of the account that paid")
    func sameBank() throws {
        let card = AccountSketch("card", .credit, institution: "Chase Bank")
        let own = Self.payment(text: "CHASE CREDIT CRD AUTOPAY")
        #expect(try paid([own], card: card).isEmpty)
        #expect(try paid([Self.payment()], card: card) == [22_000])
    }

    @Test("has payments to another bank that shares a common word with the card's")
    func commonWord() throws {
        let card = AccountSketch("card", .credit, institution: "Chase Bank")
        let other = Self.payment(text: "FIRST BANK CREDIT CARD PMT", rule: "card-payment-of-bank")
        #expect(try paid([other], card: card) == [22_000])
    }

    @Test("is a sum for each currency")
    func currencies() throws {
        let abroad = AccountSketch("yen", currency: yen)
        let entry = Entry(
            day(2025, 3, 7), -4000, .transfer, account: "yen", rule: "card-payment-of-bank")
        let books = try Books(
            [AccountSketch("checking"), abroad], [Self.payment(), entry, Self.payment(8)])
        let paid = try UncountedCards.paid(books.vault, days: Self.march, by: Self.marks)
            .map(\.paid)
        #expect(
            Set(paid) == [
                Money(minorUnits: 44_000, currency: dollars),
                Money(minorUnits: 4000, currency: yen),
            ])
    }
}
