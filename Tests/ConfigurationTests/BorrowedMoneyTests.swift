import Model
import Testing

@Suite("Money that is borrowed and paid back")
struct BorrowedMoneyTests {
    private static let checking = "EVERYDAY CHECKING ...4410"
    private static let line = "Home Equity Line ...3311"

    private func feed(
        _ text: String, _ amount: Int64, in account: String = checking,
        _ type: AccountType = .checking
    ) throws -> BankFeed {
        try BankFeed([(account, "Wells Fargo", type)], [Booking(account, 1, amount, text)])
    }

    @Test(
        "what a lender pays out is no income",
        arguments: [
            "UPSTART NETWORK LOAN PROCEEDS PPD", "LENDINGCLUB BANK LOAN PROC PPD",
            "SOFI LOANS DISBURSEMNT PPD", "MARCUS LOAN FUNDING", "LOAN ADVANCE FROM HELOC",
        ])
    func lent(text: String) throws {
        #expect(try feed(text, 8_000).classes == [.transfer])
    }

    @Test(
        "an advance of some days is neither earned nor spent when it is paid back",
        arguments: ["CHIME SPOTME", "DAVE INC DAVE PPD", "EARNIN ACTIVEHOUR PPD"])
    func advance(text: String) throws {
        #expect(try feed(text, 80).classes == [.transfer])
        #expect(try feed(text, -80).classes == [.transfer])
    }

    @Test(
        "a firm of such a name earns and is paid",
        arguments: [("BIG DAVE INC INVOICE 118", 80), ("DAVE INC DAVE SUBSCRIPTION", -1)])
    func firm(text: String, amount: Int64) throws {
        #expect(try feed(text, amount).classes == [amount > 0 ? .income : .expense])
    }

    @Test(
        "what a lender pays as an employer, or to those who lend there, is income",
        arguments: [
            "UPSTART NETWORK PAYROLL", "ROCKET LOANS DIR DEP", "LENDINGCLUB INVESTOR WITHDRAWAL",
        ])
    func earned(text: String) throws {
        #expect(try feed(text, 2_000).classes == [.income])
    }

    @Test("financial aid that is left lowers no spending")
    func financialAid() throws {
        let text = "UNIV OF IOWA STUDNT REF FINANCIAL AID REFUND"
        #expect(try feed(text, 4_200).classes == [.income])
    }

    @Test(
        "what a loan pays out is not spent",
        arguments: ["LOAN ORIGINATION", "DISBURSEMENT", "ADVANCE", "ORIGINAL PRINCIPAL BALANCE"])
    func drawn(text: String) throws {
        #expect(try feed(text, -28_000, in: "Auto Loan", .loan).classes == [.transfer])
    }

    @Test(
        "what a loan charges, or pays to others for its owner, is spent",
        arguments: [
            "ORIGINATION FEE", "INTEREST", "ESCROW DISBURSEMENT - COUNTY TAX",
            "HAZARD INSURANCE DISBURSEMENT",
        ])
    func charged(text: String) throws {
        #expect(try feed(text, -1_330, in: "Mortgage", .mortgage).classes == [.expense])
    }

    @Test(
        "what a card lends is not spent",
        arguments: ["BALANCE TRANSFER", "CONVENIENCE CHECK 1001", "MY CHASE LOAN"])
    func lentByCard(text: String) throws {
        #expect(try feed(text, -1_800, in: "Freedom", .credit).classes == [.transfer])
    }

    @Test("a fee for what a card lends is spent")
    func feeOfCard() throws {
        #expect(try feed("BALANCE TRANSFER FEE", -54, in: "Freedom", .credit).classes == [.expense])
    }

    @Test(
        "what a line of credit pays out is one transfer with what arrives",
        arguments: [
            "LOAN ADVANCE FROM HELOC", "ONLINE TRANSFER FROM DOE J HOME EQUITY LINE XXXXXX3311",
        ])
    func pair(text: String) throws {
        let feed = try BankFeed(
            [(Self.checking, "Wells Fargo", .checking), (Self.line, "Wells Fargo", .mortgage)],
            [Booking(Self.checking, 1, 8_000, text), Booking(Self.line, 1, -8_000, "ADVANCE")])
        #expect(feed.partners == [2, 1])
        #expect(feed.classes == [.transfer, .transfer])
    }

    @Test("what a loan pays out is no side of somebody's equal payment")
    func noPair() throws {
        let feed = try BankFeed(
            [(Self.checking, "Wells Fargo", .checking), (Self.line, "Wells Fargo", .mortgage)],
            [
                Booking(Self.checking, 1, 8_000, "MIDWEST TITLE CO SETTLEMENT"),
                Booking(Self.line, 1, -8_000, "ADVANCE"),
            ])
        #expect(feed.partners == [nil, nil])
        #expect(feed.classes == [.income, .transfer])
    }

    @Test("a shop with such a word in its name is no side of a transfer")
    func shop() throws {
        let feed = try BankFeed(
            [(Self.checking, "Wells Fargo", .checking), ("Freedom", "Chase Bank", .credit)],
            [
                Booking(Self.checking, 1, 80, "TRANSFER FROM SHARE 01"),
                Booking("Freedom", 1, -80, "ADVANCE AUTO PARTS 8821"),
            ])
        #expect(feed.partners == [nil, nil])
    }

    @Test(
        "a mortgage is a bill and a need, as rent is",
        arguments: [
            "TD MORTGAGE", "PENNYMAC CASH", "FREEDOM MORTGAGE PYMT",
            "WELLS FARGO HOME MTG AUTO PAY", "US BANK HOME MTG", "CARRINGTON MTG PAYMENT",
            "LASTSCHRIFT BAUFINANZIERUNG RATE",
        ])
    func mortgage(text: String) throws {
        let feed = try feed(text, -2_100)
        #expect(feed.classes == [.expense])
        #expect(feed.categories == ["bills"])
        #expect(feed.lenses == [.need])
    }

    @Test(
        "a payment to a lender that came back counts as the payment did",
        arguments: [
            ("PHH MORTGAGE SERVICES MTG PMT", "ACH RETURN PHH MORTGAGE SERVICES MTG PMT"),
            ("PENNYMAC CASH", "RETURNED ACH PENNYMAC CASH"),
            ("MOHELA STUDENT LN", "RTN ACH DEBIT MOHELA STUDENT LN"),
            ("BIRCH LENDING LOAN PYMT", "RETURNED BIRCH LENDING LOAN PYMT"),
        ])
    func paymentReturned(paid: String, returned: String) throws {
        let feed = try BankFeed(
            [(Self.checking, "Wells Fargo", .checking)],
            [Booking(Self.checking, 1, -450, paid), Booking(Self.checking, 4, 450, returned)])
        #expect(feed.classes == [.expense, .expense])
        #expect(feed.categories[0] == feed.categories[1])
        #expect(feed.lenses[0] == feed.lenses[1])
    }

    @Test(
        "what a lender pays is in no category of spending",
        arguments: ["ROCKET MORTGAGE PAYROLL", "PENNYMAC FINANCIAL DIVIDEND", "SALLIE MAE DIR DEP"])
    func incomeOfLender(text: String) throws {
        let feed = try feed(text, 2_000)
        #expect(feed.classes == [.income])
        #expect(feed.categories == ["other"])
        #expect(feed.lenses == [nil])
    }

    @Test("a game of cards is no mortgage", arguments: ["MTG ARENA", "CARD KINGDOM MTG SINGLES"])
    func game(text: String) throws {
        #expect(try feed(text, -40).lenses == [.want])
    }

    @Test("a payment to a connected mortgage has the category of other transfers")
    func connectedMortgage() throws {
        let feed = try BankFeed(
            [
                (Self.checking, "Wells Fargo", .checking),
                ("Mortgage - 0612345678", "Mr. Cooper", .mortgage),
            ],
            [
                Booking(Self.checking, 1, -2_412, "NATIONSTAR DBA MR COOPER MTG PYMT"),
                Booking("Mortgage - 0612345678", 1, 2_412, "PAYMENT"),
            ])
        #expect(feed.partners == [2, 1])
        #expect(feed.categories == ["other", "other"])
        #expect(feed.lenses == [.need, nil])
    }
}
