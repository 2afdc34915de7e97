import Model
import Testing

@Suite("What is booked on investment accounts")
struct InvestmentAccountTests {
    private func feed(
        _ text: String, _ amount: Int64, in account: String = "Individual Brokerage",
        _ type: AccountType = .brokerage
    ) throws -> BankFeed {
        try BankFeed(
            [(account, "Cedar Point Investments", type)], [Booking(account, 1, amount, text)])
    }

    @Test(
        "a security without a word for buying it is neither spent nor earned",
        arguments: [
            "COSTCO WHOLESALE CORP NEW", "STARBUCKS CORP", "TARGET CORP", "APPLE INC",
            "VANGUARD TOTAL STOCK MARKET ETF", "VANGUARD TAX-EXEMPT BOND ETF",
            "UNITED STATES TREAS BILLS ZERO CPN", "Recurring Investment SPY", "Market Order AAPL",
            "Kauf DE0007164600 SAP SE", "Verkauf DE0007164600 SAP SE", "OPTION EXPIRED",
            "ASSIGNMENT PUT", "Savings plan execution IE00BK5BQT80 Vanguard FTSE All-World",
        ], [-700, 700])
    func security(text: String, amount: Int64) throws {
        #expect(try feed(text, amount).classes == [.transfer])
    }

    @Test(
        "a change of what a retirement plan is worth, and its own loan, are neither",
        arguments: [
            ("Change in Market Value", 2_100), ("Change in Market Value", -1_800),
            ("Realized Gain/Loss", -90), ("LOAN ISSUED", -9_000), ("Loan Repayments", 150),
        ] as [(String, Int64)])
    func worth(text: String, amount: Int64) throws {
        let feed = try feed(text, amount, in: "ACME 401(K) PLAN", .investment)
        #expect(feed.classes == [.transfer])
    }

    @Test(
        "what is earned, or paid in from pay, is income",
        arguments: [
            "APPLE INC COM DIVIDEND", "Ausschüttung IE00BK5BQT80", "STCG DISTRIBUTION",
            "Interest payment", "CREDIT CARD REWARDS", "Security Lending Income",
            "Promotional Award", "RSU VEST SHARES RELEASED",
            "PARTIC CONTR CURRENT PARTICIPANT CUR YR", "CONTRIBUTION (PAYROLL)",
            "EMPLOYEE CONTRIBUTION", "EMPLOYER MATCH", "EMPLOYEE PRE-TAX", "SALARY DEFERRAL",
            "DIRECT DEPOSIT ACME CORP", "SSA TREAS 310 XXSOC SEC", "IRS TREAS 310 TAX REF",
        ])
    func earned(text: String) throws {
        #expect(try feed(text, 300).classes == [.income])
    }

    @Test(
        "what is paid in without a word of whence is neither earned nor spent",
        arguments: [
            "CONTRIBUTION", "CASH CONTRIBUTION", "PLAN CONTRIBUTION", "ROTH CONTRIBUTION",
            "AFTER-TAX CONTRIBUTION", "CONTRIBUTION PRIOR YEAR", "ROLLOVER CONTRIBUTION",
        ])
    func paidIn(text: String) throws {
        #expect(try feed(text, 300).classes == [.transfer])
    }

    @Test(
        "fees, taxes and interest are spent, and at no merchant",
        arguments: [
            "ADR FEE", "COSTCO WHOLESALE CORP ADR FEE", "FOREIGN TAX PAID", "Margin Int",
            "Wire Fee", "Vorabpauschale Steuer", "Handelsfee / Fremdkostenzuschlag",
        ])
    func charged(text: String) throws {
        let feed = try feed(text, -15)
        #expect(feed.classes == [.expense])
        #expect(feed.categories == ["other"])
    }

    private static let healthSavings: [(name: String, bank: String, type: AccountType)] = [
        ("HSA", "HealthEquity", .investment), ("Checking", "Harborline Bank", .checking),
    ]

    @Test("what health savings pay to the member is paired with what arrives")
    func paidToMember() throws {
        let feed = try BankFeed(
            Self.healthSavings,
            [
                Booking("HSA", 1, -80, "Reimbursement to member"),
                Booking("Checking", 3, 80, "HEALTHEQUITY INC HEALTHEQUI PPD ID: 912300934"),
            ])
        #expect(feed.partners == [2, 1])
    }

    @Test("what an employer reimburses is no transfer from health savings, however equal")
    func reimbursedByOthers() throws {
        let feed = try BankFeed(
            Self.healthSavings,
            [
                Booking("HSA", 1, -80, "Reimbursement to member"),
                Booking("Checking", 3, 80, "ACME CORP REIMBURSEMENT"),
            ])
        #expect(feed.partners == [nil, nil])
    }

    @Test("a claim that health savings pay is spent on health")
    func claim() throws {
        let feed = try feed("Claim payment Dr Jones", -75, in: "HSA", .investment)
        #expect(feed.classes == [.expense])
        #expect(feed.categories == ["healthcare"])
    }

    @Test(
        "what is paid with its card, by check or by debit is spent",
        arguments: [
            ("DEBIT CARD PURCHASE TRADER JOES #112", "groceries"),
            ("Card transaction REWE SAGT DANKE", "groceries"),
            ("DIRECT DEBIT OAKWOOD APTS RENT", "bills"), ("CHECK PAID 1012", "other"),
            ("ATM WITHDRAWAL 7-ELEVEN", "other"),
        ])
    func paid(text: String, category: String) throws {
        let feed = try feed(text, -60)
        #expect(feed.classes == [.expense])
        #expect(feed.categories == [category])
    }
}
