internal import Model
internal import Rules

/// The words and numbers by which texts refer to the person's accounts.
///
/// They depend only on accounts and settings, so many passes share them.
struct AccountNames {
    /// Finds accounts in texts.
    let rulebook: Rulebook
    /// By rule, the position of its account.
    let meanings: [(account: Int32, isNumber: Bool)]
    /// By bank in the settings, whether the person has an account there. A bank that
    /// shares a name with it counts too, and so does every bank if an account's is unknown, as
    /// that of a statement may be.
    let hasAccountAtBank: [Bool]
    /// By account, whether it is at a payment service for people.
    let isAtPeerService: [Bool]
    /// By account, whether it is at a service that pays merchants or people from other
    /// accounts of the person's.
    let isWallet: [Bool]
    /// The names of services that send money between currencies.
    let exchangeServices: [[NameWords]]
    /// By account, the words that identify it.
    let words: [OwnWords]

    init(_ accounts: [AccountFacts], _ settings: TransferSettings.Words) throws(RulebookError) {
        let common = Set(settings.commonNames.map { SearchText($0) })
        var rules: [Rule] = []
        var meanings: [(account: Int32, isNumber: Bool)] = []
        var ownWords: [OwnWords] = []
        let banks = NamedBanks(settings.banks)
        let cardServices = settings.cardServices.map { ($0, NameWords($0.name)) }
        func add(_ test: TextTest, _ account: Int, isNumber: Bool) {
            rules.append(
                Rule(
                    id: "account-\(rules.count)", name: "", origin: .stored,
                    condition: .text(.anyText, test), effect: Effect()))
            meanings.append((Int32(account), isNumber))
        }
        for (position, account) in accounts.enumerated() {
            let words = NameWords(account.bankName)
            if let number = words.lastNumber {
                add(.matches(Self.pattern(ofNumber: number)), position, isNumber: true)
            }
            var names = [NameWords(account.institution).distinctive(common)].compactMap(\.self)
            // The bank's name identifies an account already. So its own name adds
            // only what the bank's lacks.
            if words.count > 1, let name = words.distinctiveWhole(common) { names.append(name) }
            let aliases = banks.aliases(of: account)
            names += aliases
            if let service = Self.service(of: account, cardServices) {
                // The name alone also stands for payments to people.
                names.removeAll { SearchText($0) == SearchText(service.name) }
                names += service.cards
            }
            for name in names { add(.containsWord(name), position, isNumber: false) }
            ownWords.append(OwnWords([account.institution, account.name] + aliases))
        }
        self.words = ownWords
        rulebook = try Rulebook(rules)
        self.meanings = meanings
        let peerServices = settings.peerServices.map { NameWords($0) }
        isAtPeerService = accounts.map { account in
            let names = [NameWords(account.institution), NameWords(account.name)]
            return peerServices.contains { service in names.contains { $0.contains(service) } }
        }
        exchangeServices = settings.exchangeServices.map { $0.map { NameWords($0) } }
        let services = peerServices + cardServices.map(\.1)
        isWallet = accounts.map { account in
            let names = [NameWords(account.institution), NameWords(account.name)]
            return !account.type.isLiability
                && services.contains { service in names.contains { $0.contains(service) } }
        }
        let banksOfAccounts = accounts.reduce(into: Set<Int>()) { found, account in
            found.formUnion(banks.positions(in: account.institution))
            found.formUnion(banks.positions(in: account.name))
        }
        // Some banks share a name, so the text may mean the person's bank.
        let namesOfBanks = Set(banksOfAccounts.flatMap { settings.banks[$0] })
        let isAnywhere = accounts.contains { account in
            account.institution.isEmpty
                && [.checking, .savings, .credit, .other].contains(account.type)
                && banks.positions(in: account.name).isEmpty
        }
        hasAccountAtBank = settings.banks.map {
            isAnywhere || !namesOfBanks.isDisjoint(with: $0)
        }
    }

    /// The payment service that issued the account's card.
    private static func service(
        of account: AccountFacts, _ services: [(TransferSettings.CardService, NameWords)]
    ) -> TransferSettings.CardService? {
        guard account.type.isLiability else { return nil }
        let names = [NameWords(account.institution), NameWords(account.name)]
        return services.first { _, words in names.contains { $0.contains(words) } }?.0
    }

    /// A pattern for an account's last digits as banks write them: after a mask or a
    /// word for an account. Without either they could be any number.
    private static func pattern(ofNumber number: String) -> String {
        #"(?:[X*#.]|\b(?:CHK|CHECKING|SAV|SAVINGS|ACCT|ACCOUNT|A/C|IN|LOAN|MMA|FROM|TO|"#
            + #"CARD|CRD|VISA|MASTERCARD|KARTE|KREDITKARTE))[ #:]*"# + number + #"(?![0-9])"#
    }
}

/// Banks indexed by the first word of each name, so that an account's name isn't
/// compared with all.
private struct NamedBanks {
    private let banks: [[String]]
    private var byFirstWord: [String: [(bank: Int, name: NameWords)]] = [:]

    /// - Parameter banks: the names of each bank.
    init(_ banks: [[String]]) {
        self.banks = banks
        for (position, names) in banks.enumerated() {
            for name in names.map({ NameWords($0) }) {
                guard let first = name.words.first else { continue }
                byFirstWord[first, default: []].append((position, name))
            }
        }
    }

    /// The other names of an account's bank.
    func aliases(of account: AccountFacts) -> [String] {
        (positions(in: account.institution).min() ?? positions(in: account.name).min())
            .map { banks[$0] } ?? []
    }

    /// The banks named in a text.
    func positions(in text: String) -> Set<Int> {
        let words = NameWords(text)
        return Set(
            words.words.flatMap { byFirstWord[$0] ?? [] }.filter { words.contains($0.name) }
                .map(\.bank))
    }
}

/// A cache of account names across passes, valid while the accounts keep their names.
///
/// Serves one pipeline and one thread at a time.
public final class KeptAccountNames {
    private struct Called: Hashable {
        let name: String
        let bankName: String
        let institution: String
        let isLiability: Bool
    }

    /// By the name of the transfer stage.
    private var kept: [String: (accounts: [Called], names: AccountNames)] = [:]

    public init() {}

    func names(
        of accounts: [AccountFacts], _ settings: TransferSettings, stage: String
    ) throws(RulebookError) -> AccountNames {
        let called = accounts.map {
            Called(
                name: $0.name, bankName: $0.bankName, institution: $0.institution,
                isLiability: $0.isLiability)
        }
        if let known = kept[stage], known.accounts == called { return known.names }
        let names = try AccountNames(accounts, settings.wordLists)
        kept[stage] = (called, names)
        return names
    }
}

/// Finds the person's own accounts in texts: by their last digits, their name or
/// their bank.
struct AccountMentions {
    /// The accounts named in a transaction's texts, as positions in the snapshot's
    /// accounts.
    struct Mention {
        /// By their digits.
        var byNumber: Set<Int32> = []
        /// By their name or their bank's.
        var byName: Set<Int32> = []

        var isEmpty: Bool { byNumber.isEmpty && byName.isEmpty }
    }

    private let names: AccountNames
    private let matcher: RulebookMatcher

    init(_ snapshot: Snapshot, _ names: AccountNames) {
        self.names = names
        matcher = RulebookMatcher(rulebook: names.rulebook, snapshot: snapshot)
    }

    func mention(ofRow row: Int) -> Mention {
        var mention = Mention()
        matcher.forEachMatch(row: row) { rule in
            let meaning = names.meanings[rule]
            if meaning.isNumber {
                mention.byNumber.insert(meaning.account)
            } else {
                mention.byName.insert(meaning.account)
            }
            return true
        }
        return mention
    }
}

/// The words of a bank's or an account's name.
struct NameWords {
    let words: [String]

    init(_ name: String) {
        words = SearchText(name).words
    }

    init(words: [String]) { self.words = words }

    var count: Int { words.count }

    /// The last four digits of the name.
    var lastNumber: String? {
        guard let last = words.last(where: { $0.contains(where: \.isNumber) }) else { return nil }
        let digits = last.reversed().prefix(while: { ("0"..."9").contains($0) })
        return digits.count >= 3 ? String(digits.prefix(4).reversed()) : nil
    }

    /// Whether this name contains the words of another, in their order.
    func contains(_ other: NameWords) -> Bool {
        guard !other.words.isEmpty, other.words.count <= words.count else { return false }
        return (0...words.count - other.words.count).contains { start in
            words[start...].starts(with: other.words)
        }
    }

    /// The words up to the first distinctive one: "northbeam" for "Northbeam Online
    /// Bank", "bank of america".
    func distinctive(_ common: Set<SearchText>) -> String? {
        guard
            let first = words.firstIndex(where: {
                !common.contains(SearchText($0)) && $0.count > 2
            })
        else { return nil }
        return words[...first].joined(separator: " ")
    }

    /// The whole name if it has a distinctive word.
    func distinctiveWhole(_ common: Set<SearchText>) -> String? {
        distinctive(common) == nil ? nil : words.joined(separator: " ")
    }
}

/// The words by which texts identify an account: those of its bank and its name.
struct OwnWords: Sendable {
    private let words: Set<String>

    /// - Parameter names: of the account and its bank.
    init(_ names: [String]) {
        var words: Set<String> = []
        for name in names {
            let parts = SearchText(name).words
            words.formUnion(parts)
            // "dcu" for "Digital Credit Union".
            if parts.count > 2 { words.insert(String(parts.compactMap(\.first))) }
        }
        self.words = words
    }

    /// - Parameter isCut: whether the word may be cut off.
    func contains(_ word: String, isCut: Bool, _ nameless: BankBoilerplate) -> Bool {
        if words.contains(word) { return true }
        return words.contains { own in
            if own.count > word.count {
                // The beginning of "checking" is also the word "check".
                return (isCut || word.count >= Self.shortestAbbreviation && !nameless.contains(own))
                    && own.hasPrefix(word)
            }
            // "citicard" for "Citi".
            guard own.count > 2, word.hasPrefix(own) else { return false }
            let end = String(word.dropFirst(own.count))
            return nameless.contains(end) || words.contains(end)
        }
    }

    private static let shortestAbbreviation = 4
}
