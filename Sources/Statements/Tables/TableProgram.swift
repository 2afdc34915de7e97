import Model

/// What a row of another program's export becomes, where it is more than one row of one account.
struct TableProgram: Sendable {
    /// Where a row goes.
    enum Place: Sendable {
        case rows([(account: String, row: StatementRow)])
        /// A part of the row before.
        case part(StatementRow.Part)
        /// Kept until all rows are read.
        case later
    }

    let program: StatementProgram
    private let columns: [String: Int]
    /// The sides of a transaction that are no accounts of money, by its id.
    private var parts: [String: [StatementRow.Part]] = [:]
    /// The accounts of GnuCash by their paths.
    private var accountNames: [String: String] = [:]
    /// Whom the parts of Actual's splits were paid to, by the line on which each begins.
    private var partPayees: [Int: [String]] = [:]
    private var splitLine = 0
    /// The row before, if it is a part of a split in YNAB's export.
    private var split: SplitRow?
    /// The group and the account of the row before in Firefly's export: the parts of a split are
    /// one group.
    private var group: (id: String, account: String)?
    /// Firefly's groups, by the line on which each begins.
    private var groups: [Int: String] = [:]
    /// Groups with a row that can't be read.
    private var brokenGroups: Set<String> = []

    /// Nil for the export of a bank.
    init?(headings: [String]) {
        var columns: [String: Int] = [:]
        for (index, heading) in headings.enumerated().reversed() {
            columns[ColumnWords.key(heading)] = index
        }
        self.columns = columns
        guard let program = StatementProgram(headings: Set(columns.keys)) else { return nil }
        self.program = program
    }

    /// Why a table is none of transactions; nil if it may be one.
    static func refusal(of headings: [String]) -> StatementError? {
        let keys = Set(headings.map { ColumnWords.key($0) })
        if keys.contains("journalnumber") { return .otherContent("journal") }
        let orders: Set = ["orderid", "orderdate", "items", "ordernumber", "asin/isbn"]
        return keys.intersection(orders).count > 1 ? .otherContent("orders") : nil
    }

    mutating func place(
        _ row: StatementRow, of record: TableRecord, account: String,
        mark: StatementAnswers.DecimalMark?
    ) throws(RejectedRow.Reason) -> Place {
        switch program {
        case .firefly: try fireflyRow(row, of: record, mark: mark)
        case .gnuCash: try gnuCashSide(row, of: record, account: account)
        case .actual: try actualRow(row, of: record, account: account, mark: mark)
        case .ynab: ynabRow(row, of: record, account: account)
        case .mint, .monarch: .rows([(account, row)])
        }
    }

    private func cell(_ name: String, of record: TableRecord) -> String {
        columns[name].map { record.cell($0) } ?? ""
    }

    // MARK: Firefly III

    private mutating func fireflyRow(
        _ row: StatementRow, of record: TableRecord, mark: StatementAnswers.DecimalMark?
    ) throws(RejectedRow.Reason) -> Place {
        var sides = try fireflySides(row, of: record, mark: mark)
        let (before, id) = (group, cell("groupid", of: record))
        group = nil
        guard sides.count == 1, !id.isEmpty else { return .rows(sides) }
        let side = sides[0]
        let part = StatementRow.Part(
            amount: side.row.amount, category: side.row.category, memo: side.row.description)
        group = (id, side.account)
        if let before, before == (id, side.account) { return .part(part) }
        sides[0].row.parts = [part]
        groups[side.row.line] = id
        return .rows(sides)
    }

    /// Notes a row that can't be read, without which a split would be less than it was.
    mutating func noteRejected(_ record: TableRecord) {
        if program == .firefly { brokenGroups.insert(cell("groupid", of: record)) }
    }

    private func fireflySides(
        _ row: StatementRow, of record: TableRecord, mark: StatementAnswers.DecimalMark?
    ) throws(RejectedRow.Reason) -> [(account: String, row: StatementRow)] {
        var row = row
        let budget = cell("budget", of: record)
        if !budget.isEmpty, !row.tags.contains(budget) { row.tags.append(budget) }
        let source = cell("sourcename", of: record)
        let destination = cell("destinationname", of: record)
        let size = try row.amount.size()
        var (out, back) = (row, row)
        (out.amount, back.amount) = (try size.negated(), size)
        switch cell("type", of: record).lowercased() {
        case "withdrawal":
            if out.payee.isEmpty { out.payee = destination }
            return [(source, out)]
        case "deposit":
            if back.payee.isEmpty { back.payee = source }
            return [(destination, back)]
        case "transfer":
            (out.otherAccount, back.otherAccount) = (destination, source)
            if let foreign = AmountText(cell("foreignamount", of: record)) {
                back.amount = try foreign.value(mark).size()
                back.currency = CurrencyText.code(of: cell("foreigncurrencycode", of: record))
            }
            return [(source, out), (destination, back)]
        default:
            // Opening balances and corrections have the account on one side, and a made-up
            // one on the other.
            let isSource = cell("sourcetype", of: record).hasPrefix("Asset")
            let own = isSource || destination.isEmpty ? source : destination
            row.category = cell("type", of: record)
            return [(own, row)]
        }
    }

    // MARK: GnuCash

    private mutating func gnuCashSide(
        _ row: StatementRow, of record: TableRecord, account: String
    ) throws(RejectedRow.Reason) -> Place {
        // Several rows share it, so that it may not be taken for an id of rows.
        var row = row
        row.id = cell("transactionid", of: record)
        // The amount is in what the account holds, and its value in the transaction's currency.
        let (amount, value) = (cell("amountnum", of: record), cell("valuenum", of: record))
        if !value.isEmpty, amount != value {
            let symbol = cell("amountwithsym", of: record).filter {
                !$0.isNumber && !"-+.,' ()\u{A0}".contains($0)
            }
            guard let code = CurrencyText.code(of: symbol) else { throw .notMoney }
            row.currency = code
        }
        let root = cell("fullaccountname", of: record).prefix { $0 != ":" }
        guard Self.moneyRoots.contains(PlainLetters.typed(String(root))) else {
            let part = StatementRow.Part(
                amount: try row.amount.negated(), category: account, memo: row.memo)
            parts[row.id, default: []].append(part)
            return .later
        }
        return .rows([(name(of: cell("fullaccountname", of: record), account), row)])
    }

    /// The account's own name, with its parent's where another has it.
    private mutating func name(of path: String, _ leaf: String) -> String {
        if let known = accountNames[path] { return known }
        let isTaken = accountNames.values.contains(leaf)
        let name = isTaken ? path.split(separator: ":").suffix(2).joined(separator: ": ") : leaf
        accountNames[path] = name
        return name
    }

    private static let moneyRoots: Set<String> = [
        "assets", "liabilities", "aktiva", "fremdkapital", "verbindlichkeiten", "actif", "actifs",
        "passif", "passifs", "activo", "pasivo", "attivita", "passivita", "activa", "passiva",
    ]

    /// Gives the sides that are no accounts to the rows that they explain.
    private func finishGnuCash(_ accounts: inout [StatementAccount]) {
        var sides: [String: [(account: String, isOut: Bool)]] = [:]
        for account in accounts {
            for row in account.rows {
                sides[row.id, default: []].append((account.name, row.amount.coefficient < 0))
            }
        }
        for account in accounts.indices {
            for index in accounts[account].rows.indices {
                explain(
                    &accounts[account].rows[index], sides[accounts[account].rows[index].id] ?? [],
                    beside: accounts[account].name)
            }
        }
    }

    private func explain(
        _ row: inout StatementRow, _ sides: [(account: String, isOut: Bool)], beside name: String
    ) {
        let others = sides.filter { $0.account != name }
        let isOut = row.amount.coefficient < 0
        let parts = parts[row.id] ?? []
        if others.isEmpty {
            if parts.count == 1 {
                row.category = parts[0].category
            } else if parts.map(\.amount).addUp(to: row.amount) {
                row.parts = parts
            }
        } else if !parts.contains(where: { ($0.amount.coefficient < 0) == isOut }) {
            // All of it went to accounts, or came from them.
            if others.count == 1 { row.otherAccount = others[0].account }
        } else if parts.count == 1, others.allSatisfy({ $0.isOut == isOut }) {
            // Such as pay that goes to two accounts.
            row.category = parts[0].category
        } else {
            // A part of it went to another account.
            row.parts = parts + [StatementRow.Part(amount: row.amount, category: "Transfer")]
        }
    }

    // MARK: Actual

    private mutating func actualRow(
        _ row: StatementRow, of record: TableRecord, account: String,
        mark: StatementAnswers.DecimalMark?
    ) throws(RejectedRow.Reason) -> Place {
        var row = row
        let group = cell("categorygroup", of: record)
        if !group.isEmpty, !row.category.isEmpty, group != row.category {
            row.category = "\(group): \(row.category)"
        }
        let notes = cell("notes", of: record)
        let isSplit = notes.hasPrefix("(SPLIT ")
        let words = isSplit ? notes.split(separator: ")", maxSplits: 1).dropFirst().first ?? "" : ""
        let note = TableWords.joined([String(words)])
        if isSplit, notes.hasPrefix("(SPLIT INTO") {
            guard let total = AmountText(cell("splitamount", of: record)) else { throw .noAmount }
            row.amount = try total.value(mark)
            row.notes = note
            row.tags = ActualTags.tags(in: note)
            splitLine = row.line
            return .rows([(account, row)])
        }
        if isSplit {
            partPayees[splitLine, default: []].append(row.payee)
            return .part(
                StatementRow.Part(amount: row.amount, category: row.category, memo: note))
        }
        row.tags = ActualTags.tags(in: row.notes)
        return .rows([(account, row)])
    }

    /// A part that was paid to another account is a transfer, and has no category.
    private func nameTransfers(of accounts: inout [StatementAccount]) {
        let names = Set(accounts.map(\.name))
        for account in accounts.indices {
            for index in accounts[account].rows.indices {
                let payees = partPayees[accounts[account].rows[index].line] ?? []
                for (part, payee) in payees.enumerated()
                where names.contains(payee)
                    && accounts[account].rows[index].parts.indices.contains(part)
                    && accounts[account].rows[index].parts[part].category.isEmpty
                {
                    accounts[account].rows[index].parts[part].category = "Transfer"
                }
            }
        }
    }

    // MARK: YNAB

    /// A part of a split: "Split (2/3) paper", or "(Split 2/3) paper".
    private struct SplitRow {
        let account: String
        let day: CalendarDay
        let payee: String
        let number: Int
        let count: Int
        let words: String

        init?(_ memo: String, _ row: StatementRow, account: String) {
            let pattern = #/\(?Split \(?([0-9]{1,3})/([0-9]{1,3})\)\s*(.*)/#
            // Nearly all rows have none, and looking for expressions takes long.
            guard memo.hasPrefix("Split") || memo.hasPrefix("(Split"),
                let found = memo.prefixMatch(of: pattern),
                let number = Int(found.output.1), let count = Int(found.output.2),
                (1...count).contains(number)
            else { return nil }
            (self.account, day, payee) = (account, row.day, row.payee)
            (self.number, self.count, words) = (number, count, String(found.output.3))
        }

        func follows(_ other: SplitRow?) -> Bool {
            other.map {
                number == $0.number + 1
                    && (account, day, payee) == ($0.account, $0.day, $0.payee) && count == $0.count
            } ?? false
        }
    }

    private mutating func ynabRow(
        _ row: StatementRow, of record: TableRecord, account: String
    ) -> Place {
        var row = row
        let flag = cell("flag", of: record).lowercased()
        if !flag.isEmpty { row.tags = [flag] }
        let memo = TableWords.joined([cell("memo", of: record)])
        let before = split
        split = SplitRow(memo, row, account: account)
        // What the person wrote is no text of a bank, from which payees come.
        row.description = ""
        row.memo = split?.words ?? memo
        guard let split else {
            row.notes = memo
            return .rows([(account, row)])
        }
        let part = StatementRow.Part(
            amount: row.amount, category: row.category, memo: split.words)
        // A part that is a transfer is a row of its own, as in the other account.
        if row.payee.hasPrefix("Transfer :") { return .rows([(account, row)]) }
        if split.follows(before) { return .part(part) }
        row.parts = [part]
        return .rows([(account, row)])
    }

    /// Gives a split the amount of its parts, which is all that the export has.
    private func sumParts(of accounts: inout [StatementAccount]) {
        for account in accounts.indices {
            for index in accounts[account].rows.indices {
                let parts = accounts[account].rows[index].parts
                if parts.count < 2 {
                    accounts[account].rows[index].parts = []
                    continue
                }
                accounts[account].rows[index].balance = nil
                do throws(RejectedRow.Reason) {
                    var sum = parts[0].amount
                    for part in parts.dropFirst() { sum = try sum.adding(part.amount) }
                    accounts[account].rows[index].amount = sum
                } catch {
                    // Too large: the parts don't add up to it then, and the row is taken out.
                    continue
                }
            }
        }
    }

    // MARK: The whole

    /// Completes the rows when all are read.
    ///
    /// - Returns: rows whose parts don't add up to their amount; they are taken out.
    func finish(_ accounts: inout [StatementAccount]) -> [RejectedRow] {
        switch program {
        case .gnuCash: finishGnuCash(&accounts)
        case .ynab, .firefly: sumParts(of: &accounts)
        case .actual: nameTransfers(of: &accounts)
        case .mint, .monarch: break
        }
        var rejected: [RejectedRow] = []
        for index in accounts.indices {
            accounts[index].rows.removeAll { row in
                let isWhole =
                    switch program {
                    case .firefly: groups[row.line].map { !brokenGroups.contains($0) } ?? true
                    case .actual, .ynab:
                        row.parts.isEmpty || row.parts.map(\.amount).addUp(to: row.amount)
                    case .gnuCash, .mint, .monarch: true
                    }
                if isWhole { return false }
                rejected.append(RejectedRow(line: row.line, reason: .partsDiffer, of: row.payee))
                return true
            }
        }
        return rejected
    }
}
