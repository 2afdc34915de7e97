import Model

/// The spending of a snapshot by category, each in the order in which it adds up. A total is found
/// by a few searches, so that many different ones cost no memory.
struct SpendingOrder {
    /// The spending of one category, or of all, in one currency.
    fileprivate struct Sums {
        /// The places of its transactions among all, in order.
        private var places: [Int32] = []
        /// What was spent up to each of them, in minor units.
        private var sums: [Int128] = []

        mutating func add(_ spent: Int64, at place: Int32) {
            let sum = (sums.last ?? 0) + Int128(spent)
            if places.last == place {
                sums[sums.count - 1] = sum
            } else {
                places.append(place)
                sums.append(sum)
            }
        }

        func has(_ place: Int32) -> Bool {
            let position = places.firstPosition { $0 >= place }
            return position < places.count && places[position] == place
        }

        func spent(before place: Int32) -> Int128 {
            let position = places.firstPosition { $0 >= place }
            return position > 0 ? sums[position - 1] : 0
        }
    }

    private struct Key: Hashable {
        /// Nil for all.
        let category: String?
        let currency: Int
    }

    /// What a total adds up.
    struct Total {
        fileprivate let period: SpendingTotal.Period
        /// By the number of a currency.
        fileprivate let sums: [[Sums]]
    }

    private let snapshot: Snapshot
    private let sums: [Key: Sums]
    /// By account, a number that those of one currency share.
    private let currencies: [Int]
    /// By row; -1 for one that doesn't count.
    private let places: [Int32]
    /// By place.
    private let days: [CalendarDay]

    /// - Complexity: that of sorting.
    init(_ snapshot: Snapshot) {
        self.snapshot = snapshot
        var numbers: [Currency: Int] = [:]
        currencies = snapshot.accounts.map { account in
            let number = numbers[account.currency] ?? numbers.count
            numbers[account.currency] = number
            return number
        }
        var sums: [Key: Sums] = [:]
        var places = Array(repeating: Int32(-1), count: snapshot.transactions.count)
        let rows = snapshot.transactions.indices.filter { !snapshot.spentParts(row: $0).isEmpty }
            .sorted(by: snapshot.isSpentBefore)
        for (place, row) in rows.enumerated() {
            let place = Int32(place)
            places[row] = place
            let currency = currencies[Int(snapshot.transactions[row].account)]
            for (category, spent) in snapshot.spentParts(row: row) {
                for category in [category, nil] {
                    sums[Key(category: category, currency: currency), default: Sums()]
                        .add(spent, at: place)
                }
            }
        }
        (self.sums, self.places) = (sums, places)
        days = rows.map { snapshot.transactions[$0].day }
    }

    func total(_ total: SpendingTotal) -> Total {
        let categories: [String?] = total.categories.isEmpty ? [nil] : total.categories.sorted()
        let count = (currencies.max() ?? -1) + 1
        return Total(
            period: total.period,
            sums: (0..<count).map { currency in
                categories.compactMap { sums[Key(category: $0, currency: currency)] }
            })
    }

    /// A total up to a transaction; nil if it doesn't count in it.
    func value(of total: Total, row: Int) -> Int128? {
        let place = places[row]
        guard place >= 0 else { return nil }
        let transaction = snapshot.transactions[row]
        let meant = total.sums[currencies[Int(transaction.account)]]
        guard meant.contains(where: { $0.has(place) }) else { return nil }
        let start = total.period.firstDay(with: transaction.day)
        let first = Int32(days.firstPosition { $0 >= start })
        return meant.reduce(0) { $0 + $1.spent(before: place + 1) - $1.spent(before: first) }
    }
}

extension Array {
    /// The first position from which a condition holds, by halving; the count if there is none.
    fileprivate func firstPosition(where holds: (Element) -> Bool) -> Int {
        var (start, end) = (0, count)
        while start < end {
            let middle = (start + end) / 2
            if holds(self[middle]) { end = middle } else { start = middle + 1 }
        }
        return start
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
        let currency = account(of: transaction).currency
        let start = total.period.firstDay(with: transaction.day)
        return transactions.indices.reduce(own) { sum, other in
            let earlier = transactions[other]
            guard other != row, account(of: earlier).currency == currency,
                earlier.day >= start, isSpentBefore(other, row)
            else { return sum }
            return sum + (spent(other) ?? 0)
        }
    }
}
