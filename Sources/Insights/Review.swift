public import Model
public import Vault

/// The conclusions on some days' transactions, grouped by payee, for the person to
/// confirm or correct.
public struct Review: Sendable {
    /// Transactions of one payee with the same conclusion.
    public struct Group: Sendable {
        public let payee: String
        public let transactionClass: TransactionClass
        /// The category's id; nil for split transactions.
        public let category: String?
        /// The oldest first, at least one.
        public let transactions: [TransactionRecord]
        public let total: Money
    }

    /// Income first, then transfers and payments, then spending and the rest; within
    /// each, the largest sums first.
    public let groups: [Group]
    /// Transactions without a verdict yet.
    public let unclassified: Int

    public init(_ vault: Vault, days: Range<CalendarDay>) throws {
        let counted = Set(try vault.accounts().filter { $0.visibility != .hidden }.map(\.id))
        var query = TransactionQuery()
        query.days = days
        query.order = .oldestFirst
        var members: [Key: [TransactionRecord]] = [:]
        var unclassified = 0
        try vault.forEachTransaction(query) { record in
            guard !record.isPending, counted.contains(record.account) else { return }
            // The paying side of a pair stands for both.
            guard record.partner == nil || record.amount.minorUnits < 0 else { return }
            guard let verdict = record.verdict else {
                unclassified += 1
                return
            }
            members[Key(record, verdict), default: []].append(record)
        }
        self.unclassified = unclassified
        groups = members.map { key, records in Group(key, records) }
            .sorted { ($0.rank, $1.size, $0.payee) < ($1.rank, $0.size, $1.payee) }
    }
}

private struct Key: Hashable {
    let payee: String
    let transactionClass: TransactionClass
    let category: String?
    let currency: Currency

    init(_ record: TransactionRecord, _ verdict: Verdict) {
        payee = record.payee
        transactionClass = verdict.transactionClass.value
        category = record.splits.isEmpty ? verdict.category.value : nil
        currency = record.amount.currency
    }
}

extension Review.Group {
    fileprivate init(_ key: Key, _ records: [TransactionRecord]) {
        let total = records.reduce(0) { $0 + $1.amount.minorUnits }
        self.init(
            payee: key.payee, transactionClass: key.transactionClass, category: key.category,
            transactions: records, total: Money(sum: total, currency: key.currency))
    }

    fileprivate var rank: Int {
        switch transactionClass {
        case .income: 0
        case .transfer: 1
        case .expense: 2
        case .ignore: 3
        }
    }

    fileprivate var size: UInt128 { total.minorUnits.magnitude }
}
