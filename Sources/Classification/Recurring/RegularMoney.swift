internal import Model
public import Rules

/// Which series of money that could be money back are income instead; comes from
/// `config/recurring.toml`.
public struct RegularMoney: Sendable {
    /// Holds for texts of what is money back however regular.
    let shared: Rulebook
    /// So many payments in a rhythm are regular.
    private let leastPayments: Int
    /// Money comes back only so far as it was given: where the payee was paid so
    /// many percent of a series, it is no income.
    private let paidPercent: Int
    /// So many days before its first payment what is paid begins to count.
    private let daysBefore: Int
    private let isAnyAmount: Bool

    /// - Parameters:
    ///   - shared: holds for texts of what is money back however regular.
    ///   - leastPayments: so many payments in a rhythm are regular.
    ///   - paidPercent: where the payee was paid so many percent of a series, it is
    ///     no income.
    ///   - daysBefore: so many days before its first payment what is paid begins to
    ///     count.
    ///   - isAnyAmount: whether the payments of a series may be of different amounts.
    public init(
        shared: Condition, leastPayments: Int, paidPercent: Int, daysBefore: Int,
        isAnyAmount: Bool
    ) throws(RulebookError) {
        self.shared = try Rulebook([
            Rule(
                id: "shared", name: "", origin: .stored, condition: shared, effect: Effect())
        ])
        self.leastPayments = leastPayments
        self.paidPercent = paidPercent
        self.daysBefore = daysBefore
        self.isAnyAmount = isAnyAmount
    }

    /// Whether a series of money that came in is income.
    ///
    /// - Parameter payments: with the payee, those of the series among them.
    func isIncome(
        _ series: DetectedSeries, of members: [Int32], among payments: [Int32],
        in rows: RecurringRows
    ) -> Bool {
        guard series.isFixed || isAnyAmount, members.count >= leastPayments,
            let first = members.map(rows.day).min(), let last = members.map(rows.day).max()
        else { return false }
        let days = first.adding(days: -daysBefore)...last
        // Amounts of a bank that says anything add up to more than a whole number holds.
        let received = members.reduce(0.0) { $0 + Double(rows.amount($1)) }
        let paid = payments.reduce(0.0) { paid, row in
            let amount = rows.amount(row)
            return amount < 0 && days.contains(rows.day(row)) ? paid - Double(amount) : paid
        }
        return paid * 100 < received * Double(paidPercent)
    }
}
