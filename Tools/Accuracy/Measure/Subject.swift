/// A thing about which the pipeline can be right or wrong.
public enum Subject: String, CaseIterable, Sendable {
    /// Pairs of the two sides of a transfer.
    case transfers
    /// Sides of payments to cards and loans.
    case payments
    /// Transactions that are income.
    case income
    /// Whole series, of the right members and frequency.
    case series
    /// Transactions that are in some series.
    case seriesMembers = "series-members"
    /// The class of each transaction.
    case classes
    /// The category of each expense.
    case categories
    /// The same, where each expense counts as much as its amount.
    case spending

    /// Whether there is something to say about each, so that what is found is
    /// never more or less than what there is.
    var isShare: Bool {
        switch self {
        case .transfers, .payments, .income, .series, .seriesMembers: false
        case .classes, .categories, .spending: true
        }
    }
}

/// What was found, how much of it is right, and how much there truly is:
/// counts, or cents.
public struct Tally: Hashable, Sendable {
    public internal(set) var right: Int64 = 0
    public internal(set) var found: Int64 = 0
    public internal(set) var existing: Int64 = 0

    /// Of what was found, what is right.
    public var precision: Percentage { Percentage(right, of: found) }
    /// Of what there is, what was found.
    public var recall: Percentage { Percentage(right, of: existing) }

    static func += (left: inout Tally, right: Tally) {
        left.right += right.right
        left.found += right.found
        left.existing += right.existing
    }
}

/// A share in hundredths of a percent, rounded down, so that only what is
/// wholly right is 100.
public struct Percentage: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// 0 to 10,000.
    public let hundredths: Int64

    public init(hundredths: Int64) {
        self.hundredths = hundredths
    }

    /// Of nothing, nothing: it promises nothing.
    init(_ part: Int64, of whole: Int64) {
        hundredths = whole == 0 ? 0 : part * 10_000 / whole
    }

    /// "99.07".
    public var description: String {
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }

    public static func < (left: Percentage, right: Percentage) -> Bool {
        left.hundredths < right.hundredths
    }
}
