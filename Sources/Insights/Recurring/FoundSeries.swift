public import Model
public import Vault

/// The series that a pass found, with all that is told of them.
public struct FoundSeries: Sendable {
    let series: [SeriesFacts]
    let payments: [String: [SeriesPayment]]
    let besides: [String: [PaymentBeside]]
    let ownCharges: Set<String>
    let visibility: [String: AccountVisibility]
    let oldestDay: CalendarDay?

    /// - Parameters:
    ///   - payments: of each series, by its name; oldest first.
    ///   - besides: what their payees were paid besides, by the names of series.
    ///   - ownCharges: the names of those that a loan or a card charges to
    ///     itself.
    ///   - visibility: of the accounts of their newest payments, by the names of
    ///     series; missing for accounts that count.
    ///   - oldestDay: the first day of which anything is known; nil where
    ///     nothing is.
    public init(
        _ series: [SeriesFacts], payments: [String: [SeriesPayment]],
        besides: [String: [PaymentBeside]], ownCharges: Set<String>,
        visibility: [String: AccountVisibility], oldestDay: CalendarDay?
    ) {
        self.series = series
        self.payments = payments
        self.besides = besides
        self.ownCharges = ownCharges
        self.visibility = visibility
        self.oldestDay = oldestDay
    }

    /// Those that the last pass over a vault found.
    public init(_ vault: Vault) throws {
        let series = try vault.series()
        self.init(
            series, payments: try vault.seriesPayments(),
            besides: try vault.payments(
                beside: series,
                since: series.map(\.firstDay).min() ?? CalendarDay(daysSinceEpoch: 0)),
            ownCharges: try vault.seriesOfOwnCharges(),
            visibility: try vault.seriesVisibility(), oldestDay: try vault.oldestDay())
    }
}
