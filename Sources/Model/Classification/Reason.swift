/// The source of a verdict, with its evidence.
///
/// Reasons are shared by many transactions, so the evidence is about the rule and never
/// about one transaction.
public struct Reason: Hashable, Sendable {
    /// The pipeline stage that decided, by its name in `config/pipeline.toml`.
    public let by: String

    /// The rule that matched, if the stage has rules.
    public let rule: String?

    /// Codes with data. They become words where they are shown; see ``text``.
    public let evidence: [Evidence]

    /// What figures and views have to know of it.
    public let kind: Kind?

    /// Of a guess, the chance of being right, in percent.
    public let chance: Int?

    /// The raw values are stored.
    public enum Kind: String, Sendable {
        /// A value set on one transaction by the person or by one of their handlers.
        case correction
        /// What the person saw of the transaction and left as it was.
        case confirmation
        /// A payment of one of the person's loans, if the loan account doesn't show it.
        case loanPayment = "loan payment"
        /// A category that only the words of the transaction suggest.
        case guess
        /// A rule about which the person is asked.
        case doubt
        /// The first part of a transfer, which did not arrive.
        case fee
        /// The link of money back to the purchase that it pays back.
        case refund
    }

    public init(
        by: String, rule: String?, _ evidence: Evidence..., kind: Kind? = nil, chance: Int? = nil
    ) {
        self.init(by: by, rule: rule, evidence: evidence, kind: kind, chance: chance)
    }

    public init(
        by: String, rule: String?, evidence: [Evidence], kind: Kind? = nil, chance: Int? = nil
    ) {
        self.by = by
        self.rule = rule
        self.evidence = evidence
        self.kind = kind
        self.chance = chance
    }
}

/// A code that says what led to a verdict, with its data.
public struct Evidence: Hashable, Sendable {
    public let code: Code
    /// In the order of the code's description. Missing ones at the end are unknown.
    public let values: [String]

    public init(_ code: Code, _ values: String?...) {
        self.code = code
        self.values = values.compactMap { value in
            value.map { text in
                // These separate values where they are stored.
                text.utf8.contains { $0 == 0x1E || $0 == 0x1F }
                    ? String(text.map { $0 == "\u{1E}" || $0 == "\u{1F}" ? " " : $0 }) : text
            }
        }
    }

    /// The raw values are stored.
    public enum Code: String, Sendable {
        /// One of the person's rules: its name, its place, and the key and line of a map's row.
        case matched
        /// A shipped rule: its name and place.
        case detected
        /// A shipped rule that shows a merchant, for money that came in: its name and place.
        case moneyBack = "money back"
        /// Money for a payment to the same payee: the day of the payment.
        case moneyBackFor = "money back for"
        /// A rule that was not asked since another one stops before it: the other's name.
        case notAsked = "not asked"
        /// The person's later correction, which wins over a rule.
        case correctedLater = "corrected later"
        case corrected
        case confirmed
        /// A value of the sample on which rules are tried.
        case sample
        /// A plugin: its name, and the reason that it gives.
        case plugin
        /// The payee that the text of the transaction names.
        case payeeRead = "payee read"
        /// The person's name for a payee.
        case payeeNamed = "payee named"
        /// A brand: its name and its kind of place.
        case brand
        /// A kind of place: its name.
        case placeKind = "kind of place"
        /// A word that brands of one kind share: the word and the kind's name.
        case brandWord = "word of brands"
        /// Corrections of the same payee: how many of how many, the payee and the category.
        case learnedSet = "learned from corrections"
        /// Confirmations of the same payee: as for ``learnedSet``.
        case learnedConfirmed = "learned from confirmations"
        /// Both: as for ``learnedSet``.
        case learnedBoth = "learned"
        /// A word in the person's own transactions: the word, how many, the category, the chance.
        case guessedFromOwn = "guessed from own"
        /// A word of known payees: as for ``guessedFromOwn``.
        case guessedFromKnown = "guessed from known"
        /// A name whose parts are those of a category's payees: the category, the chance.
        case guessed
        /// A lens that a category has: the category's name and the lens.
        case categoryLens = "category lens"
        case debtIsNeed = "debt is need"
        case savingIsSaving = "saving is saving"
        case regularNeed = "regular need"
        case regularWant = "regular want"
        case regularDebt = "regular debt"
        case regularSaving = "regular saving"
        /// A recurring series: its frequency, and its price if it is fixed.
        case series
        case seriesConfirmed = "series confirmed"
        case seriesCancelled = "series cancelled"
        /// Regular money from somebody who was paid little.
        case regularIncome = "regular income"
        /// A transfer that the person marked: the type of the receiving account, empty if it says
        /// nothing.
        case transferMarked = "transfer marked"
        /// A transfer with an account that follows the other side: as for ``transferMarked``.
        case transferFollowed = "transfer followed"
        /// Equal amounts: as for ``transferMarked``, and the days between.
        case transferEqual = "transfer equal"
        /// Amounts that agree at the person's rates: as for ``transferEqual``.
        case transferAtRate = "transfer at rate"
        /// A transfer with several possible other sides: how many.
        case transferOpen = "transfer open"
        /// A text that names the person.
        case transferWithHolder = "transfer with holder"
        /// A text that names another account: as for ``transferMarked``.
        case transferNamed = "transfer named"
        /// What did not arrive of a transfer.
        case transferFee = "transfer fee"
        /// A payment of a purchase that another account lists.
        case walletFunding = "wallet funding"
        /// What a loan booked to itself and took back.
        case loanMovement = "loan movement"
        /// A text that takes money out of an account and brings other sums back.
        case roundTrip = "round trip"
        /// A text on a card that speaks of a payment.
        case cardPayment = "card payment"
        /// The return of a transfer: the days since it.
        case takesBack = "takes back"
        /// The return of another payment: the days since it.
        case takesBackPayment = "takes back payment"
        /// A transfer that was returned: the days until then.
        case takenBack = "taken back"
        case refund
        case refundOfPart = "refund of part"
        /// The category of the purchase that a refund pays back.
        case refundCategory = "refund category"
        case noMatchIn = "no match in"
        case noMatchOut = "no match out"
        case noMatch = "no match"
    }
}

// MARK: Storing

extension Evidence {
    /// The evidence as a vault stores it.
    public static func canonicalText(_ evidence: [Evidence]) -> String {
        evidence.map { ([$0.code.rawValue] + $0.values).joined(separator: "\u{1F}") }
            .joined(separator: "\u{1E}")
    }

    /// - Returns: nil for a code that this version doesn't know.
    public static func list(canonicalText text: String) -> [Evidence]? {
        var list: [Evidence] = []
        for part in text.split(separator: "\u{1E}") {
            let values = part.split(separator: "\u{1F}", omittingEmptySubsequences: false)
            guard let code = values.first.flatMap({ Code(rawValue: String($0)) }) else {
                return nil
            }
            list.append(Evidence(code, values: values.dropFirst().map(String.init)))
        }
        return list
    }

    private init(_ code: Code, values: [String]) {
        self.code = code
        self.values = values
    }
}
