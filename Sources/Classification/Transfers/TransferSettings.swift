public import Model
public import Rules

/// Settings for recognising transfers between a person's own accounts; comes from
/// `config/transfers.toml`.
public struct TransferSettings: Sendable {
    /// The most calendar days between the two sides, 0 or more. Either side may come
    /// first.
    public let maximumDays: Int
    /// The same with a weekend between.
    var longestDays: Int { maximumDays > 0 ? maximumDays + 2 : 0 }
    /// The most calendar days until a transfer may come back, 0 or more.
    public let returnDays: Int
    private(set) var wordLists: Words
    /// The evidence for and against a transfer in texts, compiled once.
    let evidence: Rulebook
    /// The meaning of each rule of ``evidence``, in its order.
    let meanings: [TransferEvidence.Meaning]
    private(set) var namelessWords: BankBoilerplate
    private(set) var holderNames: HolderNames
    /// Words that name nobody in a payment received by a card: those of banks and of
    /// checks.
    let wordsOfPayers: Set<String>
    let checkWords: Set<String>
    /// Words for places where people keep their own money.
    let placeWords: Set<String>
    /// Words for what a loan books to itself.
    let loanWords: Set<String>
    /// Words that make a name a firm's or another's in the family.
    var nameSuffixes: Set<String> { Set(wordLists.nameSuffixes.map { $0.lowercased() }) }
    let merchants: Rulebook
    let rates: CurrencyRates
    /// The most by which amounts in two currencies may miss the rate, in thousandths.
    let rateTolerance: Int

    /// A payment service for people that also issues cards.
    public struct CardService: Sendable {
        /// The name of the service ("VENMO"), which alone never means its card.
        public let name: String
        /// The names of its card ("VENMO CREDIT CARD").
        public let cards: [String]

        public init(name: String, cards: [String]) {
            self.name = name
            self.cards = cards
        }
    }

    /// Word lists, matched as whole words and ignoring case.
    public struct Words: Sendable {
        /// Payment services for people ("ZELLE"). Their payments are no transfers
        /// unless they name a holder.
        public var peerServices: [String]
        /// Payment services that issue cards.
        public var cardServices: [CardService]
        /// The names of the account holders.
        public var holders: [String]
        /// Words before the recipient ("TO"), and before the sender ("FROM").
        public var recipientWords: [String]
        public var senderWords: [String]
        /// Words after a name that make it somebody else's ("JR", "GMBH").
        public var nameSuffixes: [String]
        /// The words of a text that says nothing else ("WITHDRAWAL").
        public var plain: [String]
        /// Words for a credit transfer ("ÜBERWEISUNG"), which goes to anybody. They
        /// indicate a transfer only where the texts name nobody else.
        public var creditTransfers: [String]
        /// Boilerplate words that banks add to a payment ("ONLINE"). A text with any
        /// other word names somebody. An empty list turns this test off.
        public var nameless: [String]
        /// Words for a reversal ("REVERSAL"), which is no transfer unless the text
        /// calls it one.
        public var reversals: [String]
        /// Words for a loan's payout ("ADVANCE"). On a loan they mean a transfer and
        /// not a charge.
        public var drawn: [String]
        /// Words for a check ("CHECK"), which doesn't name its payee.
        public var checks: [String]
        /// Words for places where people keep their own money ("SAVINGS", "POT").
        public var places: [String]
        /// Words for what a loan books to itself ("ESCROW", "CHARGE").
        public var loanMovements: [String]
        /// Words for a credit from a card ("STATEMENT CREDIT"). It is no payment of
        /// the card, even if its text mentions one.
        public var cardCredits: [String]
        /// Words for a cash withdrawal ("ATM WITHDRAWAL"). It is a transfer only to
        /// an account that holds cash.
        public var cash: [String]
        /// Words in the name of an account of type "other" that holds cash
        /// ("WALLET").
        public var cashAccounts: [String]
        /// The names of each bank. A text that names a bank without an account of the
        /// person's is no transfer between own accounts.
        public var banks: [[String]]
        /// Words in the names of banks and accounts that are not distinctive
        /// ("FIRST", "SAVINGS").
        public var commonNames: [String]
        /// The names of each service that sends money between currencies ("WISE").
        public var exchangeServices: [[String]]

        public init(
            peerServices: [String] = [], cardServices: [CardService] = [],
            holders: [String] = [], recipientWords: [String] = [],
            senderWords: [String] = [], nameSuffixes: [String] = [], plain: [String] = [],
            creditTransfers: [String] = [], nameless: [String] = [], reversals: [String] = [],
            drawn: [String] = [],
            checks: [String] = [], places: [String] = [],
            loanMovements: [String] = [], cardCredits: [String] = [], cash: [String] = [],
            cashAccounts: [String] = [], banks: [[String]] = [], commonNames: [String] = [],
            exchangeServices: [[String]] = []
        ) {
            self.peerServices = peerServices
            self.cardServices = cardServices
            self.holders = holders
            self.recipientWords = recipientWords
            self.senderWords = senderWords
            self.nameSuffixes = nameSuffixes
            self.plain = plain
            self.creditTransfers = creditTransfers
            self.nameless = nameless
            self.reversals = reversals
            self.drawn = drawn
            self.checks = checks
            self.places = places
            self.loanMovements = loanMovements
            self.cardCredits = cardCredits
            self.cash = cash
            self.cashAccounts = cashAccounts
            self.banks = banks
            self.commonNames = commonNames
            self.exchangeServices = exchangeServices
        }
    }

    /// - Parameters:
    ///   - maximumDays: the most calendar days between the two sides.
    ///   - returnDays: the most calendar days until a transfer may come back.
    ///   - wording: texts that indicate a transfer ("TRANSFER TO").
    ///   - paymentWording: texts that indicate one if the receiver is a card or loan
    ///     ("PAYMENT").
    ///   - purchases: texts that name the payee of a payment service ("PAYPAL INST
    ///     XFER EBAY"). They are transfers only if the other side is an account
    ///     there.
    ///   - contradictions: texts that rule out a transfer, whatever the amounts say
    ///     ("PAYROLL").
    ///   - merchants: rules that recognise a merchant. A match is a purchase or its
    ///     refund unless the text also indicates a transfer.
    ///   - rates: for comparing amounts in two currencies.
    ///   - rateTolerance: the most by which amounts may miss the rate, in
    ///     thousandths.
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
        namelessWords = Self.nameless(words)
        holderNames = HolderNames(words, nameless: namelessWords)
        func single(_ texts: [String]) -> Set<String> {
            Set(texts.flatMap { SearchText($0).words })
        }
        checkWords = single(words.checks)
        placeWords = single(words.places)
        loanWords = single(words.loanMovements)
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
            (anyWord(words.creditTransfers), .creditTransfer),
            (.any([anyWord(words.plain), .text(.description, .equals(""))]), .plain),
        ]
        for (position, bank) in words.banks.enumerated() {
            meant.append((anyWord(bank), .bank(position)))
        }
        // All have one priority, so they stay in this order.
        evidence = try Rulebook(
            meant.enumerated().map { position, entry in
                Rule(
                    id: "transfer-evidence-\(position)", name: "", origin: .stored,
                    condition: entry.0, effect: Effect())
            })
        meanings = meant.map(\.1)
    }

    private static func nameless(_ words: Words) -> BankBoilerplate {
        BankBoilerplate(
            words.nameless.isEmpty
                ? [] : words.nameless + words.holders.flatMap(HolderNames.spellings))
    }

    /// - Parameter merchants: the rules that recognise a merchant, which are no part of an archive.
    package init(from archive: inout ArchiveReader, merchants: Rulebook) {
        self.merchants = merchants
        maximumDays = archive.int()
        returnDays = archive.int()
        wordLists = Words(from: &archive)
        evidence = archive.value()
        meanings = archive.array { TransferEvidence.Meaning(number: $0.int()) }
        namelessWords = BankBoilerplate(words: archive.texts())
        holderNames = HolderNames(from: &archive, nameless: namelessWords)
        wordsOfPayers = Set(archive.texts())
        checkWords = Set(archive.texts())
        placeWords = Set(archive.texts())
        loanWords = Set(archive.texts())
        rates = CurrencyRates(
            base: archive.optional { Currency(code: $0.text()) }, rates: [])
        rateTolerance = archive.int()
    }

    package func write(to archive: inout ArchiveWriter) {
        archive.write(maximumDays)
        archive.write(returnDays)
        wordLists.write(to: &archive)
        archive.write(evidence)
        archive.write(meanings) { $0.write($1.number) }
        archive.write(namelessWords.sorted)
        holderNames.write(to: &archive)
        archive.write(wordsOfPayers)
        archive.write(checkWords)
        archive.write(placeWords)
        archive.write(loanWords)
        guard rates.isEmpty else { ArchiveWriter.refuse("exchange rates") }
        archive.write(rates.base) { $0.write($1.code) }
        archive.write(rateTolerance)
    }

    /// The same settings with further account holders.
    func adding(holders: [String]) -> TransferSettings {
        var settings = self
        settings.wordLists.holders += holders
        settings.namelessWords = Self.nameless(settings.wordLists)
        settings.holderNames = HolderNames(settings.wordLists, nameless: settings.namelessWords)
        return settings
    }
}

extension TransferSettings.Words {
    private static let lists: [any WritableKeyPath<Self, [String]> & Sendable] = [
        \.peerServices, \.holders, \.recipientWords, \.senderWords, \.nameSuffixes, \.plain,
        \.creditTransfers, \.nameless, \.reversals, \.drawn, \.checks, \.places, \.loanMovements,
        \.cardCredits, \.cash,
        \.cashAccounts, \.commonNames,
    ]

    fileprivate init(from archive: inout ArchiveReader) {
        self.init()
        for list in Self.lists { self[keyPath: list] = archive.texts() }
        cardServices = archive.array { reader in
            TransferSettings.CardService(name: reader.text(), cards: reader.texts())
        }
        banks = archive.array { $0.texts() }
        exchangeServices = archive.array { $0.texts() }
    }

    fileprivate func write(to archive: inout ArchiveWriter) {
        for list in Self.lists { archive.write(self[keyPath: list]) }
        archive.write(cardServices) { archive, service in
            archive.write(service.name)
            archive.write(service.cards)
        }
        archive.write(banks) { $0.write($1) }
        archive.write(exchangeServices) { $0.write($1) }
    }
}

extension TransferEvidence.Meaning {
    private static let others: [TransferEvidence.Meaning] = [
        .worded, .paymentWorded, .creditTransfer, .contradicted, .reversal, .drawn, .cash, .peer,
        .plain, .cardCredit, .purchase,
    ]

    /// The banks' positions from 0, the others below.
    fileprivate var number: Int {
        if case .bank(let position) = self { return position }
        guard let place = Self.others.firstIndex(of: self) else {
            ArchiveWriter.refuse("\(self)")
        }
        return -1 - place
    }

    fileprivate init(number: Int) {
        self = number < 0 ? Self.others[-1 - number] : .bank(number)
    }
}
