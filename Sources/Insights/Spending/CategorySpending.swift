public import Model
public import Vault

/// The spending of a category and its descendants over some days, in one currency.
public struct CategorySpending: Hashable, Sendable {
    /// The category's id.
    public let category: String
    /// Spending less money back, descendants included; positive if more was spent.
    public let spent: Money
    /// The part in the category itself.
    public let own: Money
    /// The part of ``spent`` whose category is a guess.
    public let guessed: Money
    /// The share of all spending in the currency, 0 to 1; 0 if more came back than was
    /// spent.
    public let share: Double
    /// The child categories, the highest first.
    public let parts: [CategorySpending]

    /// The category and its descendants, each before its children.
    public var withParts: [CategorySpending] { [self] + parts.flatMap(\.withParts) }
}

extension CategorySpending {
    /// The top-level categories with spending or money back, the highest first.
    ///
    /// - Parameters:
    ///   - lens: the lens to count; nil for all. An expense without a lens is a want.
    ///   - categories: a category that is missing there has no parent.
    public static func breakdown(
        _ vault: Vault, days: Range<CalendarDay>, lens: Lens? = nil, in categories: CategoryTree
    ) throws -> [CategorySpending] {
        try breakdown(vault, days: CountedDays(days), lens: lens, in: categories)
    }

    /// The same of days that may end earlier for some accounts.
    public static func breakdown(
        _ vault: Vault, days: CountedDays, lens: Lens? = nil, in categories: CategoryTree
    ) throws -> [CategorySpending] {
        breakdown(of: try vault.dailyFigures(days, lens: lens), in: categories)
    }

    /// The breakdown of some figures.
    private static func breakdown(
        of figures: some Sequence<DailyFigure>, in categories: CategoryTree
    ) -> [CategorySpending] {
        var sums: [Currency: [String: Spent]] = [:]
        for figure in figures where figure.transactionClass == .expense {
            sums[figure.total.currency, default: [:]][figure.category, default: Spent()] += Spent(
                sum: -figure.total.minorUnits, guessed: -figure.guessed.minorUnits)
        }
        return sums.sorted { $0.key.code < $1.key.code }.flatMap { currency, own in
            let branches = SpendingBranches(own, in: categories).branches(of: nil)
            let positive = branches.map { Double(max(0, $0.spent.sum)) }.reduce(0, +)
            return branches.map { $0.spending(in: currency, of: positive) }
        }
    }
}

/// Minor units, and those of them whose category is a guess.
private struct Spent {
    var sum: Int128 = 0
    var guessed: Int128 = 0

    static func + (one: Self, other: Self) -> Self {
        Self(sum: one.sum + other.sum, guessed: one.guessed + other.guessed)
    }

    static func += (one: inout Self, other: Self) { one = one + other }
}

/// The spending in one currency, summed up the category tree.
private struct SpendingBranches {
    /// By category.
    private let own: [String: Spent]
    /// The child categories by parent; nil for the top level.
    private let below: [String?: [String]]

    init(_ own: [String: Spent], in categories: CategoryTree) {
        self.own = own
        var named = Set(own.keys)
        for id in own.keys {
            var above = categories[id]?.parent
            while let next = above {
                named.insert(next)
                above = categories[next]?.parent
            }
        }
        below = Dictionary(grouping: named) { categories[$0]?.parent }
    }

    /// The highest first.
    func branches(of category: String?) -> [Branch] {
        (below[category] ?? []).map { category in
            let parts = branches(of: category)
            let own = own[category] ?? Spent()
            return Branch(
                category: category, own: own, spent: parts.map(\.spent).reduce(own, +),
                parts: parts)
        }
        .sorted { ($1.spent.sum, $0.category) < ($0.spent.sum, $1.category) }
    }

    struct Branch {
        let category: String
        let own: Spent
        let spent: Spent
        let parts: [Branch]

        /// - Parameter whole: the spending of all categories.
        func spending(in currency: Currency, of whole: Double) -> CategorySpending {
            CategorySpending(
                category: category, spent: Money(sum: spent.sum, currency: currency),
                own: Money(sum: own.sum, currency: currency),
                guessed: Money(sum: spent.guessed, currency: currency),
                share: whole > 0 ? Double(max(0, spent.sum)) / whole : 0,
                parts: parts.map { $0.spending(in: currency, of: whole) })
        }
    }
}
