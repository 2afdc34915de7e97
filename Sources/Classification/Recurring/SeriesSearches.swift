/// Remembers what was found among payments, since a pass over a part may have to
/// search among the same ones again.
public final class SeriesSearches {
    private var found: [[Occurrence]: [DetectedSeries]] = [:]

    public init() {}

    func series(
        among payments: [Occurrence], search: ([Occurrence]) -> [DetectedSeries]
    ) -> [DetectedSeries] {
        if let known = found[payments] { return known }
        let series = search(payments)
        found[payments] = series
        return series
    }
}
