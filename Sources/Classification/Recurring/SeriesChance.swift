import Model

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
