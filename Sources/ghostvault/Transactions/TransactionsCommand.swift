import ArgumentParser
import Classification
import Engine
import Insights
import Model
import Rules
import Terminal
import Vault

struct TransactionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions",
        abstract: "List and correct transactions.",
        discussion: """
            Examples:
              ghostvault transactions coffee oct
              ghostvault transactions --month 2025-03 --category dining
              ghostvault transactions list --help
              ghostvault transactions set 12 --category shopping --note "for Ann"
            """,
        subcommands: [
            TransactionsListCommand.self, TransactionsSetCommand.self,
            TransactionsSplitCommand.self, TransactionsConfirmCommand.self,
            TransactionsAddCommand.self, TransactionsRemoveCommand.self,
            TransactionsHoldsCommand.self, TransactionsSettleCommand.self,
        ],
        defaultSubcommand: TransactionsListCommand.self)
}

struct TransactionsListCommand: ReportCommand, CommandWithWords {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List transactions, newest first.",
        discussion: """
            Arguments are a period, or text to find in payees, descriptions, notes and amounts. \
            '>50' and '<20' are the smallest and the largest amount, 50..60 is both, '#trip' is a \
            tag and '#29' a transaction. Transactions must match all filters. Transfers between \
            your accounts and ignored transactions are left out unless you ask for them. A \
            filtered list ends with the total over all its pages. For split transactions, \
            --category shows and counts the part in that category, and --csv has a line for each \
            part.

            Examples:
              ghostvault transactions coffee oct
              ghostvault transactions last week --sort amount
              ghostvault transactions --month 2025-03 --category dining
              ghostvault transactions --where '{ payee = word "coffee", amount = between(-20, 0) }'
              ghostvault transactions --class expense --min 500
              ghostvault transactions ytd --by payee
              ghostvault transactions coffee --by month
              ghostvault transactions --all --json
            """)

    static let takesText = true

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var chosen: SelectionOptions

    @Option(help: "The order: date, amount or payee. (default: date)")
    var sort: SortOrder?

    @Flag(help: "List the oldest first.")
    var oldestFirst = false

    @OptionGroup var pages: PageOptions

    @Option(help: "Show totals by category, payee, account, month or tag.")
    var by: TransactionSums.Kind?

    @Flag(
        help: "List everything on one page: transfers, ignored ones and hidden accounts, too.")
    var all = false

    enum SortOrder: String, ExpressibleByArgument, CaseIterable {
        case date, amount, payee
    }

    func validate() throws {
        if chosen.words.count == 2, chosen.words[0] == "show",
            let number = Int64(chosen.words[1])
        {
            throw ValidationError("For one transaction: ghostvault explain \(number)")
        }
        try pages.validate(isAll: all)
        guard !oldestFirst || sort == nil || sort == .date else {
            throw ValidationError("--oldest-first goes with --sort date.")
        }
        guard by == nil || sort == nil && !oldestFirst && !pages.isGiven else {
            throw ValidationError(
                "--by shows all sums, the largest first; --sort, --limit and "
                    + "--page are for lists.")
        }
        try selection.validate()
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        let query = try query(engine)
        let isFiltered = selection.isFiltered
        let view = TransactionsView(
            screen: screen, engine: engine, accounts: try engine.vault.accounts(),
            searched: PeriodWords.parting(chosen.words).rest)
        if let by {
            try view.show(query, by: by, as: output.format, isFiltered: isFiltered)
        } else if let format = output.format {
            try view.print(query, as: format)
            if let words = try NothingFoundWords(engine: engine).unknownTag(in: query) {
                try screen.warn(words)
            }
        } else {
            try view.show(query, isFiltered: isFiltered)
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }

    private var selection: TransactionSelection { chosen.selection(isAll: all) }

    func query(_ engine: Engine) throws -> TransactionQuery {
        var query = try selection.query(
            engine, asOf: try vault.moment().today, through: try vault.lastDay())
        query.order =
            switch sort ?? .date {
            case .date: oldestFirst ? .oldestFirst : .newestFirst
            case .amount: .largestFirst
            case .payee: .byPayee
            }
        let isWhole = all || by != nil || output.format != nil
        if let page = pages.page(isWhole: isWhole) {
            (query.limit, query.offset) = (page.limit, page.offset)
        }
        return query
    }
}

struct TransactionsView {
    let screen: Screen
    let engine: Engine
    let accounts: [AccountRecord]
    /// The texts that are looked for.
    var searched: [String] = []

    /// - Parameter isFiltered: whether a filter is set.
    func show(_ query: TransactionQuery, isFiltered: Bool) throws {
        let found = try engine.vault.searched(query)
        let records = try engine.vault.transactions(found)
        guard !records.isEmpty else {
            let words = try NothingFoundWords(engine: engine, searched: searched).text(
                of: query, isFiltered: isFiltered)
            return try screen.print(words)
        }
        try show(records, of: query)
        let isAll = query.offset == 0 && records.count < query.limit ?? .max
        let count = isAll ? records.count : try engine.vault.transactionCount(found)
        if records.count < count {
            try screen.print()
            let page = PageOptions.Page(limit: query.limit ?? count, offset: query.offset)
            try screen.print(
                page.words(shown: records.count, of: count, "transaction"), .muted)
        }
        try showHiddenTransfers(of: query)
        // A total is meaningful only of a part.
        if isFiltered { try showTotals(of: found, afterLine: records.count == count) }
    }

    /// Shows the sums of the transactions that count, and what doesn't count.
    func show(
        _ query: TransactionQuery, by kind: TransactionSums.Kind, as format: OutputFormat?,
        isFiltered: Bool
    ) throws {
        let found = try engine.vault.searched(query)
        let sums = try TransactionSums(engine.vault, found, by: kind)
            .sorted(by: try engine.currencyOrder())
        if let format {
            try TransactionSumsView.report.print(
                TransactionSumsView.rows(sums), as: format, on: screen)
        } else if sums.groups.isEmpty && sums.leftOut.isEmpty {
            try screen.print(
                try NothingFoundWords(engine: engine, searched: searched).text(
                    of: query, isFiltered: isFiltered))
        } else {
            try TransactionSumsView(
                screen: screen, engine: engine, kind: kind, query: found
            ).show(sums)
        }
    }

    private func show(_ records: [TransactionRecord], of query: TransactionQuery) throws {
        let hasMarks = records.contains { !$0.marks.isEmpty }
        let balances = try runningBalances(of: records, in: query)
        let isOneAccount = query.accounts.count == 1
        var table = Table(
            columns: [
                .init("#", alignment: .trailing), .init("day"), .init("payee", isFlexible: true),
                .init("amount", alignment: .trailing),
            ] + (balances == nil ? [] : [.init("balance", alignment: .trailing, rank: 3)]) + [
                .init("category", isFlexible: true, rank: 1)
            ] + (isOneAccount ? [] : [.init("account", isName: true, rank: 2)])
                + (hasMarks ? [.init("note", isFlexible: true, rank: 4)] : [])
                + [.init("why", isFlexible: true, rank: 5)])
        let names = accounts.listedNames
        let words = try ReasonWords(engine, about: Set(records.map(\.id)))
        let isOneCurrency = Set(records.map(\.amount.currency)).count == 1
        let category = query.categories.first ?? ""
        for record in records {
            let part = query.categories.isEmpty ? nil : try record.part(in: query.categories)
            let cells: [Table.Cell] = [
                .init("\(record.id)", .muted),
                record.isPending ? .init("pending", .muted) : .init("\(record.day)"),
                .init(record.payee), .amount(part ?? record.amount, withCurrency: !isOneCurrency),
            ]
            let balance: [Table.Cell] =
                balances.map { [.init($0[record.id]?.groupedText ?? "", .muted)] } ?? []
            let rest: [Table.Cell] = [
                .init(
                    part.map { _ in "\(category), of \(record.amount.groupedText)" }
                        ?? record.kindWord ?? "–")
            ]
            let account: [Table.Cell] =
                isOneAccount ? [] : [.init(names[record.account] ?? "", .muted)]
            table.add(
                cells + balance + rest + account + (hasMarks ? [.init(record.marks)] : []) + [
                    .init(
                        record.tellingReason(in: words, isShort: true)
                            ?? "not classified yet",
                        .muted)
                ])
        }
        try screen.print(table)
    }

    /// All transactions of a query's account on its days.
    private func all(of query: TransactionQuery) -> TransactionQuery {
        var all = TransactionQuery()
        (all.accounts, all.days) = (query.accounts, query.days)
        return all
    }

    /// The balances after transactions in the order of days; nil unless they are of one account
    /// with any, and none of its transactions is left out between them.
    private func runningBalances(
        of records: some Sequence<TransactionRecord>, in query: TransactionQuery
    ) throws -> RunningBalances? {
        let days = records.filter { !$0.isPending }.map(\.day)
        guard query.accounts.count == 1, [.newestFirst, .oldestFirst].contains(query.order),
            let account = accounts.first(where: { $0.id == query.accounts[0] }),
            let first = days.min(), let last = days.max(),
            try engine.vault.transactionCount(query)
                == engine.vault.transactionCount(all(of: query))
        else { return nil }
        let balances = try RunningBalances(engine.vault, of: account, in: first...last)
        return records.contains { balances[$0.id] != nil } ? balances : nil
    }

    /// Says how many transfers the list of an account or of a searched text lacks.
    private func showHiddenTransfers(of query: TransactionQuery) throws {
        guard query.hidesTransfers else { return }
        var withTransfers = query
        withTransfers.hidesTransfers = false
        let whole = try engine.vault.transactionCount(withTransfers)
        let hidden = whole - (try engine.vault.transactionCount(query))
        guard hidden > 0 else { return }
        let words = Count.text(hidden, "transfer or ignored one", "transfers or ignored ones")
        let isAll = try whole == engine.vault.transactionCount(all(of: query))
        if query.accounts.count == 1, isAll {
            try screen.print(
                "\(words) \(hidden == 1 ? "is" : "are") not shown; with --transfers the list "
                    + "has balances.", .muted)
        } else if !searched.isEmpty {
            try screen.print(
                "\(words) \(hidden == 1 ? "matches" : "match"), too; --transfers shows them.",
                .muted)
        }
    }

    /// Shows the total in each currency of all matches that count, and what doesn't count.
    private func showTotals(of query: TransactionQuery, afterLine: Bool) throws {
        let totals = try engine.currencyOrder().sorted(try engine.vault.totals(of: query)) {
            $0.sum.currency
        }
        guard !totals.isEmpty else { return }
        var all = query
        (all.limit, all.offset) = (nil, 0)
        let whole = all
        let sums =
            query.hidesTransfers || totals.contains { $0.countedCount != $0.count }
            ? try TransactionSums(engine.vault, whole, by: .month) : nil
        let counted = sums?.totals.map { ($0.sum, $0.count) } ?? totals.map { ($0.sum, $0.count) }
        // The list of a category may hold income, which its spending doesn't count.
        all.transactionClass = .income
        let incomes =
            query.categories.isEmpty || query.transactionClass != nil
            ? [] : try engine.vault.totals(of: all).filter { $0.count > 0 }
        if afterLine { try screen.print() }
        for currency in totals.map(\.sum.currency) {
            let words =
                counted.filter { $0.0.currency == currency }
                .map { "Total \($0.text) in \(Count.text($1, "transaction"))" }
                + (sums?.hiddenFees ?? []).filter { $0.sum.currency == currency }.map {
                    let transfers = Count.text($0.count, "hidden transfer")
                    return "\($0.sum.text) of it the fee\($0.count == 1 ? "" : "s") of \(transfers)"
                }
                + incomes.filter { income in
                    counted.contains { $0.0.currency == currency && $0.1 > income.count }
                        && income.sum.currency == currency
                }.map { "\($0.sum.text) of it income, in \($0.count)" }
                + (sums?.leftOut ?? []).filter { $0.sum.currency == currency }.map(\.words)
            try screen.print(SafeText.neutralised(words.joined(separator: "; ")))
        }
        let converted = try ConvertedTotals(of: engine, on: engine.today)
        guard !converted.rates.isEmpty else { return }
        let months = try sums ?? TransactionSums(engine.vault, whole, by: .month)
        guard let words = converted.words(forMonths: months) else { return }
        try screen.print(SafeText.neutralised(words))
    }

    static var report: Report<TransactionRow> {
        Report("transactions", fields: TransactionRow.fields)
    }

    func print(_ query: TransactionQuery, as format: OutputFormat) throws {
        let words = try ReasonWords(engine)
        let accounts = Dictionary(uniqueKeysWithValues: accounts.map { ($0.id, $0) })
        let hasRowForEachPart =
            switch format.syntax {
            case .delimited, .html: true
            case .json, .jsonLines: false
            }
        let wanted = Set(query.categories)
        let balances = try runningBalances(of: query)
        try Self.report.print(as: format, on: screen) { emit in
            try engine.vault.forEachTransaction(query) { record in
                let account = accounts[record.account]
                guard hasRowForEachPart, !record.splits.isEmpty else {
                    return emit(
                        TransactionRow(
                            record: record, account: account, words: words,
                            balance: balances?[record.id]))
                }
                for part in record.splits where wanted.isEmpty || wanted.contains(part.category) {
                    emit(TransactionRow(record: record, account: account, words: words, part: part))
                }
            }
        }
    }

    /// Those of all transactions of one account; nil of several.
    private func runningBalances(of query: TransactionQuery) throws -> RunningBalances? {
        guard query.accounts.count == 1,
            let account = accounts.first(where: { $0.id == query.accounts[0] }),
            let first = try engine.vault.firstKnownDay(of: account.id),
            let last = try engine.vault.newestDay(), first <= last
        else { return nil }
        return try RunningBalances(engine.vault, of: account, in: first...last)
    }
}

extension TransactionRecord {
    /// The note and the tags, "for Ann #trip".
    fileprivate var marks: String {
        let tags = (verdict?.tags?.value ?? []).map { "#\($0)" }
        return ([verdict?.notes?.value].compactMap(\.self) + tags).joined(separator: " ")
    }
}
