import Model
import Testing

@Suite("Accounts at services with which people pay each other")
struct PeerServiceTests {
    private static let accounts: [(name: String, bank: String, type: AccountType)] = [
        ("TOTAL CHECKING (4321)", "Chase Bank", .checking),
        ("Venmo", "Venmo", .checking),
        ("PayPal Balance", "PayPal", .checking),
        ("Cash App", "Cash App", .other),
        ("Online Savings (2233)", "Ally Bank", .savings),
    ]
    private static let checking = "TOTAL CHECKING (4321)"

    @Test(
        "what is cashed out or paid in is a transfer, on both sides",
        arguments: [
            ("Venmo", "Standard transfer to bank", checking, "VENMO CASHOUT PPD ID: 5264681992"),
            ("Venmo", "Transfer to Chase x4321", checking, "VENMO DES:CASHOUT ID:XXXXX"),
            (checking, "VENMO ADD FUNDS", "Venmo", "Added money from Chase"),
            ("PayPal Balance", "Transfer to bank", checking, "PAYPAL TRANSFER PPD ID: PAYPALSD11"),
            ("PayPal Balance", "Withdrawal", checking, "PAYPAL INST XFER"),
            ("Cash App", "Cash out", checking, "CASH APP*CASH OUT"),
        ])
    func pair(from: String, sent: String, to: String, received: String) throws {
        let feed = try BankFeed(
            Self.accounts, [Booking(from, 9, -200, sent), Booking(to, 10, 200, received)])
        #expect(feed.partners == [2, 1])
    }

    @Test("what is cashed out is a transfer where its other side is not there")
    func oneSide() throws {
        let feed = try BankFeed(
            Self.accounts, [Booking(Self.checking, 9, 200, "VENMO CASHOUT PPD ID: 5264681992")])
        #expect(feed.classes == [.transfer])
    }

    @Test(
        "what friends pay is none, however equal",
        arguments: [
            ("Venmo", "Payment to Jordan: dinner", checking, "VENMO FROM PRIYA K"),
            (
                "Online Savings (2233)", "TRANSFER TO CHECKING", checking,
                "VENMO PAYMENT FROM PRIYA K"
            ),
            ("Online Savings (2233)", "TRANSFER TO CHECKING", checking, "ZELLE FROM PRIYA K"),
            (checking, "ZELLE TO JORDAN", "Online Savings (2233)", "TRANSFER FROM CHASE"),
            (checking, "SAFEWAY #123", "Venmo", "Payment from Jordan"),
        ])
    func friends(from: String, sent: String, to: String, received: String) throws {
        let feed = try BankFeed(
            Self.accounts, [Booking(from, 9, -200, sent), Booking(to, 10, 200, received)])
        #expect(feed.partners == [nil, nil])
    }

    @Test(
        "what a friend pays is money back, through whichever service and account",
        arguments: [
            ("Venmo", "Jess Tan: Pizza night"), ("Cash App", "Jordan M"),
            (checking, "ZELLE FROM PRIYA K"), (checking, "E-TRANSFER ***k4T"),
            (checking, "ZELLE FROM SAM ODELL RENT SHARE"),
        ])
    func moneyBack(account: String, text: String) throws {
        #expect(try BankFeed(Self.accounts, [Booking(account, 9, 60, text)]).classes == [.expense])
    }

    @Test(
        "rent, wages and what a firm pays is income",
        arguments: [
            ("Venmo", "Dora Klein: rent March"), (checking, "ZELLE FROM DORA KLEIN RENT UNIT B"),
            (checking, "Zelle payment from BIRCH DESIGN LLC"),
            (checking, "ZELLE FROM NOAH PARK INV 118"),
        ])
    func income(account: String, text: String) throws {
        #expect(try BankFeed(Self.accounts, [Booking(account, 9, 60, text)]).classes == [.income])
    }

    @Test(
        "what a merchant was paid through it is a purchase where its account has no other side",
        arguments: [
            "PAYPAL           INST XFER  CRUNCHBOX       WEB ID: PAYPALSI77",
            "PAYPAL DES:INST XFER ID:CRUNCHBOX INDN:ANN BAKER CO ID:PAYPALSI77 WEB",
            "PAYPAL INST XFER 260113 CRUNCHBOX",
        ])
    func purchase(text: String) throws {
        #expect(
            try BankFeed(Self.accounts, [Booking(Self.checking, 9, -60, text)]).classes == [
                .expense
            ])
    }

    @Test(
        "what was moved there and names nobody is a transfer without its other side",
        arguments: [
            "PAYPAL INST XFER", "PAYPAL DES:INST XFER ID: INDN:ANN BAKER CO ID:PAYPALSI77 WEB",
            "PAYPAL INST XFER WEB ID: PAYPALSI77",
        ])
    func moved(text: String) throws {
        #expect(
            try BankFeed(Self.accounts, [Booking(Self.checking, 9, -60, text)]).classes == [
                .transfer
            ])
    }

    /// Cards of services, without accounts there.
    private static let cards: [(name: String, bank: String, type: AccountType)] = [
        accounts[0], ("Venmo Credit Card", "Venmo", .credit), ("PayPal Credit", "PayPal", .credit),
        ("Apple Card (1234)", "Apple", .credit),
    ]

    @Test(
        "what people are paid through a service is no payment of its card",
        arguments: [
            "VENMO PAYMENT 1031234567890 WEB ID: 3264681992",
            "VENMO DES:PAYMENT ID:XXXXX INDN:ANN BAKER",
            "PAYPAL PAYMENT TO JORDAN M", "APPLE CASH PAYMENT JORDAN M",
        ])
    func noCardPayment(text: String) throws {
        #expect(
            try BankFeed(Self.cards, [Booking(Self.checking, 9, -43, text)]).classes == [.expense])
    }

    @Test(
        "what names the card of a service is a payment of it",
        arguments: [
            "VENMO CREDIT CARD PAYMENT", "SYNCHRONY BANK VENMO PAYMENT", "PAYPAL CREDIT PAYMENT",
            "SYNCB/PPC PAYMENT",
        ])
    func cardPayment(text: String) throws {
        #expect(
            try BankFeed(Self.cards, [Booking(Self.checking, 9, -43, text)]).classes == [.transfer])
    }

    @Test("a payment of the card of a service is paired with its receipt")
    func pairedCardPayment() throws {
        let feed = try BankFeed(
            Self.cards,
            [
                Booking(Self.checking, 9, -43, "VENMO CREDIT CARD PAYMENT"),
                Booking("Venmo Credit Card", 10, 43, "Payment received"),
            ])
        #expect(feed.partners == [2, 1])
    }

    @Test("without an account there, what is cashed out is a friend's money")
    func noAccount() throws {
        let feed = try BankFeed(
            [Self.accounts[0], Self.accounts[4]],
            [
                Booking("Online Savings (2233)", 9, -200, "TRANSFER TO CHECKING"),
                Booking(Self.checking, 10, 200, "VENMO CASHOUT PPD ID: 5264681992"),
            ])
        #expect(feed.partners == [nil, nil])
        #expect(feed.classes[1] == .expense)
    }
}
