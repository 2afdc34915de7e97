internal import Classification
internal import Configuration
public import Model
internal import Vault

/// A payee with what banks call it.
public struct PayeeSummary: Sendable {
    /// What its texts have in common; of a name that rules or corrections gave, what
    /// that name is compared by.
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
    /// All payees by the names that lists of transactions show, those with the most
    /// transactions first. Transactions of hidden accounts do not count.
    ///
    /// - Parameters:
    ///   - search: a part of the name or of a bank's text, without case; nil for all.
    ///   - lastDay: the last day whose transactions count; nil for all.
    public func payees(
        search: String?, through lastDay: CalendarDay? = nil
    ) throws -> [PayeeSummary] {
        let snapshot = try vault.snapshot(asOf: moment.today)
        let concluded = try vault.concludedPayees()
        let normaliser = try configured { try $0.payees() }
        var payees = SnapshotPayees(normaliser, snapshot: snapshot)
        var counts: [String: Count] = [:]
        let hidden = try hiddenAccounts()
        for (row, transaction) in snapshot.transactions.enumerated()
        where !hidden.contains(snapshot.account(of: transaction).id)
            && (lastDay.map { transaction.day <= $0 } ?? true)
        {
            let payee = payees.payee(ofRow: row)
            let name = concluded[transaction.id] ?? payees.names[payee]
            counts[name, default: Count()].add(
                transaction, payee: name == payees.names[payee] ? payee : nil)
        }
        let wanted = search?.lowercased()
        return counts.compactMap { name, count in
            let texts = count.texts.sorted { ($1.value, $0.key.number) < ($0.value, $1.key.number) }
                .map { snapshot.texts[$0.key] }
            if let wanted, !name.lowercased().contains(wanted),
                !texts.contains(where: { $0.lowercased().contains(wanted) })
            {
                return nil
            }
            guard let lastSeen = count.lastSeen else { return nil }
            return PayeeSummary(
                key: count.payee.map { payees.keys[$0] } ?? normaliser.key(of: name), name: name,
                isAlias: count.payee.map { payees.isAlias[$0] } ?? false,
                transactions: count.transactions, lastSeen: lastSeen,
                spellings: Array(texts.prefix(PayeeSummary.mostSpellings)),
                spellingCount: texts.count)
        }.sorted { ($1.transactions, $0.key, $0.name) < ($0.transactions, $1.key, $1.name) }
    }

    /// The numbers of the accounts that the person hides.
    func hiddenAccounts() throws -> Set<Int64> {
        Set(try vault.accounts().filter { $0.visibility == .hidden }.map(\.id))
    }

    private struct Count {
        private(set) var transactions = 0
        private(set) var lastSeen: CalendarDay?
        private(set) var texts: [TextID: Int] = [:]
        /// The payee that is read from the texts; nil where others gave the name.
        private(set) var payee: Int?

        mutating func add(_ transaction: TransactionFacts, payee: Int?) {
            transactions += 1
            self.payee = payee ?? self.payee
            texts[transaction.description, default: 0] += 1
            lastSeen = max(lastSeen ?? transaction.day, transaction.day)
        }
    }
}
