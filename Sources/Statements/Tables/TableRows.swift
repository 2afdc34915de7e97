import Model

/// The rows of a table, read as its layout says.
struct TableRows: Sendable {
    private(set) var accounts: [StatementAccount] = []
    private(set) var rejected: [RejectedRow] = []
    private(set) var questions: [StatementQuestion] = []

    private let table: Table
    private let layout: TableLayout
    private let places: Places
    private let sign: TableSign
    private(set) var program: TableProgram?
    private let bank: TableBank?
    private let headingCurrency: String?
    private let own: TablePreamble
    private var positions: [String: Int] = [:]
    private var isPendingSection = false
    private var hasOpenDay = false
    private var hasOpenMark = false
    /// The account and place of the last row, to which a line without day and amount belongs.
    private var last: (account: Int, line: Int)?
    /// The column with the number of a transaction in our own export, where each part of a split
    /// has a row; nil for other files.
    private let numberColumn: Int?
    private var lastNumber: String?

    init(table: Table, layout: TableLayout) {
        self.table = table
        self.layout = layout
        places = Places(layout)
        sign = TableSign(
            rows: table.dayRows, columns: layout.columns, isReversed: layout.answers.isReversed)
        program = TableProgram(headings: layout.headings)
        bank = TableBank(headings: layout.headings)
        let isOwn = Set(layout.headings).isSuperset(of: Self.ownHeadings)
        numberColumn = isOwn ? layout.headings.firstIndex(of: "id") : nil
        headingCurrency =
            layout.moneyColumns.lazy.compactMap {
                $0 < layout.headings.count ? ColumnWords.currency(in: layout.headings[$0]) : nil
            }.first
        own = TablePreamble(table.preamble)
    }

    mutating func read() {
        for record in table.rows { take(record) }
        if let program { rejected += program.finish(&accounts) }
        findTransfers()
        addBalances()
        for index in accounts.indices {
            accounts[index].kind = TableKind.kind(of: accounts[index], layout: layout)
        }
        if hasOpenDay, layout.answers.dayOrder == nil { questions.append(.dayOrder) }
        if hasOpenMark, layout.answers.decimalMark == nil { questions.append(.decimalMark) }
        rejected.sort { $0.line < $1.line }
    }

    // MARK: Lines

    private mutating func take(_ record: TableRecord) {
        let cell = places.day.map { record.cell($0) } ?? ""
        guard let day = DayText(cell) else { return takeWithoutDay(record, cell) }
        do throws(RejectedRow.Reason) {
            let width = record.width
            let hasMore = !layout.headings.isEmpty && width > layout.headings.count
            if hasMore, !["CR", "DR"].contains(record.cells[width - 1]) { throw .incomplete }
            guard let known = day.day(in: layout.answers.dayOrder) else { throw .badDay }
            if !hasAmount(record), TablePreamble.balanceKind(of: record) != nil { return }
            var row = StatementRow(
                line: record.line, day: known, amount: try amount(of: record))
            if day.isOpen { hasOpenDay = true }
            noteMarks(of: record)
            fill(&row, from: record)
            try add(row, of: record)
        } catch {
            last = nil
            program?.noteRejected(record)
            rejected.append(RejectedRow(line: record.line, reason: error, of: record.text))
        }
    }

    private mutating func takeWithoutDay(_ record: TableRecord, _ cell: String) {
        let filled = record.filled
        if filled.count == 1, !hasAmount(record), let words = filled.first {
            if continueLast(with: record) { return }
            isPendingSection = TableWords.isPending(words) && words.utf8.count < 40
            return
        }
        if TableWords.isPending(cell) || isPendingSection || isPending(record) {
            let isRow = places.amounts.contains { AmountText(record.cell($0)) != nil }
            if isRow { reject(record, .pending) }
            return
        }
        if isVoid(record) { return reject(record, .cancelled) }
        if TablePreamble.balanceKind(of: record) != nil { return }
        if filled.contains(where: TableWords.isTotal) { return }
        guard hasAmount(record) else {
            if continueLast(with: record) { return }
            if !cell.isEmpty, filled.count * 2 > layout.headings.count, filled.count > 2 {
                reject(record, .badDay)
            }
            return
        }
        // A number alone is a total.
        guard filled.count > 2 || filled.contains(where: { AmountText($0) == nil }) else { return }
        reject(record, cell.isEmpty ? .noDay : .badDay)
    }

    private mutating func reject(_ record: TableRecord, _ reason: RejectedRow.Reason) {
        rejected.append(RejectedRow(line: record.line, reason: reason, of: record.text))
    }

    /// The second line of a transaction, which has only a text, in a column of texts.
    private mutating func continueLast(with record: TableRecord) -> Bool {
        guard let last, record.cells.count > 1,
            let column = record.cells.firstIndex(where: { !$0.isEmpty })
        else { return false }
        let texts = [TableLayout.Column.payee, .description, .memo].flatMap {
            layout.columns[$0] ?? []
        }
        guard texts.contains(column) else { return false }
        let words = texts.map { record.cell($0) }.filter { !$0.isEmpty }
        guard words.count == record.filled.count else { return false }
        let row = accounts[last.account].rows.count - 1
        let known = accounts[last.account].rows[row].description
        accounts[last.account].rows[row].description =
            TableWords.joined([known] + words)
        return true
    }

    // MARK: Values

    private func hasAmount(_ record: TableRecord) -> Bool {
        places.amounts.contains { !record.cell($0).isEmpty }
    }

    private func isVoid(_ record: TableRecord) -> Bool {
        places.state.contains { TableWords.isVoid(record.cell($0)) }
    }

    private func isTransaction(_ record: TableRecord) -> Bool {
        hasAmount(record) && places.day.map { DayText(record.cell($0)) != nil } == true
    }

    private func amount(
        of record: TableRecord
    ) throws(RejectedRow.Reason) -> DecimalAmount {
        let mark = layout.answers.decimalMark
        if let column = places.amount {
            let text = try amountText(record.cell(column))
            let sense = places.sign.flatMap { TableSign.sense(of: record.cell($0)) }
            let value = try sign.apply(
                to: try text.value(mark), of: text, sense: sense, row: record)
            guard let fee = places.fee, !record.cell(fee).isEmpty else {
                return value
            }
            return try value.adding(try amountText(record.cell(fee)).value(mark).size().negated())
        }
        var total: DecimalAmount?
        if let column = places.spent, !record.cell(column).isEmpty {
            total = try sign.spent(try amountText(record.cell(column)).value(mark))
        }
        if let column = places.received, !record.cell(column).isEmpty {
            let received = try sign.received(try amountText(record.cell(column)).value(mark))
            total = try total?.adding(received) ?? received
        }
        guard let total else { throw .noAmount }
        return layout.answers.isReversed == true ? try total.negated() : total
    }

    private func amountText(_ cell: String) throws(RejectedRow.Reason) -> AmountText {
        guard !cell.isEmpty else { throw .noAmount }
        guard let text = AmountText(cell) else { throw .badAmount }
        return text
    }

    private mutating func noteMarks(of record: TableRecord) {
        guard !hasOpenMark, layout.answers.decimalMark == nil else { return }
        hasOpenMark = places.money.contains {
            AmountText(record.cell($0))?.isOpen == true
        }
    }

    private func texts(_ columns: [Int], of record: TableRecord) -> String {
        switch columns.count {
        case 0: ""
        case 1: TableWords.line(record.cell(columns[0]))
        default: TableWords.joined(columns.map { record.cell($0) })
        }
    }

    private mutating func fill(_ row: inout StatementRow, from record: TableRecord) {
        row.id = places.id.map { record.cell($0) } ?? ""
        if let column = places.valueDay {
            let day = DayText(record.cell(column))?.day(in: layout.answers.dayOrder)
            row.valueDay = day == row.day ? nil : day
        }
        row.description = texts(places.description, of: record)
        if places.payee.isEmpty {
            row.memo = texts(places.memo, of: record)
        } else {
            let names = places.payee.map { TableWords.line(record.cell($0)) }
            row.payee = names.first { !$0.isEmpty } ?? ""
            let further = names.filter { $0 != row.payee }
            row.memo = TableWords.joined(further + places.memo.map { record.cell($0) })
        }
        if row.payee.isEmpty, let bank {
            row.payee = bank.payee(of: record, isReceived: row.amount.coefficient > 0)
        }
        row.category = texts(places.category, of: record)
        row.notes = texts(places.notes, of: record)
        row.otherAccount = texts(places.otherAccount, of: record)
        let tags = texts(places.tags, of: record)
        if !tags.isEmpty {
            row.tags = tags.split { ",|;".contains($0) }.map {
                TableWords.joined([String($0)])
            }.filter { !$0.isEmpty }
        }
        if let column = places.balance,
            let balance = AmountText(record.cell(column))
        {
            do throws(RejectedRow.Reason) {
                row.balance = try balance.value(layout.answers.decimalMark)
            } catch {
                // A balance that can't be read proves nothing; the row stands.
                row.balance = nil
            }
        }
        row.isPending =
            isPendingSection || isPending(record)
            || bank?.isPending(record, balance: places.balance) == true
    }

    private static let ownHeadings = [
        "id", "account_bank_id", "merchant_code", "guess", "purchase", "partner",
    ]

    private func isPending(_ record: TableRecord) -> Bool {
        places.state.contains { column in
            let heading = column < layout.headings.count ? layout.headings[column] : ""
            return TableWords.isPending(heading)
                ? TableWords.isTrue(record.cell(column))
                : TableWords.isPending(record.cell(column))
        }
    }

    private mutating func add(
        _ row: StatementRow, of record: TableRecord
    ) throws(RejectedRow.Reason) {
        if isVoid(record) { throw .cancelled }
        var row = row
        var name = texts(places.account, of: record)
        var id = places.accountID.map { record.cell($0) } ?? ""
        if id.isEmpty, TablePreamble.isNumber(name) { (id, name) = (name, "") }
        let namesAccounts = !places.account.isEmpty || places.accountID != nil
        if namesAccounts, id.isEmpty, name.isEmpty { throw .incomplete }
        if !namesAccounts { id = own.account }
        row.currency = currency(of: record)

        let number = numberColumn.map { record.cell($0) }
        if let number, number == lastNumber, let last {
            let index = accounts[last.account].rows.count - 1
            let sum = try accounts[last.account].rows[index].amount.adding(row.amount)
            accounts[last.account].rows[index].amount = sum
            return
        }
        lastNumber = number
        guard program != nil else { return add(row, id: id, name: name) }
        let place = try program?.place(
            row, of: record, account: name, mark: layout.answers.decimalMark)
        switch place ?? .rows([(name, row)]) {
        case .rows(let rows):
            for (name, row) in rows { add(row, id: id, name: name) }
        case .part(let part):
            guard let last, last.line < record.line else { throw .incomplete }
            let index = accounts[last.account].rows.count - 1
            accounts[last.account].rows[index].parts.append(part)
        case .later: break
        }
    }

    private mutating func add(_ row: StatementRow, id: String, name: String) {
        var row = row
        let position: Int
        if let last = accounts.indices.last, accounts[last].id == id, accounts[last].name == name {
            position = last
        } else if let known = positions["\(id)\u{1F}\(name)"] {
            position = known
        } else {
            position = accounts.count
            positions["\(id)\u{1F}\(name)"] = position
            accounts.append(StatementAccount(id: id, name: name, currency: row.currency))
        }
        if accounts[position].currency == nil { accounts[position].currency = row.currency }
        if row.currency == accounts[position].currency { row.currency = nil }
        accounts[position].rows.append(row)
        last = (position, row.line)
    }

    private func currency(of record: TableRecord) -> String? {
        if let column = places.currency {
            let cell = record.cell(column)
            if let code = CurrencyText.code(of: cell) { return code }
            let word = cell.split { !$0.isLetter }.last.map(String.init) ?? ""
            if let code = CurrencyText.code(of: word) { return code }
        }
        for column in places.firstAmounts {
            let kinds = CellKinds(record.cell(column))
            guard !kinds.isASCII || kinds.letters > 0 else { continue }
            if let code = AmountText(record.cell(column))?.currency { return code }
        }
        return headingCurrency ?? own.currency
    }

    // MARK: The whole

    /// A payee that is another account of the file, or that says "Transfer : NAME", is the
    /// other side of a transfer.
    private mutating func findTransfers() {
        guard !places.payee.isEmpty || !places.category.isEmpty || program != nil else { return }
        let names = Set(accounts.map(\.name).filter { !$0.isEmpty })
        for account in accounts.indices {
            for row in accounts[account].rows.indices {
                let payee = accounts[account].rows[row].payee
                let category = accounts[account].rows[row].category
                if payee.hasPrefix("Transfer : ") || payee.hasPrefix("Transfer: ") {
                    let other = payee.split(separator: ":", maxSplits: 1).last ?? ""
                    accounts[account].rows[row].otherAccount = TableWords.joined([String(other)])
                } else if names.count > 1, names.contains(payee), payee != accounts[account].name {
                    accounts[account].rows[row].otherAccount = payee
                } else if category.hasPrefix("To '") || category.hasPrefix("From '"),
                    category.hasSuffix("'")
                {
                    let other = category.split(separator: "'").last.map(String.init) ?? ""
                    accounts[account].rows[row].otherAccount = other
                }
            }
        }
    }

    /// The closing balance of accounts whose running balance has no break, and the balances
    /// that lines above and below the rows state.
    private mutating func addBalances() {
        for index in accounts.indices {
            if let balance = accounts[index].runningBalance {
                accounts[index].balances.append(balance)
            }
        }
        guard accounts.count == 1, let rows = accounts.first?.rows, !rows.isEmpty else { return }
        let days = rows.map(\.day)
        for record in Array(table.preamble) + table.rows {
            guard !isTransaction(record), let kind = TablePreamble.balanceKind(of: record),
                let amount = TablePreamble.onlyAmount(of: record, layout.answers.decimalMark),
                let day = kind == .opening ? days.min() : days.max(),
                !accounts[0].balances.contains(where: { $0.kind == kind })
            else { continue }
            accounts[0].balances.append(StatementBalance(day: day, amount: amount, kind: kind))
        }
    }
}

/// The columns of a layout, without looking each up for every row.
private struct Places: Sendable {
    let day, valueDay, amount, spent, received, sign, balance, currency, accountID, id, fee: Int?
    let payee, description, memo, category, tags, notes, account, otherAccount, state: [Int]
    /// All columns of what a row moves, and the first of each kind.
    let amounts, firstAmounts: [Int]
    /// The first column of each kind of money.
    let money: [Int]

    init(_ layout: TableLayout) {
        let first = { (column: TableLayout.Column) in layout.columns[column]?.first }
        let all = { (column: TableLayout.Column) in layout.columns[column] ?? [] }
        (day, valueDay, accountID, id) = (
            first(.day), first(.valueDay), first(.accountID), first(.id)
        )
        (amount, spent, received) = (first(.amount), first(.spent), first(.received))
        (sign, balance, currency, fee) = (
            first(.sign), first(.balance), first(.currency), first(.fee)
        )
        (payee, description, memo) = (all(.payee), all(.description), all(.memo))
        (category, tags, notes) = (all(.category), all(.tags), all(.notes))
        (account, otherAccount, state) = (all(.account), all(.otherAccount), all(.state))
        amounts = all(.amount) + all(.spent) + all(.received)
        firstAmounts = [amount, spent, received].compactMap(\.self)
        money = layout.moneyColumns
    }
}
