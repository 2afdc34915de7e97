public import Model

/// The payees of a snapshot's transactions. Each distinct text is read once.
public struct SnapshotPayees {
    /// The distinct payees, each by its position.
    public private(set) var keys: [String] = []
    /// What each is called: the person's alias, else the normaliser's name.
    public private(set) var names: [String] = []
    /// Whether the person gave each its name.
    public private(set) var isAlias: [Bool] = []

    private let normaliser: PayeeNormaliser
    private let snapshot: Snapshot
    /// By key, that of the name which the person gave it.
    private var aliasKeys: [String: String] = [:]
    /// By key, the name that the person gave it or others.
    private var aliasNames: [String: String] = [:]
    private var workspace = PayeeWorkspace()
    private var payeesByKey: [String: Int32] = [:]
    /// By text: the payee and, in the lowest bit, whether the text names
    /// nobody; -1 where it was not read yet.
    private var payeeOfText: [Int32]

    /// - Parameter snapshot: its aliases hold: what the person calls "Foo" is
    ///   one payee with all that is named "Foo" without an alias.
    public init(_ normaliser: PayeeNormaliser, snapshot: Snapshot) {
        self.normaliser = normaliser
        self.snapshot = snapshot
        payeeOfText = [Int32](repeating: -1, count: snapshot.texts.count)
        let aliases = snapshot.decisions.payeeAliases
        for (key, name) in aliases.sorted(by: { $0.key < $1.key }) {
            let aliasKey = normaliser.key(of: name)
            aliasKeys[key] = aliasKey
            if aliasNames[aliasKey] == nil { aliasNames[aliasKey] = name }
        }
    }

    /// The payee of a transaction, as a position in ``keys`` and ``names``.
    ///
    /// The description says it, since banks always send one; where it names
    /// nobody ("DEPOSIT"), the bank's payee does.
    ///
    /// - Parameter row: a position in the snapshot's transactions.
    public mutating func payee(ofRow row: Int) -> Int {
        let transaction = snapshot.transactions[row]
        let described = reading(of: transaction.description)
        guard described & 1 != 0, transaction.payee != transaction.description else {
            return Int(described >> 1)
        }
        let named = reading(of: transaction.payee)
        return Int((named & 1 == 0 ? named : described) >> 1)
    }

    private mutating func reading(of text: TextID) -> Int32 {
        let position = Int(text.number)
        if payeeOfText[position] >= 0 { return payeeOfText[position] }
        let range = snapshot.texts.range(of: text)
        let reading = snapshot.texts.withUTF8Bytes { bytes in
            normaliser.reading(
                of: UnsafeBufferPointer(rebasing: bytes[range]), in: &workspace)
        }
        let packed = payee(ofKey: reading.key) << 1 | (reading.isNameless ? 1 : 0)
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
