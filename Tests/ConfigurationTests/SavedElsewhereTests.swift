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
}
