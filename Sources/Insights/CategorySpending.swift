public import Model
public import Vault

/// What was spent in one category and in those below it, in one currency, over
/// some days.
public struct CategorySpending: Hashable, Sendable {
    /// The category's id.
    public let category: String
    /// What was spent in it and in all below it less what came back, positive when
    /// more was spent.
    public let spent: Money
    /// What of it is in the category itself.
    public let own: Money
    /// The part of all spending of the currency, 0 to 1; 0 if the category brought more
    /// back than was spent.
    public let share: Double
    /// The categories right below it, the highest first.
    public let parts: [CategorySpending]

    /// It and all below it, each before its parts.
    public var withParts: [CategorySpending] { [self] + parts.flatMap(\.withParts) }
}

extension CategorySpending {
    /// Every category in which, or below which, anything was spent or came back:
    /// those that are part of no other, the highest first.
    ///
    /// - Parameters:
    ///   - lens: the part of a 50/30/20 plan that counts; nil for all. An expense
    ///     without a lens is a want.
    ///   - categories: one that is missing there is part of no other.
    public static func breakdown(
        _ vault: Vault, days: Range<CalendarDay>, lens: Lens? = nil, in categories: CategoryTree
    ) throws -> [CategorySpending] {
        var sums: [Currency: [String: Int128]] = [:]
        for figure in try vault.dailyFigures(days, lens: lens)
        where figure.transactionClass == .expense {
            sums[figure.total.currency, default: [:]][figure.category, default: 0] -=
                figure.total.minorUnits
        }
        return sums.sorted { $0.key.code < $1.key.code }.flatMap { currency, own in
            let branches = SpendingBranches(own, in: categories).branches(of: nil)
            let positive = branches.map { Double(max(0, $0.spent)) }.reduce(0, +)
            return branches.map { $0.spending(in: currency, of: positive) }
        }
    }
}

/// What was spent in one currency, by category and what comes together below each.
private struct SpendingBranches {
    /// By category, in minor units.
    private let own: [String: Int128]
    /// By category, those right below it; by nil those that are part of no other.
    private let below: [String?: [String]]

    init(_ own: [String: Int128], in categories: CategoryTree) {
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
            let own = own[category] ?? 0
            return Branch(
                category: category, own: own, spent: parts.map(\.spent).reduce(own, +),
                parts: parts)
        }
        .sorted { ($1.spent, $0.category) < ($0.spent, $1.category) }
    }

    struct Branch {
        let category: String
        let own: Int128
        let spent: Int128
        let parts: [Branch]

        /// - Parameter whole: what was spent in all categories.
        func spending(in currency: Currency, of whole: Double) -> CategorySpending {
            CategorySpending(
                category: category, spent: Money(sum: spent, currency: currency),
                own: Money(sum: own, currency: currency),
                share: whole > 0 ? Double(max(0, spent)) / whole : 0,
                parts: parts.map { $0.spending(in: currency, of: whole) })
        }
    }
}
