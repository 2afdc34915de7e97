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
        var query = TransactionQuery()
        query.days = days
        query.categories = categories
        let groups = try TransactionSums(vault, query, by: .payee, only: .expense).groups
        let wholes = Dictionary(grouping: groups, by: \.sum.currency).mapValues {
            $0.reduce(0.0) { $0 + Double(max(0, -$1.sum.minorUnits)) }
        }
        return groups.map { group in
            let spent = -group.sum.minorUnits
            let whole = wholes[group.sum.currency] ?? 0
            return PayeeSpending(
                payee: group.name ?? "", spent: Money(sum: spent, currency: group.sum.currency),
                count: group.count, share: whole > 0 ? Double(max(0, spent)) / whole : 0)
        }
        .sorted {
            let codes = ($0.spent.currency.code, $1.spent.currency.code)
            return codes.0 != codes.1
                ? codes.0 < codes.1
                : ($1.spent.minorUnits, $0.payee) < ($0.spent.minorUnits, $1.payee)
        }
    }
}
