import Model
import Testing

@Suite("Transfers with a fee or a late other side, wallets, and what loans book to themselves")
struct TransferInDoubtTests {
    private static let checking = "Everyday Checking 4471"
    private static let savings = "First Savings 8841"

    private func feed(_ bookings: [Booking]) throws -> BankFeed {
        try BankFeed(
            [(Self.checking, "First Bank", .checking), (Self.savings, "First Bank", .savings)],
            bookings)
    }

    struct Pair: Sendable, CustomTestStringConvertible {
        let sent: (text: String, amount: Int64)
        let received: (text: String, amount: Int64)
        let days: Int

        var testDescription: String { "\(sent.text) \(sent.amount), \(received.amount)" }
    }

    @Test(
        "small differences and late other sides go to review",
        arguments: [
            Pair(
                sent: ("ONLINE TRANSFER TO SAVINGS 8841", -505),
                received: ("ONLINE TRANSFER FROM CHECKING 4471", 500), days: 0),
            Pair(
                sent: ("OUTGOING WIRE TRANSFER TO FIRST SAVINGS", -1000),
                received: ("INCOMING WIRE TRANSFER FROM FIRST BANK", 985), days: 0),
            Pair(
                sent: ("WIRE TRANSFER OUT", -1015), received: ("WIRE TRANSFER IN", 1000), days: 1),
            Pair(
                sent: ("UEBERWEISUNG AN SPARKONTO", -501),
                received: ("UEBERWEISUNG VON GIROKONTO", 500), days: 0),
            Pair(
                sent: ("ONLINE TRANSFER TO SAVINGS", -75),
                received: ("ACH DEPOSIT FIRST BANK", 75), days: 5),
        ])
    func inReview(pair: Pair) throws {
        let feed = try feed([
            Booking(Self.checking, 2, pair.sent.amount, pair.sent.text),
            Booking(Self.savings, 2 + pair.days, pair.received.amount, pair.received.text),
        ])
        #expect(feed.partners == [nil, nil])
        #expect(feed.isInReview == [true, true])
    }

    @Test(
        "what differs by more, days and words that say nothing, and merchants do not",
        arguments: [
            Pair(
                sent: ("WIRE TRANSFER OUT", -1000), received: ("WIRE TRANSFER IN", 700), days: 0),
            Pair(sent: ("WIRE TRANSFER OUT", -990), received: ("WIRE TRANSFER IN", 1000), days: 0),
            Pair(sent: ("WIRE TRANSFER OUT", -1015), received: ("WIRE TRANSFER IN", 1000), days: 4),
            Pair(sent: ("CHECK 118", -505), received: ("MOBILE DEPOSIT", 500), days: 0),
            Pair(
                sent: ("ONLINE TRANSFER TO SAVINGS", -75), received: ("ACME PAYROLL", 75), days: 5),
            Pair(
                sent: ("STARBUCKS 0412", -75), received: ("TRANSFER FROM ACME", 75), days: 5),
        ])
    func notInReview(pair: Pair) throws {
        let feed = try feed([
            Booking(Self.checking, 2, pair.sent.amount, pair.sent.text),
            Booking(Self.savings, 2 + pair.days, pair.received.amount, pair.received.text),
        ])
        #expect(feed.isInReview == [false, false])
    }

    @Test(
        "the payment of a purchase that a wallet lists is no second purchase",
        arguments: [
            ("PayPal", "PAYPAL INST XFER SPOTIFY WEB ID: PAYPALSI77", "Spotify USA Inc"),
            ("PayPal", "PAYPAL *ETSY 402-935-7733 CA", "Etsy, Inc."),
            ("Venmo", "VENMO PAYMENT 1029384756", "Jess Tan: Pizza night"),
        ])
    func wallets(service: String, paid: String, purchase: String) throws {
        let feed = try BankFeed(
            [(Self.checking, "First Bank", .checking), (service, service, .checking)],
            [
                Booking(Self.checking, 2, -23, paid), Booking(service, 1, -23, purchase),
                Booking(Self.checking, 20, -30, paid),
            ])
        #expect(feed.classes == [.transfer, .expense, .expense])
    }

    @Test("what a wallet takes from a card for a purchase is no income")
    func walletFunding() throws {
        let feed = try BankFeed(
            [("Visa", "First Bank", .credit), ("PayPal", "PayPal", .checking)],
            [
                Booking("Visa", 2, -61, "PAYPAL *ETSY 402-935-7733 CA"),
                Booking("PayPal", 1, -61, "Etsy, Inc."),
                Booking("PayPal", 1, 61, "General Credit Card Deposit"),
            ])
        #expect(feed.classes == [.transfer, .expense, .transfer])
    }

    struct Movements: Sendable, CustomTestStringConvertible {
        let bookings: [(Int, Int64, String)]
        let expected: [TransactionClass]

        var testDescription: String { bookings.map(\.2).joined(separator: ", ") }
    }

    @Test(
        "what a loan books and takes back counts on neither side",
        arguments: [
            Movements(
                bookings: [(2, -32, "Late Charge Assessed"), (9, 32, "Late Charge Waived")],
                expected: [.transfer, .transfer]),
            Movements(
                bookings: [(2, 125, "Escrow Advance"), (20, -125, "Repay of Escrow Advance")],
                expected: [.transfer, .transfer]),
            Movements(
                bookings: [(2, -310, "Escrow Deposit"), (2, 310, "Escrow Payment")],
                expected: [.transfer, .transfer]),
            Movements(
                bookings: [(2, -354, "Principal"), (2, -450, "Interest")],
                expected: [.transfer, .expense]),
            Movements(
                bookings: [(2, -310, "Escrow Disbursement County Tax"), (3, 310, "Payment")],
                expected: [.expense, .transfer]),
        ])
    func loans(movements: Movements) throws {
        let feed = try BankFeed(
            [("Home Mortgage", "Lakeside", .mortgage)],
            movements.bookings.map { Booking("Home Mortgage", $0.0, $0.1, $0.2) })
        #expect(feed.classes == movements.expected)
    }

    @Test("what a service exchanges between two currencies is one transfer at the rate")
    func exchanged() throws {
        let feed = try BankFeed(
            [("Dollars", "First Bank", .checking), ("Euros", "DKB", .checking)],
            [
                Booking("Dollars", 2, -108, "TRANSFER TO EUR ACCOUNT WISE"),
                Booking("Euros", 3, 100, "TRANSFER FROM USD WISE"),
            ], euros: ["Euros"], configured: .rate)
        #expect(feed.partners == [2, 1])
    }

    struct Exchange: Sendable, CustomTestStringConvertible {
        let sent: String
        let received: String
        var amounts: (sent: Int64, received: Int64) = (-108, 100)
        var days = 1

        var testDescription: String { "\(sent) \(amounts.sent), \(received) \(amounts.received)" }
    }

    private func exchange(_ pair: Exchange) throws -> BankFeed {
        try BankFeed(
            [("Dollars", "First Bank", .checking), ("Euros", "DKB", .checking)],
            [
                Booking("Dollars", 2, pair.amounts.sent, pair.sent),
                Booking("Euros", 2 + pair.days, pair.amounts.received, pair.received),
            ], euros: ["Euros"], configured: .rate)
    }

    @Test(
        "what one service may have exchanged between two currencies goes to review",
        arguments: [
            Exchange(sent: "WISE PAYMENTS LTD", received: "WISE EUROPE SA"),
            Exchange(sent: "WISE PAYMENTS LTD", received: "WISE EUROPE SA", days: -1),
            Exchange(sent: "Wise US Inc", received: "TRANSFERWISE EUROPE SA"),
            Exchange(sent: "REVOLUT LTD", received: "REVOLUT BANK UAB"),
            Exchange(sent: "REMITLY INC", received: "REMITLY EUROPE LTD"),
            Exchange(sent: "CURRENCYFAIR LTD", received: "CURRENCYFAIR LTD", days: 3),
            Exchange(sent: "XOOM", received: "XOOM"),
            // A fee of some dollars.
            Exchange(
                sent: "WISE PAYMENTS LTD", received: "WISE EUROPE SA", amounts: (-115, 100)),
        ])
    func exchangedByService(pair: Exchange) throws {
        let feed = try exchange(pair)
        #expect(feed.partners == [nil, nil])
        #expect(feed.isInReview == [true, true])
    }

    @Test(
        "what two services sent, at another rate, later or for a purchase doesn't",
        arguments: [
            Exchange(sent: "WISE PAYMENTS LTD", received: "REVOLUT BANK UAB"),
            Exchange(sent: "WISE PAYMENTS LTD", received: "ACME SALARY"),
            Exchange(sent: "HARBOR BOOKS", received: "WISE EUROPE SA"),
            Exchange(sent: "WISE PAYMENTS LTD", received: "WISE EUROPE SA", amounts: (-90, 100)),
            Exchange(sent: "WISE PAYMENTS LTD", received: "WISE EUROPE SA", amounts: (-150, 100)),
            Exchange(sent: "WISE PAYMENTS LTD", received: "WISE EUROPE SA", days: 5),
            Exchange(sent: "PAYPAL *SPOTIFY", received: "PAYPAL EUROPE"),
            Exchange(sent: "WISE PAYMENTS LTD PAYROLL", received: "WISE EUROPE SA PAYROLL"),
        ])
    func notExchangedByService(pair: Exchange) throws {
        #expect(try exchange(pair).isInReview == [false, false])
    }

    @Test("of two amounts that fit, none is asked about")
    func exchangedTwice() throws {
        let feed = try BankFeed(
            [("Dollars", "First Bank", .checking), ("Euros", "DKB", .checking)],
            [
                Booking("Dollars", 2, -108, "WISE PAYMENTS LTD"),
                Booking("Dollars", 3, -109, "WISE PAYMENTS LTD"),
                Booking("Euros", 3, 100, "WISE EUROPE SA"),
            ], euros: ["Euros"], configured: .rate)
        #expect(feed.isInReview == [false, false, false])
    }
}
