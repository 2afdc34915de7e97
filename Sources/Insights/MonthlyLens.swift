public import Model
public import Vault

/// One month's money by the three lenses of a 50/30/20 plan, in one currency: expenses,
/// saving, and debt payments. An expense without a lens is a want. What is paid on a loan
/// beyond the minimum that the person gave is saving.
public struct MonthlyLens: Hashable, Sendable {
    /// One of the three lenses.
    public struct Part: Hashable, Sendable {
        public let lens: Lens
        /// Money spent or saved less money back; positive if more was spent.
        public let amount: Money
        /// The share of the total, 0 to 1; nil if the total is zero, or if more came
        /// back to some part than was spent.
        public let share: Double?
        /// The share in whole percent; all parts add up to 100.
        public let percent: Int?
        /// Whole percent.
        public let target: Int
    }

    /// Advice from the shares' distance to the targets.
    public enum Signal: Hashable, Sendable {
        case needsAreHigh, savingIsLow, wantsAreHigh
        /// Every part is near its target.
        case isBalanced
    }

    public let month: CalendarMonth
    public let currency: Currency
    /// Needs, wants and saving, in this order; they add up to ``total``.
    public let parts: [Part]
    public let total: Money
    /// The number of days with a payment.
    public let activeDays: Int

    /// Why shares say too little for advice.
    public enum MissingBasis: String, Sendable {
        /// The month is not over, or not known to its end.
        case end
        /// The data begin in the month.
        case beginning
        /// Money was spent or saved on fewer than ``MonthlyLens/leastActiveDays`` days.
        case payments
    }

    /// The fewest days with a payment that make shares worth advice.
    public static let leastActiveDays = 8

    /// What the month lacks for advice; nil for nothing.
    ///
    /// - Parameters:
    ///   - oldest: the first known day.
    ///   - last: the last known day.
    public func missingBasis(from oldest: CalendarDay?, through last: CalendarDay) -> MissingBasis?
    {
        if last < month.lastDay { return .end }
        if let oldest, oldest > month.firstDay { return .beginning }
        return activeDays < Self.leastActiveDays ? .payments : nil
    }

    /// The signals to report, the most serious first. Empty if nothing was spent or
    /// saved, and if a part deviates on its better side only.
    public var signals: [Signal] {
        var signals: [Signal] = []
        var isNear = true
        for part in parts {
            guard let percent = part.percent else { return [] }
            let points = percent - part.target
            if points.magnitude > Self.nearPoints { isNear = false }
            switch part.lens {
            case .need where points > Self.nearPoints: signals.append(.needsAreHigh)
            case .want where points > Self.nearPoints: signals.append(.wantsAreHigh)
            case .saving where points < -Self.nearPoints: signals.append(.savingIsLow)
            default: break
            }
        }
        return isNear ? [.isBalanced] : signals
    }

    /// The tolerated deviation from a target, in percentage points.
    private static let nearPoints = 5
}

extension MonthlyLens {
    /// The months from the first to the last, oldest first, for each currency with any
    /// spending or saving.
    ///
    /// - Parameter lastDay: the last day that counts; nil for the end of the last
    ///   month.
    public static func months(
        _ vault: Vault, from first: CalendarMonth, through last: CalendarMonth,
        until lastDay: CalendarDay? = nil, targets: LensTargets
    ) throws -> [MonthlyLens] {
        guard first <= last else { return [] }
        let days = (first.firstDay..<last.next.firstDay).through(lastDay)
        var sums: [Currency: [CalendarMonth: [Lens: Int128]]] = [:]
        var active: [Currency: [CalendarMonth: Set<CalendarDay>]] = [:]
        var loans = try LoanPayments(vault)
        for figure in try vault.lensFigures(days) {
            let (currency, month) = (figure.total.currency, figure.day.month)
            let beyond = loans.beyondMinimum(figure)
            active[currency, default: [:]][month, default: []].insert(figure.day)
            let lens = figure.lens ?? .want
            sums[currency, default: [:]][month, default: [:]][lens, default: 0] -=
                figure.total.minorUnits + beyond
            sums[currency, default: [:]][month, default: [:]][.saving, default: 0] += beyond
        }
        return sums.keys.sorted { $0.code < $1.code }.flatMap { currency in
            sequence(first: first, next: \.next).prefix { $0 <= last }.map { month in
                MonthlyLens(
                    month, currency, amounts: sums[currency]?[month] ?? [:],
                    activeDays: active[currency]?[month]?.count ?? 0, targets: targets)
            }
        }
    }

    private init(
        _ month: CalendarMonth, _ currency: Currency, amounts: [Lens: Int128], activeDays: Int,
        targets: LensTargets
    ) {
        let isWhole = !amounts.values.contains { $0 < 0 }
        let spent = isWhole ? amounts.values.map(Double.init).reduce(0, +) : 0
        let shares = Lens.allCases.map { lens in
            spent > 0 ? Double(amounts[lens] ?? 0) / spent : 0
        }
        let parts = zip(Lens.allCases, zip(shares, Self.percents(of: shares))).map { lens, share in
            Part(
                lens: lens, amount: Money(sum: amounts[lens] ?? 0, currency: currency),
                share: spent > 0 ? share.0 : nil, percent: spent > 0 ? share.1 : nil,
                target: targets[lens])
        }
        self.init(
            month: month, currency: currency, parts: parts,
            total: Money(sum: amounts.values.reduce(0, +), currency: currency),
            activeDays: activeDays)
    }

    /// Shares in whole percent that add up to 100: the largest remainders are rounded
    /// up.
    private static func percents(of shares: [Double]) -> [Int] {
        var percents = shares.map { Int(($0 * 100).rounded(.down)) }
        let lost = zip(shares, percents).map { $0 * 100 - Double($1) }
        let byLoss = shares.indices.sorted { (lost[$1], $0) < (lost[$0], $1) }
        for place in byLoss.prefix(max(0, 100 - percents.reduce(0, +))) { percents[place] += 1 }
        return percents
    }
}

/// The monthly payments on loans with a known minimum.
private struct LoanPayments {
    private let minimums: [Int64: Money]
    private var paid: [Key: Int128] = [:]

    private struct Key: Hashable {
        let loan: Int64
        let month: CalendarMonth
    }

    init(_ vault: Vault) throws {
        minimums = Dictionary(
            try vault.accounts().compactMap { account in
                account.minimumPayment.map { (account.id, $0) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The part of a payment, in minor units, that is beyond what its loan asks for in the
    /// month after earlier payments; 0 for all else.
    mutating func beyondMinimum(_ figure: LensFigure) -> Int128 {
        guard figure.lens == .need, figure.total.minorUnits < 0, let loan = figure.loan,
            let minimum = minimums[loan], minimum.currency == figure.total.currency
        else { return 0 }
        let key = Key(loan: loan, month: figure.day.month)
        let before = paid[key] ?? 0
        let after = before - figure.total.minorUnits
        paid[key] = after
        return after - max(before, min(after, minimum.minorUnits))
    }
}
