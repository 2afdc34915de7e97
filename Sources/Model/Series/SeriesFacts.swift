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
    /// The vault's number of the newest transaction.
    public let newestTransaction: Int64
    /// Of the newest transaction.
    public let transactionClass: TransactionClass
    /// The id of the newest transaction's category.
    public let category: String
    /// Whether a rule of the person's links the transactions.
    public let isLinkedByRule: Bool
    public let decision: SeriesDecision?
    /// The vault's number of the transaction that the decision is kept under.
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
