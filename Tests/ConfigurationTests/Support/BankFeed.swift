import Classification
import Configuration
import Model
import Scripting

/// A transaction in an account of a feed.
struct Booking: Sendable {
    let account: String
    let day: Int
    let amount: Int64
    let text: String

    init(_ account: String, _ day: Int, _ amount: Int64, _ text: String) {
        self.account = account
        self.day = day
        self.amount = amount
        self.text = text
    }
}

/// What the shipped pipeline makes of a few accounts and their transactions.
struct BankFeed {
    /// In the order of the bookings.
    let conclusions: Conclusions
    private let classifier: Classifier
    private let snapshot: Snapshot

    /// Whether the person said who they are.
    enum Holders {
        case unnamed
        /// Jane Doe and Jürgen Müller.
        case named
    }

    private static let shipped = Result { try ShippedFiles.configuration().pipeline() }
    private static let withHolders = Result {
        let transfers = try ShippedFiles.texts()["transfers.toml"]?.replacing(
            "holders = []", with: #"holders = ["JANE DOE", "JÜRGEN MÜLLER"]"#)
        return try ShippedFiles.configuration(replacing: ["transfers.toml": transfers]).pipeline()
    }

    private static let withRate = Result {
        let rates = """
            base = "USD"
            [[rate]]
            currency = "EUR"
            value = 1.08
            """
        return try ShippedFiles.configuration(replacing: ["rates.toml": rates]).pipeline()
    }

    /// What the person wrote into the configuration.
    enum Configured {
        case nothing
        /// That a euro is worth 1.08 dollars.
        case rate
    }

    /// - Parameters:
    ///   - accounts: name, bank and type.
    ///   - euros: the names of those in euros; the others are in dollars.
    init(
        _ accounts: [(name: String, bank: String, type: AccountType)], _ bookings: [Booking],
        holders: Holders = .unnamed, euros: Set<String> = [], configured: Configured = .nothing
    ) throws {
        var texts = TextTable()
        let start = CalendarDay(daysSinceEpoch: 20_600)
        let transactions = bookings.enumerated().map { position, booking in
            TransactionFacts(
                id: Int64(position + 1), amount: booking.amount * 100,
                day: start.adding(days: booking.day),
                account: Int32(accounts.firstIndex { $0.name == booking.account } ?? 0),
                description: texts.id(of: booking.text), payee: .empty, memo: .empty,
                merchantCode: .empty, isPending: false)
        }
        snapshot = Snapshot(
            asOf: start.adding(days: 30),
            accounts: accounts.enumerated().map { position, account in
                AccountFacts(
                    id: Int64(position + 1), name: account.name, institution: account.bank,
                    type: account.type,
                    currency: Currency(code: euros.contains(account.name) ? "EUR" : "USD"))
            }, transactions: transactions, texts: texts, decisions: .none)
        let pipeline = try
            (configured == .rate
            ? Self.withRate : holders == .named ? Self.withHolders : Self.shipped).get()
        let rules = try UserRules([], categories: pipeline.categories, on: .inThisProcess)
        classifier = Classifier(pipeline: pipeline, userRules: rules)
        conclusions = try classifier.conclude(snapshot).conclusions
    }

    /// By booking, the place of its partner counted from 1.
    var partners: [Int64?] { conclusions.entries.map(\.partner) }
    var classes: [TransactionClass] { verdicts.map(\.transactionClass.value) }
    var reasonsOfClasses: [String] { verdicts.map(\.transactionClass.reason.text) }
    var categories: [String] { verdicts.map(\.category.value) }
    var lenses: [Lens?] { verdicts.map(\.lens?.value) }
    /// By booking, whether the person is asked about it.
    var isInReview: [Bool] {
        conclusions.entries.map { conclusions.candidates[$0.transaction] != nil }
    }

    /// What `explain` tells of a booking that has no other side.
    ///
    /// - Parameter booking: its place, counted from 1.
    func whyAlone(_ booking: Int64) throws -> String? {
        try classifier.trace(booking, in: snapshot)?.steps
            .first { $0.stage == "transfers" }?.passedOver
    }

    private var verdicts: [Verdict] { conclusions.entries.map(conclusions.verdict(of:)) }
}
