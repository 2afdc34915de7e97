import Model

/// Whether a stream of payments that was laid out on a rhythm is a series.
///
/// The freer a rhythm is, the more payments it needs: two within a month of
/// each other are a hint, two within two months are chance. The less amounts
/// tell, the more the days must.
struct SeriesEvidence {
    enum Amounts: CaseIterable { case fixed, similar, varying }

    private let fit: RhythmFit
    private let amounts: Amounts
    private let isIncome: Bool
    private let isWorded: Bool
    private let isEveryday: Bool
    private let isBill: Bool
    private let isAmidOthers: Bool
    private let isAlone: Bool
    private let chance: SeriesChance

    /// - Parameter isAmidOthers: whether the stream was picked out of many
    ///   other payments, so that chance had many tries.
    init(_ fit: RhythmFit, of occurrences: [Occurrence], isAmidOthers: Bool) {
        self.fit = fit
        self.isAmidOthers = isAmidOthers
        isAlone = fit.members.count == occurrences.count
        chance = SeriesChance(fit, of: occurrences)
        amounts = fit.isFixed ? .fixed : fit.amountVariance <= 12 ? .similar : .varying
        let members = fit.members.map { occurrences[$0] }
        isIncome = members.first.map { $0.amount > 0 } ?? false
        isWorded = members.count { $0.leaning == .worded } * 2 > members.count
        isBill = members.count { $0.leaning == .bill } * 2 > members.count
        isEveryday = members.count { $0.leaning == .everyday } * 2 > members.count
    }

    var isEnough: Bool {
        hasEnoughPayments && isOnTime && hasFewGaps && isPure && !isHabit && isOneContract
            && (fit.members.count > 2 || isCertainPair)
            && !(isAmidOthers && chance.isTooLikely)
    }

    private var hasEnoughPayments: Bool {
        guard
            let least = Self.leastPayments(
                fit.frequency, amounts, isIncome: isIncome, isWorded: isWorded,
                isBill: isBill, onlyRises: fit.onlyRises)
        else { return false }
        return fit.members.count >= least && (!isAmidOthers || isUnlikelyByChance)
    }

    /// Whether a stream that was picked out of many payments shows more than
    /// picking alone brings about: a few at one price are soon about as far
    /// apart as the payments of some rhythm.
    private var isUnlikelyByChance: Bool {
        guard fit.members.count >= Self.leastPaymentsAmidOthers(fit.frequency)
        else { return false }
        return fit.members.count >= 8 || (fit.daysOff <= 1.5 && fit.coverage >= 0.8)
    }

    static func leastPaymentsAmidOthers(_ frequency: Frequency) -> Int {
        frequency == .monthly ? 4 : 5
    }

    /// Nil where no number of payments is enough: what is bought each week for
    /// another amount is a habit.
    static func leastPayments(
        _ frequency: Frequency, _ amounts: Amounts, isIncome: Bool, isWorded: Bool,
        isBill: Bool, onlyRises: Bool
    ) -> Int? {
        let least: Int? =
            switch (frequency, amounts) {
            case (.daily, .fixed), (.daily, .similar): 14
            case (.daily, .varying): nil
            case (.weekly, .fixed): 4
            case (.weekly, .similar): 6
            case (.weekly, .varying): isIncome ? 8 : nil
            case (.biweekly, .fixed): 3
            case (.biweekly, .similar): isIncome ? 4 : 6
            case (.biweekly, .varying): isIncome ? 5 : nil
            // Two contracts look the same, and are likelier where money goes out.
            case (.semimonthly, .fixed): isIncome ? 4 : nil
            case (.semimonthly, .similar): isIncome ? 5 : nil
            case (.semimonthly, .varying): isIncome ? 6 : nil
            case (.monthly, .fixed): 2
            case (.monthly, .similar): 3
            case (.monthly, .varying): 5
            case (.halfYearly, .fixed) where isBill: 2
            case (.bimonthly, .fixed), (.quarterly, .fixed), (.halfYearly, .fixed): 3
            case (.bimonthly, .similar), (.quarterly, .similar), (.halfYearly, .similar): 4
            case (.bimonthly, .varying), (.quarterly, .varying), (.halfYearly, .varying): 5
            // Prices that are agreed on rise; what is a little less in one year
            // than in the last is likelier a journey that is made each year.
            case (.yearly, _) where isWorded: 3
            case (.yearly, .fixed): onlyRises ? 2 : 4
            case (.yearly, .similar): isBill && onlyRises ? 2 : 4
            case (.yearly, .varying): 4
            }
        return least.map { max(2, isWorded ? $0 - 1 : $0) }
    }

    private var isOnTime: Bool {
        let count = fit.members.count
        let factor: Double =
            switch amounts {
            case .fixed: count > 5 ? 1.4 : 1.2
            case .similar: fit.frequency.timesAYear < 12 ? 0.8 : 1
            case .varying where !isIncome && !isWorded && !isBill: 0.5
            case .varying: count > 7 ? 1 : 0.75
            }
        return fit.daysOff <= factor * fit.frequency.ordinaryDaysOff * (count > 3 ? 1 : 0.8)
    }

    private var hasFewGaps: Bool {
        let least =
            switch amounts {
            case _ where fit.frequency == .daily: 0.9
            case .varying where fit.amountVariance > 40: 0.8
            case .fixed, .similar, .varying: 0.75
            }
        return fit.coverage >= least
    }

    /// Whether nearly all of the stream is in the series.
    private var isPure: Bool {
        let count = Double(fit.members.count)
        let strangers = Double(fit.strangers.count)
        return strangers <= 0.2 * (count + strangers) && Double(fit.doubles.count) <= 0.25 * count
    }

    /// Whether the two days of a month have about the same amounts.
    private var isOneContract: Bool {
        guard fit.frequency == .semimonthly else { return true }
        let first = fit.sizes(ofSlotsWithRemainder: 0)
        let second = fit.sizes(ofSlotsWithRemainder: 1)
        let (one, other) = (RhythmFit.median(first), RhythmFit.median(second))
        return max(one, other) - min(one, other) <= max(one, other) / 10
    }

    /// Whether it is no more than shopping that happens to be regular.
    private var isHabit: Bool {
        guard isEveryday else { return false }
        return fit.members.count < Self.leastOfEveryday(fit.frequency)
            || (fit.repeatedAmounts < 0.8 && fit.amountVariance > 4)
    }

    /// The fewest payments that are no everyday shopping.
    static func leastOfEveryday(_ frequency: Frequency) -> Int {
        switch frequency.timesAYear {
        case 1: 3
        case ...12: 4
        default: 8
        }
    }

    /// The mean of two payments that are three days from the same day of the year.
    private static let mostDaysOffOfNextYear = 1.5

    /// Whether two payments alone are a series: nothing beside them, and equal
    /// amounts at just the right distance, or words that say so.
    private var isCertainPair: Bool {
        guard let first = fit.slots.first, let last = fit.slots.last, last - first == 1,
            fit.strangers.isEmpty, fit.doubles.isEmpty, !isEveryday
        else { return false }
        if isWorded { return fit.daysOff <= fit.frequency.ordinaryDaysOff }
        guard fit.daysOff <= (fit.frequency == .yearly ? 3 : 1), !fit.isRoundSum
        else { return false }
        return fit.amountVariance <= 0.5 || isBillOfNextYear
    }

    /// Whether the only two payments of a payee are a bill and, on the same day of the
    /// next year, one at a price that rose.
    private var isBillOfNextYear: Bool {
        fit.frequency == .yearly && isBill && isAlone && amounts == .similar && fit.onlyRises
            && fit.daysOff <= Self.mostDaysOffOfNextYear
    }
}

extension Frequency {
    /// Mean days by which banks, weekends and people move payments.
    fileprivate var ordinaryDaysOff: Double {
        switch self {
        case .daily: 0.2
        case .weekly: 1
        case .biweekly: 1.5
        case .semimonthly: 2
        case .monthly: 3
        case .bimonthly, .quarterly: 3.5
        case .halfYearly: 4
        case .yearly: 5
        }
    }
}

/// How likely it is that a series is none: that payments of its amounts, made on
/// any days, come as near to the days of its rhythm as its own do.
///
/// Who has coffee at one price three times a week pays it around the 5th of nearly
/// every month. Where all payments of its amounts are in the series, its price
/// tells it from the others, and there is nothing to be asked.
struct SeriesChance {
    private let fit: RhythmFit
    private let occurrences: [Occurrence]

    init(_ fit: RhythmFit, of occurrences: [Occurrence]) {
        self.fit = fit
        self.occurrences = occurrences
    }

    /// Whether the series may be no more than the payments of a habit that happen
    /// to be near some day.
    var isTooLikely: Bool {
        guard let first = fit.members.first, let last = fit.members.last else { return false }
        let days = occurrences[first].day...occurrences[last].day
        let sizes = fit.members.map { occurrences[$0].size }
        let amounts = (sizes.min() ?? 0)...(sizes.max() ?? 0)
        let alike = occurrences.count { days ~= $0.day && amounts ~= $0.size }
        guard alike > fit.members.count + fit.doubles.count else { return false }
        let dayCount = days.lowerBound.days(until: days.upperBound) + 1
        return chance(amid: alike, onDays: dayCount) > Self.most
    }

    /// One in so many, since a search tries many days, spans and prices of every
    /// payee.
    private static let most = 1.0 / 1_000_000_000

    private func chance(amid alike: Int, onDays dayCount: Int) -> Double {
        let width = (2 * fit.daysOff + 1) / Double(dayCount)
        var chance = 1.0
        // The first payment may be on any day, since the rhythm begins with it.
        for number in 1..<max(2, fit.members.count) {
            // That at least one is so near is 1 - exp(-expected), here without the
            // C library's mathematics.
            let expected = Double(alike - number) * width
            chance *= 1 - 1 / (1 + expected + expected * expected / 2)
        }
        // Any of the slots may be those that have none.
        for missing in 0..<fit.missingCount {
            chance *= Double(fit.members.count + 1 + missing) / Double(missing + 1)
        }
        return chance
    }
}

/// Tells of a stream of payments that it is no series of a frequency, however
/// well it would fit a rhythm: to find the rhythm and to lay the stream out on it
/// takes most of the time of a search, and most streams are too short or too
/// crowded.
///
/// It refuses nothing that ``SeriesEvidence`` would accept.
struct EarlyRefusal {
    private let count: Int
    private let isCrowded: Bool
    private let isIncome: Bool
    private let isWordedSomewhere: Bool
    private let isBillSomewhere: Bool
    private let isEveryday: Bool
    private let isAmidOthers: Bool

    /// - Parameters:
    ///   - stream: positions in `occurrences`, by day.
    ///   - isAmidOthers: whether the stream was picked out of many other payments.
    init(_ stream: [Int], of occurrences: [Occurrence], isAmidOthers: Bool) {
        count = stream.count
        self.isAmidOthers = isAmidOthers
        var days = 0
        var worded = 0
        var everyday = 0
        var bills = 0
        var last: CalendarDay?
        for position in stream {
            let payment = occurrences[position]
            if payment.day != last { days += 1 }
            last = payment.day
            if payment.leaning == .worded { worded += 1 }
            if payment.leaning == .everyday { everyday += 1 }
            if payment.leaning == .bill { bills += 1 }
        }
        // There is one member a day at the most. To each four of them there can
        // be one stranger and one double.
        isCrowded = count * 2 > days * 3
        isIncome = stream.first.map { occurrences[$0].amount > 0 } ?? false
        isWordedSomewhere = worded > 0
        isBillSomewhere = bills > 0
        isEveryday = everyday == count
    }

    /// Whether the stream is no series of any frequency.
    var refusesAll: Bool {
        isCrowded || isAmidOthers && count < SeriesEvidence.leastPaymentsAmidOthers(.monthly)
    }

    func refuses(_ frequency: Frequency) -> Bool {
        if isAmidOthers, count < SeriesEvidence.leastPaymentsAmidOthers(frequency) { return true }
        if isEveryday, count < SeriesEvidence.leastOfEveryday(frequency) { return true }
        let least = SeriesEvidence.Amounts.allCases.compactMap { amounts in
            SeriesEvidence.leastPayments(
                frequency, amounts, isIncome: isIncome, isWorded: isWordedSomewhere,
                isBill: isBillSomewhere, onlyRises: true)
        }.min()
        return least.map { count < $0 } ?? true
    }
}
