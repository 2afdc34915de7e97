/// How sure a series is, from 0 to 100.
enum SeriesConfidence {
    /// - Parameters:
    ///   - occurrences: how many payments there are; five and more are full.
    ///   - amountVariance: mean distance of an amount from the median one, in
    ///     percent of it.
    ///   - daysOff: mean distance from the expected day, in days.
    static func score(occurrences: Int, amountVariance: Double, daysOff: Double) -> Int {
        let count = Double(min(max(occurrences, 0), 5)) * 20
        let amount = max(0, 100 - 2 * amountVariance)
        let timing = max(0, 100 - 10 * daysOff)
        // Truncation, since rounding would need the C library's mathematics.
        return Int(0.2 * count + 0.3 * amount + 0.5 * timing + 0.5)
    }
}
