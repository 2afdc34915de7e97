import Model
import Testing

@Suite("What looks like one side of a transfer and is alone")
struct UnpairedTransferTests {
    private typealias Feed = ShippedTransferTests

    private static let other = "transaction 2 (Online Savings (2233))"
    private static let otherIsEqual = "\(other) is equal and opposite, but "

    /// What is told of 400 that were sent from one account while another received
    /// as much.
    private func why(
        _ sent: String, isAloneBeside received: String, on day: Int = 9,
        receiving amount: Int64 = 400, and third: Booking? = nil
    ) throws -> String? {
        let both = [
            Booking(Feed.checking, 9, -400, sent), Booking(Feed.ally, day, amount, received),
        ]
        return try BankFeed(
            ShippedTransferTests.accounts, both + (third.map { [$0] } ?? [])
        ).whyAlone(1)
    }

    @Test("names the equal one, and that no text mentions a transfer")
    func nothingSaysSo() throws {
        #expect(
            try why("STANDING ORDER ANN BAKER", isAloneBeside: "CREDIT CARL DIAZ")
                == Self.otherIsEqual
                + "neither text calls it a transfer or names the other's account")
    }

    @Test("is told whom the other names, and how to say that they are one")
    func somebody() throws {
        #expect(
            try why("ONLINE TRANSFER", isAloneBeside: "TRANSFER FROM CARL DIAZ", on: 10)
                == "\(Self.other) could be its other side, but its text names somebody "
                + "(carl diaz); if it is, \"ghostvault transfers mark 1 2\"")
    }

    @Test("states by how many days it is too far away")
    func days() throws {
        #expect(
            try why("ONLINE TRANSFER TO ALLY", isAloneBeside: "TRANSFER FROM CHASE", on: 15)
                == Self.otherIsEqual + "6 days apart, and 3 are the most between two sides")
    }

    @Test("states that the other already has a partner")
    func taken() throws {
        #expect(
            try why(
                "ONLINE TRANSFER", isAloneBeside: "TRANSFER FROM CHASE SAVINGS (9911)",
                and: Booking(Feed.chaseSavings, 9, -400, "TRANSFER TO ALLY"))
                == Self.otherIsEqual
                + "the other side of transaction 3 (CHASE SAVINGS (9911))")
    }

    @Test("is told which could be its other side as well as each other")
    func equals() throws {
        #expect(
            try why(
                "TRANSFER", isAloneBeside: "TRANSFER",
                and: Booking(Feed.chaseSavings, 9, 400, "TRANSFER"))
                == "\(Self.other) and transaction 3 (CHASE SAVINGS (9911)) could be its other "
                + "side, and it is not clear which; choose one with \"ghostvault transfers mark\"")
    }

    @Test("states that the other is wages")
    func wages() throws {
        #expect(
            try why("ONLINE TRANSFER", isAloneBeside: "ACME PAYROLL")
                == Self.otherIsEqual
                + "its text has words of something else, as wages, a refund or a purchase")
    }

    @Test("says nothing if no other is equal")
    func alone() throws {
        #expect(
            try why("ONLINE TRANSFER", isAloneBeside: "TRANSFER", receiving: 401) == nil)
    }
}
