public import Model

/// The payees of a snapshot's transactions. Each distinct text is parsed once, then
/// ``PayeeSpellings`` finds the spellings of one merchant among all of them.
public struct SnapshotPayees {
    /// The keys of the distinct payees, by index.
    public private(set) var keys: [String] = []
    /// Their display names: the person's alias, else the normaliser's name.
    public private(set) var names: [String] = []
    /// Whether the name is the person's alias.
    public private(set) var isAlias: [Bool] = []

    private let normaliser: PayeeNormaliser
    private let snapshot: Snapshot
    private let fields: NameFields
    private let codes: LeadingCodes
    /// By key: the key of the alias.
    private var aliasKeys: [String: String] = [:]
    /// By an alias's key: the alias as the person wrote it.
    private var aliasNames: [String: String] = [:]
    private var workspace = PayeeWorkspace()
    private var payeesByKey: [String: Int32] = [:]
    private var payeesByName: [TextID: Int] = [:]
    /// The distinct names as parsed.
    private var parsedKeys: [String] = []
    private var parsedByKey: [String: Int32] = [:]
    /// By parsed name: its payee; -1 if not needed yet.
    private var payeeOfParsed: [Int32] = []
    /// By text: the index of the parsed name with the kind of party in the two lowest
    /// bits; -1 if not parsed yet.
    private var parsedOfText: [Int32]
    /// By parsed name: the merchant's name, if it is another spelling of one.
    private var merchants: [String: String] = [:]
    /// By merchant: the bank's plain payee, if texts of it begin with one.
    private var plainKeys: [String: String] = [:]
    /// By account: the payee that is its bank; -1 if not parsed yet.
    private var payeeOfBank: [Int32]

    /// - Parameter snapshot: its aliases apply: a payee renamed to "Foo" is the
    ///   same as those named "Foo" without an alias.
    public init(_ normaliser: PayeeNormaliser, snapshot: Snapshot) {
        let snapshot = snapshot.withBeginnings
        self.normaliser = normaliser
        self.snapshot = snapshot
        fields = NameFields(in: snapshot, by: normaliser)
        codes = LeadingCodes(in: snapshot, by: normaliser)
        parsedOfText = [Int32](repeating: -1, count: snapshot.texts.count)
        payeeOfBank = [Int32](repeating: -1, count: snapshot.accounts.count)
        merchants = findMerchants()
        findAliases()
        findPlainKeys()
    }

    /// The merchant's key for a text, which may be another spelling of it.
    public func key(of text: String) -> String { shown(normaliser.key(of: text)) }

    /// The bank's plain payee for a parsed name, else its merchant.
    private func shown(_ key: String) -> String {
        let merchant = merchant(key)
        return plainKeys[merchant] ?? merchant
    }

    private func merchant(_ key: String) -> String { merchants[key] ?? key }

    /// Finds the spellings of one merchant among the names of all transactions.
    private mutating func findMerchants() -> [String: String] {
        var spellings = PayeeSpellings(normaliser)
        var described = AccountsOfTexts(count: snapshot.texts.count)
        var named = described
        for transaction in snapshot.transactions {
            let (text, account) = (transaction.description, transaction.account)
            if described.insert(account, of: text) {
                spellings.add(parse(text), account: account, isBankPayee: false)
            }
            let party = parsedOfText[Int(text.number)] & 3
            guard party == PayeeNormaliser.Party.unnamed.rawValue, transaction.bankPayee != text,
                named.insert(account, of: transaction.bankPayee)
            else { continue }
            spellings.add(parse(transaction.bankPayee), account: account, isBankPayee: true)
        }
        return spellings.merged()
    }

    /// Reads the aliases. One that was given to a spelling holds for the merchant, unless
    /// the merchant or an earlier spelling has one of its own.
    private mutating func findAliases() {
        let aliases = snapshot.decisions.payeeAliases
        for (key, name) in aliases.sorted(by: { $0.key < $1.key }) {
            let aliasKey = normaliser.key(of: name)
            aliasKeys[key] = aliasKey
            if aliasNames[aliasKey] == nil { aliasNames[aliasKey] = name }
        }
        for key in aliases.keys.sorted() {
            let merchant = merchant(key)
            if aliasKeys[merchant] == nil { aliasKeys[merchant] = aliasKeys[key] }
        }
    }

    /// The payee of a transaction, as an index into ``keys`` and ``names``.
    ///
    /// It comes from the description, which banks always send. It comes from the bank's payee if
    /// the description names nobody ("DEPOSIT"), or begins with that payee and adds to it
    /// ("CURSOR, AI POWERED IDE" beside "Cursor"). Interest and fees belong to the bank itself. A
    /// payee that differs from the bank's was named before and is kept.
    ///
    /// - Parameter row: an index into the snapshot's transactions.
    public mutating func payee(ofRow row: Int) -> Int {
        let transaction = snapshot.transactions[row]
        guard transaction.payee == transaction.bankPayee else {
            return payee(named: transaction.payee)
        }
        let described = reading(of: transaction.description)
        switch described.party {
        case .named: return described.payee
        case .bank: return bank(of: transaction) ?? described.payee
        case .lender:
            return isLender(transaction)
                ? bank(of: transaction) ?? described.payee
                : described.payee
        case .unnamed:
            guard transaction.bankPayee != transaction.description else { return described.payee }
            let named = reading(of: transaction.bankPayee)
            return named.party == .unnamed ? described.payee : named.payee
        }
    }

    /// Finds the bank's payees that descriptions begin with. Each holds for all texts of its
    /// description's merchant, since banks leave out some. Two for one merchant tell nothing.
    private mutating func findPlainKeys() {
        var seen: Set<TextPair> = []
        var found: [String: Set<String>] = [:]
        for transaction in snapshot.transactions
        where transaction.bankPayee != transaction.description
            && transaction.bankPayee != .empty
        {
            let (text, payee) = (transaction.description, transaction.bankPayee)
            guard seen.insert(TextPair(text: text, payee: payee)).inserted,
                let plain = plainKey(payee, of: text)
            else { continue }
            found[merchant(parsedKey(of: text)), default: []].insert(plain)
        }
        plainKeys = found.compactMapValues { $0.count == 1 ? $0.first : nil }
    }

    /// By payee, whether it is a bank's plain one.
    fileprivate var areShortened: [Bool] {
        let shortened = Set(plainKeys.values)
        return keys.map(shortened.contains)
    }

    private struct TextPair: Hashable {
        let text: TextID
        let payee: TextID
    }

    /// The key of a bank's payee, if the description begins with it as a name. One in capitals
    /// may be the description cut off.
    private mutating func plainKey(_ payee: TextID, of text: TextID) -> String? {
        let name = snapshot.texts[payee]
        let description = snapshot.texts[text]
        // Without a sign between, the words behind may be part of the name, and rules test them.
        guard name.contains(where: \.isLowercase),
            description.lowercased().hasPrefix(name.lowercased()),
            let next = description.dropFirst(name.count).first, ",;:|(".contains(next)
        else { return nil }
        let key = merchant(parsedKey(of: text))
        let plain = merchant(parsedKey(of: payee))
        guard key.count > plain.count, key.hasPrefix(plain + " "), !normaliser.isKnown(key),
            !normaliser.keptKeys.contains(key), aliasKeys[key] == nil,
            !normaliser.isCity(plain[...])
        else { return nil }
        let named = PayeeNormaliser.Party.named.rawValue
        return [text, payee].allSatisfy { parsedOfText[Int($0.number)] & 3 == named }
            ? plain : nil
    }

    private mutating func parsedKey(of text: TextID) -> String {
        if parsedOfText[Int(text.number)] < 0 { _ = parse(text) }
        return parsedKeys[Int(parsedOfText[Int(text.number)] >> 2)]
    }

    private func isLender(_ transaction: TransactionFacts) -> Bool {
        let type = snapshot.account(of: transaction).type
        return type == .loan || type == .mortgage
    }

    /// The bank of the transaction's account, if it has a name.
    private mutating func bank(of transaction: TransactionFacts) -> Int? {
        let account = Int(transaction.account)
        if payeeOfBank[account] < 0 {
            let key = normaliser.key(of: snapshot.accounts[account].institution)
            guard !key.isEmpty else { return nil }
            payeeOfBank[account] = payee(ofKey: key)
        }
        return Int(payeeOfBank[account])
    }

    private mutating func reading(
        of text: TextID
    ) -> (payee: Int, party: PayeeNormaliser.Party) {
        let packed = packedReading(of: text)
        return (Int(packed >> 2), PayeeNormaliser.Party(rawValue: packed & 3) ?? .named)
    }

    /// The index of a payee that already has its name.
    private mutating func payee(named text: TextID) -> Int {
        if let known = payeesByName[text] { return known }
        let name = snapshot.texts[text]
        let key = normaliser.key(of: name)
        let number = keys.count
        keys.append(aliasKeys[key] ?? key)
        names.append(aliasNames[keys[number]] ?? name)
        isAlias.append(aliasNames[keys[number]] != nil)
        payeesByName[text] = number
        return number
    }

    private mutating func packedReading(of text: TextID) -> Int32 {
        if parsedOfText[Int(text.number)] < 0 { _ = parse(text) }
        let packed = parsedOfText[Int(text.number)]
        let parsed = Int(packed >> 2)
        if payeeOfParsed[parsed] < 0 {
            let key = parsedKeys[parsed]
            // An alias of this spelling comes before the merchant's.
            payeeOfParsed[parsed] = payee(ofKey: aliasKeys[key] == nil ? shown(key) : key)
        }
        return payeeOfParsed[parsed] << 2 | packed & 3
    }

    private mutating func parse(_ text: TextID) -> PayeeNormaliser.Reading {
        let range = snapshot.texts.range(of: text)
        let name = range.lowerBound + codes.startOfName(in: text)..<range.upperBound
        let reading = snapshot.texts.withUTF8Bytes { bytes in
            fields.reading(
                of: UnsafeBufferPointer(rebasing: bytes[name]), by: normaliser, in: &workspace)
        }
        let parsed = parsedByKey[reading.key] ?? Int32(parsedKeys.count)
        if parsed == parsedKeys.count {
            parsedByKey[reading.key] = parsed
            parsedKeys.append(reading.key)
            payeeOfParsed.append(-1)
        }
        parsedOfText[Int(text.number)] = parsed << 2 | reading.party.rawValue
        return reading
    }

    private mutating func payee(ofKey key: String) -> Int32 {
        let merged = aliasKeys[key] ?? key
        if let known = payeesByKey[merged] { return known }
        let number = Int32(keys.count)
        keys.append(merged)
        names.append(aliasNames[merged] ?? normaliser.name(ofKey: merged))
        isAlias.append(aliasNames[merged] != nil)
        payeesByKey[merged] = number
        return number
    }
}

/// The accounts whose texts were looked at, by text.
private struct AccountsOfTexts {
    private var bits: [UInt64]

    init(count: Int) { bits = [UInt64](repeating: 0, count: count) }

    /// Returns whether the account is new. One behind the first 63 always is.
    mutating func insert(_ account: Int32, of text: TextID) -> Bool {
        guard account < UInt64.bitWidth - 1 else { return true }
        let bit: UInt64 = 1 << UInt64(account)
        defer { bits[Int(text.number)] |= bit }
        return bits[Int(text.number)] & bit == 0
    }
}

/// A snapshot whose payees are the parsed names instead of the bank's, as rules see
/// them.
struct NamedPayees {
    let snapshot: Snapshot
    /// By row: an index into ``names``.
    let payeeOfRow: [Int32]
    /// The distinct payees. Empty for a text without a letter or digit; the bank's
    /// payee is kept then.
    let names: [String]
    /// Whether the name is the person's alias.
    let isAlias: [Bool]
    /// Whether the name is a bank's plain payee, and descriptions add to it.
    let isShortened: [Bool]

    /// - Complexity: some microseconds per distinct text, and some nanoseconds per
    ///   transaction.
    init(_ snapshot: Snapshot, by normaliser: PayeeNormaliser) {
        let snapshot = snapshot.withBeginnings
        var payees = SnapshotPayees(normaliser, snapshot: snapshot)
        var texts = snapshot.texts
        var textOfPayee: [TextID] = []
        var payeeOfRow: [Int32] = []
        payeeOfRow.reserveCapacity(snapshot.transactions.count)
        var transactions = snapshot.transactions
        for row in transactions.indices {
            let payee = payees.payee(ofRow: row)
            payeeOfRow.append(Int32(payee))
            while textOfPayee.count < payees.names.count {
                textOfPayee.append(texts.id(of: payees.names[textOfPayee.count]))
            }
            if textOfPayee[payee] != .empty { transactions[row].payee = textOfPayee[payee] }
        }
        self.payeeOfRow = payeeOfRow
        names = payees.names
        isAlias = payees.isAlias
        isShortened = payees.areShortened
        self.snapshot = Snapshot(
            asOf: snapshot.asOf, accounts: snapshot.accounts, transactions: transactions,
            texts: texts, bankIDs: snapshot.bankIDs, decisions: snapshot.decisions,
            decided: snapshot.decided)
    }
}

extension Pipeline {
    /// A snapshot whose payees are the parsed names with the person's aliases, as
    /// rules see them. Don't apply it twice: an aliased name may itself have
    /// another alias.
    public func namingPayees(in snapshot: Snapshot) -> Snapshot {
        payeeNormaliser.map { NamedPayees(snapshot, by: $0).snapshot } ?? snapshot
    }

    /// The payee normaliser; nil if no stage needs one.
    public var payeeNormaliser: PayeeNormaliser? {
        for stage in stages {
            if case .payees(let normaliser) = stage.kind { return normaliser }
        }
        return nil
    }
}
