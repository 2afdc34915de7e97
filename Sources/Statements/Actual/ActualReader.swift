import Model

/// Reads the database of Actual Budget, which its export has in a ZIP file.
///
/// What it gives is what Actual's export of transactions as CSV gives, with the two sides of
/// transfers, the bank's words, balances and rules.
struct ActualReader {
    private let names: ActualNames
    private var list = AccountList()
    private var rejected: [RejectedRow] = []
    /// The sum of each account, by its name.
    private var sums: [String: Int128] = [:]
    /// The number of the row of each transaction so far. Both sides of a transfer are one row.
    private var lines: [String: Int] = [:]

    static func recognises(_ bytes: [UInt8]) -> Bool { ForeignDatabase.recognises(bytes) }

    static func read(_ bytes: [UInt8]) throws(StatementError) -> Statement {
        let database = try ForeignDatabase.reading(bytes)
        var reader = ActualReader(names: try ActualNames(database))
        try reader.readTransactions(database)
        let rules = try ActualRules.all(in: database, reader.names)
        guard !reader.list.accounts.isEmpty || !reader.rejected.isEmpty || !rules.isEmpty else {
            throw .empty
        }
        return Statement(
            format: .actual, encoding: "utf-8", accounts: reader.list.accounts,
            rejected: reader.rejected, program: .actual, rules: rules,
            budgets: try ActualBudgets.all(in: database, reader.names))
    }

    private init(names: ActualNames) { self.names = names }

    /// A row of the table of transactions, which may be a part of another one.
    private struct Entry {
        let id: String
        let isParent: Bool
        let parent: String
        let account: String
        let category: String
        let amount: Int64
        let payee: String
        let notes: String
        let imported: String
        let date: Int64
        let isStart: Bool
        let transfer: String
        let order: Double

        /// Nil for one without a day or an account, which Actual doesn't show either.
        init?(_ row: ForeignDatabase.Row) {
            guard let date = row.integer(9), !row.text(3).isEmpty else { return nil }
            (id, isParent, account, category) = (
                row.text(0), row.isTrue(1), row.text(3), row.text(4)
            )
            parent = row.isTrue(2) ? row.text(14) : ""
            guard !row.isTrue(2) || !parent.isEmpty else { return nil }
            (amount, payee, notes) = (row.integer(5) ?? 0, row.text(6), row.text(7))
            (imported, self.date, isStart) = (row.text(8), date, row.isTrue(10))
            (transfer, order) = (row.text(11), row.order(12))
        }

        static let columns = [
            "id", "isParent", "isChild", "acct", "category", "amount", "description", "notes",
            "imported_description", "date", "starting_balance_flag", "transferred_id", "sort_order",
            "tombstone", "parent_id",
        ]

        /// Actual's own order, the newest first.
        static func precedes(_ left: Self, _ right: Self) -> Bool {
            if left.date != right.date { return left.date > right.date }
            if left.isStart != right.isStart { return right.isStart }
            if left.order != right.order { return left.order > right.order }
            return left.id < right.id
        }
    }

    private mutating func readTransactions(
        _ database: borrowing ForeignDatabase
    ) throws(StatementError) {
        guard let rows = try database.rows(of: "transactions", Entry.columns) else {
            throw .notAStatement
        }
        let entries = rows.filter { !$0.isTrue(13) }.compactMap(Entry.init).sorted(
            by: Entry.precedes)
        let parts = Dictionary(grouping: entries.filter { !$0.parent.isEmpty }, by: \.parent)
        let whole = entries.filter(\.parent.isEmpty)
        let transfers = Dictionary(
            whole.filter { !$0.transfer.isEmpty }.map { ($0.id, $0.transfer) },
            uniquingKeysWith: { first, _ in first })
        for (index, entry) in whole.enumerated() {
            let partner = transfers[entry.transfer] == entry.id ? lines[entry.transfer] : nil
            lines[entry.id] = partner ?? index + 1
            take(entry, parts[entry.id] ?? [])
        }
        for index in list.accounts.indices {
            list[index].kind = TableKind.kind(of: list[index])
            addBalance(to: index)
        }
    }

    private mutating func take(_ entry: Entry, _ parts: [Entry]) {
        let line = lines[entry.id] ?? 0
        do throws(RejectedRow.Reason) {
            guard let account = names.account(entry.account), !account.isEmpty else {
                throw .incomplete
            }
            let row = try row(entry, parts, line: line)
            sums[account, default: 0] += Int128(entry.amount)
            let isNumber = TablePreamble.isNumber(account)
            let position = list.position(
                of: StatementAccount(id: isNumber ? account : "", name: isNumber ? "" : account))
            list[position].rows.append(row)
        } catch {
            let payee = names.payee(entry.payee) ?? entry.imported
            rejected.append(
                RejectedRow(
                    line: line, reason: error,
                    of: "\(entry.date) \(Self.amount(entry.amount)) \(payee)"))
        }
    }

    private func row(
        _ entry: Entry, _ parts: [Entry], line: Int
    ) throws(RejectedRow.Reason) -> StatementRow {
        guard let date = Int(exactly: entry.date), date > 0,
            let day = CalendarDay(year: date / 10_000, month: date / 100 % 100, day: date % 100)
        else { throw .badDay }
        var row = StatementRow(line: line, day: day, amount: Self.amount(entry.amount))
        row.payee = names.payee(entry.payee) ?? ""
        row.otherAccount = names.otherAccount(entry.payee) ?? ""
        row.memo = TableWords.joined([entry.imported])
        row.notes = TableWords.joined([entry.notes])
        row.tags = ActualTags.tags(in: row.notes)
        if entry.isStart {
            row.category = "Starting balance"
        } else if !entry.isParent {
            row.category = names.category(entry.category) ?? ""
        }
        guard entry.isParent, !parts.isEmpty else { return row }
        row.parts = parts.map { part in
            StatementRow.Part(
                amount: Self.amount(part.amount),
                category: names.otherAccount(part.payee) == nil
                    ? names.category(part.category) ?? "" : "Transfer",
                memo: TableWords.joined([part.notes]))
        }
        guard row.parts.map(\.amount).addUp(to: row.amount) else { throw .partsDiffer }
        return row
    }

    /// An account has what its transactions add up to.
    private mutating func addBalance(to index: Int) {
        let account = list[index]
        guard rejected.isEmpty, let day = account.rows.map(\.day).max(),
            let sum = sums[account.name.isEmpty ? account.id : account.name],
            let sum = Int64(exactly: sum)
        else { return }
        list[index].balances = [
            StatementBalance(day: day, amount: Self.amount(sum), kind: .closing)
        ]
    }

    /// Amounts are in hundredths, whatever the currency.
    private static func amount(_ hundredths: Int64) -> DecimalAmount {
        DecimalAmount(coefficient: hundredths, decimals: 2)
    }
}

/// The tags in Actual's notes, "#trip": those behind a doubled mark are none.
package enum ActualTags {
    package static func tags(in notes: String) -> [String] {
        guard notes.utf8.contains(UInt8(ascii: "#")) else { return [] }
        var (tags, before): ([String], Character) = ([], " ")
        var rest = notes[...]
        while let letter = rest.popFirst() {
            let isTag = letter == "#" && before != "#"
            before = letter
            guard isTag else { continue }
            let tag = String(rest.prefix { $0 != "#" && !$0.isWhitespace })
            if !tag.isEmpty, !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }
}
