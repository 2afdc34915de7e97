public import Model

/// A way in which a lender computes interest.
public struct InterestMethod: Hashable, Sendable {
    /// A way of counting days.
    public enum DayCount: String, CaseIterable, Sendable {
        case thirty360 = "30/360"
        case actual365 = "actual/365"
        case actual360 = "actual/360"

        /// The days of a year.
        var yearDays: Int128 { self == .actual365 ? 365 : 360 }

        func days(from start: CalendarDay, to end: CalendarDay) -> Int128 {
            guard self == .thirty360 else { return Int128(start.days(until: end)) }
            return Int128(Self.day360(end) - Self.day360(start))
        }

        /// The days of a whole period. A month is one, also when a weekend moves its charge.
        func wholeDays(from start: CalendarDay, to end: CalendarDay) -> Int128 {
            let days = days(from: start, to: end)
            guard self == .thirty360 else { return days }
            let months = (days + 15) / 30
            return months > 0 && abs(days - months * 30) <= 5 ? months * 30 : days
        }

        /// The number of a day where each month has 30 of them.
        private static func day360(_ day: CalendarDay) -> Int {
            let (year, month, number) = day.components
            return year * 360 + month * 30 + (day == day.month.lastDay ? 30 : min(number, 30))
        }
    }

    /// The debt that bears interest.
    public enum Base: String, CaseIterable, Sendable {
        /// The debt before the charge, for the whole period.
        case beforeCharge = "balance before the charge"
        /// The debt at the end of each day.
        case eachDay = "balance of each day"
    }

    public enum Rounding: String, CaseIterable, Sendable {
        case nearest, down
    }

    public let dayCount: DayCount
    public let base: Base
    public let rounding: Rounding

    /// All methods, the customary ones first.
    public static let all = DayCount.allCases.flatMap { dayCount in
        Base.allCases.flatMap { base in
            Rounding.allCases.map {
                InterestMethod(dayCount: dayCount, base: base, rounding: $0)
            }
        }
    }

    public init(dayCount: DayCount, base: Base, rounding: Rounding) {
        (self.dayCount, self.base, self.rounding) = (dayCount, base, rounding)
    }

    /// The debt that bears interest in a period, in minor units times days.
    ///
    /// - Parameters:
    ///   - end: the day of the charge.
    ///   - owed: the debt at the end of a day; 0 for none.
    func weight(
        from start: CalendarDay, to end: CalendarDay, owed: (CalendarDay) -> Int128
    ) -> Int128 {
        switch base {
        case .beforeCharge:
            return max(0, owed(end.adding(days: -1))) * dayCount.wholeDays(from: start, to: end)
        case .eachDay:
            return (0..<max(0, start.days(until: end))).reduce(Int128(0)) { sum, number in
                let day = start.adding(days: number)
                return sum + max(0, owed(day)) * dayCount.days(from: day, to: day.adding(days: 1))
            }
        }
    }

    /// The interest in minor units.
    func interest(of weight: Int128, at rate: InterestRate) -> Int128 {
        let part = weight * rate.coefficient
        let whole = dayCount.yearDays * rate.scale
        return rounding == .down ? part / whole : (part * 2 + whole) / (whole * 2)
    }
}

/// A yearly rate in percent, as an exact decimal number: 3.875.
public struct InterestRate: Hashable, Comparable, Sendable {
    /// 3875 for 3.875.
    let coefficient: Int128
    let decimals: Int
    /// How the lender rounds the interest of a month.
    var rounding = InterestMethod.Rounding.nearest

    public static func < (left: InterestRate, right: InterestRate) -> Bool {
        left.coefficient * right.scale < right.coefficient * left.scale
    }

    /// What a coefficient of 1 % has to be divided by for a share: 100 for 1 %.
    var scale: Int128 { powerOfTen(decimals + 2) }

    init(coefficient: Int128, decimals: Int) {
        self.coefficient = coefficient
        self.decimals = decimals
    }

    /// - Parameter percent: at least 0, with 6 decimals at most.
    public init(percent: DecimalAmount) {
        self.init(coefficient: Int128(percent.coefficient), decimals: percent.decimals)
    }

    /// A twelfth of a year's interest, rounded half up or down.
    ///
    /// - Parameter owed: minor units, at most 10^24.
    func ofMonth(on owed: Int128) -> Int128 {
        let half = rounding == .nearest ? 12 * scale : 0
        return (owed * coefficient * 2 + half) / (24 * scale)
    }

    /// "3.875".
    public var percentText: String { MinorUnits.plainText(coefficient, exponent: decimals) }
}

/// The rates at which a method gives some charges to the cent.
struct RateRange {
    /// A fraction of a year's rate.
    private typealias Fraction = (part: Int128, whole: Int128)

    private var low: Fraction = (0, 1)
    /// 50 %: what charges more is no loan of a bank.
    private var high: Fraction = (1, 2)
    private let method: InterestMethod

    init(_ method: InterestMethod) {
        self.method = method
    }

    /// Leaves only the rates that give one more charge.
    mutating func narrow(charge: Int128, weight: Int128) {
        let year = method.dayCount.yearDays
        let (least, most): (Fraction, Fraction) =
            switch method.rounding {
            case .nearest:
                (((charge * 2 - 1) * year, weight * 2), ((charge * 2 + 1) * year, weight * 2))
            case .down: ((charge * year, weight), ((charge + 1) * year, weight))
            }
        if least.part * low.whole > low.part * least.whole { low = least }
        if most.part * high.whole < high.part * most.whole { high = most }
    }

    /// The rate with the fewest decimals; nil if there is none.
    var roundest: InterestRate? {
        guard low.part * high.whole < high.part * low.whole else { return nil }
        for decimals in 0...Self.mostDecimals {
            let scale = powerOfTen(decimals + 2)
            let coefficient = (low.part * scale + low.whole - 1) / low.whole
            // The upper end itself rounds up.
            if coefficient > 0, coefficient * high.whole < high.part * scale {
                return InterestRate(coefficient: coefficient, decimals: decimals)
            }
        }
        return nil
    }

    private static let mostDecimals = 6
}
