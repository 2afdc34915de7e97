import Model

/// The spending of a snapshot by category, each in the order in which it adds up.
struct SpendingOrder {
    struct Part {
        let row: Int32
        /// Among all rows.
        let place: Int32
        /// Minor units, positive for what was spent.
        let spent: Int64
    }

    private let snapshot: Snapshot
    private let parts: [String: [Part]]
    /// By account, a number that those of one currency share.
    private let currencies: [Int]

    /// - Complexity: that of sorting.
    init(_ snapshot: Snapshot) {
        self.snapshot = snapshot
        var numbers: [Currency: Int] = [:]
        currencies = snapshot.accounts.map { account in
            let number = numbers[account.currency] ?? numbers.count
            numbers[account.currency] = number
            return number
        }
        var parts: [String: [Part]] = [:]
        let rows = snapshot.transactions.indices.filter { !snapshot.spentParts(row: $0).isEmpty }
            .sorted(by: snapshot.isSpentBefore)
        for (place, row) in rows.enumerated() {
            for (category, spent) in snapshot.spentParts(row: row) {
                parts[category, default: []].append(
                    Part(row: Int32(row), place: Int32(place), spent: spent))
            }
        }
        self.parts = parts
    }

    /// By row, the total up to each transaction that counts in it, in minor units.
    func totals(_ total: SpendingTotal) -> [Int32: Int128] {
        let meant = parts.filter { total.contains($0.key) }.values
        let ordered =
            meant.count == 1
            ? meant.first ?? [] : meant.flatMap(\.self).sorted { $0.place < $1.place }
        struct Period: Hashable {
            let currency: Int
            let number: Int
        }
        var sums: [Period: Int128] = [:]
        var totals: [Int32: Int128] = [:]
        totals.reserveCapacity(ordered.count)
        for part in ordered {
            let transaction = snapshot.transactions[Int(part.row)]
            let period = Period(
                currency: currencies[Int(transaction.account)],
                number: total.number(of: transaction.day))
            let sum = (sums[period] ?? 0) + Int128(part.spent)
            sums[period] = sum
            totals[part.row] = sum
        }
        return totals
    }
}

extension Snapshot {
    /// What of a transaction counts as spending, by category, as far as that is decided.
    fileprivate func spentParts(row: Int) -> [(category: String, spent: Int64)] {
        let transaction = transactions[row]
        guard let decided, !transaction.isPending, account(of: transaction).isCounted else {
            return []
        }
        let values = decided[row]
        guard !values.isExcluded, values.transactionClass != .ignore else { return [] }
        guard let parts = decided.parts[row] else {
            return values.transactionClass == .expense
                ? [(values.category, 0 &- transaction.amount)] : []
        }
        return parts.filter {
            !$0.isExcluded && ($0.class ?? values.transactionClass) == .expense
        }.map { ($0.category, 0 &- $0.minorUnits) }
    }

    /// Whether one row comes before another, by day and then by what they say. Rows that say the
    /// same stand in the order in which they came.
    fileprivate func isSpentBefore(_ one: Int, _ other: Int) -> Bool {
        let (first, second) = (transactions[one], transactions[other])
        if first.day != second.day { return first.day < second.day }
        // Money back before purchases, and small ones first.
        if first.amount != second.amount { return first.amount > second.amount }
        let texts = (texts[first.description], texts[second.description])
        if texts.0 != texts.1 { return texts.0 < texts.1 }
        let (account, otherAccount) = (account(of: first), self.account(of: second))
        return (account.institution, account.bankID, first.id)
            < (otherAccount.institution, otherAccount.bankID, second.id)
    }

    /// The total up to a transaction, by adding up all before it; nil if it doesn't count.
    ///
    /// - Complexity: linear. ``SpendingOrder`` gives the same totals.
    func spendingTotal(_ total: SpendingTotal, row: Int) -> Int128? {
        func spent(_ row: Int) -> Int128? {
            let parts = spentParts(row: row).filter { total.contains($0.category) }
            return parts.isEmpty ? nil : parts.reduce(0) { $0 + Int128($1.spent) }
        }
        guard let own = spent(row) else { return nil }
        let transaction = transactions[row]
        let (currency, period) = (
            account(of: transaction).currency, total.number(of: transaction.day)
        )
        return transactions.indices.reduce(own) { sum, other in
            let earlier = transactions[other]
            guard other != row, account(of: earlier).currency == currency,
                total.number(of: earlier.day) == period, isSpentBefore(other, row)
            else { return sum }
            return sum + (spent(other) ?? 0)
        }
    }
}
