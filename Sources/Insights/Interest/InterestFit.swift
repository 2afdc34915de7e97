public import Model

/// The rate and method that give a loan's newest charges of interest to the cent.
public struct InterestFit: Sendable {
    /// Interest that was charged for a period.
    public struct Charge: Sendable {
        public let start: CalendarDay
        /// The day of the charge.
        public let end: CalendarDay
        /// Minor units.
        public let amount: Int128

        public init(start: CalendarDay, end: CalendarDay, amount: Int128) {
            (self.start, self.end, self.amount) = (start, end, amount)
        }
    }

    public let method: InterestMethod
    public let rate: InterestRate
    /// The number of newest charges that it gives to the cent.
    public let count: Int

    /// Fewer charges prove nothing.
    static let fewest = 3

    /// The interest of a period in minor units.
    ///
    /// - Parameter owed: the debt at the end of a day.
    public func interest(
        from start: CalendarDay, to end: CalendarDay, owed: (CalendarDay) -> Int128
    ) -> Int128 {
        method.interest(of: method.weight(from: start, to: end, owed: owed), at: rate)
    }
}

/// The charges of a loan with the debt behind them, for finding fits.
public struct InterestCharges: Sendable {
    public let charges: [InterestFit.Charge]
    /// The weight of each charge by the methods' day count and base.
    private let weights: [[Int128]]

    /// Amounts beyond this would leave 128 bits, and no person has such a loan.
    private static let largest = Int128(1_000_000_000_000_000)

    /// - Parameters:
    ///   - charges: oldest first.
    ///   - owed: the debt at the end of a day in minor units.
    public init(_ charges: [InterestFit.Charge], owed: (CalendarDay) -> Int128) {
        self.charges = charges
        weights = InterestMethod.all.map { method in
            charges.map {
                let weight = method.weight(from: $0.start, to: $0.end, owed: owed)
                return weight < Self.largest * 400 && abs($0.amount) < Self.largest ? weight : 0
            }
        }
    }

    /// The method that gives the most of the newest charges, and the roundest rate of several; nil
    /// if none gives three.
    ///
    /// - Parameter count: the number of oldest charges to look at.
    public func fit(first count: Int) -> InterestFit? {
        // The first of equal ones, as the customary methods come first.
        fits(first: count).reduce(nil) { best, fit in
            guard let best else { return fit }
            return (fit.count, -fit.rate.decimals) > (best.count, -best.rate.decimals)
                ? fit : best
        }
    }

    /// Every method that gives at least three of the newest charges.
    public func fits(first count: Int) -> [InterestFit] {
        InterestMethod.all.enumerated().compactMap { position, method in
            fit(method, weights[position], first: count)
        }
    }

    private func fit(
        _ method: InterestMethod, _ weights: [Int128], first count: Int
    ) -> InterestFit? {
        var range = RateRange(method)
        var found: InterestFit?
        for position in (0..<count).reversed() {
            guard weights[position] > 0, charges[position].amount > 0 else { break }
            range.narrow(charge: charges[position].amount, weight: weights[position])
            guard let rate = range.roundest else { break }
            found = InterestFit(method: method, rate: rate, count: count - position)
        }
        return found.flatMap { $0.count >= InterestFit.fewest ? $0 : nil }
    }

    /// The method that comes closest to the newest charges, with the greatest difference in minor
    /// units; nil for too few charges.
    public func nearest() -> (method: InterestMethod, rate: InterestRate, difference: Int128)? {
        let newest = charges.indices.suffix(Self.mostCompared)
        guard newest.count >= InterestFit.fewest else { return nil }
        return InterestMethod.all.enumerated().compactMap { position, method in
            let weights = self.weights[position]
            let sum = newest.reduce(Int128(0)) { $0 + weights[$1] }
            let charged = newest.reduce(Int128(0)) { $0 + charges[$1].amount }
            guard sum > 0, charged > 0 else { return nil }
            let scale = powerOfTen(Self.decimals + 2)
            let rate = InterestRate(
                coefficient: charged * method.dayCount.yearDays * scale / sum,
                decimals: Self.decimals)
            let differences = newest.map {
                abs(method.interest(of: weights[$0], at: rate) - charges[$0].amount)
            }
            return (method, rate, differences.max() ?? 0)
        }.min { $0.difference < $1.difference }
    }

    private static let mostCompared = 12
    private static let decimals = 3
}
