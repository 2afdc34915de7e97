import Model
import Testing

@Suite("Transfers that are taken back, in feeds as banks write them")
struct ReturnedTransferTests {
    private static let accounts: [(name: String, bank: String, type: AccountType)] = [
        ("TOTAL CHECKING (4321)", "Chase Bank", .checking),
        ("CHASE SAVINGS (9911)", "Chase Bank", .savings),
        ("Auto Loan (7788)", "Lakeside Lending", .loan),
    ]
    private static let checking = "TOTAL CHECKING (4321)"
    private static let savings = "CHASE SAVINGS (9911)"
    private static let loan = "Auto Loan (7788)"

    private static let transfer = [
        Booking(checking, 1, -500, "Online Transfer to SAV ...9911"),
        Booking(savings, 1, 500, "Online Transfer from CHK ...4321"),
    ]

    private func feed(_ bookings: [Booking]) throws -> BankFeed {
        try BankFeed(Self.accounts, bookings)
    }

    @Test(
        "both sides of the return are a pair, and take the saving back",
        arguments: [
            ("TRANSFER REVERSAL", "RETURNED TRANSFER"),
            ("TRANSFER REVERSED", "TRANSFER REVERSAL CHK ...4321"),
            ("XFER RETURNED", "XFER REJECTED"),
            ("STORNO ÜBERTRAG", "STORNO ÜBERTRAG"),
        ])
    func bothSides(left: String, arrived: String) throws {
        let feed = try feed(
            Self.transfer + [
                Booking(Self.savings, 5, -500, left), Booking(Self.checking, 6, 500, arrived),
            ])
        #expect(feed.partners == [2, 1, 4, 3])
        #expect(feed.classes == [.transfer, .transfer, .transfer, .transfer])
        #expect(feed.lenses == [.saving, nil, nil, .saving])
    }

    @Test("a return of which one side is there takes the saving back as well")
    func oneSide() throws {
        let feed = try feed(
            Self.transfer + [Booking(Self.checking, 6, 500, "RETURNED TRANSFER")])
        #expect(feed.classes == [.transfer, .transfer, .transfer])
        #expect(feed.lenses == [.saving, nil, .saving])
    }

    @Test("a payment of a loan that came back is no need any more")
    func debt() throws {
        let feed = try feed([
            Booking(Self.checking, 1, -300, "TRANSFER TO LAKESIDE LENDING LOAN"),
            Booking(Self.loan, 1, 300, "PAYMENT"),
            Booking(Self.checking, 4, 300, "TRANSFER REVERSAL"),
        ])
        #expect(feed.classes == [.transfer, .transfer, .transfer])
        #expect(feed.lenses == [.need, nil, .need])
    }

    @Test(
        "a payment of a loan that came back is the transfer that it was",
        arguments: [
            "RETURNED PAYMENT", "ACH RETURN LAKESIDE LENDING",
            "PAYMENT REVERSAL LAKESIDE LENDING ACH RTL",
        ])
    func loanPaymentReturned(text: String) throws {
        let feed = try feed([
            Booking(Self.checking, 1, -300, "LAKESIDE LENDING ACH RTL PPD ID: 912300934"),
            Booking(Self.loan, 1, 300, "PAYMENT"),
            Booking(Self.checking, 4, 300, text),
        ])
        #expect(feed.classes == [.transfer, .transfer, .transfer])
        #expect(feed.lenses == [.need, nil, .need])
    }

    @Test(
        "what somebody else gives back is no return of a payment of a loan, however equal",
        arguments: ["RETURNED PAYMENT COMCAST", "RETURNED CHECK 1204", "PURCHASE RETURN TARGET"])
    func otherReturnOfThatAmount(text: String) throws {
        let feed = try feed([
            Booking(Self.checking, 1, -300, "LAKESIDE LENDING ACH RTL PPD ID: 912300934"),
            Booking(Self.loan, 1, 300, "PAYMENT"),
            Booking(Self.checking, 4, 300, text),
        ])
        #expect(feed.classes[2] == .expense)
    }

    @Test(
        "what a bank could not collect, or what was called back, is money back",
        arguments: [
            ("VERIZON", "RTN ACH DEBIT VERIZON"), ("VERIZON", "ACH ITEM RETURNED - VERIZON"),
            ("SPECTRUM", "PREAUTHORIZED DEBIT RETURNED SPECTRUM"),
            ("CHECK 112", "CHEQUE RETURNED NSF 112"),
            ("STANDING ORDER J BLOGGS", "RETURNED STANDING ORDER J BLOGGS"),
            ("LASTSCHRIFT FITX BEITRAG", "RÜCKLASTSCHRIFT FITX BEITRAG"),
            ("SEND E-TFR ***9Jk", "CANCEL E-TFR ***9Jk"),
            ("INTERAC E-TRANSFER TO ANN", "INTERAC E-TRANSFER CANCELLED ANN"),
        ])
    func collectedInVain(paid: String, returned: String) throws {
        let feed = try feed([
            Booking(Self.checking, 1, -300, paid), Booking(Self.checking, 4, 300, returned),
        ])
        #expect(feed.classes == [.expense, .expense])
        #expect(feed.categories[0] == feed.categories[1])
    }

    @Test(
        "a check that was deposited and came back takes income back",
        arguments: [
            "DEPOSITED ITEM RETURNED", "DEPOSITED CHEQUE RETURNED",
            "Returned Item Chargeback: DEPOSITED CHECK",
        ])
    func depositReturned(text: String) throws {
        #expect(try feed([Booking(Self.checking, 1, -300, text)]).classes == [.income])
    }

    @Test("a payment of a loan that the bank could not collect is the transfer that it was")
    func loanNotCollected() throws {
        let feed = try feed([
            Booking(Self.checking, 1, -300, "LAKESIDE LENDING ACH RTL PPD ID: 912300934"),
            Booking(Self.loan, 1, 300, "PAYMENT"),
            Booking(Self.checking, 4, 300, "RTN ACH DEBIT LAKESIDE LENDING"),
        ])
        #expect(feed.classes == [.transfer, .transfer, .transfer])
    }

    @Test("a returned payment of a bill is money back, as the payment was spending")
    func billReturned() throws {
        let feed = try feed([
            Booking(Self.checking, 1, -300, "COMCAST ONLINE PMT"),
            Booking(Self.checking, 4, 300, "RETURNED PAYMENT COMCAST"),
        ])
        #expect(feed.classes == [.expense, .expense])
    }

    @Test("a transfer to anybody that came back is no spending, and its return no income")
    func stranger() throws {
        let feed = try feed([
            Booking(Self.checking, 1, -500, "TRANSFER TO JOHN SMITH"),
            Booking(Self.checking, 5, 500, "TRANSFER RETURNED"),
        ])
        #expect(feed.classes == [.transfer, .transfer])
    }

    @Test("what came in by transfer and was taken back is no income, and no spending")
    func takenBackByTheSender() throws {
        let feed = try feed([
            Booking(Self.checking, 1, 500, "WIRE TRANSFER FROM JOHN SMITH"),
            Booking(Self.checking, 5, -500, "WIRE TRANSFER REVERSAL"),
        ])
        #expect(feed.classes == [.transfer, .transfer])
    }

    @Test("one return takes one transfer back, the newest before it")
    func oneForOne() throws {
        let feed = try feed([
            Booking(Self.checking, 1, -500, "TRANSFER TO JOHN SMITH"),
            Booking(Self.checking, 2, -500, "TRANSFER TO JOHN SMITH"),
            Booking(Self.checking, 5, 500, "TRANSFER RETURNED"),
            Booking(Self.checking, 6, -500, "TRANSFER TO JOHN SMITH"),
        ])
        #expect(feed.classes == [.expense, .transfer, .transfer, .expense])
    }

    @Test(
        "nothing else that comes back takes a transfer back",
        arguments: [
            Booking(checking, 5, 500, "TRANSFER FROM JOHN SMITH"),
            Booking(checking, 12, 500, "TRANSFER RETURNED"),
            Booking(checking, 5, 499, "TRANSFER RETURNED"),
            Booking(checking, 5, 500, "RETURNED CHECK 1204"),
            Booking(checking, 5, 500, "REVERSAL"),
            Booking(savings, 5, 500, "TRANSFER RETURNED"),
        ])
    func others(other: Booking) throws {
        let feed = try feed([Booking(Self.checking, 1, -500, "TRANSFER TO JOHN SMITH"), other])
        #expect(feed.classes[0] == .expense)
    }

    @Test(
        "a purchase is taken back by no transfer",
        arguments: ["SAFEWAY #123", "CORNER STORE", "ZELLE TRANSFER TO BOB", "CHECK 101"])
    func purchase(text: String) throws {
        let feed = try feed([
            Booking(Self.checking, 1, -500, text),
            Booking(Self.checking, 5, 500, "TRANSFER RETURNED"),
        ])
        #expect(feed.classes[0] == .expense)
    }

    @Test("a returned transfer of which nothing else is known is no income")
    func unknownOriginal() throws {
        let feed = try feed([
            Booking(Self.checking, 1, 500, "TRANSFER RETURNED"),
            Booking(Self.checking, 2, 500, "ZELLE TRANSFER REVERSAL"),
        ])
        #expect(feed.classes == [.transfer, .expense])
    }

    @Test(
        "a return without a name takes the class of the payment that it takes back",
        arguments: [
            "RETURN OF POSTED CHECK / ITEM (RECEIVED ON 11-02) ELECTRONIC TRANSACTION",
            "RETURNED ITEM INSUFFICIENT FUNDS", "ACH DEBIT RVSL", "PAYMENT CANCELED", "UNPAID ITEM",
        ])
    func namelessReturn(text: String) throws {
        let feed = try feed(
            Self.transfer + [Booking(Self.checking, 4, 500, text)])
        #expect(feed.classes == [.transfer, .transfer, .transfer])
        #expect(feed.lenses == [.saving, nil, .saving])
    }

    @Test(
        "a return takes the class and the category of the purchase that it names",
        arguments: [
            ("OUTGOING WIRE J SMITH", "WIRE RETURN J SMITH"), ("CHECK 1021", "CHECK 1021 RVSL"),
            ("COMCAST CABLE", "COMCAST CABLE CANCELED"), ("COMCAST CABLE", "ACH ITEM RETURNED"),
            ("UEBERWEISUNG ZAHNARZT", "RUECKGABE ZAHNARZT"),
        ])
    func returnOfPurchase(paid: String, returned: String) throws {
        let feed = try feed([
            Booking(Self.checking, 1, -900, paid), Booking(Self.checking, 3, 900, returned),
        ])
        #expect(feed.classes == [.expense, .expense])
        #expect(feed.categories[0] == feed.categories[1])
        #expect(feed.partners == [nil, 1])
    }

    @Test("a transfer by its words that came back the next day is no income")
    func reversedByAbbreviation() throws {
        let feed = try feed([
            Booking(Self.checking, 1, -150, "START SMART SCHEDLD XFER WD"),
            Booking(Self.checking, 2, 150, "START SMART SCHEDLD XFER DEP REV"),
        ])
        #expect(feed.classes == [.transfer, .transfer])
    }

    @Test("a return that may be of a purchase or of a transfer is money back, as before")
    func returnInDoubt() throws {
        let feed = try feed(
            Self.transfer + [
                Booking(Self.checking, 2, -500, "COMCAST CABLE"),
                Booking(Self.checking, 4, 500, "ACH RETURN"),
            ])
        #expect(feed.classes[3] == .expense)
    }

    @Test("a fee for a return takes nothing back")
    func feeOfReturn() throws {
        let feed = try feed([
            Booking(Self.checking, 1, 35, "ACME CORP PAYROLL"),
            Booking(Self.checking, 2, -35, "NSF: RETURNED ITEM FEE FOR AN UNPAID ITEM"),
        ])
        #expect(feed.classes == [.income, .expense])
    }
}
