import Model
import Testing

@Suite("What looks like one side of a transfer and is alone")
struct UnpairedTransferTests {
    private typealias Feed = ShippedTransferTests

    private func whyFirstIsAlone(_ bookings: Booking...) throws -> String? {
        try BankFeed(ShippedTransferTests.accounts, bookings).whyAlone(1)
    }

    @Test("is told which other is equal, and that no text speaks of a transfer")
    func nothingSaysSo() throws {
        let text = try whyFirstIsAlone(
            Booking(Feed.checking, 9, -400, "STANDING ORDER ANN BAKER"),
            Booking(Feed.ally, 9, 400, "CREDIT CARL DIAZ"))
        #expect(
            text == "transaction 2 (Online Savings (2233)) is equal and opposite, but neither text "
                + "calls it a transfer or names the other's account")
    }

    @Test("is told whom the other names, and how to say that they are one")
    func somebody() throws {
        let text = try whyFirstIsAlone(
            Booking(Feed.checking, 9, -400, "ONLINE TRANSFER"),
            Booking(Feed.ally, 10, 400, "TRANSFER FROM CARL DIAZ"))
        #expect(
            text
                == "transaction 2 (Online Savings (2233)) could be its other side, but its text names "
                + "somebody (carl diaz); if it is, \"ghostvault transfers mark 1 2\"")
    }

    @Test("is told how many days are too many")
    func days() throws {
        let text = try whyFirstIsAlone(
            Booking(Feed.checking, 9, -400, "ONLINE TRANSFER TO ALLY"),
            Booking(Feed.ally, 15, 400, "TRANSFER FROM CHASE"))
        #expect(
            text
                == "transaction 2 (Online Savings (2233)) is equal and opposite, but 6 days apart, "
                + "and 3 are the most between two sides")
    }

    @Test("is told that the other has a partner already")
    func taken() throws {
        let text = try whyFirstIsAlone(
            Booking(Feed.checking, 9, -400, "ONLINE TRANSFER"),
            Booking(Feed.ally, 9, 400, "TRANSFER FROM CHASE SAVINGS (9911)"),
            Booking(Feed.chaseSavings, 9, -400, "TRANSFER TO ALLY"))
        #expect(
            text
                == "transaction 2 (Online Savings (2233)) is equal and opposite, but the other side of "
                + "transaction 3 (CHASE SAVINGS (9911))")
    }

    @Test("is told which could be its other side as well as each other")
    func equals() throws {
        let text = try whyFirstIsAlone(
            Booking(Feed.checking, 9, -400, "TRANSFER"), Booking(Feed.ally, 9, 400, "TRANSFER"),
            Booking(Feed.chaseSavings, 9, 400, "TRANSFER"))
        #expect(
            text
                == "transaction 2 (Online Savings (2233)) and transaction 3 (CHASE SAVINGS (9911)) "
                + "could be its other side, and nothing tells which; choose one with "
                + "\"ghostvault transfers mark\"")
    }

    @Test("is told that the other is wages")
    func wages() throws {
        let text = try whyFirstIsAlone(
            Booking(Feed.checking, 9, -400, "ONLINE TRANSFER"),
            Booking(Feed.ally, 9, 400, "ACME PAYROLL"))
        #expect(
            text
                == "transaction 2 (Online Savings (2233)) is equal and opposite, but its text has words "
                + "of something else, as wages, a refund or a purchase")
    }

    @Test("is told nothing where no other is equal")
    func alone() throws {
        let text = try whyFirstIsAlone(
            Booking(Feed.checking, 9, -400, "ONLINE TRANSFER"),
            Booking(Feed.ally, 9, 401, "TRANSFER"))
        #expect(text == nil)
    }
}
