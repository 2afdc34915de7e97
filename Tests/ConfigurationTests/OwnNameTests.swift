import Model
import Testing

/// Those whose accounts these are, are Jane Doe and Jürgen Müller.
@Suite("Money between own accounts whose texts tell only a person")
struct OwnNameTests {
    private static let accounts: [(name: String, bank: String, type: AccountType)] = [
        ("Girokonto", "Sparkasse KölnBonn", .checking), ("Main Account", "N26 Bank", .checking),
        ("Extra-Konto", "ING", .savings), ("Trade Republic Depot", "Trade Republic", .brokerage),
    ]

    struct Sides: Sendable, CustomTestStringConvertible {
        let sent: String
        let received: String

        init(_ sent: String, _ received: String) { (self.sent, self.received) = (sent, received) }

        var testDescription: String { "\(sent) | \(received)" }
    }

    private func feed(_ sides: Sides, _ holders: BankFeed.Holders = .named) throws -> BankFeed {
        try BankFeed(
            Self.accounts,
            [
                Booking("Girokonto", 9, -400, sides.sent),
                Booking("Extra-Konto", 10, 400, sides.received),
            ], holders: holders)
    }

    @Test(
        "is a transfer where both name a holder",
        arguments: [
            Sides("STANDING ORDER JANE DOE", "CREDIT JANE DOE"),
            Sides("FASTER PAYMENT JANE DOE", "Jane Doe (Faster Payments)"),
            Sides("STO JANE DOE REF HOUSE", "FPI JANE DOE HOUSE"),
            Sides("DAUERAUFTRAG JANE DOE", "GUTSCHRIFT DOE, JANE"),
            Sides(
                "UEBERWEISUNG JANE DOE DE12500105170648489890 INGDDEFFXXX",
                "ECHTZEITÜBERWEISUNG VON JANE DOE"),
            Sides("Empfänger: JANE DOE Verwendungszweck: Urlaub", "Auftraggeber: Jane Doe Urlaub"),
            Sides("DAUERAUFTRAG HAUSHALT 3 JANE DOE", "Überweisung Haushalt Jane Doe"),
            Sides("DAUERAUFTRAG JUERGEN MUELLER", "GUTSCHRIFT JÜRGEN MÜLLER"),
            Sides("STANDING ORDER TO JANE DOE", "CREDIT FROM JÜRGEN MÜLLER"),
        ])
    func holders(sides: Sides) throws {
        let feed = try feed(sides)
        #expect(feed.partners == [2, 1])
        #expect(feed.classes == [.transfer, .transfer])
    }

    @Test(
        "is none where one side names somebody else",
        arguments: [
            Sides("STANDING ORDER JANE DOE", "CREDIT JOHN DOE"),
            Sides("STANDING ORDER LENA DOE", "CREDIT LENA DOE"),
            Sides("STANDING ORDER J DOE", "CREDIT JANE DOE"),
            Sides("STANDING ORDER JANE DOE JR", "CREDIT JANE DOE JR"),
            Sides("STANDING ORDER JANE DOE GMBH", "CREDIT JANE DOE GMBH"),
            Sides("STANDING ORDER JANE DOE IT LTD", "CREDIT JANE DOE IT LTD"),
            Sides("STANDING ORDER JANE DOE CONSULTING", "CREDIT JANE DOE CONSULTING"),
            Sides("STANDING ORDER MARY JANE DOE", "CREDIT MARY JANE DOE"),
            Sides("UEBERWEISUNG JANE DOE MIETE", "GUTSCHRIFT JANE DOE"),
            Sides("VON JANE DOE AN HAUSVERWALTUNG", "GUTSCHRIFT JANE DOE"),
            Sides("STANDING ORDER JANE DOE", "GEHALT JANE DOE"),
            Sides("STANDING ORDER JANE DOE", "CREDIT"),
        ])
    func others(sides: Sides) throws {
        #expect(try feed(sides).partners == [nil, nil])
    }

    @Test(
        "is left to the person where both have the same word beside the name",
        arguments: [
            Sides("STANDING ORDER JANE DOE CONSULTING", "CREDIT JANE DOE CONSULTING"),
            Sides("STANDING ORDER MARY JANE DOE", "CREDIT MARY JANE DOE"),
        ])
    func longerName(sides: Sides) throws {
        #expect(try feed(sides).isInReview == [true, true])
    }

    @Test("is looked for at the beginning of a text only, however long that is")
    func endlessText() throws {
        let endless = [String](repeating: "HOUSE", count: 20_000).joined(separator: " ")
        let feed = try feed(
            Sides("PAID 1 \(endless) JANE DOE", "GOT 2 \(endless.lowercased()) JANE DOE"))
        #expect(feed.partners == [nil, nil])
    }

    @Test("is left to the person where the name is of nobody they told")
    func unknownName() throws {
        let feed = try feed(Sides("STANDING ORDER JANE DOE", "CREDIT JANE DOE"), .unnamed)
        #expect(feed.partners == [nil, nil])
        #expect(feed.isInReview == [true, true])
        #expect(
            try feed.whyAlone(1)
                == "transaction 2 (Extra-Konto) could be its other side: both texts name jane doe; "
                + "if that is you, put the name into \"holders\" in config/transfers.toml")
    }

    @Test(
        "is not asked about where both have less than a name in common",
        arguments: [
            Sides("STANDING ORDER DOE", "CREDIT DOE"),
            Sides("STANDING ORDER JANE SMITH", "CREDIT JANE DOE"),
            Sides("STANDING ORDER JANE DOE", "CREDIT DOE AND JANE"),
        ])
    func lessThanName(sides: Sides) throws {
        #expect(try feed(sides, .unnamed).isInReview == [false, false])
    }
}
