import Insights
import Model
import Terminal
import Vault

/// What was spent in each month of a longer time, at a terminal.
struct SpendingChart {
    let screen: Screen

    /// Fewer months are told apart by their numbers.
    private static let fewestMonths = 4

    /// - Parameter today: months after it are not shown.
    func show(of vault: Vault, _ days: Range<CalendarDay>, asOf today: CalendarDay) throws {
        guard screen.capabilities.isTerminal, let oldest = try vault.oldestDay() else { return }
        let shown = days.clamped(
            to: oldest.month.firstDay..<max(oldest.month.firstDay, today.adding(days: 1)))
        let months = try MonthlyIncome.months(vault, days: shown)
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
