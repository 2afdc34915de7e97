import Model

/// A stream of payments laid out on the slots of a rhythm.
struct RhythmFit {
    let frequency: Frequency
    let rhythm: Rhythm
    /// The position of the payment in each occupied slot, sorted by slot.
    private(set) var members: [Int] = []
    private(set) var slots: [Int] = []
    /// Payments that repeat a member's amount near it.
    private(set) var doubles: [Int] = []
    /// Payments that fit no slot.
    private(set) var strangers: [Int] = []
    private var sizes: [UInt64]
    /// Mean distance of members from their expected days.
    private(set) var daysOff: Double
    /// Mean distance of members' amounts from the median, in percent of it.
    let amountVariance: Double
    /// The share of members, 0 to 1, that repeat the amount before them.
    let repeatedAmounts: Double

    /// - Parameter stream: positions in `occurrences`, sorted by day.
    init(
        _ stream: [Int], of occurrences: [Occurrence], as candidate: RhythmSearch.Candidate
    ) {
        frequency = candidate.frequency
        rhythm = candidate.rhythm
        let usual = Self.median(stream.map { occurrences[$0].size })
        let nearest = stream.map { candidate.rhythm.nearest(to: occurrences[$0].day) }
        var totalDaysOff = 0
        var position = 0
        while position < stream.count {
            let (slot, expected) = nearest[position]
            var end = position + 1
            while end < stream.count, nearest[end].slot == slot { end += 1 }
            let sharing = stream[position..<end]
            let ranked = sharing.min { one, other in
                Self.misfit(occurrences[one], expected, usual)
                    < Self.misfit(occurrences[other], expected, usual)
            }
            position = end
            guard let member = ranked else { continue }
            let off = abs(expected.days(until: occurrences[member].day))
            guard off <= frequency.latestDays else {
                strangers += sharing
                continue
            }
            members.append(member)
            slots.append(slot)
            totalDaysOff += off
            for other in sharing where other != member {
                if Self.isDouble(occurrences[other], of: occurrences[member]) {
                    doubles.append(other)
                } else {
                    strangers.append(other)
                }
            }
        }
        sizes = members.map { occurrences[$0].size }
        daysOff = Double(totalDaysOff) / Double(max(1, members.count))
        amountVariance = Self.variance(of: sizes)
        repeatedAmounts = Self.repeatedAmounts(of: sizes)
    }

    /// A series whose usual day moved. It takes the rhythm of the later payments,
    /// which follow the earlier ones in the next slot.
    init(_ earlier: RhythmFit, goingOnAs later: RhythmFit) {
        frequency = later.frequency
        rhythm = later.rhythm
        let shift = (later.slots.first ?? 1) - (earlier.slots.last ?? 0) - 1
        members = earlier.members + later.members
        slots = earlier.slots.map { $0 + shift } + later.slots
        doubles = earlier.doubles + later.doubles
        strangers = earlier.strangers + later.strangers
        sizes = earlier.sizes + later.sizes
        let count = Double(max(1, members.count))
        daysOff =
            (earlier.daysOff * Double(earlier.members.count)
                + later.daysOff * Double(later.members.count)) / count
        amountVariance = Self.variance(of: sizes)
        repeatedAmounts = Self.repeatedAmounts(of: sizes)
    }

    /// A series extended by its newest payment, which came weeks late.
    init(_ fit: RhythmFit, withLate payment: Int, of occurrences: [Occurrence], daysOff off: Int) {
        self = fit
        members.append(payment)
        slots.append((fit.slots.last ?? 0) + 1)
        strangers.removeAll { $0 == payment }
        sizes.append(occurrences[payment].size)
        let count = Double(members.count)
        daysOff = (fit.daysOff * (count - 1) + Double(off)) / count
    }

    /// The share of expected payments that were made, 0 to 1. One long pause doesn't
    /// count, as when somebody leaves a club and comes back. Several pauses between long runs
    /// don't count either, as when something is paid until a yearly limit.
    var coverage: Double {
        guard let first = slots.first, let last = slots.last else { return 0 }
        var runs = [0]
        var pauses: [Int] = []
        for (slot, next) in zip(slots, slots.dropFirst()) {
            runs[runs.count - 1] += 1
            if next - slot > Self.longestGap {
                pauses.append(next - slot - 1)
                runs.append(0)
            }
        }
        runs[runs.count - 1] += 1
        let isSeasonal = runs.allSatisfy { $0 >= Self.fewestOfSeason }
        var expected = last - first + 1
        if isSeasonal {
            expected -= pauses.reduce(0, +)
        } else {
            expected -= longestPauseAmidPayments
        }
        return Double(slots.count) / Double(expected)
    }

    private static let longestGap = 3
    /// The fewest payments between two pauses that are all left out.
    private static let fewestOfSeason = 6

    /// The longest pause with three payments on each side; 0 if it is short.
    private var longestPauseAmidPayments: Int {
        var longest = 0
        for position in slots.indices.dropFirst() where position >= 3 && slots.count - position >= 3
        {
            longest = max(longest, slots[position] - slots[position - 1] - 1)
        }
        return longest >= 3 ? longest : 0
    }

    /// The number of expected payments that were not made.
    var missingCount: Int {
        guard let first = slots.first, let last = slots.last else { return 0 }
        return last - first + 1 - slots.count
    }

    /// The amounts at every second slot.
    func sizes(ofSlotsWithRemainder remainder: Int) -> [UInt64] {
        zip(slots, sizes).filter { abs($0.0 % 2) == remainder }.map(\.1)
    }

    /// Whether no payment is lower than the one before it, ignoring cents.
    var onlyRises: Bool {
        zip(sizes, sizes.dropFirst()).allSatisfy { $0 <= $1 || Self.isSame($0, $1) }
    }

    /// Whether the newest amount is a multiple of ten units, for two decimals. Such
    /// amounts are chosen rather than charged, and often equal by chance.
    var isRoundSum: Bool { sizes.last?.isMultiple(of: 10_00) ?? false }

    var isFixed: Bool { repeatedAmounts >= 0.7 || amountVariance <= 3 }

    func confidence() -> Int {
        SeriesConfidence.score(
            occurrences: members.count, amountVariance: amountVariance, daysOff: daysOff)
    }

    static func isSame(_ one: UInt64, _ other: UInt64) -> Bool {
        let distance = one > other ? one - other : other - one
        return distance <= max(one, other) / 100
    }

    /// The lower median, so that it is an amount that was paid; 0 for an empty list.
    static func median(_ sizes: [UInt64]) -> UInt64 {
        sizes.isEmpty ? 0 : sizes.sorted()[(sizes.count - 1) / 2]
    }

    static func variance(of sizes: [UInt64]) -> Double {
        let median = Double(median(sizes))
        guard median > 0 else { return 0 }
        let sum = sizes.reduce(0.0) { $0 + abs(Double($1) - median) }
        return sum / Double(sizes.count) / median * 100
    }

    private static func repeatedAmounts(of sizes: [UInt64]) -> Double {
        let repeats = zip(sizes, sizes.dropFirst()).count { isSame($0, $1) }
        return Double(repeats) / Double(max(1, sizes.count - 1))
    }

    private static func misfit(
        _ occurrence: Occurrence, _ expected: CalendarDay, _ usual: UInt64
    ) -> Double {
        let daysOff = abs(expected.days(until: occurrence.day))
        let amountOff = abs(Double(occurrence.size) - Double(usual)) / Double(max(1, usual))
        return Double(daysOff) + 5 * min(1, amountOff)
    }

    private static func isDouble(_ one: Occurrence, of other: Occurrence) -> Bool {
        isSame(one.size, other.size) && abs(one.day.days(until: other.day)) <= 5
    }
}

extension Frequency {
    /// The most days between a payment and its expected day.
    var latestDays: Int {
        switch self {
        case .daily: 0
        case .weekly: 3
        case .biweekly, .semimonthly: 5
        case .monthly: 12
        case .bimonthly: 14
        case .quarterly: 18
        case .halfYearly, .yearly: 24
        }
    }
}

/// The confidence in a series, 0 to 100.
enum SeriesConfidence {
    /// - Parameters:
    ///   - occurrences: the number of payments; five or more score full marks.
    ///   - amountVariance: mean distance of an amount from the median, in percent of
    ///     it.
    ///   - daysOff: mean distance from the expected day, in days.
    static func score(occurrences: Int, amountVariance: Double, daysOff: Double) -> Int {
        let count = Double(min(max(occurrences, 0), 5)) * 20
        let amount = max(0, 100 - 2 * amountVariance)
        let timing = max(0, 100 - 10 * daysOff)
        // Truncation, since rounding would need the C library's mathematics.
        return Int(0.2 * count + 0.3 * amount + 0.5 * timing + 0.5)
    }
}
