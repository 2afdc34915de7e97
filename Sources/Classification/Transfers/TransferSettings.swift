public import Rules

/// How transfers between a person's own accounts are recognised; comes from
/// `config/transfers.toml`.
public struct TransferSettings: Sendable {
    /// Calendar days that may lie between the two sides, 0 and more. Either
    /// side may come first.
    public let maximumDays: Int
    /// Calendar days after which a transfer may still come back, 0 and more.
    public let returnDays: Int
    let wordLists: Words
    /// What texts say for and against a transfer, compiled once.
    let evidence: Rulebook
    /// What each rule of ``evidence`` tells, in its order.
    let meanings: [TransferEvidence.Meaning]
    let namelessWords: NamelessWords
    let holderNames: HolderNames
    /// Words that name nobody in the text of a payment that a card received:
    /// those of banks, from wherever it came, and of checks.
    let wordsOfPayers: Set<String>
    let checkWords: Set<String>
    let merchants: Rulebook
    let rates: CurrencyRates
    /// By how much the amounts of two currencies may miss the rate, in
    /// thousandths.
    let rateTolerance: Int

    /// A service with which people pay each other that also gives out cards.
    public struct CardService: Sendable {
        /// What means the service ("VENMO"), and alone never its card.
        public let name: String
        /// What means its card ("VENMO CREDIT CARD").
        public let cards: [String]

        public init(name: String, cards: [String]) {
            self.name = name
            self.cards = cards
        }
    }

    /// Words that are looked for as whole words, without case.
    public struct Words: Sendable {
        /// Services with which people pay each other ("ZELLE"). Their payments
        /// are nobody's transfer unless they name a holder.
        public var peerServices: [String]
        /// Those and others that give out cards.
        public var cardServices: [CardService]
        /// The names of those whose accounts these are.
        public var holders: [String]
        /// Words before who is paid ("TO"), and before who pays ("FROM").
        public var recipientWords: [String]
        public var senderWords: [String]
        /// Words behind a name that make it somebody else's ("JR", "GMBH").
        public var nameSuffixes: [String]
        /// Words that a text without any other word for a transfer may consist
        /// of ("WITHDRAWAL").
        public var plain: [String]
        /// Words that banks put around who a payment is with ("ONLINE"). A text
        /// with any other word names somebody; where there are none, that is
        /// not asked.
        public var nameless: [String]
        /// Words for what was taken back ("REVERSAL"). What has one is no
        /// transfer, unless it calls itself one.
        public var reversals: [String]
        /// Words for what a loan pays out ("ADVANCE"), which is no charge. They
        /// speak for a transfer where they stand on a loan.
        public var drawn: [String]
        /// Words for a check ("CHECK"). It tells not to whom it was written.
        public var checks: [String]
        /// Words for what a card gives back ("STATEMENT CREDIT"): no payment of
        /// the card, also where its text speaks of a payment.
        public var cardCredits: [String]
        /// Words for cash taken out ("ATM WITHDRAWAL"): no transfer but to an
        /// account that holds cash.
        public var cash: [String]
        /// Words in the name of an account of the type "other" that holds cash
        /// ("WALLET").
        public var cashAccounts: [String]
        /// Banks by the words that mean them. A text that names a bank at which
        /// the person has no account is no transfer between their accounts.
        public var banks: [[String]]
        /// Words in the names of banks and accounts that tell none from others
        /// ("FIRST", "SAVINGS").
        public var commonNames: [String]

        public init(
            peerServices: [String] = [], cardServices: [CardService] = [],
            holders: [String] = [], recipientWords: [String] = [],
            senderWords: [String] = [], nameSuffixes: [String] = [], plain: [String] = [],
            nameless: [String] = [], reversals: [String] = [], drawn: [String] = [],
            checks: [String] = [], cardCredits: [String] = [], cash: [String] = [],
            cashAccounts: [String] = [], banks: [[String]] = [], commonNames: [String] = []
        ) {
            self.peerServices = peerServices
            self.cardServices = cardServices
            self.holders = holders
            self.recipientWords = recipientWords
            self.senderWords = senderWords
            self.nameSuffixes = nameSuffixes
            self.plain = plain
            self.nameless = nameless
            self.reversals = reversals
            self.drawn = drawn
            self.checks = checks
            self.cardCredits = cardCredits
            self.cash = cash
            self.cashAccounts = cashAccounts
            self.banks = banks
            self.commonNames = commonNames
        }
    }

    /// - Parameters:
    ///   - maximumDays: calendar days that may lie between the two sides.
    ///   - returnDays: calendar days after which a transfer may still come back.
    ///   - wording: texts that speak for a transfer ("TRANSFER TO").
    ///   - paymentWording: texts that speak for one where the receiver is a
    ///     card or loan ("PAYMENT").
    ///   - purchases: texts of what a service was to pay to somebody ("PAYPAL INST
    ///     XFER EBAY"): a transfer only where its other side is in an account there.
    ///   - contradictions: texts that rule a transfer out, whatever the amounts
    ///     say ("PAYROLL").
    ///   - merchants: rules that recognise a merchant. What they match is a
    ///     purchase or its refund unless it also words itself as a transfer.
    ///   - rates: with which amounts of two currencies are compared.
    ///   - rateTolerance: by how much they may miss the rate, in thousandths.
    public init(
        maximumDays: Int, returnDays: Int = 0, wording: Condition,
        paymentWording: Condition = .any([]),
        purchases: Condition = .any([]), contradictions: Condition, merchants: Rulebook,
        words: Words = Words(),
        rates: CurrencyRates = .none, rateTolerance: Int = 0
    ) throws(RulebookError) {
        self.maximumDays = maximumDays
        self.returnDays = returnDays
        self.merchants = merchants
        self.wordLists = words
        self.rates = rates
        self.rateTolerance = rateTolerance
        namelessWords = NamelessWords(
            words.nameless.isEmpty
                ? [] : words.nameless + words.holders.flatMap(HolderNames.spellings))
        holderNames = HolderNames(words, nameless: namelessWords)
        func single(_ texts: [String]) -> Set<String> {
            Set(texts.flatMap { SearchText($0).words })
        }
        checkWords = single(words.checks)
        wordsOfPayers = checkWords.union(single(words.banks.flatMap(\.self)))
        func anyWord(_ words: [String]) -> Condition {
            .any(words.map { .text(.anyText, .containsWord($0)) })
        }
        var meant: [(Condition, TransferEvidence.Meaning)] = [
            (wording, .worded), (paymentWording, .paymentWorded), (purchases, .purchase),
            (contradictions, .contradicted), (anyWord(words.reversals), .reversal),
            (anyWord(words.drawn), .drawn), (anyWord(words.cash), .cash),
            (anyWord(words.peerServices), .peer),
            (anyWord(words.cardCredits), .cardCredit),
            (.any([anyWord(words.plain), .text(.description, .equals(""))]), .plain),
        ]
        for (position, bank) in words.banks.enumerated() {
            meant.append((anyWord(bank), .bank(position)))
        }
        // Of one priority, so that they stay in this order.
        evidence = try Rulebook(
            meant.enumerated().map { position, entry in
                Rule(
                    id: "transfer-evidence-\(position)", name: "", origin: .stored,
                    condition: entry.0, effect: Effect())
            })
        meanings = meant.map(\.1)
    }
}
