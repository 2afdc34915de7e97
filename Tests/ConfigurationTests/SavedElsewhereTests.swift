import Model
import Testing

@Suite("Money that goes to accounts which are not connected, month after month")
struct SavedElsewhereTests {
    private static let checking = "TOTAL CHECKING (4321)"

    private func feed(_ text: String, _ amount: Int64 = -500) throws -> BankFeed {
        try BankFeed(
            [(Self.checking, "Chase Bank", .checking)],
            (0..<7).map { Booking(Self.checking, $0 * 30, amount, text) })
    }

    @Test(
        "what is laid by is a series of transfers that counts as saving, and no subscription",
        arguments: [
            "Transfer to Ally Bank savings", "ALLY BANK $TRANSFER", "ACH TRANSFER TO MARCUS",
            "WEALTHFRONT EDI PYMNTS", "FID BKG SVC LLC MONEYLINE", "TRANSFER TO SAV ...1234",
            "DAUERAUFTRAG TAGESGELD", "STANDING ORDER MARCUS UK SAVINGS", "COINBASE.COM",
            "TRANSFER TO ROTH IRA", "TRANSFER TO IRA", "IRA CONTRIBUTION", "FIDELITY IRA",
            "TRANSFER TO TRADITIONAL IRA 1234",
            "HEALTHEQUITY INC HSA", "HSA BANK CONTRIBUTION", "NY 529 DIRECT CONTRIB",
            "VANGUARD 529", "SCHOLARSHARE 529", "KRAKEN", "GEMINI", "PUBLIC.COM", "SOFI INVEST",
            "EMPOWER RETIRE CONTRIB", "CERTIFICATE OF DEPOSIT PURCHASE",
            "SYNCHRONY SAVINGS TRANSFER",
        ])
    func saved(text: String) throws {
        let feed = try feed(text)
        #expect(Set(feed.classes) == [.transfer])
        #expect(Set(feed.lenses) == [.saving])
        #expect(feed.conclusions.series.map(\.transactionClass) == [.transfer])
    }

    @Test(
        "what comes back from savings lowers what was saved",
        arguments: [
            "Transfer from SAV ...1234", "ALLY BANK $TRANSFER", "VANGUARD SELL INVESTMENT",
            "ROBINHOOD CREDITS", "SCHWAB BROKERAGE MONEYLINK", "FID BKG SVC LLC MONEYLINE",
            "WEALTHFRONT EDI PYMNTS", "BETTERMENT SEC TRANSFER", "COINBASE INC. 8889087930",
            "ACORNS INVEST TRANSFER", "TREASURY DIRECT TREAS DRCT", "E*TRADE ACH TRNSFR",
            "TRADE REPUBLIC", "NS&I", "HARGREAVES LANSDOWN", "FIDELITY INVESTM FID-BKG-SVC",
            "CD MATURITY CREDIT", "HSA BANK REIMBURSEMENT",
        ])
    func withdrawn(text: String) throws {
        let feed = try feed(text, 500)
        #expect(Set(feed.classes) == [.transfer])
        #expect(Set(feed.lenses) == [.saving])
    }

    @Test(
        "what somebody else is paid is spending",
        arguments: [
            "TRANSFER TO JOHN SMITH", "TRANSFER TO MARCUS JOHNSON", "LES SCHWAB TIRES",
            "ACORNS SUBSCRIPTION", "ROBINHOOD GOLD", "FOOD BANK TRANSFER", "TRANSFER TO IRA COHEN",
            "ONLINE TRANSFER TO IRA COHEN", "TRANSFER TO LISA SMITH", "TRANSFER TO ELI ROTH",
            "USAA INSURANCE",
            "BANK OF AMERICA MORTGAGE", "SEATTLE KRAKEN TICKETS", "IRA COHEN DDS",
        ])
    func spent(text: String) throws {
        let feed = try feed(text)
        #expect(Set(feed.classes) == [.expense])
        #expect(feed.conclusions.series.map(\.transactionClass) == [.expense])
    }

    @Test(
        "what a place to invest pays as an employer, for money that is there, or for life is income",
        arguments: [
            "FIDELITY INVESTMENTS PAYROLL", "CHARLES SCHWAB & CO SALARY", "VANGUARD GROUP DIR DEP",
            "VANGUARD DIV", "VANGUARD GROUP DIVIDEND", "TREASURY DIRECT INTEREST",
            "FUNDRISE DISTRIBUTION", "COINBASE REWARDS", "FIDELITY INVESTMENTS PENSION",
            "VANGUARD GROUP ANNUITY", "FIDELITY INVESTMENTS IRA DISTRIB", "SCHWAB BROKERAGE RMD",
            "T ROWE PRICE RETIREMENT BENEFIT",
        ])
    func earned(text: String) throws {
        #expect(Set(try feed(text, 2_000).classes) == [.income])
    }

    @Test("a wire through the bank of a place to invest is not from there")
    func wire() throws {
        let text = "FEDWIRE CREDIT VIA: CHARLES SCHWAB BANK B/O: MIDWEST TITLE CO"
        #expect(Set(try feed(text, 2_000).classes) == [.income])
    }

    @Test(
        "what moves to or from an account at another bank is a transfer, and no saving",
        arguments: [
            "PNC BANK TRANSFER", "BANK OF AMERICA TRANSFER", "NAVY FEDERAL CU TRANSFER",
            "USAA TRANSFER", "CHIME TRANSFER", "TRUIST ONLINE TRANSFER",
            "WELLS FARGO IFI DDA TO DDA",
        ], [-300, 300])
    func moved(text: String, amount: Int64) throws {
        let feed = try feed(text, amount)
        #expect(Set(feed.classes) == [.transfer])
        #expect(Set(feed.lenses) == [nil])
    }

    @Test("what moves from savings into a certificate was saved already")
    func certificate() throws {
        let savings = "Share Savings (0917)"
        let feed = try BankFeed(
            [(savings, "Lakeshore CU", .savings)],
            [Booking(savings, 1, -5_000, "CERTIFICATE OF DEPOSIT PURCHASE")])
        #expect(feed.classes == [.transfer])
        #expect(feed.lenses == [nil])
    }

    @Test("where both accounts are here, what they are tells more than a text")
    func connected() throws {
        let feed = try BankFeed(
            [
                (Self.checking, "Chase Bank", .checking),
                ("Household account (9911)", "Chase Bank", .checking),
            ],
            [
                Booking(Self.checking, 1, -500, "Online Transfer to SAV ...9911"),
                Booking("Household account (9911)", 1, 500, "Online Transfer from CHK ...4321"),
            ])
        #expect(feed.partners == [2, 1])
        #expect(feed.lenses == [nil, nil])
    }

    @Test("what is rounded up is saved where it leaves, and moved where it arrives")
    func roundedUp() throws {
        let text = "KEEP THE CHANGE TRANSFER ACCT 9920 FOR 01/05/26"
        let checking = try BankFeed(
            [("Adv Plus (1180)", "Bank of America", .checking)],
            [Booking("Adv Plus (1180)", 1, -5, text)])
        #expect(checking.classes == [.transfer])
        #expect(checking.lenses == [.saving])
        let savings = try BankFeed(
            [("Savings (3333)", "Bank of America", .savings)],
            [Booking("Savings (3333)", 1, 5, text)])
        #expect(savings.classes == [.transfer])
    }
}
