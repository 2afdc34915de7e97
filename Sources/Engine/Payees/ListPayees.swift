internal import Classification
internal import Configuration
public import Model

/// A payee with what banks call it.
public struct PayeeSummary: Sendable {
    /// What its texts have in common.
    public let key: String
    public let name: String
    /// Whether the person gave it its name.
    public let isAlias: Bool
    public let transactions: Int
    public let lastSeen: CalendarDay
    /// The distinct texts of banks, the most frequent first, at most
    /// ``mostSpellings``.
    public let spellings: [String]
    /// How many distinct texts there are.
    public let spellingCount: Int

    public static let mostSpellings = 20
}

/// Why a payee can't be given a name.
public enum PayeeError: Error, Hashable, Sendable {
    case noSuchPayee(String)
    /// A name without a letter or digit, or of several lines.
    case unusableName
    /// The payee has no name of the person's.
    case noAlias(String)
}

extension Engine {
    /// All payees, those with the most transactions first. Rules and
    /// corrections may call single transactions of one otherwise.
    ///
    /// - Parameter search: a part of the name or of a bank's text, without
    ///   case; nil for all.
    public func payees(search: String?) throws -> [PayeeSummary] {
        let snapshot = try vault.snapshot(asOf: moment.today)
        var payees = SnapshotPayees(try configuration().payees(), snapshot: snapshot)
        var counts: [Count] = []
        for (row, transaction) in snapshot.transactions.enumerated() {
            let payee = payees.payee(ofRow: row)
            while counts.count <= payee { counts.append(Count()) }
            counts[payee].add(transaction)
        }
        let wanted = search?.lowercased()
        return counts.enumerated().compactMap { payee, count in
            let texts = count.texts.sorted { ($1.value, $0.key.number) < ($0.value, $1.key.number) }
                .map { snapshot.texts[$0.key] }
            let name = payees.names[payee]
            if let wanted, !name.lowercased().contains(wanted),
                !texts.contains(where: { $0.lowercased().contains(wanted) })
            {
                return nil
            }
            guard let lastSeen = count.lastSeen else { return nil }
            return PayeeSummary(
                key: payees.keys[payee], name: name, isAlias: payees.isAlias[payee],
                transactions: count.transactions, lastSeen: lastSeen,
                spellings: Array(texts.prefix(PayeeSummary.mostSpellings)),
                spellingCount: texts.count)
        }.sorted { ($1.transactions, $0.key) < ($0.transactions, $1.key) }
    }

    private struct Count {
        private(set) var transactions = 0
        private(set) var lastSeen: CalendarDay?
        private(set) var texts: [TextID: Int] = [:]

        mutating func add(_ transaction: TransactionFacts) {
            transactions += 1
            texts[transaction.description, default: 0] += 1
            lastSeen = max(lastSeen ?? transaction.day, transaction.day)
        }
    }

    /// Gives a payee a name, and classifies anew. A name that another payee has
    /// makes them one.
    ///
    /// - Parameters:
    ///   - payee: its name as it is shown, or a bank's text for it.
    /// - Throws: `PayeeError`.
    public func giveAlias(_ name: String, toPayee payee: String) throws -> ClassifyReport {
        let normaliser = try configuration().payees()
        guard !normaliser.key(of: name).isEmpty, !name.contains(where: \.isNewline),
            name.utf8.count <= 1000
        else { throw PayeeError.unusableName }
        let key = normaliser.key(of: payee)
        guard try payees(search: nil).contains(where: { $0.key == key }) else {
            throw PayeeError.noSuchPayee(payee)
        }
        try vault.decideAlias(ofPayee: key, name, summary: "payees alias")
        return try classify(dryRun: false)
    }

    /// Takes the name away that the person gave a payee, and classifies anew.
    ///
    /// - Parameter payee: its name as it was without the person's, a bank's text
    ///   for it, or the person's name for it.
    /// - Throws: `PayeeError.noAlias`.
    public func takeAlias(ofPayee payee: String) throws -> ClassifyReport {
        let aliases = try vault.payeeAliases()
        let key = try configuration().payees().key(of: payee)
        let keys =
            aliases[key] != nil
            ? [key] : aliases.filter { $0.value == payee }.keys.sorted()
        guard !keys.isEmpty else { throw PayeeError.noAlias(payee) }
        for key in keys {
            try vault.decideAlias(ofPayee: key, nil, summary: "payees unalias")
        }
        return try classify(dryRun: false)
    }
}
