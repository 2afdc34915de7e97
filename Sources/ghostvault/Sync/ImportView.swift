import Engine
import Model
import Statements
import Terminal
import Vault

/// How a statement was understood, and what its import did.
struct ImportView {
    let screen: Screen

    private static let fewRows = 3
    private static let someRejected = 10

    /// Shows what a file is, with three of its rows.
    ///
    /// - Parameter whole: whether to show what is unclear, too.
    func show(_ statement: Statement, of file: String, whole: Bool = false) throws {
        for account in statement.accounts {
            let days = account.rows.map(\.day)
            var words = [
                "\(file): \(statement.words)", statement.encoding,
                Count.text(account.rows.count, "row"),
            ]
            if let first = days.min(), let last = days.max() {
                words.append(first == last ? "\(first)" : "\(first) to \(last)")
            }
            let named = [account.bank, account.name, account.id].filter { !$0.isEmpty }
            if !named.isEmpty { words.append(named.joined(separator: " ")) }
            words += account.currencies
            try screen.print(SafeText.neutralised(words.joined(separator: ", ")))
            if let path = statement.layout?.path {
                try screen.print(SafeText.neutralised("Read as \(path) says"))
            }
            let own = account.rows.lazy.filter { row in
                row.currency == nil || row.currency == account.currency
            }
            try show(Array(own.prefix(Self.fewRows)))
            if let proof = account.balanceProof { try show(proof, of: account) }
        }
        if statement.accounts.isEmpty, !statement.budgets.isEmpty, let program = statement.program {
            let count = Count.text(Set(statement.budgets.map(\.category)).count, "budget")
            try screen.print(SafeText.neutralised("\(file): \(count) of \(program.name)"))
        }
        for plugin in statement.otherPlugins {
            try screen.warn(
                SafeText.neutralised(
                    "The plugin \(plugin) reads such files, too. The first one by name did. "
                        + "To choose, disable one: ghostvault plugins disable \(plugin)"))
        }
        if whole {
            if let layout = statement.layout { try show(layout) }
            try show(statement.rejected)
            for question in statement.questions {
                try screen.warn(question.words)
            }
        }
    }

    /// Shows which column holds what.
    private func show(_ layout: TableLayout) throws {
        var table = Table(columns: [.init(""), .init("", isFlexible: true)])
        for column in TableLayout.Column.allCases {
            let names = (layout.columns[column] ?? []).map { place in
                place < layout.headings.count && !layout.headings[place].isEmpty
                    ? layout.headings[place] : "column \(place + 1)"
            }
            guard !names.isEmpty else { continue }
            let words = column.rawValue.replacing("_", with: " ")
            table.add(.init("  \(words)", .muted), .init(names.joined(separator: ", ")))
        }
        try screen.print("Columns")
        try screen.print(table)
    }

    private func show(_ proof: BalanceProof, of account: StatementAccount) throws {
        guard let gap = proof.breaks.first else {
            let rows = account.rows.filter(account.movesBalance)
            let count = rows.count { $0.balance != nil }
            let words =
                count > 0 && count < rows.count
                ? "the \(Count.text(count, "row")) that \(count == 1 ? "has" : "have") one"
                : rows.count == 1 ? "the row" : "all \(rows.count) rows"
            let currency = account.currencies.count > 1 ? account.currency : nil
            let place = currency.map { " in \($0)" } ?? ""
            return try screen.print("The balance continues through \(words)\(place).")
        }
        let place = gap.line.map { "in line \($0)" } ?? "at the end"
        let more = proof.breaks.count - 1
        try screen.warn(
            "The balance doesn't continue \(place): \(gap.stated.padded) instead of "
                + "\(gap.expected.padded)\(more > 0 ? ", and in \(more) more" : ""). "
                + "Rows may be missing from the file.")
    }

    private func show(_ rows: [StatementRow]) throws {
        guard !rows.isEmpty else { return }
        var table = Table(columns: [
            .init(""), .init("", isFlexible: true), .init("", alignment: .trailing),
        ])
        for row in rows {
            let text = [row.payee, row.description, row.memo].first { !$0.isEmpty } ?? ""
            table.add(
                .init("  \(row.day)\(row.isPending ? " pending" : "")"), .init(text.oneLine),
                .init(row.amount.padded))
        }
        try screen.print(table)
    }

    func show(_ report: StatementReport, dryRun: Bool) throws {
        for account in report.accounts {
            let outcome = account.outcome
            var words = [
                "\(account.name): "
                    + Count.text(outcome.new.count, "new transaction")
                    + (outcome.new.isEmpty
                        ? "" : " (\(Self.sum(of: account.new, account.currency)))")
            ]
            let known = outcome.knownFromConnection + outcome.knownFromFiles
            if known > 0 {
                words.append("\(known) here already")
            }
            if account.pending > 0 {
                words.append("\(account.pending) pending left out")
            }
            if let type = account.type { words.append("a new \(type.rawValue) account") }
            try screen.print(
                SafeText.neutralised(
                    words.joined(separator: ", ") + (dryRun ? "; nothing was changed" : "")))
            if !outcome.doubtful.isEmpty {
                let count = outcome.doubtful.count
                try screen.warn(
                    "\(Count.text(count, "row")) may be a transaction of that day or one nearby. "
                        + "\(count == 1 ? "It counts" : "They count") as new:")
                for (doubt, row) in zip(outcome.doubtful, account.doubtful)
                    .prefix(Self.someRejected)
                {
                    let amount = Money(minorUnits: row.amount, currency: account.currency)
                    try screen.warn(
                        SafeText.neutralised(
                            "  \(row.day) \(row.payee) \(row.description) \(amount.text) "
                                + "and transaction \(doubt.transaction)"))
                }
            }
        }
        try show(report.rejected)
    }

    /// Shows how to import the rows that are in another currency than their account.
    ///
    /// - Parameters:
    ///   - path: the file's, as the person gave it.
    ///   - name: the name of the account that has the others.
    func showOtherCurrencies(
        of statement: Statement, from path: String, beside name: String, in engine: Engine
    ) throws {
        guard path != "-", statement.accounts.count == 1, statement.accounts[0].currency != nil
        else { return }
        for code in statement.accounts[0].currencies.dropFirst() {
            let part = statement.inCurrency(code).accounts[0]
            let other = "\(name) \(code)"
            let place =
                switch try engine.place(of: part, layout: statement.layout) {
                case .known(let known, _): "--account \(known.name.shellWord)"
                case .unknown(let known):
                    (known.contains { $0.name == other } ? "--account " : "--new ")
                        + other.shellWord
                }
            try screen.warn(
                SafeText.neutralised(
                    "To import those in \(code): ghostvault import \(path.shellWord) \(place) "
                        + "--currency \(code)"))
        }
    }

    func show(_ remembered: RememberedLayout?) throws {
        switch remembered {
        case .written(let path):
            try screen.print(SafeText.neutralised("Remembered in \(path) for files like this"))
        case .edited(let path):
            try screen.warn(
                SafeText.neutralised(
                    "\(path) says otherwise. It was edited, so it stays as it is."))
        case nil: break
        }
    }

    private func show(_ rejected: [RejectedRow]) throws {
        guard !rejected.isEmpty else { return }
        try screen.warn(
            "\(Count.text(rejected.count, "row")) \(rejected.count == 1 ? "was" : "were") left out:"
        )
        for row in rejected.prefix(Self.someRejected) {
            try screen.warn(
                SafeText.neutralised(
                    "  " + (row.line > 0 ? "line \(row.line): " : "")
                        + "\(row.reason.words): \(row.text.oneLine)"))
        }
        if rejected.count > Self.someRejected {
            try screen.warn("  and \(rejected.count - Self.someRejected) more")
        }
    }

    private static func sum(of rows: [ReceivedTransaction], _ currency: Currency) -> String {
        Money(sum: rows.reduce(0) { $0 + Int128($1.amount) }, currency: currency).text
    }
}

extension Statement {
    fileprivate var words: String {
        switch format {
        case .own: "read by the plugin \(plugin)"
        case .csv: "CSV"
        case .ofx: "OFX"
        case .qif: "QIF"
        case .camt: "CAMT"
        case .mt940: "MT940"
        case .actual: "database of Actual"
        }
    }
}

extension StatementQuestion {
    var words: String {
        switch self {
        case .dayOrder: "It doesn't say whether days or months come first: --days"
        case .decimalMark: "It doesn't say whether 1.234 is more than a thousand: --decimals"
        case .sign:
            "It doesn't say whether its positive amounts were spent: --reverse or --no-reverse"
        case .columns: "What its columns hold can't be told"
        }
    }
}

extension RejectedRow.Reason {
    var words: String {
        switch self {
        case .noDay: "no day"
        case .badDay: "a day that does not exist"
        case .noAmount: "no amount"
        case .badAmount: "an amount that is none"
        case .amountTooLarge: "an amount that is too large"
        case .otherCurrency: "in another currency than the account"
        case .pending: "still pending"
        case .partsDiffer: "its parts don't add up to it"
        case .otherPeriod: "days that are no month, quarter or year"
        case .signUnknown: "whether it was spent can't be told"
        case .notMoney: "moves shares and no money"
        case .cancelled: "did not take place"
        case .plugin: "the plugin can't read it"
        case .incomplete: "incomplete"
        }
    }
}

extension DecimalAmount {
    /// With two decimals at least.
    fileprivate var padded: String {
        guard decimals < 2 else { return MinorUnits.groupedText(coefficient, exponent: decimals) }
        let hundredths = Int128(coefficient) * (decimals == 0 ? 100 : 10)
        return MinorUnits.groupedText(hundredths, exponent: 2)
    }
}
