public import Model

/// Finds the recurring series among the transactions of one payee in one currency.
///
/// It is a pure function of its input, whatever the order: no day counts as today. A
/// payee's payments may be several series, or a series among other purchases. So they
/// are split by price, by size and by the day of the month until the parts are
/// regular.
public struct RecurringDetector: Sendable {
    /// The number of newest transactions that are searched in a group. It limits the
    /// cost of a pass.
    public static let mostTransactions = 400

    private let isThorough: Bool

    /// - Parameter isThorough: whether to skip the quick rejection of streams. The
    ///   result is the same and takes several times as long.
    public init(isThorough: Bool = false) {
        self.isThorough = isThorough
    }

    /// The series, income first and then by their first payment. No two share a
    /// transaction.
    ///
    /// - Parameter transactions: in any order. Incoming and outgoing money is never
    ///   one series.
    public func series(among transactions: [Occurrence]) -> [DetectedSeries] {
        let income = transactions.indices.filter { transactions[$0].amount > 0 }
        let outgoing = transactions.indices.filter { transactions[$0].amount < 0 }
        return series(among: transactions, at: income) + series(among: transactions, at: outgoing)
    }

    /// The series made of all transactions because the person says so, whatever their
    /// days and amounts; nil without transactions.
    ///
    /// - Parameter transactions: in any order, all in one direction.
    public func series(madeOf transactions: [Occurrence]) -> DetectedSeries? {
        guard !transactions.isEmpty else { return nil }
        let ordered = newest(Array(transactions.indices), of: transactions)
        let occurrences = ordered.map { transactions[$0] }
        let search = RhythmSearch(days: occurrences.map(\.day))
        let candidates = search.candidates() + [search.nearestCandidate()]
        let fits = candidates.map {
            RhythmFit(Array(occurrences.indices), of: occurrences, as: $0)
        }
        let best = fits.min { one, other in
            (one.strangers.count, one.daysOff) < (other.strangers.count, other.daysOff)
        }
        return best.map { fit in
            var series = DetectedSeries(fit, of: occurrences, places: ordered)
            series.members = ordered
            return series
        }
    }

    private func series(
        among transactions: [Occurrence], at positions: [Int]
    ) -> [DetectedSeries] {
        let ordered = newest(positions, of: transactions)
        var search = SeriesSearch(
            ordered.map { transactions[$0] }, isThorough: isThorough)
        return search.run().map { found in
            DetectedSeries(found, of: search.occurrences, places: ordered)
        }
    }

    /// The newest positions sorted by day. The day on which the limit is reached is
    /// left out, so that the choice depends on nothing else.
    private func newest(_ positions: [Int], of transactions: [Occurrence]) -> [Int] {
        var kept = positions
        if kept.count > Self.mostTransactions {
            let days = kept.map { transactions[$0].day }.sorted()
            let cut = days[days.count - Self.mostTransactions - 1]
            kept.removeAll { transactions[$0].day <= cut }
        }
        return byDay(kept, of: transactions)
    }

    /// Positions sorted by day, size, leaning and account.
    private func byDay(_ positions: [Int], of transactions: [Occurrence]) -> [Int] {
        // One number for day and position sorts several times as fast.
        let numbers = positions.map { position in
            Int(transactions[position].day.daysSinceEpoch) << 32 | position
        }.sorted()
        var ordered = numbers.map { $0 & 0xFFFF_FFFF }
        func isBefore(_ one: Int, _ other: Int) -> Bool {
            let (first, second) = (transactions[one], transactions[other])
            return (first.size, first.leaning.rawValue, first.account, one)
                < (second.size, second.leaning.rawValue, second.account, other)
        }
        var start = 0
        for end in 1..<(numbers.count + 1) {
            if end < numbers.count, numbers[end] >> 32 == numbers[start] >> 32 { continue }
            switch end - start {
            case 1: break
            case 2:
                if isBefore(ordered[start + 1], ordered[start]) {
                    ordered.swapAt(start, start + 1)
                }
            default: ordered[start..<end].sort(by: isBefore)
            }
            start = end
        }
        return ordered
    }
}

/// A transaction as input for the detector.
public struct Occurrence: Hashable, Sendable {
    public let day: CalendarDay
    /// Minor units; positive is incoming money.
    public let amount: Int64
    public let leaning: PaymentLeaning
    /// The account, which separates payments of one day and amount.
    public let account: Int32

    public init(
        day: CalendarDay, amount: Int64, leaning: PaymentLeaning = .none, account: Int32 = 0
    ) {
        self.day = day
        self.amount = amount
        self.leaning = leaning
        self.account = account
    }
}

extension Occurrence {
    /// The absolute amount.
    var size: UInt64 { amount.magnitude }
}

/// A recurring series among the transactions of one payee.
public struct DetectedSeries: Hashable, Sendable {
    /// Positions of its transactions in the input, sorted by day. Both payments of a
    /// double charge are included.
    public internal(set) var members: [Int]
    public let frequency: Frequency
    public let rhythm: Rhythm
    /// Minor units of one payment now, signed.
    public let usualAmount: Int64
    /// Whether nearly every payment repeats the amount before it.
    public let isFixed: Bool
    /// 0 to 100.
    public let confidence: Int
}

extension DetectedSeries {
    fileprivate init(_ fit: RhythmFit, of occurrences: [Occurrence], places: [Int]) {
        let price = SeriesPrice(
            fit.members.map { occurrences[$0].amount }, frequency: fit.frequency,
            isSteady: fit.isFixed)
        self.init(
            members: (fit.members + fit.doubles).sorted().map { places[$0] },
            frequency: fit.frequency, rhythm: fit.rhythm, usualAmount: price.usual,
            isFixed: price.isFixed, confidence: fit.confidence())
    }
}

/// How a payment's wording and category bear on series, before its dates are
/// considered.
public enum PaymentLeaning: UInt8, Hashable, Sendable {
    case none
    /// Bought when needed (groceries, fuel, coffee). Only identical amounts in a strict
    /// rhythm make a series.
    case everyday
    /// Worded as a subscription, premium or membership.
    case worded
    /// Worded as something that is never a series.
    case never
    /// To a payee that sends bills (an insurer, a utility). Fewer payments make a
    /// series, and amounts may vary.
    case bill
    /// Money back from a person, unless it comes regularly.
    case fromPerson
    /// Money back from a merchant, unless it comes regularly.
    case fromMerchant
}
