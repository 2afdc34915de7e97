/// A series of recurring payments, as a pass of the pipeline found it.
///
/// It holds nothing that changes with the day on which it is looked at; what
/// is due, missed or over is counted from ``rhythm`` and the as-of day.
public struct SeriesFacts: Hashable, Sendable {
    /// Unique in a vault: what its transactions carry as their series.
    public let name: String
    public let payee: String
    public let currency: Currency
    public let frequency: Frequency
    public let rhythm: Rhythm
    /// Minor units of one payment now; positive is money that comes in.
    public let usualAmount: Int64
    /// Whether nearly every payment is of the amount before it.
    public let isFixed: Bool
    /// 0 to 100: 80 and over is recurring, 50 and over likely so.
    public let confidence: Int
    /// How many transactions belong to it.
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
    /// The row ID of the transaction that the decision is kept under.
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

    /// One payment, as it is now.
    public var usualMoney: Money { Money(minorUnits: usualAmount, currency: currency) }

    /// Whether nobody needs to look at it: the figures are clear, or the person
    /// said so.
    public var standing: Standing {
        if decision == .confirmed || isLinkedByRule || confidence >= 80 { return .recurring }
        return confidence >= 50 ? .likely : .possible
    }

    public enum Standing: String, Sendable {
        case recurring, likely, possible
    }

    /// Whether payments are still to be expected on a day: the last one is
    /// recent for its frequency, or of a monthly or more frequent series one
    /// alone was missed; and the person has not said that it ended.
    public func isActive(on day: CalendarDay) -> Bool {
        guard decision != .cancelled, decision != .dismissed else { return false }
        return lastDay.days(until: day) <= frequency.recentDays
            || frequency.timesAYear >= 12 && day < rhythm.day(ofSlot: lastSlot + 2)
    }

    /// The next expected payment after the last one that was made.
    public var nextDay: CalendarDay {
        rhythm.day(ofSlot: lastSlot + 1)
    }

    /// Whether an amount may be that of one of its payments though it is another than
    /// usual: in the same direction, and at most double or half of it.
    public func mayHave(paymentOf amount: Int64) -> Bool {
        guard (amount > 0) == (usualAmount > 0) else { return false }
        let (one, other) = (amount.magnitude, usualAmount.magnitude)
        return max(one, other) / 2 <= min(one, other)
    }

    private var lastSlot: Int { rhythm.slot(nearestTo: lastDay) }
}

extension SeriesFacts {
    /// How often it comes, as one would say it: its frequency, and what else a
    /// one of months keeps to than a day of the month, as "monthly, 2nd Wednesday",
    /// "every 4 weeks" or "every 90 days".
    public var howOften: String {
        if let distance = daysInsteadOfMonths {
            return distance.isMultiple(of: 7)
                ? "every \(distance / 7) weeks" : "every \(distance) days"
        }
        return switch rhythm.pace {
        case .weekdayOfMonth(let number, let weekday):
            "\(frequency.rawValue), \(Self.ordinal(number)) \(Self.name(ofWeekday: weekday))"
        case .days, .months, .twiceAMonth: frequency.rawValue
        }
    }

    /// What it comes to in a month, rounded to the minor unit.
    public var monthlyEquivalent: Int128 {
        guard let distance = daysInsteadOfMonths else {
            return frequency.monthlyEquivalent(of: usualAmount)
        }
        // A year of 52 weeks, as other frequencies have.
        return Frequency.monthlyEquivalent(
            of: usualAmount, times: 52 * 7, inMonths: 12 * distance)
    }

    /// How many days apart the payments are of a series that keeps to no months,
    /// though its frequency is named after them.
    private var daysInsteadOfMonths: Int? {
        guard [.monthly, .bimonthly, .quarterly].contains(frequency),
            case .days(let distance, _) = rhythm.pace
        else { return nil }
        return distance
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
}

extension SeriesFacts {
    /// Whether it is what a loan or a card charges to itself, such as interest,
    /// fees and escrow. Nobody has to pay that: it is paid with the payments of
    /// the loan or the card. What is bought with a card is no such charge.
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
        case .checking, .savings, .investment, .brokerage, .other: return false
        }
    }

    /// The rule of `config/movements.toml` that knows them.
    private static let chargesOfCards = "card-interest"
}

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

/// One transaction of a series.
public struct SeriesPayment: Hashable, Sendable {
    /// The row ID of the transaction.
    public let transaction: Int64
    public let day: CalendarDay
    /// Minor units, with their sign.
    public let amount: Int64

    public init(transaction: Int64, day: CalendarDay, amount: Int64) {
        self.transaction = transaction
        self.day = day
        self.amount = amount
    }
}

/// Something that the payee of a series was paid and that belongs to no series.
///
/// It may be the payment that the series expects: one that was left out of
/// figures, or one that came to another amount or on another day than usual.
public struct PaymentBeside: Hashable, Sendable {
    public let payment: SeriesPayment
    /// Whether the person or a rule left it out of figures.
    public let isLeftOut: Bool

    public init(_ payment: SeriesPayment, isLeftOut: Bool) {
        self.payment = payment
        self.isLeftOut = isLeftOut
    }
}
