public import Model

/// The payees of a snapshot's transactions. Each distinct text is parsed once.
public struct SnapshotPayees {
    /// The keys of the distinct payees, by index.
    public private(set) var keys: [String] = []
    /// Their display names: the person's alias, else the normaliser's name.
    public private(set) var names: [String] = []
    /// Whether the name is the person's alias.
    public private(set) var isAlias: [Bool] = []

    private let normaliser: PayeeNormaliser
    private let snapshot: Snapshot
    /// By key: the key of the alias.
    private var aliasKeys: [String: String] = [:]
    /// By an alias's key: the alias as the person wrote it.
    private var aliasNames: [String: String] = [:]
    private var workspace = PayeeWorkspace()
    private var payeesByKey: [String: Int32] = [:]
    private var payeesByName: [TextID: Int] = [:]
    /// By text: the payee's index with the kind of party in the two lowest bits; -1
    /// if not parsed yet.
    private var payeeOfText: [Int32]
    /// By account: the payee that is its bank; -1 if not parsed yet.
    private var payeeOfBank: [Int32]

    /// - Parameter snapshot: its aliases apply: a payee renamed to "Foo" is the
    ///   same as those named "Foo" without an alias.
    public init(_ normaliser: PayeeNormaliser, snapshot: Snapshot) {
        self.normaliser = normaliser
        self.snapshot = snapshot
        payeeOfText = [Int32](repeating: -1, count: snapshot.texts.count)
        payeeOfBank = [Int32](repeating: -1, count: snapshot.accounts.count)
        let aliases = snapshot.decisions.payeeAliases
        for (key, name) in aliases.sorted(by: { $0.key < $1.key }) {
            let aliasKey = normaliser.key(of: name)
            aliasKeys[key] = aliasKey
            if aliasNames[aliasKey] == nil { aliasNames[aliasKey] = name }
        }
    }

    /// The payee of a transaction, as an index into ``keys`` and ``names``.
    ///
    /// It comes from the description, which banks always send. If that names nobody
    /// ("DEPOSIT"), it comes from the bank's payee. Interest and fees belong to the
    /// bank itself. A payee that differs from the bank's was named before and is
    /// kept.
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
        let position = Int(text.number)
        if payeeOfText[position] >= 0 { return payeeOfText[position] }
        let range = snapshot.texts.range(of: text)
        let reading = snapshot.texts.withUTF8Bytes { bytes in
            normaliser.reading(
                of: UnsafeBufferPointer(rebasing: bytes[range]), in: &workspace)
        }
        let packed = payee(ofKey: reading.key) << 2 | reading.party.rawValue
        payeeOfText[position] = packed
        return packed
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

    /// - Complexity: some microseconds per distinct text, and some nanoseconds per
    ///   transaction.
    init(_ snapshot: Snapshot, by normaliser: PayeeNormaliser) {
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
