public import Insights
public import Model

extension Engine {
    /// The balances of accounts from today until a day.
    ///
    /// - Parameters:
    ///   - lastDay: as in ``recurringPayments(through:selection:)``.
    ///   - withRange: false leaves the range out, which takes most of the time.
    public func forecast(
        through end: CalendarDay, asKnownOn lastDay: CalendarDay?, withRange: Bool = true
    ) throws -> Forecast {
        let found =
            try earlierSeries(through: lastDay)
            ?? FoundSeries(forForecastOn: moment.today, in: vault)
        let facts = try ForecastFacts(
            vault, on: moment.today, found: found, planned: try plannedItems())
        return Forecast(facts, through: end, withRange: withRange)
    }
}
