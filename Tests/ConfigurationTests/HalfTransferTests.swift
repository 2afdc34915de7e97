import Model
import Testing

@Suite("A transfer of which one side tells little")
struct HalfTransferTests {
    private typealias Feed = ShippedTransferTests

    private func feed(_ bookings: [Booking]) throws -> BankFeed {
        try BankFeed(ShippedTransferTests.accounts, bookings)
    }

    struct Sides: Sendable, CustomTestStringConvertible {
        let from: String
        let sent: String
        let to: String
        let received: String

        init(_ from: String, _ sent: String, _ to: String, _ received: String) {
            (self.from, self.sent, self.to, self.received) = (from, sent, to, received)
        }

        var testDescription: String { "\(sent) | \(received)" }
    }

    private func partners(of sides: Sides) throws -> [Int64?] {
        try feed([
            Booking(sides.from, 9, -640, sides.sent), Booking(sides.to, 10, 640, sides.received),
        ]).partners
    }

    @Test(
        "is a pair where the other side names the account or the same person",
        arguments: [
            Sides(
                Feed.retirement, "Distribution", Feed.checking,
                "VANGUARD SELL INVESTMENT PPD ID: 40"),
            Sides(
                Feed.checking, "REAL TIME TRANSFER SENT TO: ANN BAKER ALLY BANK", Feed.ally,
                "INSTANT PMT FROM ANN BAKER REF#3310"),
            Sides(
                Feed.carLoan, "ADVANCE", Feed.checking, "ONLINE TRANSFER FROM LOAN XXXXXX7788"),
            Sides(
                Feed.checking, "CITI CARD LASTSCHRIFT", Feed.card, "ZAHLUNG ERHALTEN. VIELEN DANK."),
            Sides(Feed.checking, "CHECK # 1187", Feed.card, "PAYMENT BY CHECK"),
        ])
    func pair(sides: Sides) throws {
        #expect(try partners(of: sides) == [2, 1])
    }

    @Test(
        "is none where one side names somebody else",
        arguments: [
            Sides(Feed.checking, "CHECK # 1187", Feed.card, "PAYMENT THANK YOU"),
            Sides(Feed.checking, "CHECK # 1187", Feed.ally, "DEPOSIT BY CHECK"),
            Sides(Feed.checking, "CHECK # 1187 ACME ROOFING", Feed.card, "PAYMENT BY CHECK"),
            Sides(
                Feed.checking, "REAL TIME TRANSFER SENT TO: ANN BAKER ALLY BANK", Feed.ally,
                "INSTANT PMT FROM CARL DIAZ REF#3310"),
            Sides(
                Feed.checking, "PAYMENT TO ANN BAKER", Feed.ally, "INSTANT PMT FROM ANN BAKER"),
            Sides(
                Feed.card, "ADVANCE AUTO PARTS", Feed.checking, "TRANSFER FROM CARD 1122"),
            Sides(Feed.carLoan, "ADVANCE", Feed.checking, "TRANSFER FROM SAVINGS"),
        ])
    func apart(sides: Sides) throws {
        #expect(try partners(of: sides) == [nil, nil])
    }

    @Test("is not a transfer if two others could be its other side")
    func twoPartners() throws {
        let feed = try feed([
            Booking(Feed.retirement, 9, -640, "Distribution"),
            Booking(Feed.checking, 10, 640, "VANGUARD SELL INVESTMENT PPD ID: 40"),
            Booking(Feed.chaseSavings, 10, 640, "VANGUARD SELL INVESTMENT PPD ID: 40"),
        ])
        #expect(feed.partners == [nil, nil, nil])
    }
}
