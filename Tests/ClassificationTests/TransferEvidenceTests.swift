import Classification
import Model
import Rules
import Testing

/// A household at three banks, with texts as its banks write them.
private struct Household {
    static let accounts = [
        account(1, "Family Checking (4471)", "Harborline Community Bank", .checking),
        account(2, "High Yield Savings (2210)", "Northbeam Online Bank", .savings),
        account(3, "Brokerage (5093)", "Cedar Point Investments", .brokerage),
        account(4, "Harborline Card (3306)", "Harborline Community Bank", .credit),
        account(5, "Travel Card (8820)", "Meridian Card Services", .credit),
        account(6, "Auto Loan (1154)", "Lakeshore Credit Union", .loan),
        account(7, "Wallet", "At home", .other),
        account(8, "Euro Account (9001)", "Northbeam Online Bank", .savings, "EUR"),
    ]

    private static func account(
        _ id: Int64, _ name: String, _ bank: String, _ type: AccountType,
        _ currency: String = "USD"
    ) -> AccountFacts {
        AccountFacts(
            id: id, name: name, institution: bank, type: type, currency: Currency(code: currency))
    }

    static func snapshot(_ rows: [Row], _ decisions: Decisions = .none) -> Snapshot {
        let plain = makeSnapshot(rows)
        return Snapshot(
            asOf: plain.asOf, accounts: accounts, transactions: plain.transactions,
            texts: plain.texts, decisions: decisions)
    }

    static func classifier(rates: CurrencyRates = .none) throws -> Classifier {
        func words(_ words: [String]) -> Condition {
            .any(words.map { .text(.anyText, .containsWord($0)) })
        }
        let settings = try TransferSettings(
            maximumDays: 3, wording: words(["TRANSFER", "XFER", "CONTRIBUTION"]),
            paymentWording: words(["PAYMENT", "AUTOPAY", "PMT"]),
            contradictions: words(["PAYROLL"]),
            merchants: try grocers(),
            words: TransferSettings.Words(
                peerServices: ["ZELLE"], holders: ["JANE DOE"], plain: ["DEPOSIT", "WITHDRAWAL"],
                cash: ["ATM"], cashAccounts: ["WALLET"],
                banks: [["ALLY"], ["NORTHBEAM"]],
                commonNames: ["BANK", "ONLINE", "COMMUNITY", "CARD", "CREDIT", "UNION", "SAVINGS"]),
            rates: rates, rateTolerance: 30)
        return try makeClassifier(
            stages: [Stage(name: "transfers", kind: .transfers(settings)), defaultStage])
    }
}

@Suite("What speaks for and against a transfer")
struct TransferEvidenceTests {
    struct Situation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rows: [Row]
        /// By row, the place of its partner counted from 1.
        let partners: [Int64?]

        init(_ testDescription: String, _ rows: [Row], _ partners: [Int64?]) {
            self.testDescription = testDescription
            self.rows = rows
            self.partners = partners
        }
    }

    private static func sent(_ account: Int, _ text: String, day: Int = 0) -> Row {
        Row(account: account, cents: -50_000, day: day, description: text)
    }

    private static func received(_ account: Int, _ text: String, day: Int = 0) -> Row {
        Row(account: account, cents: 50_000, day: day, description: text)
    }

    static let vetoes = [
        Situation(
            "a friend who pays by Zelle",
            [sent(0, "XFER"), received(1, "ZELLE FROM JORDAN M")], [nil, nil]),
        Situation(
            "Zelle to oneself", [sent(0, "ZELLE XFER TO JANE DOE"), received(1, "XFER")], [2, 1]),
        Situation(
            "another bank, where no account is",
            [sent(0, "TRANSFER TO ALLY"), received(1, "TRANSFER")], [nil, nil]),
        Situation(
            "a bank where an account is",
            [sent(0, "TRANSFER TO NORTHBEAM"), received(1, "TRANSFER")], [2, 1]),
        Situation(
            "the number of another account",
            [sent(0, "TRANSFER TO XXXX2210"), received(2, "TRANSFER")], [nil, nil]),
        Situation(
            "the bank of another account",
            [sent(0, "TRANSFER TO NORTHBEAM SAV"), received(2, "TRANSFER")], [nil, nil]),
        Situation(
            "one's own bank says nothing",
            [sent(0, "HARBORLINE TRANSFER"), received(2, "TRANSFER")], [2, 1]),
        Situation("wages", [sent(0, "TRANSFER"), received(1, "ACME PAYROLL")], [nil, nil]),
        Situation(
            "two cards with one text",
            [sent(3, "TRANSFER 12"), received(4, "TRANSFER 12")], [nil, nil]),
        Situation(
            "a purchase on a card",
            [sent(3, "PIANO STORE"), received(0, "DEPOSIT")], [nil, nil]),
        Situation(
            "a bill and an equal deposit",
            [sent(0, "CITY UTILITIES PAYMENT"), received(1, "DEPOSIT")], [nil, nil]),
        Situation(
            "a payment to a person and an equal income",
            [sent(0, "RENT SMITH"), received(1, "ACME LLC")], [nil, nil]),
        Situation(
            "two texts that tell of nobody", [sent(0, "WITHDRAWAL"), received(1, "DEPOSIT")],
            [2, 1]),
        Situation(
            "cash from a machine", [sent(0, "ATM 1204"), received(1, "DEPOSIT")], [nil, nil]),
        Situation("cash into the wallet", [sent(0, "ATM 1204"), received(6, "")], [2, 1]),
        Situation(
            "a payment that a card received",
            [sent(0, "MERIDIAN AUTOPAY"), received(4, "PAYMENT THANK YOU")], [2, 1]),
        Situation(
            "a name of the other bank without a word for a transfer",
            [sent(2, "ACH NORTHBEAM"), received(1, "CEDAR POINT")], [2, 1]),
    ]

    static let choices = [
        Situation(
            "the number in the text decides between two accounts",
            [sent(0, "TRANSFER TO XXXX2210"), received(1, "TRANSFER"), received(2, "TRANSFER")],
            [2, 1, nil]),
        Situation(
            "the bank in the text decides between two accounts",
            [sent(0, "TRANSFER"), received(1, "TRANSFER HARBORLINE"), received(2, "TRANSFER")],
            [2, 1, nil]),
        Situation(
            "the number outweighs a day",
            [
                sent(0, "TRANSFER TO XXXX2210"), received(4, "TRANSFER"),
                received(1, "TRANSFER", day: 1),
            ], [3, nil, 1]),
        Situation(
            "two cards with one text are left for review",
            [sent(0, "AUTOPAY"), received(3, "PAYMENT"), received(4, "PAYMENT")],
            [nil, nil, nil]),
    ]

    @Test("two rows are a pair, or not", arguments: vetoes + choices)
    func situation(_ situation: Situation) throws {
        #expect(
            try conclude(situation.rows).entries.map(\.partner) == situation.partners)
    }

    private func conclude(
        _ rows: [Row], _ decisions: Decisions = .none, rates: CurrencyRates = .none
    ) throws -> Conclusions {
        try Household.classifier(rates: rates).conclude(Household.snapshot(rows, decisions))
            .conclusions
    }

    // MARK: Ties

    @Test("a tie tells the candidates of both sides")
    func candidates() throws {
        let rows = [
            Self.sent(0, "AUTOPAY"), Self.received(3, "PAYMENT"), Self.received(4, "PAYMENT"),
        ]
        #expect(try conclude(rows).candidates == [1: [2, 3], 2: [1], 3: [1]])
    }

    @Test("where nothing is in doubt, nothing is left for review")
    func noCandidates() throws {
        let rows = [Self.sent(0, "TRANSFER"), Self.received(1, "TRANSFER")]
        #expect(try conclude(rows).candidates.isEmpty)
    }

    @Test("a pair that the person makes settles a tie")
    func settled() throws {
        let rows = [
            Self.sent(0, "AUTOPAY"), Self.received(3, "PAYMENT"), Self.received(4, "PAYMENT"),
        ]
        let found = try conclude(rows, Decisions(pairs: [TransactionPair(1, 3): .linked]))
        #expect(found.entries.map(\.partner) == [3, nil, 1])
        #expect(found.candidates.isEmpty)
    }

    @Test("thousands of equal amounts within days are paired day by day")
    func manyEqualAmounts() throws {
        let rows = (0..<600).flatMap { day in
            [
                Self.sent(0, "TRANSFER TO XXXX2210", day: day / 2),
                Self.received(day.isMultiple(of: 2) ? 1 : 2, "TRANSFER", day: day / 2),
            ]
        }
        let partners = try conclude(rows).entries.compactMap(\.partner)
        #expect(partners.isEmpty)
        let distinct = (0..<2000).flatMap { day in
            [
                Self.sent(0, "TRANSFER TO XXXX2210", day: day),
                Self.received(1, "TRANSFER FROM XXXX4471", day: day),
            ]
        }
        #expect(try conclude(distinct).entries.compactMap(\.partner).count == 4000)
    }

    // MARK: Decisions

    @Test("a pair that the person makes is one, whatever its texts say")
    func marked() throws {
        let rows = [Self.sent(0, "GROCER"), Self.received(1, "PAYROLL", day: 20)]
        let found = try conclude(rows, Decisions(pairs: [TransactionPair(1, 2): .linked]))
        #expect(found.entries.map(\.partner) == [2, 1])
        for entry in found.entries {
            #expect(found.verdict(of: entry).transactionClass.value == .transfer)
            #expect(found.verdict(of: entry).partner?.text == "Marked by you as a transfer")
        }
    }

    @Test("a pair that the person makes may be of two currencies")
    func markedCurrencies() throws {
        let rows = [Self.sent(0, ""), Row(account: 7, cents: 46_000, description: "")]
        let found = try conclude(rows, Decisions(pairs: [TransactionPair(1, 2): .linked]))
        #expect(found.entries.map(\.partner) == [2, 1])
    }

    @Test("a pair that the person took apart is never made again, another is")
    func unlinked() throws {
        let decisions = Decisions(pairs: [TransactionPair(1, 2): .unlinked])
        let two = [Self.sent(0, "TRANSFER"), Self.received(1, "TRANSFER")]
        #expect(try conclude(two, decisions).entries.map(\.partner) == [nil, nil])
        let three = two + [Self.received(2, "TRANSFER", day: 2)]
        #expect(try conclude(three, decisions).entries.map(\.partner) == [3, nil, 1])
    }

    // MARK: One side

    @Test(
        "a text that names another account of the person's is a transfer without its other side",
        arguments: [
            (sent(0, "TRANSFER TO NORTHBEAM SAV XXXX2210"), "transfer"),
            (sent(0, "LAKESHORE LOAN PMT"), "loan payment"),
            (sent(0, "MERIDIAN AUTOPAY 12345"), "payment of a card"),
            (received(2, "CONTRIBUTION FROM HARBORLINE"), "contribution to an investment account"),
        ])
    func oneSided(row: Row, kind: String) throws {
        let found = try conclude([row])
        let decided = found.verdicts[0].transactionClass
        #expect(decided.value == .transfer)
        #expect(
            decided.reason.text == "Auto-detected: \(kind), by a text that names another of "
                + "your accounts; the other side is not there")
    }

    @Test(
        "a text that names no other account, or calls itself no transfer, is none",
        arguments: [
            sent(0, "TRANSFER TO JORDAN"), sent(0, "HARBORLINE TRANSFER"),
            sent(0, "LAKESHORE CAFE"), sent(0, "ATM NORTHBEAM"), sent(0, "NORTHBEAM PAYMENT"),
        ])
    func noSide(row: Row) throws {
        #expect(try conclude([row]).verdicts[0].transactionClass.value == .expense)
    }

    @Test(
        "the receiver's account names the kind",
        arguments: [
            (1, ""), (3, "payment of a card, "), (5, "loan payment, "),
            (2, "contribution to an investment account, "),
        ])
    func kind(account: Int, words: String) throws {
        let found = try conclude([Self.sent(0, "TRANSFER"), Self.received(account, "TRANSFER")])
        #expect(
            found.verdicts[0].partner?.text == "Auto-detected: \(words)equal and opposite amounts "
                + "in two of your accounts, on the same day")
    }

    // MARK: Rates

    private static func rates() throws -> CurrencyRates {
        CurrencyRates(
            base: Currency(code: "USD"),
            rates: [
                CurrencyRates.Rate(
                    currency: Currency(code: "EUR"), day: nil, billionths: 1_000_000_000),
                CurrencyRates.Rate(
                    currency: Currency(code: "EUR"), day: CalendarDay(year: 2025, month: 3, day: 1),
                    billionths: 1_080_000_000),
            ])
    }

    @Test(
        "amounts of two currencies are a pair within three percent of the day's rate",
        arguments: [
            (Int64(46_296), true), (47_600, true), (45_000, true), (47_800, false),
            (44_800, false), (50_000, false),
        ])
    func rate(cents: Int64, isPair: Bool) throws {
        let rows = [
            Self.sent(0, "TRANSFER"),
            Row(account: 7, cents: cents, day: 1, description: "TRANSFER"),
        ]
        let found = try conclude(rows, rates: Self.rates())
        #expect(found.entries.map(\.partner) == (isPair ? [2, 1] : [nil, nil]))
        #expect(try conclude(rows).entries.map(\.partner) == [nil, nil])
    }

    @Test("no rate makes a pair of two texts that call themselves no transfer")
    func plainRate() throws {
        let rows = [
            Self.sent(0, "WITHDRAWAL"), Row(account: 7, cents: 46_296, description: "DEPOSIT"),
        ]
        #expect(
            try conclude(rows, rates: Self.rates()).entries.map(\.partner) == [nil, nil])
    }

    @Test("a currency without a rate is reported once, and the rest is classified")
    func missingRate() throws {
        let rates = CurrencyRates(
            base: Currency(code: "USD"),
            rates: [
                CurrencyRates.Rate(
                    currency: Currency(code: "SEK"), day: nil, billionths: 95_000_000)
            ])
        let rows = [Self.sent(0, "TRANSFER"), Self.received(1, "TRANSFER")]
        let pass = try Household.classifier(rates: rates).conclude(Household.snapshot(rows))
        #expect(
            pass.problems.map(\.message) == [
                "there is no rate for EUR in USD, so transfers to and from your accounts in it "
                    + "are not found; add a [[rate]]"
            ])
        #expect(pass.conclusions.entries.map(\.partner) == [2, 1])
    }
}
