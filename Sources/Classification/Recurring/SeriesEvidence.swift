import Model

/// The test whether a stream laid out on a rhythm is a series.
///
/// A looser rhythm needs more payments: two a month apart are a hint, two within two
/// months are chance. The less the amounts show, the more the days must.
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

    /// - Parameters:
    ///   - isAmidOthers: whether the stream was picked from many other payments, so that
    ///     chance had many tries.
    ///   - isAlone: whether the payee has only payments like these; whether they are all
    ///     of its payments if nil.
    init(
        _ fit: RhythmFit, of occurrences: [Occurrence], isAmidOthers: Bool, isAlone: Bool? = nil
    ) {
        self.fit = fit
        self.isAmidOthers = isAmidOthers
        self.isAlone = isAlone ?? (fit.members.count == occurrences.count)
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

    /// Whether a stream picked from many payments shows more than picking alone
    /// explains. A few at one price soon seem to follow some rhythm.
    private var isUnlikelyByChance: Bool {
        guard fit.members.count >= Self.leastPaymentsAmidOthers(fit.frequency)
        else { return false }
        return fit.members.count >= 8 || (fit.daysOff <= 1.5 && fit.coverage >= 0.8)
    }

    static func leastPaymentsAmidOthers(_ frequency: Frequency) -> Int {
        frequency == .monthly ? 4 : 5
    }

    /// The fewest payments of a series; nil if no number is enough. A weekly purchase
    /// at varying prices is a habit.
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
            // Two contracts look the same, and are likelier for outgoing money.
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
            // Agreed prices rise. A slightly lower amount than last year's is
            // probably an annual trip.
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

    /// Whether both days of the month have about the same amounts.
    private var isOneContract: Bool {
        guard fit.frequency == .semimonthly else { return true }
        let first = fit.sizes(ofSlotsWithRemainder: 0)
        let second = fit.sizes(ofSlotsWithRemainder: 1)
        let (one, other) = (RhythmFit.median(first), RhythmFit.median(second))
        return max(one, other) - min(one, other) <= max(one, other) / 10
    }

    /// Whether it is only shopping that happens to be regular.
    private var isHabit: Bool {
        guard isEveryday else { return false }
        return fit.members.count < Self.leastOfEveryday(fit.frequency)
            || (fit.repeatedAmounts < 0.8 && fit.amountVariance > 4)
    }

    /// The fewest payments that rule out everyday shopping.
    static func leastOfEveryday(_ frequency: Frequency) -> Int {
        switch frequency.timesAYear {
        case 1: 3
        case ...12: 4
        default: 8
        }
    }

    /// The mean of two payments that are three days from the same day of the year.
    private static let mostDaysOffOfNextYear = 1.5

    /// Whether two payments alone are a series. There is nothing else, and the
    /// amounts are equal at the right distance, or words say so.
    private var isCertainPair: Bool {
        guard let first = fit.slots.first, let last = fit.slots.last, last - first == 1,
            fit.strangers.isEmpty, fit.doubles.isEmpty, !isEveryday
        else { return false }
        if isWorded { return fit.daysOff <= fit.frequency.ordinaryDaysOff }
        guard fit.daysOff <= (fit.frequency == .yearly ? 3 : 1), !fit.isRoundSum
        else { return false }
        return fit.amountVariance <= 0.5 || isBillOfNextYear
    }

    /// Whether two payments of a payee with only yearly bills are one of these on the same
    /// day, at a rising price.
    private var isBillOfNextYear: Bool {
        fit.frequency == .yearly && isBill && isAlone && amounts != .varying && fit.onlyRises
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

/// The chance that a series is none: that payments of its amounts on random days come
/// as near to its rhythm.
///
/// A person who buys coffee at one price three times a week pays it around the 5th of
/// nearly every month. If all payments of its amounts are in the series, the price
/// alone sets it apart.
struct SeriesChance {
    private let fit: RhythmFit
    private let occurrences: [Occurrence]

    init(_ fit: RhythmFit, of occurrences: [Occurrence]) {
        self.fit = fit
        self.occurrences = occurrences
    }

    /// Whether the series may be only a habit with payments that happen to be near
    /// some day.
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

    /// The accepted chance is low, since a search tries many days, spans and prices
    /// of every payee.
    private static let most = 1.0 / 1_000_000_000

    private func chance(amid alike: Int, onDays dayCount: Int) -> Double {
        let width = (2 * fit.daysOff + 1) / Double(dayCount)
        var chance = 1.0
        // The first payment may be on any day, since the rhythm begins with it.
        for number in 1..<max(2, fit.members.count) {
            // The chance of at least one so near is 1 - exp(-expected), here without
            // the C library's mathematics.
            let expected = Double(alike - number) * width
            chance *= 1 - 1 / (1 + expected + expected * expected / 2)
        }
        // Any slot may be one of the empty ones.
        for missing in 0..<fit.missingCount {
            chance *= Double(fit.members.count + 1 + missing) / Double(missing + 1)
        }
        return chance
    }
}

/// A quick rejection of streams that can't be a series of a frequency, however well
/// they fit a rhythm.
///
/// Finding the rhythm and laying the stream out on it takes most of a search. Most
/// streams are too short or too crowded. It rejects nothing that ``SeriesEvidence``
/// would accept.
struct QuickReject {
    private let count: Int
    private let isCrowded: Bool
    private let isIncome: Bool
    private let isWordedSomewhere: Bool
    private let isBillSomewhere: Bool
    private let isEveryday: Bool
    private let isAmidOthers: Bool

    /// - Parameters:
    ///   - stream: positions in `occurrences`, sorted by day.
    ///   - isAmidOthers: whether the stream was picked from many other payments.
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
        // There is at most one member a day, and at most one stranger and one double
        // for each four members.
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
