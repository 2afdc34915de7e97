import Engine
import Insights
import Model
import Terminal
import Vault

/// The dashboard's card of the net worth.
struct DashboardNetWorth {
    let screen: Screen
    let engine: Engine

    private static let lineColumns = 13

    func show(_ dashboard: Dashboard, _ totals: ConvertedTotals) throws {
        let history = dashboard.netWorth
        for series in history.series {
            guard let now = series.now else { continue }
            let before = series.points.dropLast().last
            let line = Sparkline.text(
                series.points.map { Double($0.net.minorUnits) }, columns: Self.lineColumns)
            let palette = screen.palette
            try screen.print(
                palette.styled("Net worth  \(now.net.groupedText)", as: .heading)
                    + SafeText.neutralised(" \(now.net.currency.code)")
                    + (screen.capabilities.isTerminal
                        ? "  " + palette.styled(line, as: .accent) : ""))
            try screen.print(sums(now, before, series))
            if screen.isPage {
                try BalanceChart(screen: screen)
                    .show(series.daily(in: engine.vault).map { ($0.day, $0.net) })
            }
        }
        if let words = totals.words(forSumOf: history.series.compactMap { $0.now?.net }) {
            try screen.print(SafeText.neutralised(words))
        }
        let uncounted = history.accountsWithoutBalance
        if uncounted.count > NetWorthView.mostNamed {
            try screen.print(
                "  \(uncounted.count) accounts are not counted: their balances are unknown "
                    + "(ghostvault networth)", .warning)
        }
        for account in uncounted where uncounted.count <= NetWorthView.mostNamed {
            try screen.print(
                SafeText.neutralised("  \(account.name) is not counted: its balance is unknown"),
                .warning)
        }
        try OldBalancesView(screen: screen, engine: engine).show(on: dashboard.today)
        try ReversedDebtsView(screen: screen).show(of: engine.vault)
        if try engine.vault.hasUnclassified() {
            try screen.print()
            try screen.print(
                "New transactions are not classified yet: ghostvault apply-rules", .warning)
        }
    }

    /// What is owned and owed, and the change of the month. The percentage goes where the line
    /// would take two.
    private func sums(
        _ now: NetWorth, _ before: NetWorth?, _ series: NetWorthHistory.Series
    ) -> String {
        let parts = [
            "\(now.assets.groupedText) assets", "\(now.liabilities.groupedText) debts",
        ]
        guard let before, let change = now.change(since: before) else {
            return "  " + parts.joined(separator: " · ")
        }
        let caveat =
            before.isEstimated ? (series.hasInvestments ? "without gains" : "estimated") : ""
        func line(_ remarks: [String]) -> String {
            let remarks = remarks.filter { !$0.isEmpty }
            let month =
                screen.palette.styled(change.signedText, as: change.style) + " this month"
                + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))")
            return "  " + (parts + [month]).joined(separator: " · ")
        }
        let whole = line([percent(of: change, before.net), caveat])
        let isBroken = Prose.wrapped(whole, to: screen.capabilities.width).contains("\n")
        return isBroken ? line([caveat]) : whole
    }

    /// "+0.8 %", or empty if there was no earlier net worth.
    private func percent(of change: Money, _ before: Money) -> String {
        guard before.minorUnits != 0 else { return "" }
        let tenths = (Double(change.minorUnits) / Double(before.minorUnits.magnitude) * 1000)
            .rounded()
        // A minus sign before zero says nothing.
        let shown = tenths == 0 ? 0 : tenths / 10
        return "\(tenths > 0 ? "+" : "")\(shown) %"
    }
}
