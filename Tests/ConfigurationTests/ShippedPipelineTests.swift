import Classification
import Configuration
import Model
import Testing

@Suite("The shipped pipeline")
struct ShippedPipelineTests {
    /// Read once: it takes longer than a test.
    private static let pipeline = Result { try ShippedFiles.configuration().pipeline() }

    private static func verdict(of example: Example) throws -> Verdict {
        try pipeline.get().verdict(of: example)
    }

    @Test("it has the stages of the product, in order")
    func stages() throws {
        #expect(
            try Self.pipeline.get().stages.map(\.name) == [
                "user rules", "corrections", "transfers", "card payments", "account movements",
                "income patterns", "category map", "payees", "brands", "kinds of places",
                "weak words", "processors", "round trips", "learned", "guess", "recurring",
                "refunds", "rules after", "category lens", "default",
            ])
    }

    @Test("the categories carry their lens")
    func categories() throws {
        let categories = try ShippedFiles.configuration().categories().categories
        #expect(
            categories.map { "\($0.id) \($0.lens?.rawValue ?? "none")" } == [
                "dining want", "groceries need", "transportation want", "home want",
                "shopping want", "personal-care want", "entertainment want", "bills need",
                "insurance need", "healthcare need", "children need", "education need",
                "pets want", "travel want", "gifts want", "fees need", "other want",
            ])
    }

    @Test(
        "a word that only looks like a merchant's name does not mislead",
        arguments: [
            ("BELLAGIO LAS VEGAS", "travel"), ("LAS VEGAS SOUVENIRS", "shopping"),
            ("DELTA DENTAL", "healthcare"), ("DELTA AIR LINES", "travel"),
            ("DELTA DIABLO SANITATION", "bills"), ("MARKETING GENIUS LLC", "other"),
            ("SUPERMARKETING INC", "other"), ("TARGETED ADS INC", "other"),
            ("UNITED HEALTHCARE", "healthcare"), ("UNITED WAY", "gifts"),
            ("UNITED 01623456", "travel"), ("UNITED SUPERMARKETS", "groceries"),
            ("SHELLFISH SHACK", "dining"), ("SHELLEY'S BOOKS", "shopping"),
            ("APPLE VALLEY WATER", "bills"), ("APPLE.COM/US", "shopping"),
            ("APPLE.COM/BILL", "shopping"), ("GASTRO HOUSE", "other"),
            ("GASTROENTEROLOGY CLINIC", "healthcare"), ("STREAMCO", "other"),
            ("AMC 4312 BAY STREET", "entertainment"), ("STEAMBOAT SPRINGS LODGE", "travel"),
            ("STEAMPOWERED", "entertainment"), ("UBER EATS", "dining"),
            ("UBER TRIP", "transportation"), ("UBERMENSCH BOOKS", "shopping"),
            ("COSTCO GAS #0423", "transportation"), ("COSTCO WHSE #0423", "groceries"),
            ("COSTCO PHARMACY", "healthcare"), ("SOUTHWEST GAS CORP", "bills"),
            ("SOUTHWEST AIRLINES", "travel"), ("METRO BY T-MOBILE", "bills"),
            ("METROPOLITAN OPERA", "entertainment"), ("LA METRO TAP", "transportation"),
            ("BOSTON MARKET 0123", "dining"), ("FARMERS MARKET", "groceries"),
            ("WALMART PHARMACY", "healthcare"), ("WALMART.COM", "shopping"),
            ("WALMART GROCERY", "groceries"), ("TARGET PHARMACY", "healthcare"),
            ("HOSPITALITY GROUP RESTAURANT", "dining"), ("WATERFRONT HOTEL", "travel"),
            ("CLEARWATER GRILL", "dining"), ("POWERBALL LOTTERY", "entertainment"),
            ("PLANET POWER CO", "bills"), ("PLANET FITNESS", "healthcare"),
            ("IN-N-OUT BURGER", "dining"), ("HOLIDAY INN EXPRESS", "travel"),
            ("ELECTRONIC ARTS INC", "entertainment"), ("ELECTRIFY AMERICA", "transportation"),
            ("DISNEY WORLD HOTEL", "travel"), ("DISNEY PLUS", "entertainment"),
            ("ZOOM.US 888-799-9666", "bills"), ("OAKLAND ZOO", "entertainment"),
            ("BARTELL DRUGS", "healthcare"), ("BART-CLIPPER", "transportation"),
            ("HOBART SERVICE", "other"), ("BARCLAYS CENTER", "other"),
            ("TAXIDERMY ARTS", "other"), ("PUBLIC STORAGE", "bills"),
            ("PUBLIX 1234", "groceries"), ("AMAZON PRIME VIDEO", "entertainment"),
            ("AMAZON FRESH", "groceries"), ("AMAZONIA GRILL", "dining"),
            ("ATM DEBIT 7-ELEVEN", "other"), ("LNK SAINSBURYS CD 1234", "other"),
            ("COX COMM CC PAYMENT", "bills"), ("PLANET FITNESS CREDIT CARD PMT", "healthcare"),
            ("ONLINE TRANSFER TO JOHN SMITH RENT", "bills"),
            ("GAPINGVOID ART", "other"), ("THE GAP 123", "shopping"),
            ("AUTO DOCTOR OAKLAND", "transportation"), ("GYMBOREE KIDS APPAREL", "children"),
            ("PARIS HILTONS PIZZA", "dining"), ("INNOVATION LABS", "other"),
        ])
    func temptingWords(text: String, category: String) throws {
        let verdict = try Self.verdict(of: Example(description: text))
        #expect(verdict.category.value == category, "\(verdict.category.reason.text)")
        #expect(verdict.transactionClass.value == .expense)
    }

    @Test(
        "the account, the sign and the text say what a transaction is",
        arguments: [
            ("ACME CORP PAYROLL", AccountType.checking, 250_000, .income),
            ("ACME CORP PAYROLL", .checking, -250_000, .expense),
            ("DIRECT DEP ACME", .checking, 250_000, .income),
            ("CHASE CREDIT CRD AUTOPAY", .checking, -80_000, .transfer),
            ("PAYMENT THANK YOU-MOBILE", .credit, 80_000, .transfer),
            ("Pymt", .loan, 30_000, .transfer),
            ("AMAZON MKTPL REFUND", .credit, 2_500, .expense),
            ("CASHBACK BONUS", .credit, 2_500, .expense),
            ("AMAZON.COM REFUND", .checking, 2_500, .expense),
            ("IRS TREAS 310 TAX REF", .checking, 90_000, .income),
            ("TRADER JOE'S #552", .credit, -5_000, .expense),
            ("YOU BOUGHT VANGUARD TOTAL STOCK", .brokerage, -50_000, .transfer),
            ("DIVIDEND RECEIVED VTI", .brokerage, 1_234, .income),
            ("REINVESTMENT FIDELITY 500 INDEX", .investment, -1_234, .transfer),
            ("ADVISORY FEE", .investment, -1_000, .expense),
            // An account for health or retirement has a card, and an employer.
            ("CVS/PHARMACY #04121 PURCHASE", .investment, -1_899, .expense),
            ("DEBIT CARD PURCHASE COSTCO", .brokerage, -8_899, .expense),
            ("YOU BOUGHT CVS HEALTH CORP", .brokerage, -50_000, .transfer),
            ("PURCHASE VTI", .investment, -50_000, .transfer),
            ("EMPLOYER CONTRIBUTION", .investment, 25_000, .income),
            ("PAYROLL CONTRIBUTION 401K", .investment, 75_000, .income),
            ("CASH CONTRIBUTION", .investment, 75_000, .transfer),
            ("NORMAL DISTRIBUTION", .investment, -75_000, .transfer),
            ("INTEREST CHARGE ON PURCHASES", .credit, -2_000, .expense),
            ("Interest paid", .savings, 500, .income),
            ("PRINCIPAL PAYMENT", .mortgage, 200_000, .transfer),
            ("CHECK DEPOSIT", .checking, 10_000, .income),
            // What a merchant pays in is money back ...
            ("NORDSTROM #0123 SEATTLE WA", .checking, 1_888, .expense),
            ("AMZN Mktp US*RT4", .checking, 1_250, .expense),
            ("SOUTHWEST AIRLINES CREDIT", .checking, 12_000, .expense),
            ("GUTSCHRIFT ZALANDO SE", .checking, 4_000, .expense),
            ("AMAZON.COM REFUND", .other, 2_500, .expense),
            ("COMCAST AUTOPAY REFUND", .credit, 6_000, .expense),
            ("ATM FEE REIMBURSEMENT", .savings, 300, .expense),
            // ... unless it looks like wages, a sale or a transfer,
            ("STARBUCKS PAYROLL", .checking, 90_000, .income),
            ("TARGET CORP 0412", .checking, 90_000, .income),
            ("TESCO STORES BGC", .checking, 90_000, .income),
            ("ETSY PAYOUT", .checking, 9_000, .income),
            ("EBAY COM 0412", .checking, 9_000, .income),
            ("AMAZON SELLER DEPOSIT", .checking, 9_000, .income),
            ("UBER PARTNER", .checking, 9_000, .income),
            ("COSTCO WHOLESALE PR", .checking, 191_120, .income),
            ("AMAZON.COM SVCS LLC", .checking, 185_000, .income),
            ("DELTA AIR LINES ACH CREDIT", .checking, 185_000, .income),
            ("KROGER ACCTPAY", .checking, 41_000, .income),
            ("NORDSTROM INC ACH", .checking, 118_000, .income),
            ("STATE FARM MUT AGENT COMP", .checking, 220_000, .income),
            ("HOME DEPOT PPD ID: 1580000000", .checking, 122_000, .income),
            ("CARMAX 0412", .checking, 900_000, .income),
            ("FINANZAMT MUENCHEN ERSTATTUNG", .checking, 90_000, .income),
            // and a name of a kind of place is no merchant's.
            ("UNIVERSITY OF X", .checking, 90_000, .income),
            ("BLUE WATER SPA", .checking, 90_000, .income),
            ("REGAL PUBLISHING", .checking, 90_000, .income),
            // A payment of a card that came back is none.
            ("RETURNED ACH CITI AUTOPAY PAYMENT", .checking, 30_000, .transfer),
            ("CITI CREDIT BALANCE REFUND CHECK", .checking, 7_550, .transfer),
            // Income that is taken back is less income.
            ("ACME CORP PAYROLL REVERSAL", .checking, -210_000, .income),
            // Whoever takes cards is no card.
            ("COX COMM CC PAYMENT", .checking, -4_400, .expense),
            ("CITY OF AUSTIN CREDIT CARD PAYMENT UTIL", .checking, -4_500, .expense),
            ("KOHLS CHG PAYMENT", .checking, -4_500, .transfer),
            ("ONLINE TRANSFER TO JOHN SMITH RENT", .checking, -120_000, .expense),
            ("ATM DEBIT 7-ELEVEN", .checking, -6_000, .expense),
            ("DEPOSITED ITEM RETURNED", .checking, -50_000, .income),
            ("DEPOSITED ITEM RETURNED FEE", .checking, -1_200, .expense),
            ("DIVIDEND ADJUSTMENT VTI", .brokerage, -2_000, .income),
            ("Something", .other, 0, .expense),
        ] as [(String, AccountType, Int64, TransactionClass)])
    func classes(text: String, type: AccountType, amount: Int64, expected: TransactionClass) throws
    {
        let verdict = try Self.verdict(
            of: Example(description: text, type: type, minorUnits: amount))
        #expect(verdict.transactionClass.value == expected)
    }

    @Test(
        "loans, rent, health and the care of children are needs, and a gym is none",
        arguments: [
            ("MOHELA AUTOPAY", "other", Lens.need), ("ALLY FINANCIAL AUTO PAYMENT", "other", .need),
            ("CAPITAL ONE AUTO CARPAY", "other", .need), ("RENT PAYMENT MARCH", "bills", .need),
            ("JOHN LANDLORD BILL PAYMENT", "bills", .need), ("SUNSHINE DAYCARE", "children", .need),
            ("BRIGHT HORIZONS TUITION", "children", .need),
            ("LITTLE ACORNS PRESCHOOL TUITION", "children", .need),
            ("DOGGY DAYCARE", "pets", .want), ("SCHOOL OF ROCK", "other", .want),
            ("STARBUCKS LOAN ST", "dining", .want), ("WALGREENS #1234", "healthcare", .need),
            ("PLANET FITNESS 0123", "healthcare", .want), ("JOE'S GYM", "healthcare", .want),
            ("MCFIT GMBH", "healthcare", .want),
        ])
    func needs(text: String, category: String, lens: Lens) throws {
        let verdict = try Self.verdict(of: Example(description: text))
        #expect(verdict.category.value == category)
        #expect(verdict.lens?.value == lens)
    }

    @Test("a reason names the word that decided and its file")
    func reason() throws {
        let verdict = try Self.verdict(of: Example(description: "DELTA DENTAL OF CA"))
        #expect(
            verdict.category.reason
                == Reason(
                    by: "category map", rule: "healthcare/DELTA DENTAL",
                    Evidence(.detected, "Healthcare, DELTA DENTAL", "merchants-us.txt")))
        #expect(
            verdict.lens?.reason
                == Reason(
                    by: "category lens", rule: nil,
                    Evidence(.categoryLens, "Healthcare", "need")))
    }
}
