import Configuration
import Engine
import Insights
import Model
import Terminal
import Vault

struct DashboardView {
    let screen: Screen
    let engine: Engine
    var room = DashboardRoom.all[0]

    private static let messagesShown = 5

    /// - Parameters:
    ///   - moment: today, and the banks' newest day if that is ahead.
    ///   - lastDay: the last day to show; nil to include what banks date ahead.
    ///   - isNow: whether it is no look at an earlier day.
    ///   - asJSON: whether to print the figures for a program.
    func show(
        at moment: Moment, through lastDay: CalendarDay? = nil, isNow: Bool = true,
        asJSON: Bool = false
    ) throws {
        let coloured = DashboardView(
            screen: try screen.coloured(by: engine.accent()), engine: engine)
        try engine.vault.atOneMoment {
            try coloured.showFigures(at: moment, through: lastDay, isNow: isNow, asJSON)
        }
    }

    private func showFigures(
        at moment: Moment, through lastDay: CalendarDay?, isNow: Bool, _ asJSON: Bool
    ) throws {
        let today = moment.today
        // Read before printing: an error must not leave half a dashboard.
        let categories = try engine.categories()
        let cardPayments = try engine.cardPayments()
        let look = try engine.dashboardLook()
        let newest = lastDay ?? moment.newestBankDay
        if asJSON {
            try UnclassifiedView(screen: screen).warnOfFigures(of: engine.vault)
            let dashboard = try Dashboard(
                of: engine, categories: categories, today: today, through: newest, lastDay: lastDay,
                isNow: isNow)
            return try Dashboard.report.printJSON(dashboard, on: screen)
        }
        let (_, _, dayOfMonth) = today.components
        try screen.print(
            "GhostVault  \(dayOfMonth) \(today.month.name) \(today.month.year)", .heading)
        guard try !engine.vault.accounts().isEmpty else {
            try screen.print()
            try screen.print("This vault is empty.")
            if try engine.vault.connections().isEmpty {
                try screen.print("Connect your bank: ghostvault connect")
                try screen.print("Import its files:  ghostvault import FILE")
            } else {
                try showSync()
            }
            return
        }
        if let first = try engine.vault.firstKnownDay(), newest < first {
            try screen.print()
            try screen.print("There is no data for this day; it begins on \(first).")
            return
        }
        guard
            try UnclassifiedView(screen: screen).allowsFigures(of: engine.vault, afterLine: true)
        else { return try showSync(until: lastDay) }
        let currencies = try CurrenciesView(screen: screen, of: engine)
        let totals = try ConvertedTotals(of: engine, on: today)
        let dashboard = try Dashboard(
            of: engine, categories: categories, today: today, through: newest, lastDay: lastDay,
            isNow: isNow)
        try screen.printFitting(DashboardRoom.all, after: 1) { room, screen in
            let view = DashboardView(screen: screen, engine: engine, room: room)
            try view.show(
                look, dashboard, categories, cardPayments, totals, currencies.on(screen),
                lastDay: lastDay, isNow: isNow)
        }
        try currencies.throwIfIncomplete()
    }

    private func show(
        _ look: DashboardLook, _ dashboard: Dashboard, _ categories: CategoryTree,
        _ cardPayments: CardPayments, _ totals: ConvertedTotals, _ currencies: CurrenciesView,
        lastDay: CalendarDay?, isNow: Bool
    ) throws {
        let cards = look.cards
        let others = DashboardCards(
            screen: screen, engine: engine, today: dashboard.today, lastDay: lastDay,
            hidden: look.hidden, budgetsNamed: room.budgets)
        for card in cards {
            switch card {
            case .netWorth:
                if card != cards.first { try screen.print() }
                try DashboardNetWorth(screen: screen, engine: engine).show(dashboard, totals)
            case .income: try showIncome(dashboard, totals)
            case .spending:
                try showCategories(
                    dashboard, categories, totals, hiding: look.hidden,
                    afterLine: !cards.contains(.income), isNow: isNow)
                try UncountedCardsView(screen: screen).show(
                    try UncountedCards.paid(
                        engine.vault, days: dashboard.days, by: cardPayments),
                    afterLine: true)
                try currencies.show()
            case .budgets: try others.showBudgets()
            case .safeToSpend: try others.showSafeToSpend()
            case .lens: try others.showLens()
            case .recurring: try others.showRecurring()
            case .accounts: try others.showAccounts()
            case .due:
                try RemindersView(screen: screen).show(of: engine, through: lastDay)
                try showDue(dashboard)
            case .new: try showNew(dashboard)
            case .attention:
                try showAttention(dashboard)
                try QuestionsView(screen: screen, engine: engine)
                    .show(afterLine: true, through: lastDay)
                try FailingCountsView(screen: screen, engine: engine).show(afterLine: true)
            case .sync: try showSync(until: lastDay)
            }
        }
    }

    private func showIncome(_ dashboard: Dashboard, _ totals: ConvertedTotals) throws {
        let name = dashboard.today.month.name
        try screen.print()
        guard !dashboard.income.isEmpty else {
            try screen.print("Nothing earned or spent in \(name) yet")
            return try notice(of: dashboard).show(in: dashboard.days)
        }
        for month in dashboard.income {
            // Of a month that spends more than it earns, nothing is saved.
            let saved = month.savingsRate.map { $0 < 0 ? "" : " · \($0) % saved" } ?? ""
            let usual = (dashboard.soFar?.usualIncome ?? dashboard.usualIncome)[month.currency]
                .map { "  \(usually(dashboard)) \($0.net.signedText)" }
            try screen.print(
                screen.palette.styled("Net income of \(name)  ", as: .heading)
                    + screen.palette.styled(month.net.signedText, as: month.net.style)
                    + SafeText.neutralised(" \(month.currency.code)")
                    + "   \(month.income.groupedText) in · \(month.expenses.groupedText) out"
                    + saved)
            if let usual { try screen.print(usual, .muted) }
        }
        if let words = totals.words(forSumOf: dashboard.income.map(\.net)) {
            try screen.print(SafeText.neutralised(words))
        }
        if dashboard.answered.isBefore(dashboard.days) {
            try notice(of: dashboard).show(in: dashboard.days)
        }
    }

    /// "by the 6th usually", "up to 4 March, the last complete answer, usually", or "usually" of a month
    /// that is known whole.
    private func usually(_ dashboard: Dashboard) -> String {
        guard let soFar = dashboard.soFar else { return "usually" }
        let notice = notice(of: dashboard)
        return notice.isBehind(in: dashboard.days)
            ? "up to \(notice.lastWords), usually"
            : "by the \(Ordinal.text(soFar.days)) usually"
    }

    private func notice(of dashboard: Dashboard) -> AnsweredView {
        AnsweredView(screen: screen, answered: dashboard.answered, today: dashboard.today)
    }

    private func showCategories(
        _ dashboard: Dashboard, _ categories: CategoryTree, _ totals: ConvertedTotals,
        hiding hidden: Set<String>, afterLine: Bool, isNow: Bool
    ) throws {
        let spending = dashboard.spending
        func name(_ entry: CategorySpending) -> String {
            categories[entry.category]?.name ?? entry.category
        }
        let listed = spending.filter { !hidden.contains(name($0)) && !hidden.contains($0.category) }
        let currencies = spending.map(\.spent.currency).distinct
        guard !currencies.isEmpty else { return }
        if afterLine { try screen.print() }
        // Show some of each currency, so that the first doesn't crowd out the others.
        let limit = max(1, room.categories / currencies.count)
        var table = Table(columns: [
            .init("", isFlexible: true), .init("", rank: 3), .init("", alignment: .trailing),
            .init("", alignment: .trailing, rank: 2), .init("", rank: 1),
        ])
        let shown = currencies.flatMap { currency in
            Self.heaviest(listed.filter { $0.spent.currency == currency }, limit)
        }
        // One scale for all bars. Without a rate only the first currency has bars.
        func size(_ entry: CategorySpending) -> Double {
            let spent =
                totals.rates.isEmpty && entry.spent.currency == currencies[0]
                ? entry.spent : totals.converted(entry.spent)?.amount
            return spent.map { max(0, Double($0.minorUnits)) } ?? 0
        }
        let highest = shown.map(size).max() ?? 0
        for entry in shown {
            let usual = (dashboard.soFar?.yardstick ?? dashboard.yardstick)?
                .usual(of: entry.category, in: entry.spent.currency)
            table.add(
                .init("  " + name(entry)),
                .init(
                    Bar.text(
                        share: highest > 0 ? size(entry) / highest : 0, columns: 20,
                        usesUnicode: screen.capabilities.usesUnicode), .accent),
                .init(currencies.count == 1 ? entry.spent.groupedText : entry.spent.text),
                // A net refund is not part of the spending.
                .init(entry.spent.minorUnits < 0 ? "" : Share.text(entry.share), .muted),
                .init(
                    usual.map {
                        "usually \($0.average.groupedText)"
                            + (dashboard.soFar == nil ? "" : " by then")
                    } ?? "", .muted))
        }
        try screen.print(table)
        let others = spending.count - shown.count
        if others > 0 {
            let rest = Count.text(others, "category", "categories")
            let day = isNow ? "" : " --as-of \(dashboard.today)"
            try screen.print("  and \(rest) more: ghostvault spending\(day)", .muted)
        }
        for currency in currencies {
            let spent = spending.map(\.spent).filter { $0.currency == currency }
            if let words = Share.words(spent, currency) { try screen.print("  \(words)", .muted) }
            let words = SpendingView.words(
                guessed: try spending.guessed(in: currency), withCurrency: currencies.count > 1)
            if !words.isEmpty { try screen.print("  \(words): ghostvault review", .muted) }
        }
    }

    /// The entries with the largest absolute amounts, in their original order.
    private static func heaviest(_ spending: [CategorySpending], _ count: Int) -> [CategorySpending]
    {
        func weight(_ position: Int) -> UInt128 { spending[position].spent.minorUnits.magnitude }
        return spending.indices.sorted { (weight($1), $0) < (weight($0), $1) }
            .prefix(count).sorted().map { spending[$0] }
    }

    private func showDue(_ dashboard: Dashboard) throws {
        guard !dashboard.due.isEmpty else { return }
        try screen.print()
        try screen.print("Next \(Dashboard.daysAhead) days", .heading)
        let isLong = dashboard.due.count > room.bills
        let shown = dashboard.due.prefix(isLong ? room.bills - 1 : room.bills)
        try screen.print(UpcomingPayment.table(shown.map(UpcomingPayment.cells(of:))))
        if isLong {
            let rest = Count.text(dashboard.due.count - shown.count, "payment")
            try screen.print("and \(rest) more: ghostvault due", .muted)
        }
    }

    private func showNew(_ dashboard: Dashboard) throws {
        var lines: [String] = []
        if let new = dashboard.new {
            let ago = Elapsed.text(seconds: engine.elapsed(since: new.since))
            lines.append(
                "The last sync, \(ago), fetched \(Count.text(new.count, "new transaction")): "
                    + "ghostvault transactions --new")
        }
        if dashboard.uncategorised > 0 {
            lines.append(
                "\(Count.text(dashboard.uncategorised, "payment")) without a category: "
                    + "ghostvault transactions \(dashboard.today.month) --uncategorised")
        }
        guard !lines.isEmpty else { return }
        try screen.print()
        for line in lines { try screen.print(line) }
    }

    private func showAttention(_ dashboard: Dashboard) throws {
        guard !dashboard.attention.isEmpty else { return }
        try screen.print()
        for line in dashboard.attention {
            try screen.print(SafeText.neutralised("\(line.words): \(line.command)"), .warning)
        }
    }

    /// - Parameter lastDay: the last day whose syncs are shown.
    private func showSync(until lastDay: CalendarDay? = nil) throws {
        let connections = try engine.vault.connections().filter { $0.kind == .simplefin }
        guard !connections.isEmpty else {
            try screen.print()
            try screen.print("No bank is connected; the data came from files.", .muted)
            return
        }
        var isFirst = true
        for connection in connections {
            let last = try LastSyncs(of: connection, in: engine)
            func isTold(_ sync: LastSync?) -> Bool {
                guard let lastDay, let sync else { return true }
                return ProgramContext.current.zone.day(at: sync.startedAt) <= lastDay
            }
            guard isTold(last.answered) else { continue }
            if isFirst { try screen.print() }
            isFirst = false
            let left = try engine.requestsLeft(connection)
            try show(
                last.answered, hasTried: last.newest != nil,
                SyncView.words(
                    requestsLeft: left, isRefused: try engine.refusesRequests(connection)))
            if let laterTry = last.laterTry, isTold(laterTry) {
                try screen.print(
                    "  Last try \(laterTry.words(engine, withoutData: true)): ghostvault status",
                    .warning)
                try show(laterTry.messages)
            }
        }
    }

    private func show(_ answered: LastSync?, hasTried: Bool, _ requests: String) throws {
        guard let answered else {
            let state = hasTried ? "No sync has finished yet" : "Never synced yet"
            return try screen.print("\(state), \(requests). Next: ghostvault sync", .warning)
        }
        try screen.print(
            SafeText.neutralised("Last sync \(answered.words(engine)), \(requests)"),
            answered.outcome == .complete ? .muted : .warning)
        try show(answered.messages)
    }

    private func show(_ messages: [StoredMessage]) throws {
        for message in messages.prefix(Self.messagesShown) {
            try screen.print(SafeText.neutralised("  \(message.text.cut)"), .warning)
        }
        if messages.count > Self.messagesShown {
            let rest = Count.text(messages.count - Self.messagesShown, "message")
            try screen.print("  and \(rest) more", .muted)
        }
    }
}
