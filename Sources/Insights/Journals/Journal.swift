public import Model
public import Vault

/// The transactions of a vault as double entries, for programs that keep accounts in text files.
///
/// Every account has the balance that reports of the vault show. A transfer is one entry if both
/// sides are in the journal and posted. What figures don't count is in equity accounts.
public struct Journal {
    private let vault: Vault
    private let query: TransactionQuery
    private let known: [AccountRecord]
    private let accounts: [AccountRecord]
    private let chart: JournalChart
    private let rates: CurrencyRates

    /// - Parameters:
    ///   - query: the transactions. A period, accounts and hidden accounts leave balances right;
    ///     other filters leave them out of the journal.
    ///   - rates: written as prices.
    public init(
        _ vault: Vault, _ query: TransactionQuery, categories: CategoryTree,
        rates: CurrencyRates = .none
    ) throws {
        self.vault = vault
        self.rates = rates
        var query = query
        query.hidesTransfers = false
        query.order = .oldestFirst
        (query.limit, query.offset) = (nil, 0)
        self.query = query
        known = try vault.accounts()
        accounts = known.filter { account in
            query.accounts.isEmpty
                ? !query.leavesOutHiddenAccounts || account.visibility != .hidden
                : query.accounts.contains(account.id)
        }
        chart = JournalChart(accounts: known, categories: categories)
    }

    /// Writes the journal. The same vault gives the same bytes.
    ///
    /// - Parameter sink: receives the text in pieces, and must not use the vault.
    public func write(as dialect: JournalDialect, to sink: @escaping (String) -> Void) throws {
        let writer = JournalWriter(dialect, chart, sink)
        try vault.atOneMoment {
            try forEachItem(joiningDays: dialect.hasPostingDays) { writer.write($0) }
        }
    }

    /// Passes on the parts of the journal in order: declarations, posted entries and balances by
    /// day, and pending entries.
    ///
    /// - Parameter joiningDays: whether the sides of a transfer may be in one entry if their days
    ///   differ.
    private func forEachItem(
        joiningDays: Bool, _ body: (JournalItem) -> Void
    ) throws {
        let days = try wholeDays()
        let balances =
            query.keepsBalances
            ? try ReportedBalances(vault, of: accounts, among: known, in: days) : nil
        for item in declarations(days, hasBalances: balances != nil) { body(item) }
        if let opening = balances?.opening, !opening.isEmpty {
            body(.entry(openingEntry(opening, on: days.lowerBound)))
        }
        let entries = JournalEntries(
            chart, sides: try TransferSides(vault, query, joiningDays: joiningDays),
            openTransfers: Set(try vault.transferCandidates().keys))
        var reports = (balances?.reports ?? [])[...]
        func report(before day: CalendarDay?) {
            while let next = reports.first, day.map({ next.day < $0 }) ?? true {
                reports.removeFirst()
                if next.gap.minorUnits != 0 { body(.entry(adjustment(next))) }
                body(.balance(next.account, next.balance, day: next.day))
            }
        }
        try vault.forEachTransaction(query) { record in
            // The pending ones come last.
            report(before: record.isPending ? nil : record.day)
            if let entry = entries.entry(of: record) { body(.entry(entry)) }
        }
        report(before: nil)
    }

    /// The days of the journal, from the first one with any data.
    private func wholeDays() throws -> Range<CalendarDay> {
        let end = query.days?.upperBound ?? CalendarDay(daysSinceEpoch: .max)
        let known = try vault.firstKnownDay() ?? CalendarDay(daysSinceEpoch: 0)
        let asked = query.keepsBalances ? query.days?.lowerBound : nil
        let first = max(known, asked ?? known)
        return first..<max(first, end)
    }

    private func declarations(
        _ days: Range<CalendarDay>, hasBalances: Bool
    ) -> [JournalItem] {
        let currencies = accounts.map(\.currency).distinct
        let prices = rates.all.filter { currencies.contains($0.currency) }
        var items: [JournalItem] = []
        if !hasBalances {
            items.append(.remark("A part of the transactions, without opening balances."))
        }
        let base = prices.isEmpty ? [] : [rates.base].compactMap(\.self)
        items += (currencies + base).distinct.sorted { $0.code < $1.code }.map { .currency($0) }
        items += accounts.map { account in
            .account(
                JournalItem.AccountLine(
                    id: account.id, name: account.name, institution: account.institution,
                    bankID: account.bankID, currency: account.currency,
                    firstDay: days.lowerBound))
        }
        if let base = rates.base {
            for rate in prices {
                let first = prices.filter { $0.currency == rate.currency }.compactMap(\.day).min()
                let undated = min(days.lowerBound, first?.adding(days: -1) ?? days.lowerBound)
                items.append(.rate(rate, base: base, day: rate.day ?? undated))
            }
        }
        return items
    }

    private func openingEntry(
        _ opening: [(account: Int64, balance: Money)], on day: CalendarDay
    ) -> DoubleEntry {
        DoubleEntry(
            day: day, payee: "Opening balances",
            postings: opening.flatMap { account, balance in
                [
                    JournalPosting(account: .own(account), amount: balance),
                    JournalPosting(account: .equity(.opening), amount: balance.negated),
                ]
            })
    }

    private func adjustment(_ report: ReportedBalances.Report) -> DoubleEntry {
        let isByHand = known.contains { $0.id == report.account && $0.isByHand }
        return DoubleEntry(
            day: report.day,
            payee: isByHand ? "Value entered by hand" : "Adjustment to the bank's balance",
            text: isByHand
                ? ""
                : chart.isInvestment(report.account)
                    ? "gains, losses and unknown transactions"
                    : "transactions are missing, early or late",
            postings: [
                JournalPosting(account: .own(report.account), amount: report.gap),
                JournalPosting(account: .equity(.adjustments), amount: report.gap.negated),
            ])
    }
}

extension TransactionQuery {
    /// Whether it has all transactions of its days and accounts, so that balances are right.
    fileprivate var keepsBalances: Bool {
        transactionClass == nil && categories.isEmpty && tags.isEmpty && least == nil
            && greatest == nil && uncategorisedBy == nil && !isGuessed && rule == nil && !isLoan
            && searches.isEmpty && payee == nil && receivedSince == nil && numbers == nil
    }
}
