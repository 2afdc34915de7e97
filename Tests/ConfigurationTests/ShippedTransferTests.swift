import Model
import Testing

@Suite("Transfers in feeds as banks write them")
struct ShippedTransferTests {
    static let accounts: [(name: String, bank: String, type: AccountType)] = [
        ("TOTAL CHECKING (4321)", "Chase Bank", .checking),
        ("CHASE SAVINGS (9911)", "Chase Bank", .savings),
        ("Double Cash (1122)", "Citibank", .credit),
        ("Online Savings (2233)", "Ally Bank", .savings),
        ("Auto Loan (7788)", "Lakeside Lending", .loan),
        ("Student Loan", "Nelnet", .loan),
        ("Individual (6655)", "Fidelity Investments", .brokerage),
        ("Roth IRA (8899)", "Vanguard", .investment),
    ]
    static let checking = "TOTAL CHECKING (4321)"
    static let chaseSavings = "CHASE SAVINGS (9911)"
    static let card = "Double Cash (1122)"
    static let ally = "Online Savings (2233)"
    static let carLoan = "Auto Loan (7788)"
    static let studentLoan = "Student Loan"
    static let brokerage = "Individual (6655)"
    static let retirement = "Roth IRA (8899)"

    private func feed(_ bookings: [Booking]) throws -> BankFeed {
        try BankFeed(Self.accounts, bookings)
    }

    @Test(
        "a bill is not the payment that a card or loan received, however equal",
        arguments: [
            ("COMCAST", card, "AUTOPAY PAYMENT THANK YOU"),
            ("COMCAST AUTOPAY", card, "AUTOPAY PAYMENT THANK YOU"),
            ("GEICO AUTO PAY", card, "PAYMENT THANK YOU"),
            ("AT&T *PAYMENT", card, "PAYMENT THANK YOU"),
            ("PLANET FITNESS PAYMENT", card, "PAYMENT THANK YOU"),
            ("IRS USATAXPYMT", card, "ONLINE PAYMENT, THANK YOU"),
            ("STATE FARM INSURANCE PAYMENT", card, "PAYMENT RECEIVED"),
            ("CHECK 101", card, "PAYMENT THANK YOU"),
            ("ACH WEB PMT WATER DISTRICT", card, "PAYMENT THANK YOU"),
            ("LANDLORD BOB BILL PAYMENT", carLoan, "PAYMENT RECEIVED"),
            ("BILL PAY JOHNS PLUMBING", card, "PAYMENT THANK YOU"),
            ("UNIVERSITY OF X WEB PAYMENT", card, "PAYMENT THANK YOU"),
            ("VERIZON WIRELESS PAYMENT", studentLoan, "PAYMENT"),
        ])
    func billAndPayment(bill: String, debt: String, received: String) throws {
        let feed = try feed([
            Booking(Self.checking, 9, -120, bill), Booking(debt, 10, 120, received),
        ])
        #expect(feed.partners == [nil, nil])
        #expect(feed.classes == [.expense, .transfer])
    }

    @Test(
        "spending is not what arrived in savings or investments, however equal",
        arguments: [
            ("SAFEWAY #123", ally, "TRANSFER FROM CHECKING"),
            ("MARIAS HOUSE CLEANING", ally, "Internet transfer from Interest Checking"),
            ("STATE FARM INS", brokerage, "Electronic Funds Transfer Received"),
            ("ACME DAYCARE ACH", retirement, "CASH CONTRIBUTION"),
            ("CHECK 100", retirement, "CONTRIBUTION"),
            ("WIRE OUT ACME LLC INVOICE", ally, "Transfer"),
            ("TRANSFER TO ANN SMITH", ally, "TRANSFER FROM BOB"),
        ])
    func spendingAndTransfer(spent: String, account: String, received: String) throws {
        let feed = try feed([
            Booking(Self.checking, 9, -60, spent), Booking(account, 10, 60, received),
        ])
        #expect(feed.partners == [nil, nil])
    }

    @Test(
        "earnings are not what left savings, however equal",
        arguments: ["ETSY PAYOUT", "GLOBEX CONSULTING INVOICE 44", "STRIPE TRANSFER"])
    func earnings(text: String) throws {
        let feed = try feed([
            Booking(Self.ally, 9, -504, "TRANSFER TO CHECKING"),
            Booking(Self.checking, 10, 504, text),
        ])
        #expect(feed.partners == [nil, nil])
        #expect(feed.classes[1] == .income)
    }

    @Test(
        "the two sides of a transfer are a pair as banks word it",
        arguments: [
            (checking, "CITI AUTOPAY PAYMENT 081", card, "AUTOPAY PAYMENT THANK YOU"),
            (checking, "CITI CARD ONLINE PAYMENT 4419", card, "ONLINE PAYMENT, THANK YOU"),
            (checking, "CITICARD AUTOPAY", card, "AUTOPAY 99999 AUTO-PMT"),
            (checking, "PAYMENT TO CREDIT CARD", card, "PAYMENT RECEIVED - THANK YOU"),
            (checking, "ONLINE PMT WEB ID: 20047", card, "INTERNET PAYMENT - THANK YOU"),
            (checking, "LAKESIDE LENDING AUTO LOAN PMT", carLoan, "Payment"),
            (checking, "NELNET LOAN PYMT PPD ID: 91", studentLoan, "PAYMENT"),
            (checking, "ALLY BANK $TRANSFER", ally, "Requested transfer from CHASE BANK"),
            (checking, "EXTERNAL TRANSFER", ally, "Internet transfer from 4321"),
            (checking, "Online Transfer to SAV ...9911", chaseSavings, "Online Transfer from CHK"),
            (checking, "FID BKG SVC LLC MONEYLINE", brokerage, "Electronic Funds Transfer"),
            (checking, "VANGUARD BUY INVESTMENT", retirement, "CASH CONTRIBUTION (PRIOR YEAR)"),
            (ally, "WITHDRAWAL", checking, "DEPOSIT"),
            (ally, "TRANSFER TO JANE Q PUBLIC", checking, "TRANSFER FROM JANE PUBLIC"),
        ])
    func pair(from: String, sent: String, to: String, received: String) throws {
        let feed = try feed([Booking(from, 9, -75, sent), Booking(to, 10, 75, received)])
        #expect(feed.partners == [2, 1])
    }

    @Test("an equal bill doesn't spoil the true pair")
    func billBesidePayment() throws {
        let feed = try feed([
            Booking(Self.checking, 9, -120, "COMCAST"),
            Booking(Self.checking, 9, -120, "CITI AUTOPAY PAYMENT 081"),
            Booking(Self.card, 10, 120, "AUTOPAY PAYMENT THANK YOU"),
        ])
        #expect(feed.partners == [nil, 3, 2])
        #expect(feed.isInReview == [false, false, false])
    }

    @Test("what may be a transfer though it names somebody is left to the person")
    func review() throws {
        let feed = try feed([
            Booking(Self.checking, 9, -800, "CHECK 101"),
            Booking(Self.retirement, 10, 800, "CONTRIBUTION"),
            Booking(Self.checking, 9, -65, "COMCAST"),
            Booking(Self.card, 10, 65, "PAYMENT THANK YOU"),
        ])
        #expect(feed.isInReview == [true, true, false, false])
    }

    @Test("where every way to pair is a transfer, all are, and which is with which is open")
    func tieOfTransfers() throws {
        let feed = try feed([
            Booking(Self.checking, 9, -500, "EXTERNAL TRANSFER"),
            Booking(Self.checking, 9, -500, "EXTERNAL TRANSFER"),
            Booking(Self.ally, 10, 500, "EXTERNAL TRANSFER"),
            Booking(Self.ally, 10, 500, "EXTERNAL TRANSFER"),
        ])
        #expect(feed.partners == [nil, nil, nil, nil])
        #expect(feed.classes == [.transfer, .transfer, .transfer, .transfer])
        #expect(feed.lenses == [.saving, .saving, nil, nil])
        #expect(feed.isInReview == [true, true, true, true])
    }

    @Test(
        "where one of those in doubt stays alone, what came in is a transfer if all that may be sent are",
        arguments: [
            ("EXTERNAL TRANSFER", "EXTERNAL TRANSFER", TransactionClass.expense, .income),
            ("ONLINE TRANSFER TO ALLY BANK", "DEPOSIT", .transfer, .transfer),
        ] as [(String, String, TransactionClass, TransactionClass)])
    func tieWithOneTooMany(
        sent: String, received: String, classSent: TransactionClass, classReceived: TransactionClass
    ) throws {
        let feed = try feed([
            Booking(Self.checking, 9, -500, sent), Booking(Self.checking, 9, -500, sent),
            Booking(Self.ally, 10, 500, received),
        ])
        #expect(feed.partners == [nil, nil, nil])
        #expect(feed.classes == [classSent, classSent, classReceived])
        #expect(feed.isInReview == [true, true, true])
    }

    /// Two equal transfers of one day, and what the bank numbers their sides with.
    private func twins(_ first: (String, String), _ second: (String, String)) throws -> BankFeed {
        try feed([
            Booking(Self.checking, 9, -500, "Online Transfer to SAV ...9911 \(first.0)"),
            Booking(Self.checking, 9, -500, "Online Transfer to SAV ...9911 \(second.0)"),
            Booking(Self.chaseSavings, 9, 500, "Online Transfer from CHK ...4321 \(second.1)"),
            Booking(Self.chaseSavings, 9, 500, "Online Transfer from CHK ...4321 \(first.1)"),
        ])
    }

    @Test(
        "a number of the bank on both sides tells which are with which",
        arguments: [
            ("transaction#: 11223344", "transaction#: 11223355"),
            ("REF #IB0RS0WCLL", "REF #IB0RT7XQPZ"), ("Confirmation# 1234567", "conf 7654321"),
            ("transaction#: 11223344 03/09", "03/09"),
        ])
    func references(one: String, other: String) throws {
        let feed = try twins((one, one.uppercased()), (other, other))
        #expect(feed.partners == [4, 3, 2, 1])
        #expect(feed.isInReview == [false, false, false, false])
    }

    @Test(
        "a number tells nothing that each side has of its own, or all have, or that is none of the bank",
        arguments: [
            (("REF 11223344", "REF 99887744"), ("REF 11223355", "REF 99887755")),
            (("PPD ID: 9111111101", "PPD ID: 9111111101"), ("PPD ID: 9111111101", "9111111101")),
            (("20260309", "20260309"), ("20260310", "20260310")),
            (("#4417", "#4417"), ("#4418", "#4418")),
            (("XXXXXX4417", "XXXXXX4417"), ("XXXXXX4418", "XXXXXX4418")),
        ])
    func noReferences(one: (String, String), other: (String, String)) throws {
        let feed = try twins(one, other)
        #expect(feed.partners == [nil, nil, nil, nil])
    }

    @Test("a number of the bank outweighs the days between")
    func referenceAndDays() throws {
        let feed = try feed([
            Booking(Self.checking, 9, -500, "EXTERNAL TRANSFER 11223344"),
            Booking(Self.checking, 10, -500, "EXTERNAL TRANSFER 11223355"),
            Booking(Self.ally, 10, 500, "EXTERNAL TRANSFER 11223344"),
            Booking(Self.chaseSavings, 9, 500, "EXTERNAL TRANSFER 11223355"),
        ])
        #expect(feed.partners == [3, 4, 1, 2])
    }
}
