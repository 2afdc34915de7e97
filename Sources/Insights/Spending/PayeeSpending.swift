public import Model
public import Vault

/// The spending on one payee over some days, in one currency.
public struct PayeeSpending: Hashable, Sendable {
    public let payee: String
    /// Spending less money back; positive if more was spent.
    public let spent: Money
    /// The number of transactions.
    public let count: Int
    /// The share of what all payees got, 0 to 1; 0 if more came back than was spent.
    public let share: Double
}

extension PayeeSpending {
    /// The payees of a category, the highest first in each currency. Together they are what
    /// ``CategorySpending`` has for it.
    ///
    /// - Parameter categories: the ids of the category and its descendants.
    public static func payees(
        _ vault: Vault, days: Range<CalendarDay>, in categories: [String]
    ) throws -> [PayeeSpending] {
        let counted = Set(try vault.accounts().filter(\.visibility.isCounted).map(\.id))
        var query = TransactionQuery()
        query.days = days
        query.categories = categories
        query.transactionClass = .expense
        var sums: [Currency: [String: (sum: Int128, count: Int)]] = [:]
        try vault.forEachTransaction(query) { record in
            guard !record.isPending, record.verdict?.isExcluded?.value != true,
                counted.contains(record.account)
            else { return }
            let amount =
                record.splits.isEmpty
                ? record.amount.minorUnits
                : record.splits.filter { categories.contains($0.category) }
                    .reduce(0) { $0 + Int128($1.minorUnits) }
            let before = sums[record.amount.currency]?[record.payee] ?? (0, 0)
            sums[record.amount.currency, default: [:]][record.payee] = (
                before.sum - amount, before.count + 1
            )
        }
        return sums.sorted { $0.key.code < $1.key.code }.flatMap { currency, payees in
            let whole = payees.values.map { Double(max(0, $0.sum)) }.reduce(0, +)
            return payees.map { payee, spent in
                PayeeSpending(
                    payee: payee, spent: Money(sum: spent.sum, currency: currency),
                    count: spent.count,
                    share: whole > 0 ? Double(max(0, spent.sum)) / whole : 0)
            }
            .sorted { ($1.spent.minorUnits, $0.payee) < ($0.spent.minorUnits, $1.payee) }
        }
    }
}
