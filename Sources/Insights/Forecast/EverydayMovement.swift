internal import Model
internal import Vault

/// What an account's balance did besides what was expected of it: everyday spending, and
/// payments of series that came on another day or with another amount.
struct EverydayMovement {
    /// One amount for each day of the history, oldest first.
    let days: [Int128]
    /// The middle of all sums of four weeks; 0 for a shorter history.
    let fourWeeks: Int128

    /// The days that make a history.
    static let fewestDays = 28

    init(days: [Int128]) {
        self.days = days
        let windows = Self.sums(of: days, over: Self.fewestDays).sorted()
        fourWeeks = windows.isEmpty ? 0 : windows[windows.count / 2]
    }

    /// - Parameters:
    ///   - first: the first day of the history.
    ///   - last: the last day that is known.
    init(
        of account: Int64, _ facts: ForecastFacts, _ recognised: RecognisedPayments,
        from first: CalendarDay, through last: CalendarDay
    ) {
        let count = first.days(until: last) + 1
        var days = [Int128](repeating: 0, count: max(0, count))
        func add(_ amount: Int128, on day: CalendarDay) {
            let position = first.days(until: day)
            if days.indices.contains(position) { days[position] += amount }
        }
        for flow in facts.flows
        where flow.account == account && !recognised.transactions.contains(flow.transaction) {
            add(Int128(flow.minorUnits), on: flow.day)
        }
        for (payment, partner, day, expected) in recognised.series.flatMap(\.expectations) {
            if payment.account == account {
                add(Int128(payment.minorUnits), on: payment.day)
                add(-expected, on: day)
            }
            if let partner, partner.account == account {
                add(Int128(partner.minorUnits), on: partner.day)
                add(expected, on: day)
            }
        }
        self.init(days: days)
    }

    /// What is expected of some days, rounded towards 0.
    func expected(over count: Int) -> Int128 {
        fourWeeks * Int128(count) / Int128(Self.fewestDays)
    }

    /// The sums of 8 of 10 such periods lie within these; nil for too short a history.
    ///
    /// A history of few independent periods knows less than it shows, so its range is wider.
    /// Periods longer than a third of the history follow from those, by the root of the time.
    func range(over count: Int) -> ClosedRange<Int128>? {
        guard days.count >= Self.fewestDays, count > 0 else { return nil }
        let window = min(count, days.count / 3)
        let sums = Self.sums(of: days, over: window).sorted()
        let middle = sums[sums.count / 2]
        func scaled(_ distance: Int128) -> Int128 {
            let wider =
                distance * Int128(1000 * days.count + Self.widening * window)
                / Int128(1000 * days.count)
            guard count > window else { return wider }
            return wider * Int128(Self.root(of: 1_000_000 * count / window)) / 1000
        }
        let center = middle * Int128(count) / Int128(window)
        return center + scaled(sums[sums.count / 10] - middle)...center
            + scaled(sums[sums.count - 1 - sums.count / 10] - middle)
    }

    /// How much wider than the past a range is, in thousandths for each share of the history
    /// that a period takes. Set on one half of the households of the backtest.
    static let widening = 3000

    private static func sums(of days: [Int128], over window: Int) -> [Int128] {
        guard window > 0, days.count >= window else { return [] }
        var sum = days[..<window].reduce(0, +)
        var sums = [sum]
        for position in window..<max(window, days.count) {
            sum += days[position] - days[position - window]
            sums.append(sum)
        }
        return sums
    }

    /// The largest number whose square is not above another.
    private static func root(of number: Int) -> Int {
        var (low, high) = (0, 1 << 31)
        while low < high {
            let middle = (low + high + 1) / 2
            if middle <= number / middle { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
