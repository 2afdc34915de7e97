internal import Model

/// What was spent in a month or year up to a transaction, with the transaction.
///
/// Counts what figures of spending count, by day. Transactions of one day are ordered by what they
/// say, whenever they came.
public struct SpendingTotal: Hashable, Sendable {
    public enum Period: Hashable, Sendable {
        case month, year
    }

    public let period: Period
    /// The ids of categories; empty for all.
    public let categories: Set<String>

    public init(_ period: Period, of categories: Set<String> = []) {
        self.period = period
        self.categories = categories
    }

    func contains(_ category: String) -> Bool {
        categories.isEmpty || categories.contains(category)
    }

    /// The number of a day's month or year.
    func number(of day: CalendarDay) -> Int {
        let parts = day.components
        return period == .year ? parts.year : parts.year * 12 + parts.month
    }
}
