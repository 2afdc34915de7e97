import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct NetWorthCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "networth",
        abstract: "What you are worth: assets less what is owed, now and at the months' ends.",
        discussion: """
            Days on which a bank gave no balance are counted from posted transactions and marked. \
            Currencies are never added up.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Option(help: "How many month ends to show; with --daily, whole months before this one.")
    var months = 12

    @Flag(help: "Show every day in place of month ends.")
    var daily = false

    func validate() throws {
        guard (0...1200).contains(months) else {
            throw ValidationError("--months must be from 0 to 1200.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, json: output.json)
        else { return }
        let moment = try vault.moment()
        let today = moment.today
        let newest = try vault.lastDay() ?? moment.newestBankDay
        // Nothing is known before the oldest transaction.
        let oldest = min(try engine.vault.oldestDay() ?? today, today)
        let shown = min(months, oldest.month.months(until: today.month))
        let first = max(oldest, today.month.adding(months: -shown).firstDay)
        let history =
            try daily
            ? NetWorthHistory(engine.vault, on: first...today, through: newest)
            : NetWorthHistory(engine.vault, today: today, through: newest, months: shown)
        let view = NetWorthView(screen: screen)
        if output.json {
            let positive = try engine.vault.reversedDebts().filter(\.hasPositiveBalance)
            try view.showJSON(history, positiveDebts: positive.map(\.account))
        } else {
            let currencies = try CurrenciesView(screen: screen, of: engine)
            try view.show(history, isDaily: daily)
            try ReversedDebtsView(screen: screen).show(of: engine.vault, afterLine: true)
            try currencies.show()
            try currencies.throwIfIncomplete()
        }
    }
}

struct NetWorthView {
    let screen: Screen

    /// - Parameter isDaily: whether the points are days rather than month ends.
    func show(_ history: NetWorthHistory, isDaily: Bool) throws {
        guard !history.series.isEmpty else {
            try screen.print("No accounts yet. \"ghostvault connect\" brings them in.")
            return
        }
        guard history.series.contains(where: { $0.now != nil }) else {
            return try screen.print("Nothing is known of that day, nor of any before it.")
        }
        for (position, series) in history.series.enumerated() {
            if position > 0 { try screen.print() }
            try show(series, isDaily: isDaily)
        }
        for account in history.accountsWithoutBalance {
            try screen.print(
                SafeText.neutralised("\(account.name): its bank has given no balance yet"), .muted)
        }
    }

    private func show(_ series: NetWorthHistory.Series, isDaily: Bool) throws {
        guard let now = series.now else { return }
        try screen.print("Net worth \(now.net.text)", .heading)
        try screen.print()
        var table = Table(columns: [
            .init("end of"), .init("assets", alignment: .trailing),
            .init("liabilities", alignment: .trailing), .init("net worth", alignment: .trailing),
            .init("change", alignment: .trailing), .init(""),
        ])
        for (position, point) in series.points.enumerated() {
            let change = position > 0 ? point.change(since: series.points[position - 1]) : nil
            table.add(
                .init(
                    position == series.points.count - 1
                        ? "today" : isDaily ? "\(point.day)" : "\(point.day.month)"),
                .init(point.assets.groupedText), .init(point.liabilities.groupedText),
                .init(point.net.groupedText),
                change.map { .init($0.signedText, $0.style) } ?? .init(""),
                .init(point.isRebuilt ? "counted back" : "", .muted))
        }
        try screen.print(table)
    }

    /// - Parameter positiveDebts: debts with a positive balance, which count as assets.
    func showJSON(_ history: NetWorthHistory, positiveDebts: [AccountRecord]) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for series in history.series {
                list.object { object in
                    object.field("currency", series.currency.code)
                    object.field("assets", series.now?.assets.plainText)
                    object.field("liabilities", series.now?.liabilities.plainText)
                    object.field("net", series.now?.net.plainText)
                    object.field(
                        "accounts_without_balance",
                        history.accountsWithoutBalance.count { $0.currency == series.currency })
                    object.field(
                        "positive_debts", positiveDebts.count { $0.currency == series.currency })
                    object.array("history") { points in
                        for point in series.points {
                            points.object { entry in
                                entry.field("day", "\(point.day)")
                                entry.field("assets", point.assets.plainText)
                                entry.field("liabilities", point.liabilities.plainText)
                                entry.field("net", point.net.plainText)
                                entry.field("rebuilt", point.isRebuilt)
                            }
                        }
                    }
                }
            }
        }
        try json.flush()
    }
}
