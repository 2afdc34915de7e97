import ArgumentParser
import Engine
import Insights
import Model
import SimpleFIN
import Terminal
import Vault

struct DashboardCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "dashboard",
        abstract: "Net worth, this month's income and spending, and the last sync.",
        discussion: """
            At a terminal it syncs first where the last sync is some hours old, as \
            config/automation.toml has it.
            """)

    @OptionGroup var vault: VaultOptions

    @Flag(help: "Show what is here, without a sync.")
    var noSync = false

    /// Receives a misspelt command, since the dashboard is the default command.
    @Argument(help: .hidden)
    var unknown: [String] = []

    func validate() throws {
        guard let word = unknown.first else { return }
        guard !ResolvedCommand([word]).isNamed else {
            throw ValidationError(
                "--no-sync is an option of the dashboard, and \"\(word)\" has none such: "
                    + "ghostvault \(word)")
        }
        throw ValidationError(
            SafeText.neutralised(
                "There is no command \"\(word)\". \"ghostvault --help\" lists them."))
    }

    func run(on screen: Screen) throws {
        if !vault.folder.holdsVault, screen.capabilities.isTerminal {
            return try Welcome.show(on: screen, missing: vault.folder)
        }
        let engine = try vault.engine()
        // A script, or a look at another day, needs no sync.
        if !noSync, screen.capabilities.isTerminal, screen.errorCapabilities.isTerminal,
            vault.asOf == nil
        {
            try StaleSync(screen: screen, engine: engine).run()
        }
        try DashboardView(screen: screen, engine: engine).show(
            at: try vault.moment(), through: try vault.lastDay())
    }
}

struct DashboardView {
    let screen: Screen
    let engine: Engine

    private static let categoriesShown = 6
    private static let messagesShown = 5

    /// - Parameters:
    ///   - moment: today, and the banks' newest day if that is ahead.
    ///   - lastDay: the last day to show; nil to include what banks date ahead.
    func show(at moment: Moment, through lastDay: CalendarDay? = nil) throws {
        try engine.vault.atOneMoment { try showFigures(at: moment, through: lastDay) }
    }

    private func showFigures(at moment: Moment, through lastDay: CalendarDay?) throws {
        let today = moment.today
        // Read before printing: an error must not leave half a dashboard.
        let categories = try engine.categories()
        let cardPayments = try engine.cardPayments()
        let (_, _, dayOfMonth) = today.components
        try screen.print(
            "GhostVault  \(dayOfMonth) \(today.month.name) \(today.month.year)", .heading)
        let accounts = try engine.vault.accounts()
        guard !accounts.isEmpty else {
            try screen.print()
            try screen.print("This vault is empty.")
            if try engine.vault.connections().isEmpty {
                try screen.print("Bring in your accounts: ghostvault connect")
            } else {
                try showSync()
            }
            return
        }
        let newest = lastDay ?? moment.newestBankDay
        if let first = try engine.vault.firstKnownDay(), newest < first {
            try screen.print()
            try screen.print("Nothing is known of this day: what is here begins on \(first).")
            return
        }
        guard
            try UnclassifiedView(screen: screen).allowsFigures(of: engine.vault, afterLine: true)
        else { return try showSync(until: lastDay) }
        let currencies = try CurrenciesView(screen: screen, of: engine)
        let totals = try ConvertedTotals(of: engine, on: today)
        try showNetWorth(today, through: newest, totals)
        if try engine.vault.hasUnclassified() {
            try screen.print()
            try screen.print(
                "New transactions are not classified yet: ghostvault apply-rules", .warning)
        }
        try showIncome(today, lastDay, totals)
        try showCategories(today, lastDay, categories)
        let month = (today.month.firstDay..<today.month.next.firstDay).through(lastDay)
        try UnconnectedCardsView(screen: screen).show(
            try UnconnectedCards.paid(engine.vault, days: month, by: cardPayments),
            afterLine: true)
        try currencies.show()
        try RemindersView(screen: screen).show(of: engine, through: lastDay)
        try QuestionsView(screen: screen, engine: engine).show(afterLine: true, through: lastDay)
        try FailingCountsView(screen: screen, engine: engine).show(afterLine: true)
        try showSync(until: lastDay)
        try currencies.throwIfIncomplete()
    }

    private func showNetWorth(
        _ today: CalendarDay, through newest: CalendarDay, _ totals: ConvertedTotals
    ) throws {
        let history = try NetWorthHistory(engine.vault, today: today, through: newest, months: 1)
        var table = Table(columns: [
            .init(""), .init("", alignment: .trailing), .init(""), .init(""),
        ])
        for series in history.series {
            guard let now = series.now, let before = series.points.first else { continue }
            let change = now.change(since: before)
            table.add(
                .init("Net worth", .heading), .init(now.net.groupedText, .heading),
                .init(now.net.currency.code, .muted),
                change.map {
                    .init(
                        "\($0.signedText)\(percent(of: $0, before.net)) this month"
                            + (before.isRebuilt ? ", counted back" : ""), $0.style)
                }
                    ?? .init(""))
            table.add(.init("  assets", .muted), .init(now.assets.groupedText))
            table.add(.init("  liabilities", .muted), .init(now.liabilities.groupedText))
        }
        try screen.print()
        try screen.print(table)
        if let words = totals.words(forSumOf: history.series.compactMap { $0.now?.net }) {
            try screen.print(SafeText.neutralised(words))
        }
        for account in history.accountsWithoutBalance {
            try screen.print(
                SafeText.neutralised("  \(account.name) is not counted: no balance is known"),
                .warning)
        }
        try ReversedDebtsView(screen: screen).show(of: engine.vault)
    }

    private func showIncome(
        _ today: CalendarDay, _ lastDay: CalendarDay?, _ totals: ConvertedTotals
    ) throws {
        let months = try MonthlyIncome.months(
            engine.vault, from: today.month, through: today.month, until: lastDay)
        try screen.print()
        guard !months.isEmpty else {
            try screen.print("Nothing earned or spent in \(today.month.name) yet")
            return
        }
        for month in months {
            try screen.print(
                screen.palette.styled("Net income of \(today.month.name)  ", as: .heading)
                    + screen.palette.styled(month.net.signedText, as: month.net.style)
                    + SafeText.neutralised(" \(month.currency.code)")
                    + "   \(month.income.groupedText) in · \(month.expenses.groupedText) out")
        }
        if let words = totals.words(forSumOf: months.map(\.net)) {
            try screen.print(SafeText.neutralised(words))
        }
    }

    private func showCategories(
        _ today: CalendarDay, _ lastDay: CalendarDay?, _ categories: CategoryTree
    ) throws {
        let month = today.month.firstDay..<today.month.next.firstDay
        let spending = try CategorySpending.breakdown(
            engine.vault, days: month.through(lastDay), in: categories
        ).filter { $0.spent.minorUnits != 0 }
        let currencies = spending.map(\.spent.currency).distinct
        guard !currencies.isEmpty else { return }
        // Show some of each currency, so that the first doesn't crowd out the others.
        let limit = max(1, Self.categoriesShown / currencies.count)
        var table = Table(columns: [
            .init("", isFlexible: true), .init(""), .init("", alignment: .trailing),
            .init("", alignment: .trailing),
        ])
        var hidden = spending.count
        for currency in currencies {
            let shown = Self.heaviest(
                spending.filter { $0.spent.currency == currency }, limit)
            let highest = shown.first?.share ?? 0
            hidden -= shown.count
            for entry in shown {
                table.add(
                    .init("  " + (categories[entry.category]?.name ?? entry.category)),
                    .init(
                        Bar.text(
                            share: highest > 0 ? entry.share / highest : 0, columns: 20,
                            usesUnicode: screen.capabilities.usesUnicode), .accent),
                    .init(currencies.count == 1 ? entry.spent.groupedText : entry.spent.text),
                    // A net refund is not part of the spending.
                    .init(entry.spent.minorUnits < 0 ? "" : Share.text(entry.share), .muted))
            }
        }
        try screen.print(table)
        if hidden > 0 {
            let rest = Count.text(hidden, "category", "categories")
            try screen.print("  and \(rest) more: ghostvault spending", .muted)
        }
        for currency in currencies {
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
                return DayZone.local.day(at: sync.startedAt) <= lastDay
            }
            guard isTold(last.answered) else { continue }
            if isFirst { try screen.print() }
            isFirst = false
            let left = try engine.requestsLeft(connection)
            try show(
                last.answered, hasTried: last.newest != nil,
                "\(left)/\(SyncPlan.requestsADay) requests left today")
            if let laterTry = last.laterTry, isTold(laterTry) {
                try screen.print(
                    "  Last try \(laterTry.words(engine)): ghostvault status", .warning)
                try show(laterTry.messages)
            }
        }
    }

    private func show(_ answered: LastSync?, hasTried: Bool, _ requests: String) throws {
        guard let answered else {
            let state = hasTried ? "No sync was finished yet" : "Never synced yet"
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

    /// " (+0.8 %)", or empty if there was no earlier net worth.
    private func percent(of change: Money, _ before: Money) -> String {
        guard before.minorUnits != 0 else { return "" }
        let tenths = (Double(change.minorUnits) / Double(before.minorUnits.magnitude) * 1000)
            .rounded()
        let sign = tenths > 0 ? "+" : ""
        return " (\(sign)\(tenths / 10) %)"
    }
}

/// The automatic sync before the dashboard.
struct StaleSync {
    let screen: Screen
    let engine: Engine

    /// Syncs connections that are some hours old, and classifies the result.
    ///
    /// An error takes one line and doesn't stop the dashboard.
    func run() throws {
        do {
            let connections = try engine.staleConnections()
            try engine.whileWatchersWait {
                for connection in connections { try sync(connection) }
                if !connections.isEmpty { _ = try engine.classify(dryRun: false) }
            }
        } catch let error as OutputError {
            throw error
        } catch {
            try tell(error)
        }
        try overwrite("")
    }

    private func sync(_ connection: Connection) throws {
        try overwrite("Syncing \(SafeText.neutralised(connection.name)) …")
        do {
            let report = try engine.synchronise(
                connection, trigger: .automatic, patience: 0, progress: { _ in })
            if let failure = report.failure { try tell(failure) }
            try overwrite("")
            var stored = report.stored
            // The dashboard asks about these itself.
            stored.missing = []
            try SyncView(screen: screen, engine: engine).show(otherwiseListed: stored)
        } catch EngineError.syncUnderWay, EngineError.automaticLimitReached {
            // Another sync is running, or the automatic quota is used up.
        }
    }

    private func tell(_ error: any Error) throws {
        guard let failure = Failure(error) else { throw error }
        try overwrite("")
        try screen.warn("Not synced: \(failure.whatHappened)")
    }

    private func overwrite(_ text: String) throws {
        try screen.errors.write("\r\u{1B}[K\(text)")
        try screen.errors.flush()
    }
}
