/// A recurring series as found by a pass.
///
/// It holds nothing that depends on the current day. Due and missed payments follow
/// from ``rhythm`` and the as-of day.
public struct SeriesFacts: Hashable, Sendable {
    /// Unique in a vault; the series attribute of its transactions.
    public let name: String
    public let payee: String
    public let currency: Currency
    public let frequency: Frequency
    public let rhythm: Rhythm
    /// The current payment in minor units; positive is money that comes in.
    public let usualAmount: Int64
    /// Whether nearly every payment repeats the previous amount.
    public let isFixed: Bool
    /// 0 to 100: recurring from 80, likely from 50.
    public let confidence: Int
    public let transactionCount: Int
    public let firstDay: CalendarDay
    public let lastDay: CalendarDay
    /// The row ID of the newest transaction.
    public let newestTransaction: Int64
    /// Of the newest transaction.
    public let transactionClass: TransactionClass
    /// The id of the newest transaction's category.
    public let category: String
    /// Whether a rule of the person's links the transactions.
    public let isLinkedByRule: Bool
    public let decision: SeriesDecision?
    /// The row ID of the transaction that the decision is stored under.
    public let decidedTransaction: Int64?

    public init(
        name: String, payee: String, currency: Currency, frequency: Frequency, rhythm: Rhythm,
        usualAmount: Int64, isFixed: Bool, confidence: Int, transactionCount: Int,
        firstDay: CalendarDay, lastDay: CalendarDay, newestTransaction: Int64,
        transactionClass: TransactionClass, category: String, isLinkedByRule: Bool,
        decision: SeriesDecision?, decidedTransaction: Int64?
    ) {
        self.name = name
        self.payee = payee
        self.currency = currency
        self.frequency = frequency
        self.rhythm = rhythm
        self.usualAmount = usualAmount
        self.isFixed = isFixed
        self.confidence = confidence
        self.transactionCount = transactionCount
        self.firstDay = firstDay
        self.lastDay = lastDay
        self.newestTransaction = newestTransaction
        self.transactionClass = transactionClass
        self.category = category
        self.isLinkedByRule = isLinkedByRule
        self.decision = decision
        self.decidedTransaction = decidedTransaction
    }

    public var usualMoney: Money { Money(minorUnits: usualAmount, currency: currency) }

    /// The certainty of the series, from the evidence or the person's decision.
    public var standing: Standing {
        if decision == .confirmed || isLinkedByRule || confidence >= 80 { return .recurring }
        return confidence >= 50 ? .likely : .possible
    }

    public enum Standing: String, Sendable {
        case recurring, likely, possible
    }

    /// Whether payments are still expected on a day. The last one must be recent for
    /// its frequency; monthly and more frequent series may have missed one. The person
    /// must not have cancelled it.
    public func isActive(on day: CalendarDay) -> Bool {
        guard decision != .cancelled, decision != .dismissed else { return false }
        return lastDay.days(until: day) <= frequency.recentDays
            || frequency.timesAYear >= 12 && day < rhythm.day(ofSlot: lastSlot + 2)
    }

    /// The expected day after the last payment.
    public var nextDay: CalendarDay {
        rhythm.day(ofSlot: lastSlot + 1)
    }

    /// Whether an amount could be one of its payments although it differs from the
    /// usual one: same direction, and at most double or half. What a card is paid may be any.
    public func mayHave(paymentOf amount: Int64) -> Bool {
        guard (amount > 0) == (usualAmount > 0) else { return false }
        if transactionClass == .transfer, !isFixed { return amount != 0 }
        let (one, other) = (amount.magnitude, usualAmount.magnitude)
        return max(one, other) / 2 <= min(one, other)
    }

    private var lastSlot: Int { rhythm.slot(nearestTo: lastDay) }
}

extension SeriesFacts {
    /// The frequency in words, "monthly, 2nd Wednesday", "every 4 weeks" or "every 90
    /// days".
    public var howOften: String {
        if let distance = ownDays {
            return distance.isMultiple(of: 7)
                ? "every \(distance / 7) weeks" : "every \(distance) days"
        }
        return switch rhythm.pace {
        case .weekdayOfMonth(let number, let weekday):
            "\(frequency.rawValue), \(Self.ordinal(number)) \(Self.name(ofWeekday: weekday))"
        case .days, .months, .twiceAMonth: frequency.rawValue
        }
    }

    /// The amount for a month, rounded to the minor unit.
    public var monthlyEquivalent: Int128 {
        guard let distance = ownDays else {
            return frequency.monthlyEquivalent(of: usualAmount)
        }
        // A year of 52 weeks, as for other frequencies.
        return Frequency.monthlyEquivalent(
            of: usualAmount, times: 52 * 7, inMonths: 12 * distance)
    }

    /// The days between payments of a series that follows other days than those its
    /// frequency is named after.
    private var ownDays: Int? {
        guard case .days(let distance, _) = rhythm.pace else { return nil }
        return switch (frequency, distance) {
        case (.daily, 1), (.weekly, 7), (.biweekly, 14): nil
        default: distance
        }
    }

    private static func ordinal(_ number: Int) -> String {
        switch number {
        case 1: "1st"
        case 2: "2nd"
        case 3: "3rd"
        case 4: "4th"
        default: "last"
        }
    }

    private static func name(ofWeekday weekday: Int) -> String {
        switch weekday {
        case 1: "Monday"
        case 2: "Tuesday"
        case 3: "Wednesday"
        case 4: "Thursday"
        case 5: "Friday"
        case 6: "Saturday"
        default: "Sunday"
        }
    }

    /// Whether it is a charge that a loan or a card makes to itself, such as interest,
    /// fees and escrow. Nobody has to pay it: payments of the loan or card cover it.
    /// Purchases are no such charge.
    ///
    /// - Parameters:
    ///   - account: the type of the newest transaction's account.
    ///   - rule: the rule that decided the newest transaction's class.
    public func isOwnCharge(of account: AccountType, decidedBy rule: String?) -> Bool {
        guard usualAmount < 0 else { return false }
        switch account {
        case .loan, .mortgage: return true
        case .credit:
            return rule == Self.chargesOfCards || rule?.hasPrefix(Self.chargesOfCards + "/") == true
        case .checking, .savings, .investment, .brokerage, .other, .cash, .asset: return false
        }
    }

    /// The rule of `config/movements.toml` that matches them.
    private static let chargesOfCards = "card-interest"
}

/// The frequency of a recurring series, the most frequent first.
public enum Frequency: String, CaseIterable, Sendable {
    case daily, weekly, biweekly
    /// Two days of each month, as many employers pay.
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

    /// The intervals in days that count as this frequency.
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

    /// The days after its last payment for which a series is active: 45 for a monthly
    /// one, others in proportion.
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

    /// The amount of a payment for a month, rounded to the minor unit.
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

/// One payment of a series.
public struct SeriesPayment: Hashable, Sendable {
    /// The row ID of the transaction.
    public let transaction: Int64
    public let day: CalendarDay
    /// Minor units, signed.
    public let amount: Int64

    public init(transaction: Int64, day: CalendarDay, amount: Int64) {
        self.transaction = transaction
        self.day = day
        self.amount = amount
    }
}

/// A payment to the payee of a series that belongs to no series.
///
/// It may be the payment that the series expects: excluded from figures, or of an
/// unusual amount or day.
public struct PaymentBeside: Hashable, Sendable {
    public let payment: SeriesPayment
    /// Whether the person or a rule excluded it from figures.
    public let isLeftOut: Bool

    public init(_ payment: SeriesPayment, isLeftOut: Bool) {
        self.payment = payment
        self.isLeftOut = isLeftOut
    }
}
