internal import Model
internal import Scripting
internal import Statements

/// Statements in messages from the worker, which may be anything.
extension MessageWriter {
    mutating func put(_ answers: StatementAnswers) {
        put(answers.dayOrder?.rawValue ?? "")
        put(answers.decimalMark?.rawValue ?? "")
        put(optional: answers.isReversed) { $0.put($1) }
        put(answers.encoding ?? "")
    }

    mutating func put(_ layout: TableLayout) {
        put(layout.file)
        put(layout.headings)
        putAll(layout.columns.sorted { $0.key.rawValue < $1.key.rawValue }) { writer, column in
            writer.put(column.key.rawValue)
            writer.putAll(column.value) { $0.put(Int64($1)) }
        }
        put(String(layout.separator))
        put(layout.answers)
        put(layout.accounts)
        put(layout.currency ?? "")
    }

    mutating func put(_ statement: Statement) {
        put(statement.format.rawValue)
        put(statement.encoding)
        put(statement.program?.rawValue ?? "")
        putAll(statement.accounts) { $0.put($1) }
        putAll(statement.rejected) {
            $0.put(Int64($1.line))
            $0.put($1.reason.rawValue)
            $0.put($1.text)
        }
        put(statement.questions.map(\.rawValue))
        put(optional: statement.layout) { $0.put($1) }
        putAll(statement.rules) { $0.put($1) }
        putAll(statement.budgets) {
            $0.put([$1.category, $1.carry.rawValue, $1.period.rawValue, $1.currency ?? ""])
            $0.put($1.isTag)
            $0.put(Int64($1.month.year * 100 + $1.month.month))
            $0.put($1.amount)
        }
    }

    private mutating func put(_ rule: ProgramRule) {
        put(rule.isAny)
        putAll(rule.conditions) {
            $0.put([$1.field, $1.test, $1.flow?.rawValue ?? ""])
            $0.put(optional: $1.values) { $0.put($1) }
        }
        putAll(rule.actions) {
            $0.put([$1.kind, $1.field, $1.method])
            $0.put(optional: $1.value) { $0.put($1) }
            $0.put(Int64($1.part))
            $0.put($1.isTransfer)
        }
    }

    mutating func put(_ file: OwnStatement) {
        put(file.encoding)
        put(file.lines)
        put(file.headings)
        putAll(file.rows) {
            $0.put(Int64($1.line))
            $0.put($1.cells)
        }
    }

    mutating func put(_ error: StatementError) {
        switch error {
        case .notAStatement: put(["notAStatement"])
        case .empty: put(["empty"])
        case .otherContent(let words): put(["otherContent", words])
        case .bankError(let code, let words): put(["bankError", code, words])
        case .malformed(let line): put(["malformed", String(line)])
        case .notText: put(["notText"])
        case .tooLarge: put(["tooLarge"])
        case .brokenLayout(let file): put(["brokenLayout", file])
        }
    }

    private mutating func put(_ account: StatementAccount) {
        put([account.id, account.bank, account.name, account.kind?.rawValue ?? ""])
        put(account.currency ?? "")
        putAll(account.rows) { $0.put($1) }
        putAll(account.balances) {
            $0.put($1.day.daysSinceEpoch)
            $0.put($1.amount)
            $0.put($1.kind.rawValue)
        }
    }

    private mutating func put(_ row: StatementRow) {
        put(Int64(row.line))
        put(row.day.daysSinceEpoch)
        put(optional: row.valueDay) { $0.put($1.daysSinceEpoch) }
        put(row.amount)
        put(row.isPending)
        put(optional: row.balance) { $0.put($1) }
        for text in [
            row.id, row.currency ?? "", row.payee, row.description, row.memo, row.category,
            row.notes, row.otherAccount,
        ] { put(text) }
        put(row.tags)
        putAll(row.parts) {
            $0.put($1.amount)
            $0.put($1.category)
            $0.put($1.memo)
        }
    }

    private mutating func put(_ amount: DecimalAmount) {
        put(amount.coefficient)
        put(UInt8(amount.decimals))
    }
}

extension MessageReader {
    mutating func statementAnswers() throws(MessageError) -> StatementAnswers {
        let order = try text()
        let mark = try text()
        let isReversed = try optional { (reader) throws(MessageError) in try reader.boolean() }
        let encoding = try text()
        return StatementAnswers(
            dayOrder: StatementAnswers.DayOrder(rawValue: order),
            decimalMark: StatementAnswers.DecimalMark(rawValue: mark), isReversed: isReversed,
            encoding: encoding.isEmpty ? nil : encoding)
    }

    mutating func tableLayout() throws(MessageError) -> TableLayout {
        let file = try text(atMost: 1_000)
        let headings = try texts()
        let columns = try all { (reader) throws(MessageError) in
            let column: TableLayout.Column = try reader.named()
            return (column, try reader.naturals())
        }
        let separator = try text(atMost: 1)
        guard let separator = TableLayout.separators.first(where: { String($0) == separator })
        else { throw MessageError() }
        let answers = try statementAnswers()
        let accounts = try texts()
        let currency = try text(atMost: 100)
        return TableLayout(
            file: file, headings: headings,
            columns: Dictionary(columns, uniquingKeysWith: { first, _ in first }),
            separator: separator, answers: answers, accounts: accounts,
            currency: currency.isEmpty ? nil : currency)
    }

    mutating func statement() throws(MessageError) -> Statement {
        let format: StatementFormat = try named()
        let encoding = try text(atMost: 100)
        let program = try text(atMost: 100)
        let accounts = try all { (reader) throws(MessageError) in try reader.account() }
        let rejected = try all { (reader) throws(MessageError) in
            RejectedRow(
                line: try reader.natural(), reason: try reader.named(),
                text: try reader.text(atMost: 2_000))
        }
        let questions: [StatementQuestion] = try all { (reader) throws(MessageError) in
            try reader.named()
        }
        let layout = try optional { (reader) throws(MessageError) in try reader.tableLayout() }
        let rules = try all { (reader) throws(MessageError) in try reader.programRule() }
        let budgets = try all { (reader) throws(MessageError) in try reader.programBudget() }
        return Statement(
            format: format, encoding: encoding, accounts: accounts, rejected: rejected,
            questions: questions, layout: layout, program: StatementProgram(rawValue: program),
            rules: rules, budgets: budgets)
    }

    private mutating func programBudget() throws(MessageError) -> ProgramBudget {
        let words = try texts()
        let isTag = try boolean()
        let number = try natural()
        let amount = try amount()
        guard words.count == 4, let carry = ProgramBudget.Carry(rawValue: words[1]),
            let period = BudgetPeriod(rawValue: words[2]),
            (1...9999).contains(number / 100), (1...12).contains(number % 100),
            ProgramBudget.canHave(amount)
        else { throw MessageError() }
        var budget = ProgramBudget(
            category: words[0], month: CalendarMonth(year: number / 100, month: number % 100),
            amount: amount, carry: carry)
        (budget.isTag, budget.period) = (isTag, period)
        budget.currency = words[3].isEmpty ? nil : words[3]
        return budget
    }

    private mutating func programRule() throws(MessageError) -> ProgramRule {
        ProgramRule(
            isAny: try boolean(),
            conditions: try all { (reader) throws(MessageError) in
                let words = try reader.texts()
                guard words.count == 3 else { throw MessageError() }
                return ProgramRule.Condition(
                    field: words[0], test: words[1],
                    values: try reader.optional { (reader) throws(MessageError) in
                        try reader.texts()
                    }, flow: ProgramRule.Flow(rawValue: words[2]))
            },
            actions: try all { (reader) throws(MessageError) in
                let words = try reader.texts()
                guard words.count == 3 else { throw MessageError() }
                return ProgramRule.Action(
                    kind: words[0], field: words[1],
                    value: try reader.optional { (reader) throws(MessageError) in
                        try reader.text()
                    }, part: try reader.natural(), method: words[2],
                    isTransfer: try reader.boolean())
            })
    }

    mutating func naturals() throws(MessageError) -> [Int] {
        try all { (reader) throws(MessageError) in try reader.natural() }
    }

    mutating func ownStatement() throws(MessageError) -> OwnStatement {
        OwnStatement(
            encoding: try text(atMost: 100), lines: try texts(), headings: try texts(),
            rows: try all { (reader) throws(MessageError) in
                OwnStatement.Row(line: try reader.natural(), cells: try reader.texts())
            })
    }

    mutating func statementError() throws(MessageError) -> StatementError {
        let words = try texts()
        switch words.first {
        case "notAStatement": return .notAStatement
        case "empty": return .empty
        case "otherContent": return .otherContent(words.dropFirst().joined())
        case "bankError":
            return .bankError(
                code: words.count > 1 ? words[1] : "", words: words.count > 2 ? words[2] : "")
        case "malformed": return .malformed(line: words.last.flatMap { Int($0) } ?? 0)
        case "notText": return .notText
        case "tooLarge": return .tooLarge
        case "brokenLayout": return .brokenLayout(words.dropFirst().joined())
        default: throw MessageError()
        }
    }

    private mutating func account() throws(MessageError) -> StatementAccount {
        let words = try texts()
        guard words.count == 4 else { throw MessageError() }
        let currency = try text(atMost: 100)
        let rows = try all { (reader) throws(MessageError) in try reader.row() }
        let balances = try all { (reader) throws(MessageError) in
            StatementBalance(
                day: try reader.day(), amount: try reader.amount(), kind: try reader.named())
        }
        return StatementAccount(
            id: words[0], bank: words[1], name: words[2],
            kind: StatementAccount.Kind(rawValue: words[3]),
            currency: currency.isEmpty ? nil : currency, rows: rows, balances: balances)
    }

    private mutating func row() throws(MessageError) -> StatementRow {
        let line = try natural()
        let day = try day()
        let valueDay = try optional { (reader) throws(MessageError) in try reader.day() }
        let amount = try amount()
        let isPending = try boolean()
        let balance = try optional { (reader) throws(MessageError) in try reader.amount() }
        var row = StatementRow(
            line: line, day: day, valueDay: valueDay, amount: amount, isPending: isPending,
            balance: balance)
        row.id = try text()
        let currency = try text(atMost: 100)
        row.currency = currency.isEmpty ? nil : currency
        row.payee = try text()
        row.description = try text()
        row.memo = try text()
        row.category = try text()
        row.notes = try text()
        row.otherAccount = try text()
        row.tags = try texts()
        row.parts = try all { (reader) throws(MessageError) in
            StatementRow.Part(
                amount: try reader.amount(), category: try reader.text(), memo: try reader.text())
        }
        return row
    }

    /// Years from 1 to 9999.
    private mutating func day() throws(MessageError) -> CalendarDay {
        let days = try number(Int32.self)
        guard (-719_162...2_932_896).contains(days) else { throw MessageError() }
        return CalendarDay(daysSinceEpoch: days)
    }

    private mutating func amount() throws(MessageError) -> DecimalAmount {
        let coefficient = try number(Int64.self)
        return DecimalAmount(coefficient: coefficient, decimals: Int(try byte()))
    }

    private mutating func named<Value: RawRepresentable<String>>() throws(MessageError) -> Value {
        guard let value = Value(rawValue: try text(atMost: 100)) else { throw MessageError() }
        return value
    }
}
