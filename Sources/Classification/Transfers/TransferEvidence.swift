import Model
import Rules

/// Evidence for and against transfers in the texts of a snapshot. Each text is read
/// on first use.
final class TransferEvidence {
    /// The meaning of a matching rule.
    enum Meaning: Hashable, Sendable {
        case worded, paymentWorded, creditTransfer, contradicted, reversal, drawn, cash, peer,
            plain,
            cardCredit, purchase
        /// A bank, by its position in the settings.
        case bank(Int)
    }

    /// The reason why a text rules out a transfer, whatever the amounts say.
    enum Contradiction: Hashable, Sendable {
        /// Wages, a purchase or other money that is no transfer.
        case words
        /// A payment service for people.
        case peer
        /// A reversal of something other than a transfer.
        case reversal
        /// A bank without an account of the person's.
        case otherBank
    }

    /// The evidence in a transaction's texts.
    struct TextSignals {
        fileprivate(set) var isWorded = false
        fileprivate(set) var isPaymentWorded = false
        /// Whether the texts call it a credit transfer, which goes to anybody.
        fileprivate(set) var isCreditTransfer = false
        fileprivate(set) var contradiction: Contradiction?
        /// The banks named in the texts at which the person has no account.
        fileprivate(set) var otherBanks: Set<Int> = []
        /// Whether the texts mention a reversal.
        fileprivate(set) var isReversal = false
        /// Whether the texts mention a loan's payout; counts only on a loan.
        fileprivate(set) var isDrawn = false
        fileprivate(set) var isMerchant = false
        /// Whether the texts mention a credit from a card.
        fileprivate(set) var isCardCredit = false
        /// Whether the texts name the payee of a payment service.
        fileprivate(set) var isPurchase = false
        /// Whether it is a cash withdrawal.
        fileprivate(set) var isCash = false
        /// Whether the other side is the person: through a payment service, or by a
        /// transfer to or from their name.
        fileprivate(set) var isWithHolder = false
        /// Whether the texts name nobody and nothing.
        fileprivate(set) var isPlain = false
        /// The person's accounts named in the texts.
        fileprivate(set) var named = AccountMentions.Mention()

        var isContradicted: Bool { contradiction != nil }

        /// Whether the texts call it a transfer, or a payment if it went to a card or
        /// loan.
        func isWorded(forPaymentOfDebt: Bool) -> Bool {
            isWorded || forPaymentOfDebt && isPaymentWorded
        }
    }

    /// With the holders that were learned.
    private(set) var settings: TransferSettings
    /// Without them: what two texts share is a name also if it is a holder's.
    private let given: TransferSettings
    private let matcher: RulebookMatcher
    private let merchants: RulebookMatcher
    private let mentions: AccountMentions
    let snapshot: Snapshot
    private let names: AccountNames
    /// By row, the words of its texts that may name somebody.
    private var rests: [Int: [BankBoilerplate.Rest]] = [:]
    private var words: [Int: [[String]]] = [:]
    private var servicesOfText: [TextID: Set<Int>] = [:]
    private var references: [Int: BankReferences] = [:]
    /// By bank in the settings, whether the person has an account there.
    private let hasAccountAtBank: [Bool]
    private var testimonies: [TextSignals] = []
    /// The payments that return in other accounts; nil before the search.
    var mirrored: MirroredPayments?
    /// By row, the position of its testimony; -1 until it is read.
    private var testimonyOfRow: [Int32]

    init(_ settings: TransferSettings, _ names: AccountNames, snapshot: Snapshot) {
        self.settings = settings
        given = settings
        self.snapshot = snapshot
        testimonyOfRow = [Int32](repeating: -1, count: snapshot.transactions.count)
        matcher = RulebookMatcher(rulebook: settings.evidence, snapshot: snapshot)
        merchants = RulebookMatcher(rulebook: settings.merchants, snapshot: snapshot)
        mentions = AccountMentions(snapshot, names)
        self.names = names
        hasAccountAtBank = names.hasAccountAtBank
    }

    /// - Parameter row: a position in the snapshot's transactions.
    func testimony(of row: Int) -> TextSignals {
        let known = testimonyOfRow[row]
        if known >= 0 { return testimonies[Int(known)] }
        var testimony = TextSignals()
        var isPeer = false
        var isOtherBank = false
        testimony.isMerchant =
            snapshot.transactions[row].merchantCode != .empty
            || merchants.firstMatch(row: row) != nil
        matcher.forEachMatch(row: row) { rule in
            switch settings.meanings[rule] {
            case .worded: testimony.isWorded = true
            case .paymentWorded: testimony.isPaymentWorded = true
            case .creditTransfer: testimony.isCreditTransfer = true
            case .contradicted: testimony.contradiction = .words
            case .reversal: testimony.isReversal = true
            case .drawn: testimony.isDrawn = true
            case .cash: testimony.isCash = true
            case .peer: isPeer = true
            case .plain: testimony.isPlain = true
            case .cardCredit: testimony.isCardCredit = true
            case .purchase: testimony.isPurchase = true
            case .bank(let bank) where !hasAccountAtBank[bank]:
                isOtherBank = true
                testimony.otherBanks.insert(bank)
            case .bank: break
            }
            return true
        }
        testimony.named = mentions.mention(ofRow: row)
        switch isPeer || testimony.isWorded ? holder(inRow: row) : nil {
        case .named?: testimony.isWithHolder = true
        case .mentioned?: testimony.isWithHolder = isPeer
        case nil: break
        }
        if testimony.contradiction == nil {
            if isPeer, !testimony.isWithHolder, !isWithOwnPeerAccount(row, testimony.named) {
                testimony.contradiction = .peer
            } else if testimony.isReversal, !testimony.isWorded {
                // A refund is no transfer, but a returned transfer is.
                testimony.contradiction = .reversal
            } else if isOtherBank,
                !namesOther(testimony.named, than: snapshot.transactions[row].account)
            {
                testimony.contradiction = .otherBank
            }
        }
        testimonyOfRow[row] = Int32(testimonies.count)
        testimonies.append(testimony)
        return testimony
    }

    /// The way a row's texts name a holder as its other side; nil if they don't, or
    /// also name another person. Only names from the settings count: for a single side,
    /// a learned name is too little.
    private func holder(inRow row: Int) -> HolderNames.Place? {
        guard !given.holderNames.isEmpty else { return nil }
        let transaction = snapshot.transactions[row]
        let who = Set([transaction.description, transaction.payee]).map { snapshot.texts[$0] }
        let places = (who + [snapshot.texts[transaction.memo]]).map {
            given.holderNames.place(in: $0, isPaidOut: transaction.amount < 0)
        }
        for (text, place) in zip(who, places) where place == nil {
            guard given.namelessWords.rest(of: text).words.isEmpty else { return nil }
        }
        return places.contains(.named) ? .named : places.contains(.mentioned) ? .mentioned : nil
    }

    /// The way both of two rows' texts name holders: money from the person to the
    /// person.
    enum OwnName {
        /// At least one of them can't be part of a longer name.
        case sure
        case possible
    }

    /// The way both of two rows' texts name holders; nil if one doesn't.
    func ownName(_ row: Int, _ other: Int) -> OwnName? {
        guard !settings.holderNames.isEmpty else { return nil }
        let accounts = [row, other].map { snapshot.transactions[$0].account }
        guard let one = holderStanding(inRow: row, beside: accounts),
            let second = holderStanding(inRow: other, beside: accounts)
        else { return nil }
        return one == .alone || second == .alone ? .sure : .possible
    }

    /// The way a row's texts contain a holder's name; nil if they don't, or one is
    /// part of another's name.
    private func holderStanding(
        inRow row: Int, beside accounts: [Int32]
    ) -> HolderNames.Standing? {
        let found = words(ofRow: row).compactMap {
            settings.holderNames.standing(in: $0) { isOwn($0, accounts) }
        }
        guard !found.contains(.partOfAnother) else { return nil }
        return found.contains(.alone) ? .alone : found.first
    }

    /// Whether a row's texts name a holder and cannot mean anybody else.
    func namesHolder(row: Int, beside accounts: [Int32]) -> Bool {
        !settings.holderNames.isEmpty && holderStanding(inRow: row, beside: accounts) == .alone
    }

    /// Whether a row's texts have a word of a holder's name.
    func hasPartOfHoldersName(row: Int) -> Bool {
        words(ofRow: row).contains { settings.holderNames.hasWord(of: $0) }
    }

    /// Adds holders to those of the settings, and forgets what texts were read as.
    func add(holders: [String]) {
        settings = settings.adding(holders: holders)
        rests = [:]
        testimonies = []
        testimonyOfRow = [Int32](repeating: -1, count: snapshot.transactions.count)
    }

    /// The name of several words shared by the texts of two rows.
    func sharedName(_ row: Int, _ other: Int) -> [String]? {
        let accounts = [row, other].map { snapshot.transactions[$0].account }
        // Most have none in common, which is cheaper to check.
        let common = Set(words(ofRow: row).joined()).intersection(words(ofRow: other).joined())
        guard common.count(where: { given.namelessWords.isStranger($0) }) > 1 else { return nil }
        let shared = SharedName { [self] in
            given.namelessWords.isStranger($0) && !isOwn($0, accounts)
        }
        let pairs = words(ofRow: row).flatMap { words in
            self.words(ofRow: other).map { (words, $0) }
        }
        return pairs.compactMap { shared.name(in: $0.0, and: $0.1) }
            .max { $0.count < $1.count }
    }

    /// Whether two rows of equal and opposite amounts mirror each other, as others did.
    func areMirrored(_ sender: Int, _ receiver: Int) -> Bool {
        guard ![sender, receiver].contains(where: namesCheck) else { return false }
        return mirrored?.has(
            sender, receiver, sharedName: { sharedName(sender, receiver) },
            isName: saysMoreThanChannel) ?? false
    }

    /// Whether a row's texts name a check by its number.
    func namesCheckByNumber(_ row: Int) -> Bool {
        words(ofRow: row).contains { words in
            zip(words, words.dropFirst()).contains { word, next in
                settings.checkWords.contains(word) && next.allSatisfy(\.isNumber)
            }
        }
    }

    /// Whether a text says more than how money moved: "FASTER PAYMENT" doesn't.
    func saysMoreThanChannel(_ text: TextID) -> Bool {
        let text = snapshot.texts[text]
        return !given.namelessWords.rest(of: text).words.isEmpty
            || !settings.placeWords.isDisjoint(with: SearchText(text).words)
    }

    func hasWord(of list: Set<String>, row: Int) -> Bool {
        words(ofRow: row).contains { !list.isDisjoint(with: $0) }
    }

    func isWallet(_ account: Int32) -> Bool { names.isWallet[Int(account)] }

    /// The services that send money between currencies in a row's texts, by their position in
    /// the settings.
    func exchangeServices(inRow row: Int) -> Set<Int> {
        let transaction = snapshot.transactions[row]
        return [transaction.description, transaction.payee, transaction.memo]
            .reduce(into: []) { $0.formUnion(exchangeServices(inText: $1)) }
    }

    private func exchangeServices(inText text: TextID) -> Set<Int> {
        if let known = servicesOfText[text] { return known }
        let words = NameWords(words: SearchText(snapshot.texts[text]).words)
        let services = Set(
            names.exchangeServices.indices.filter { service in
                names.exchangeServices[service].contains { words.contains($0) }
            })
        servicesOfText[text] = services
        return services
    }

    private func namesCheck(_ row: Int) -> Bool {
        words(ofRow: row).contains { !settings.checkWords.isDisjoint(with: $0) }
    }

    /// The words of each of a row's texts.
    private func words(ofRow row: Int) -> [[String]] {
        if let known = words[row] { return known }
        let transaction = snapshot.transactions[row]
        var texts = [transaction.description]
        for text in [transaction.payee, transaction.memo] where !texts.contains(text) {
            texts.append(text)
        }
        let found = texts.map { SearchText(snapshot.texts[$0]).words }
        words[row] = found
        return found
    }

    func isOwn(_ word: String, isCut: Bool = false, _ accounts: [Int32]) -> Bool {
        accounts.contains {
            names.words[Int($0)].contains(word, isCut: isCut, settings.namelessWords)
        }
    }

    /// Whether a row involves an account of the person's at a payment service. The
    /// row is in it, or its texts name it: money moves there and back.
    private func isWithOwnPeerAccount(_ row: Int, _ named: AccountMentions.Mention) -> Bool {
        names.isAtPeerService[Int(snapshot.transactions[row].account)]
            || named.byName.contains { names.isAtPeerService[Int($0)] }
    }

    /// The words of a row's texts that name somebody, but none of some accounts.
    func strangers(inRow row: Int, beside accounts: [Int32]) -> Set<String> {
        Set(strangersInOrder(inRow: row, beside: accounts))
    }

    /// These words in the order of the texts.
    func strangersInOrder(inRow row: Int, beside accounts: [Int32]) -> [String] {
        var strangers: [String] = []
        for rest in rests(ofRow: row) {
            for (position, word) in rest.words.enumerated() {
                let isCut = rest.isLastCut && position == rest.words.count - 1
                if !isOwn(word, isCut: isCut, accounts), !strangers.contains(word) {
                    strangers.append(word)
                }
            }
        }
        return strangers
    }

    /// The bank's references in a row's texts.
    func references(inRow row: Int) -> BankReferences {
        if let known = references[row] { return known }
        let transaction = snapshot.transactions[row]
        let texts = Set([transaction.description, transaction.payee, transaction.memo])
        let found = BankReferences(in: texts.map { snapshot.texts[$0] })
        references[row] = found
        return found
    }

    private func rests(ofRow row: Int) -> [BankBoilerplate.Rest] {
        if let known = rests[row] { return known }
        let transaction = snapshot.transactions[row]
        let words = settings.namelessWords
        let description = snapshot.texts[transaction.description]
        var found = [words.rest(of: description)]
        if transaction.payee != transaction.description {
            // A payee may come from the description, which is more precise.
            found.append(words.rest(of: snapshot.texts[transaction.payee], notIn: description))
        }
        found.removeAll(where: \.words.isEmpty)
        rests[row] = found
        return found
    }

    /// Whether the texts name another account of the person's, and not only one at
    /// the same bank.
    func namesOther(_ named: AccountMentions.Mention, than own: Int32) -> Bool {
        !othersNamed(named, than: own).isEmpty
    }

    /// Accounts named in a text, without the row's own and those at its bank.
    func othersNamed(_ named: AccountMentions.Mention, than own: Int32) -> Set<Int32> {
        guard !named.isEmpty else { return [] }
        let bank = snapshot.accounts[Int(own)].institution
        let byName = named.byName.filter { snapshot.accounts[Int($0)].institution != bank }
        return named.byNumber.union(byName).subtracting([own])
    }

    /// Accounts named in the texts of a row other than its own, found without reading
    /// other evidence.
    func othersNamed(inRow row: Int) -> Set<Int32> {
        othersNamed(mentions.mention(ofRow: row), than: snapshot.transactions[row].account)
    }
}
