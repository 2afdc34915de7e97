public import Model
public import Vault

/// The sums of transactions that have something in common.
public struct TransactionSums: Sendable {
    /// The common attribute of a sum's transactions.
    public enum Kind: String, CaseIterable, Sendable {
        case category, payee, account, month, tag
    }

    public struct Group: Sendable {
        /// A category's id, or the class of what is no spending, a payee, an account's name, a
        /// month or a tag; nil for what has none.
        public let name: String?
        public let count: Int
        public let sum: Money
    }

    /// Why transactions are in no group, and in no figure of spending or income.
    public enum LeftOut: String, CaseIterable, Sendable {
        case pending, excluded, transfer, ignore
        /// Of an account that does not count in totals.
        case account
        case unclassified
    }

    /// Transactions that were found but don't count.
    public struct Rest: Sendable {
        public let reason: LeftOut
        public let count: Int
        public let sum: Money
    }

    /// The largest sum of each currency first; months from the newest on.
    public private(set) var groups: [Group]
    /// Of all groups by currency, without a name. A transaction that is in several groups
    /// counts once.
    public private(set) var totals: [Group]
    /// By currency, in the order of the reasons.
    public private(set) var leftOut: [Rest]
    /// By currency, what the totals have of transfers that the query hides: their fees.
    public private(set) var hiddenFees: [Group]

    /// The sums with their currencies in an order.
    public func sorted(by order: CurrencyOrder) -> TransactionSums {
        var sums = self
        sums.groups = order.sorted(groups) { $0.sum.currency }
        sums.totals = order.sorted(totals) { $0.sum.currency }
        sums.leftOut = order.sorted(leftOut) { $0.sum.currency }
        return sums
    }

    /// Reads all transactions that a query finds, and sums those that ``MonthlyIncome`` counts.
    /// Transfers and ignored transactions count if the query is for their class, and an
    /// account's transactions if it names the account.
    ///
    /// A split transaction counts by its parts, those in the categories of the query, and a
    /// transaction with two tags with each of them. Of a transfer its fee counts, which was spent.
    ///
    /// - Parameter only: the class that counts; nil for all.
    public init(
        _ vault: Vault, _ query: TransactionQuery, by kind: Kind,
        only counted: TransactionClass? = nil
    ) throws {
        // A fee is found in a transfer.
        let hidesTransfers = query.hidesTransfers
        var query = query
        query.hidesTransfers = false
        let all = try vault.accounts()
        let accounts = Dictionary(
            all.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        let own = Set(
            query.accounts.isEmpty
                ? all.filter(\.visibility.isCounted).map(\.id) : query.accounts)
        var sums: [Key: (count: Int, sum: Int128)] = [:]
        var totals: [Currency: (count: Int, sum: Int128)] = [:]
        var hidden: [Currency: (count: Int, sum: Int128)] = [:]
        var rest: [Currency: [LeftOut: (count: Int, sum: Int128)]] = [:]
        try vault.forEachTransaction(query) { record in
            let currency = record.amount.currency
            var parts: [(name: String?, amount: Int128)] = []
            var leftOut: [LeftOut: Int128] = [:]
            var hiddenFee: Int128?
            for part in record.parts(in: query.categories) {
                guard part.isMeant(only: counted, hidingTransfers: hidesTransfers) else { continue }
                if let reason = record.reasonToLeaveOut(
                    part, counting: own, asked: query.transactionClass)
                {
                    leftOut[reason, default: 0] += part.minorUnits
                    continue
                }
                parts.append((part.name(in: record), part.minorUnits))
                if hidesTransfers, record.verdict?.transactionClass.value == .transfer {
                    hiddenFee = (hiddenFee ?? 0) + part.minorUnits
                }
            }
            for (reason, amount) in leftOut {
                let known = rest[currency]?[reason] ?? (0, 0)
                rest[currency, default: [:]][reason] = (known.count + 1, known.sum + amount)
            }
            guard !parts.isEmpty else { return }
            if let hiddenFee {
                let known = hidden[currency] ?? (0, 0)
                hidden[currency] = (known.count + 1, known.sum + hiddenFee)
            }
            let total = totals[currency] ?? (0, 0)
            totals[currency] = (total.count + 1, total.sum + parts.sum)
            let names: [(name: String?, amount: Int128)]
            switch kind {
            case .category: names = parts
            case .payee: names = [(record.payee, parts.sum)]
            case .account: names = [(accounts[record.account], parts.sum)]
            case .month: names = [("\(record.day.month)", parts.sum)]
            case .tag:
                let tags = record.verdict?.tags?.value ?? []
                names = tags.isEmpty ? [(nil, parts.sum)] : tags.map { ($0, parts.sum) }
            }
            for (name, amount) in names {
                let key = Key(name: name, currency: currency)
                let known = sums[key] ?? (0, 0)
                sums[key] = (known.count + 1, known.sum + amount)
            }
        }
        groups = sums.map { key, value in
            Group(
                name: key.name, count: value.count,
                sum: Money(sum: value.sum, currency: key.currency))
        }.sorted { one, other in
            let (first, second) = (one.sum.currency.code, other.sum.currency.code)
            if first != second { return first < second }
            if kind == .month { return (other.name ?? "") < (one.name ?? "") }
            let sizes = (one.sum.minorUnits.magnitude, other.sum.minorUnits.magnitude)
            return sizes.0 != sizes.1 ? sizes.0 > sizes.1 : (one.name ?? "") < (other.name ?? "")
        }
        self.totals = totals.sorted { $0.key.code < $1.key.code }.map { currency, total in
            Group(name: nil, count: total.count, sum: Money(sum: total.sum, currency: currency))
        }
        hiddenFees = hidden.sorted { $0.key.code < $1.key.code }.map { currency, fees in
            Group(name: nil, count: fees.count, sum: Money(sum: fees.sum, currency: currency))
        }
        leftOut = rest.sorted { $0.key.code < $1.key.code }.flatMap { currency, own in
            LeftOut.allCases.compactMap { reason in
                own[reason].map {
                    Rest(
                        reason: reason, count: $0.count, sum: Money(sum: $0.sum, currency: currency)
                    )
                }
            }
        }
    }

    private struct Key: Hashable {
        let name: String?
        let currency: Currency
    }
}

extension TransactionRecord {
    /// Nil if a part counts in sums.
    fileprivate func reasonToLeaveOut(
        _ part: TransactionPart, counting accounts: Set<Int64>, asked: TransactionClass?
    ) -> TransactionSums.LeftOut? {
        switch part.transactionClass {
        case nil: return .unclassified
        case .transfer where asked != .transfer: return .transfer
        case .ignore where asked != .ignore: return .ignore
        default: break
        }
        if isPending { return .pending }
        if part.isExcluded { return .excluded }
        return accounts.contains(account) ? nil : .account
    }

    /// What a transfer cost, which was spent.
    var fee: SplitPart? {
        guard let verdict, verdict.transactionClass.value == .transfer,
            verdict.splits?.reason.kind == .fee
        else { return nil }
        return splits.first
    }

    /// What counts of it in categories, in all of them for none.
    fileprivate func parts(in categories: [String]) -> [TransactionPart] {
        guard !splits.isEmpty, !categories.isEmpty else { return countedParts }
        return countedParts.filter { categories.contains($0.category) }
    }
}

extension TransactionPart {
    /// Whether it counts as one of a class, or may be named among what doesn't count.
    fileprivate func isMeant(only counted: TransactionClass?, hidingTransfers: Bool) -> Bool {
        let isHidden =
            hidingTransfers && (transactionClass == .transfer || transactionClass == .ignore)
        return !isHidden && (counted == nil || counted == transactionClass)
    }

    /// Its category, or the class of what is no spending.
    fileprivate func name(in record: TransactionRecord) -> String? {
        let isOwn = !record.splits.isEmpty && transactionClass == .income
        return transactionClass == .expense || isOwn ? category : transactionClass?.rawValue
    }
}

extension [(name: String?, amount: Int128)] {
    fileprivate var sum: Int128 { reduce(0) { $0 + $1.amount } }
}
