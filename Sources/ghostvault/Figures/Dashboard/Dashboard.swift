import Configuration
import Engine
import Insights
import Model
import Terminal
import Vault

/// The figures of the dashboard.
struct Dashboard {
    let today: CalendarDay
    /// Those of this month that are shown.
    let days: Range<CalendarDay>
    /// Month ends of a year, and today.
    let netWorth: NetWorthHistory
    /// This month, in each currency.
    let income: [MonthlyIncome]
    let answered: AnsweredDays
    /// An average month of the last six, by currency; empty if nothing is known of this one.
    let usualIncome: [Currency: IncomeFigures]
    let spending: [CategorySpending]
    /// Nil likewise.
    let yardstick: SpendingYardstick?
    /// The same days of the months before; nil if the month is known whole.
    let soFar: SoFar?
    /// The bills that are late or due in the next days.
    let due: [UpcomingBill]
    /// What the last sync with data brought; nil if that is everything, or nothing.
    let new: NewTransactions?
    /// How many payments of the month have no category.
    let uncategorised: Int
    let attention: [Attention]

    /// The first days of earlier months.
    struct SoFar {
        let days: Int
        let usualIncome: [Currency: IncomeFigures]
        let yardstick: SpendingYardstick
    }

    struct NewTransactions {
        let count: Int
        /// When the sync was started, in POSIX seconds.
        let since: Int64
    }

    /// Something that needs the person.
    struct Attention {
        let words: String
        /// The command that helps.
        let command: String
    }

    static let daysAhead = 7
    private static let monthsOfLine = 12

    /// - Parameters:
    ///   - today: the day that counts as today.
    ///   - newest: the last day that is known by then.
    ///   - lastDay: the last day that is shown; nil to include what banks date ahead.
    ///   - isNow: whether it is no look at an earlier day, for which nothing is new.
    init(
        of engine: Engine, categories: CategoryTree, today: CalendarDay,
        through newest: CalendarDay,
        lastDay: CalendarDay?, isNow: Bool
    ) throws {
        let vault = engine.vault
        let month = today.month
        let days = (month.firstDay..<month.next.firstDay).through(lastDay)
        self.today = today
        self.days = days
        let oldest = try vault.oldestDay()?.month ?? month
        let known = max(1, min(Self.monthsOfLine, oldest.months(until: month)))
        let order = try engine.currencyOrder()
        netWorth = try NetWorthHistory(vault, today: today, through: newest, months: known)
            .sorted(by: order)
        income = order.sorted(
            try MonthlyIncome.months(vault, from: month, through: month, until: lastDay),
            by: \.currency)
        let answered = try AnsweredDays(vault, on: today)
        self.answered = answered
        let isKnown = !answered.isBefore(days)
        usualIncome =
            isKnown
            ? try MonthlyIncome.averages(vault, before: month, known: answered) : [:]
        spending = order.sorted(
            try CategorySpending.breakdown(vault, days: days, in: categories)
                .filter { $0.spent.minorUnits != 0 }
        ) { $0.spent.currency }
        yardstick =
            isKnown
            ? try SpendingYardstick(vault, before: month, known: answered, in: categories) : nil
        soFar = try (isKnown ? answered.soFar(of: month) : nil).map {
            SoFar(
                days: $0.days,
                usualIncome: try MonthlyIncome.averages(
                    vault, before: month, known: answered, soFar: $0),
                yardstick: try SpendingYardstick(
                    vault, before: month, known: answered, soFar: $0, in: categories))
        }
        // Finding the series as they were on an earlier day takes too long.
        due =
            isNow
            ? try engine.upcomingBills(within: Self.daysAhead, through: lastDay) : []
        new = isNow ? try Self.new(in: engine) : nil
        var query = TransactionQuery()
        query.days = days
        query.uncategorisedBy = try engine.lastStage()
        query.leavesOutHiddenAccounts = true
        uncategorised = query.uncategorisedBy == nil ? 0 : try vault.transactionCount(query)
        attention = isNow ? try Self.attention(in: engine) : []
    }

    private static func new(in engine: Engine) throws -> NewTransactions? {
        let syncs = try engine.vault.connections().filter { $0.kind == .simplefin }
            .compactMap { try engine.vault.lastAnsweredSync(connection: $0.id) }
        guard let since = syncs.map(\.startedAt).max() else { return nil }
        var query = TransactionQuery()
        query.receivedSince = since
        query.leavesOutHiddenAccounts = true
        let count = try engine.vault.transactionCount(query)
        // After the first sync everything is new.
        query.receivedSince = nil
        guard count > 0, try count < engine.vault.transactionCount(query) else { return nil }
        return NewTransactions(count: count, since: since)
    }

    private static func attention(in engine: Engine) throws -> [Attention] {
        let connections = try engine.vault.connections()
        let banks = try engine.vault.institutionHealth().filter { !$0.isWell }.map { bank in
            let host = connections.first { $0.id == bank.connection }.flatMap(engine.host)
            return Attention(
                words: "\(bank.name) needs you"
                    + (host.map { ": sign in at \($0)" } ?? ""),
                command: "ghostvault status")
        }
        let unread = try UnreadableAccountsView.words(of: engine.vault).map {
            Attention(words: $0, command: UnreadableAccountsView.command)
        }
        let broken = try engine.brokenFiles()
        let files =
            broken.map { Attention(words: "\($0) has a mistake", command: "ghostvault doctor") }
            + (try engine.ruleFilesNotInUse().filter { !broken.contains($0) }).map {
                Attention(
                    words: "\($0) is not in use as it is written",
                    command: "ghostvault apply-rules")
            }
        let charges = try engine.chargesAfterCancelling().map { series, charge in
            Attention(
                words: "\(series.name) was charged after you cancelled it, \(charge.amount.text) "
                    + "on \(charge.day)",
                command: "ghostvault explain \(charge.id)")
        }
        return banks + unread + charges + files
    }

    static var report: Report<Dashboard> {
        Report(
            "dashboard",
            .value("day", "The day that counts as today.") { $0.today },
            .value("answered_day", "The last day that the banks' answers cover.") {
                $0.answered.last
            },
            .list(
                "net_worth", "Net worth in each currency.",
                [
                    .value("currency", "The currency's code.") { $0.currency.code },
                    .value("net", "Assets less debts.") { $0.now?.net },
                    .value("assets", "Total assets.") { $0.now?.assets },
                    .value("liabilities", "Total debts, as a positive amount.") {
                        $0.now?.liabilities
                    },
                    .value("balance_day", "The day of the oldest balance in it.") {
                        $0.balanceDay
                    },
                    .values("history", "`net` at the ends of the last months, and now.") {
                        $0.points.map(\.net)
                    },
                ]
            ) { $0.netWorth.series },
            .list(
                "income", "This month in each currency.",
                [
                    .value("currency", "The currency's code.") { $0.month.currency.code },
                    .value("income", "Money received.") { $0.month.income },
                    .value("expenses", "Money spent, as a positive amount.") {
                        $0.month.expenses
                    },
                    .value("net", "Income less expenses.") { $0.month.net },
                    .value(
                        "savings_rate_percent",
                        "`net` as a share of `income`, in whole percent; null without income."
                    ) { $0.month.savingsRate },
                    .value(
                        "usual_net", "The average `net` of up to six months before; null for none."
                    ) { $0.usual?.net },
                    .value(
                        "usual_net_so_far",
                        "The same of the first days of each, as many as are known of this month; null "
                            + "if it is known whole."
                    ) { $0.soFar?.net },
                ]
            ) { dashboard in
                dashboard.income.map {
                    (
                        month: $0, usual: dashboard.usualIncome[$0.currency],
                        soFar: dashboard.soFar?.usualIncome[$0.currency]
                    )
                }
            },
            .list(
                "spending", "This month's spending, the highest category first.",
                [
                    .value("category", "The category's id.") { $0.spending.category },
                    .value("currency", "The currency's code.") { $0.spending.spent.currency.code },
                    .value("spent", "Spending, subcategories included.") { $0.spending.spent },
                    .value(
                        "average", "The average of up to six months before; null for none."
                    ) { $0.usual?.average },
                    .value(
                        "average_so_far",
                        "The same of the first days of each, as many as are known of this month; null "
                            + "if it is known whole."
                    ) { $0.soFar?.average },
                ]
            ) { dashboard in
                dashboard.spending.map {
                    (
                        spending: $0,
                        usual: dashboard.yardstick?.usual(of: $0.category, in: $0.spent.currency),
                        soFar: dashboard.soFar?.yardstick.usual(
                            of: $0.category, in: $0.spent.currency)
                    )
                }
            },
            .list(
                "due", "Bills that are late or due in the next 7 days.",
                [
                    .value("name", "The series.") { $0.bill.series.name },
                    .value("day", "When it is due.") { $0.day },
                    .value("amount", "The usual amount, or a card's statement; negative.") {
                        $0.amount
                    },
                    .value("currency", "The currency's code.") { $0.bill.series.currency.code },
                    .value(
                        "unread",
                        "Whether it may have arrived: its bank was not read since that day."
                    ) { $0.unreadSince != nil },
                ]
            ) { $0.due },
            .value(
                "new_transactions",
                "The number of transactions that the last sync fetched; null for none."
            ) { $0.new?.count },
            .value("uncategorised", "How many payments of the month have no category.") {
                $0.uncategorised
            },
            .list(
                "attention", "Things that need attention.",
                [
                    .value("message", "The message.") { $0.words },
                    .value("command", "The command that helps.") { $0.command },
                ]
            ) { $0.attention })
    }
}
