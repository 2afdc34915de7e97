import Insights
import Model
import Terminal
import Vault

/// A chart of an amount on each of some days or in each of some months.
struct BalanceChart {
    let screen: Screen

    private static let widest = 100

    /// Shows the chart with the change over its time; nothing for fewer than two days.
    ///
    /// - Parameters:
    ///   - points: oldest first, in one currency.
    ///   - ranges: what each may be instead, in minor units; empty for none.
    func show(
        _ points: [(day: CalendarDay, amount: Money)], ranges: [ClosedRange<Int128>] = []
    ) throws {
        guard let first = points.first, let last = points.last, first.day < last.day else { return }
        let change = Money(
            sum: last.amount.minorUnits - first.amount.minorUnits, currency: last.amount.currency)
        try screen.print(
            screen.palette.styled(change.signedText, as: change.style)
                + screen.palette.styled(" since \(first.day)", as: .muted))
        try draw(points.map(\.amount), ranges, times: Self.times(points.map(\.day)))
    }

    /// Shows what each of some months came to, in one currency.
    func show(months: [(month: CalendarMonth, amount: Money)]) throws {
        let times = months.enumerated().map { index, entry in
            let isJanuary = entry.month.firstDay.components.month == 1
            return (
                index: index,
                label: isJanuary
                    ? "\(entry.month.firstDay.components.year)" : String(entry.month.name.prefix(3))
            )
        }
        try draw(months.map(\.amount), [], times: times)
    }

    private func draw(
        _ amounts: [Money], _ ranges: [ClosedRange<Int128>], times: [(index: Int, label: String)]
    ) throws {
        let chart = LineChart(
            values: amounts.map { Double($0.minorUnits) },
            ranges: ranges.map { Double($0.lowerBound)...Double($0.upperBound) }, times: times)
        let bounds = ranges.flatMap { [$0.lowerBound, $0.upperBound] }
        let unit = Self.unit(
            of: amounts + bounds.map { Money(sum: $0, currency: amounts[0].currency) })
        guard !screen.isPage else {
            return screen.draw(BalanceDrawing(chart: chart, label: unit.words).html)
        }
        let width = min(screen.capabilities.width ?? Self.widest, Self.widest)
        for line in chart.lines(width: width, palette: screen.palette, label: unit.words) {
            try screen.print(verbatim: line)
        }
    }

    /// The first day of each month, or the years if they are many; days if they are few.
    private static func times(_ days: [CalendarDay]) -> [(index: Int, label: String)] {
        if days.count < 62 {
            return days.indices.filter { $0 % 7 == 0 }.map { index in
                let (_, _, day) = days[index].components
                return (index, "\(day) \(days[index].month.name.prefix(3))")
            }
        }
        let isLong = days.count > 3 * 366
        return days.indices.compactMap { index in
            let (year, month, day) = days[index].components
            guard day == 1, !isLong || month == 1 else { return nil }
            return (index, month == 1 ? "\(year)" : String(days[index].month.name.prefix(3)))
        }
    }

    /// How an axis writes amounts: in thousands where that still tells its lines apart.
    private struct Unit {
        let minorUnitsInOne: Double
        let decimals: Int
        let suffix: String

        func words(_ minorUnits: Double) -> String {
            let scale = decimals == 0 ? 1.0 : 10.0
            let value = (minorUnits / minorUnitsInOne * scale).rounded() / scale
            return (decimals == 0 ? "\(Int(value))" : "\(value)") + suffix
        }
    }

    private static func unit(of amounts: [Money]) -> Unit {
        let values = amounts.map { Double($0.minorUnits) }
        let one = amounts.first.map { pow10($0.currency.exponent) } ?? 1
        let span = ((values.max() ?? 0) - (values.min() ?? 0)) / one
        let greatest = (values.map(\.magnitude).max() ?? 0) / one
        // Six lines have to differ.
        if greatest >= 10_000_000, span >= 600_000 {
            return Unit(minorUnitsInOne: one * 1_000_000, decimals: 1, suffix: "M")
        }
        if greatest >= 10_000, span >= 6000 {
            return Unit(minorUnitsInOne: one * 1000, decimals: 0, suffix: "k")
        }
        if greatest >= 10_000, span >= 600 {
            return Unit(minorUnitsInOne: one * 1000, decimals: 1, suffix: "k")
        }
        let isExact = span >= 6 && greatest < 1e15
        return Unit(minorUnitsInOne: one, decimals: isExact ? 0 : 1, suffix: "")
    }

    private static func pow10(_ exponent: Int) -> Double {
        (0..<exponent).reduce(1.0) { value, _ in value * 10 }
    }
}

/// A chart of monthly spending, at a terminal.
struct SpendingChart {
    let screen: Screen

    /// For fewer months the table is enough.
    private static let fewestMonths = 4

    /// - Parameter today: months after it are not shown.
    func show(
        of vault: Vault, _ days: Range<CalendarDay>, asOf today: CalendarDay,
        order: CurrencyOrder
    ) throws {
        guard screen.showsCharts, let oldest = try vault.oldestDay() else { return }
        let shown = days.clamped(
            to: oldest.month.firstDay..<max(oldest.month.firstDay, today.adding(days: 1)))
        let months = order.sorted(
            try MonthlyIncome.months(vault, days: shown), by: \.currency)
        let currencies = months.map(\.currency).distinct
        for currency in currencies {
            let spent = months.filter { $0.currency == currency }
            guard spent.count >= Self.fewestMonths else { continue }
            try screen.print()
            try screen.print(
                SafeText.neutralised(
                    "Each month" + (currencies.count > 1 ? " in \(currency.code)" : "")), .heading)
            try BalanceChart(screen: screen).show(months: spent.map { ($0.month, $0.expenses) })
        }
    }
}
