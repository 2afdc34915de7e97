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
