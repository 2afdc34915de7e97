internal import Classification
internal import Configuration
public import Model
internal import Vault

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
}
