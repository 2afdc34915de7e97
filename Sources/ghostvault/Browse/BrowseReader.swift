import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

/// The data of the full screen, read as by other commands.
struct BrowseReader {
    let engine: Engine
    let accounts: [AccountRecord]
    let screen: Screen
    /// The last day to show.
    let lastDay: CalendarDay?

    private var vault: Vault { engine.vault }

    func state(today: CalendarDay) throws -> BrowseState {
        let newest = try lastDay ?? vault.newestDay() ?? today
        let last = max(today.month, newest.month)
        let first = min(try vault.oldestDay()?.month ?? last, last)
        return BrowseState(
            months: first...last, month: today.month, accounts: try listedAccounts(),
            categories: try engine.categories().categories.map { .init(id: $0.id, name: $0.name) })
    }

    private func listedAccounts() throws -> [BrowseState.Account] {
        var records = accounts.filter { $0.visibility != .hidden }
        if let lastDay {
            records = try AccountBalances.accounts(records, of: vault, on: lastDay)
        }
        let isOneCurrency = Set(records.map(\.currency)).count == 1
        let names = accounts.listedNames
        return [BrowseState.Account(id: nil, name: "All accounts")]
            + AccountsView.grouped(records).flatMap { heading, members in
                members.map { account in
                    BrowseState.Account(
                        id: account.id, name: names[account.id] ?? account.name,
                        balance: account.balance.map {
                            isOneCurrency ? $0.groupedText : $0.text
                        } ?? "unknown", group: heading)
                }
            }
    }

    /// Lists the transactions that the state asks for, and the figures of its month.
    func list(_ state: inout BrowseState) throws {
        let month = state.month.firstDay..<state.month.next.firstDay
        var query = TransactionQuery()
        let allDays = lastDay.map { CalendarDay(daysSinceEpoch: .min)..<$0.adding(days: 1) }
        query.days = state.isAllTime ? allDays : month.through(lastDay)
        if let account = state.accounts[state.account].id {
            query.accounts = [account]
        } else {
            query.leavesOutHiddenAccounts = true
        }
        for word in state.filter.split(separator: " ").map(String.init) {
            // What is being typed may not be whole yet.
            guard !["#", ">", "<", ">=", "<="].contains(word) else { continue }
            do {
                try query.narrow(byWord: word)
            } catch is ValidationError {
                query.searches.append(TransactionSearch(word))
            }
        }
        state.list(try vault.transactionNumbers(query))
        state.sum =
            state.filter.isEmpty && query.accounts.isEmpty ? nil : try sum(of: query)
        state.figures =
            try vault.wasClassified() && !state.isAllTime ? figures(of: state.month) : []
    }

    /// Nil for several currencies.
    private func sum(of query: TransactionQuery) throws -> String? {
        let totals = try vault.totals(of: query)
        guard totals.count == 1, let total = totals.first else { return nil }
        let all = total.sum.signedText
        return total.counted == total.sum ? all : "\(all) (\(total.counted.signedText) in figures)"
    }

    private func figures(of month: CalendarMonth) throws -> [BrowseState.Figures] {
        try engine.currencyOrder().sorted(
            try MonthlyIncome.months(vault, from: month, through: month, until: lastDay),
            by: \.currency
        ).map {
            .init(income: $0.income, expenses: $0.expenses, net: $0.net)
        }
    }

    /// Reads what the screen shows of the listed transactions.
    func completeScreen(_ state: inout BrowseState) throws {
        let missing = Set(state.visible.filter { state.rows[$0] == nil })
        if !missing.isEmpty {
            for (number, record) in try vault.transactions(numbered: missing) {
                state.rows[number] = row(record)
            }
        }
        guard let number = state.chosenNumber, state.details?.number != number,
            let record = try vault.transaction(number)
        else { return }
        state.details = try details(of: record)
    }

    private func row(_ record: TransactionRecord) -> BrowseState.Row {
        .init(
            day: record.day, payee: record.payee, amount: record.amount,
            conclusion: record.kindWord ?? "–", isPending: record.isPending)
    }

    /// The text of "explain", without the stages.
    private func details(of record: TransactionRecord) throws -> BrowseState.Details {
        let view = ExplainView(
            screen: screen, accounts: accounts,
            reasons: try ReasonWords(engine, about: [record.id]))
        let facts = view.facts(
            record, try TransactionLinks(of: record, in: vault), formerIDs: [],
            missingSince: try vault.missingSince(record.id))
        return BrowseState.Details(
            number: record.id, payee: record.payee, figures: "\(record.amount.text)  \(record.day)",
            tables: [facts, view.result(of: record, isShort: true)]
                + (record.splits.isEmpty ? [] : [record.partsTable]))
    }
}
