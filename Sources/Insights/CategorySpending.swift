public import Model
public import Vault

/// What was spent in one category, in one currency, over some days.
public struct CategorySpending: Hashable, Sendable {
    /// The category's id.
    public let category: String
    /// What was spent less what came back, positive when more was spent.
    public let spent: Money
    /// The part of all spending of the currency, 0 to 1; 0 where the category
    /// brought more back than was spent.
    public let share: Double
}

extension CategorySpending {
    /// Every category in which anything was spent or came back, the highest
    /// first.
    ///
    /// - Parameter lens: the part of a 50/30/20 plan that counts; nil for all.
    ///   An expense without a lens is a want.
    public static func breakdown(
        _ vault: Vault, days: Range<CalendarDay>, lens: Lens? = nil
    ) throws -> [CategorySpending] {
        var sums: [Currency: [String: Int64]] = [:]
        for figure in try vault.dailyFigures(days, lens: lens)
        where figure.transactionClass == .expense {
            let spent = sums[figure.total.currency]?[figure.category] ?? 0
            sums[figure.total.currency, default: [:]][figure.category] = try sum(
                spent, -figure.total.minorUnits)
        }
        return sums.sorted { $0.key.code < $1.key.code }.flatMap { currency, categories in
            let positive = categories.values.filter { $0 > 0 }.map(Double.init).reduce(0, +)
            return
                categories
                .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { category, spent in
                    CategorySpending(
                        category: category,
                        spent: Money(minorUnits: spent, currency: currency),
                        share: positive > 0 ? max(0, Double(spent)) / positive : 0)
                }
        }
    }
}
