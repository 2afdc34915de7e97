import Model

/// Remembers what was found among payments, since a pass over a part may have to
/// search among the same ones again.
public final class SeriesSearches {
    private var found: [Payments: [DetectedSeries]] = [:]

    public init() {}

    func series(
        among payments: [Occurrence], search: ([Occurrence]) -> [DetectedSeries]
    ) -> [DetectedSeries] {
        let payments = Payments(occurrences: payments)
        if let known = found[payments] { return known }
        let series = search(payments.occurrences)
        found[payments] = series
        return series
    }
}

/// Payments by which to look something up.
private struct Payments: Hashable {
    let occurrences: [Occurrence]

    /// Some hundred payments with two payees hardly ever come to the same sum, so
    /// that it need not be a good hash of each.
    func hash(into hasher: inout Hasher) {
        var sum: UInt64 = 0
        for occurrence in occurrences {
            sum =
                sum &* 31 &+ UInt64(bitPattern: occurrence.amount)
                &+ UInt64(UInt32(bitPattern: occurrence.day.daysSinceEpoch)) << 32
        }
        hasher.combine(sum)
    }
}
