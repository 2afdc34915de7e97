/// How often a series of recurring payments comes, the most frequent first.
public enum Frequency: String, CaseIterable, Sendable {
    case daily, weekly, biweekly
    /// On two days of each month, as many employers pay.
    case semimonthly
    case monthly, bimonthly, quarterly
    case halfYearly = "half-yearly"
    case yearly

    public var timesAYear: Int {
        switch self {
        case .daily: 365
        case .weekly: 52
        case .biweekly: 26
        case .semimonthly: 24
        case .monthly: 12
        case .bimonthly: 6
        case .quarterly: 4
        case .halfYearly: 2
        case .yearly: 1
        }
    }

    /// The days from one payment to the next that count as this frequency.
    public var days: ClosedRange<Int> {
        switch self {
        case .daily: 1...1
        case .weekly: 6...8
        case .biweekly: 13...15
        case .semimonthly: 13...18
        case .monthly: 28...31
        case .bimonthly: 58...62
        case .quarterly: 88...95
        case .halfYearly: 178...187
        case .yearly: 360...370
        }
    }

    /// For how many days after its last payment a series counts as going on:
    /// 45 for a monthly one, and in proportion for others.
    public var recentDays: Int {
        switch self {
        case .daily: 4
        case .weekly: 11
        case .biweekly: 21
        case .semimonthly: 23
        case .monthly: 45
        case .bimonthly: 91
        case .quarterly: 137
        case .halfYearly: 274
        case .yearly: 548
        }
    }

    /// What a payment comes to in a month, rounded to the minor unit.
    ///
    /// - Parameter minorUnits: one payment.
    public func monthlyEquivalent(of minorUnits: Int64) -> Int128 {
        Self.monthlyEquivalent(of: minorUnits, times: timesAYear, inMonths: 12)
    }

    static func monthlyEquivalent(
        of minorUnits: Int64, times: Int, inMonths months: Int
    ) -> Int128 {
        let (whole, rest) = (Int128(minorUnits) * Int128(times)).quotientAndRemainder(
            dividingBy: Int128(months))
        return abs(rest) * 2 >= months ? whole + rest.signum() : whole
    }
}
