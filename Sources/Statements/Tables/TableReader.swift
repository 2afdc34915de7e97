import Model

/// Reads tables of transactions: CSV, TSV and their relatives, of any bank or program.
///
/// Headings in many languages and the cells of all rows say what the columns hold; a running
/// balance proves it.
public enum TableReader {
    /// - Parameters:
    ///   - encoding: the name of the encoding that the text was read with.
    ///   - answers: decide before everything else.
    ///   - layouts: the one whose headings are the file's is used as it is.
    /// - Complexity: linear in the text.
    public static func read(
        _ text: String, encoding: String, answers: StatementAnswers = StatementAnswers(),
        layouts: [TableLayout] = []
    ) throws(StatementError) -> Statement {
        let bytes = Array(text.utf8)
        guard bytes.contains(where: { $0 > 32 }) else { throw .empty }
        for layout in layouts where !layout.headings.isEmpty {
            // Of a broken one only the headings are known.
            let separators = layout.isBroken ? TableLayout.separators : [layout.separator]
            for separator in separators {
                let records = TableRecord.all(of: bytes, separator: separator)
                guard let table = Table(records: records, headings: layout.headings) else {
                    continue
                }
                guard !layout.isBroken else { throw .brokenLayout(layout.file) }
                var readings = TableReadings(table)
                return try statement(of: &readings, layout, answers, encoding: encoding)
            }
        }
        let separator = TableRecord.separator(of: bytes)
        let records = TableRecord.all(of: bytes, separator: separator)
        if let budgets = BudgetTable.statement(
            of: records, encoding: encoding, mark: answers.decimalMark)
        {
            guard !budgets.budgets.isEmpty || !budgets.rejected.isEmpty else { throw .empty }
            return budgets
        }
        let table = Table(records: records)
        for record in records.prefix(30) {
            if let refusal = TableProgram.refusal(of: record.cells) { throw refusal }
        }
        guard !table.dayRows.isEmpty else {
            let isKnown = table.headings.count { !ColumnWords.meanings(of: $0).isEmpty } > 2
            throw isKnown ? .empty : .notAStatement
        }
        let known = layouts.first { layout in
            table.headings.isEmpty && layout.headings.isEmpty && layout.separator == separator
                && layout.fits(table.dayRows)
        }
        var readings = TableReadings(table)
        if let known { return try statement(of: &readings, known, answers, encoding: encoding) }

        let guess = TableColumns(headings: table.headings, rows: table.dayRows)
        var layout = TableLayout(
            headings: table.headings, columns: guess.columns, separator: separator,
            answers: StatementAnswers())
        guard layout.columns[.day] != nil, layout.hasAmounts else { throw .notAStatement }
        layout.decide(from: &readings)
        var result = try statement(of: &readings, layout, answers, encoding: encoding)
        if answers.isReversed == nil, layout.answers.isReversed == nil,
            TableSign.isOpen(
                rows: table.dayRows, headings: table.headings, columns: layout.columns),
            result.accounts.allSatisfy({ $0.balanceProof?.isWhole != true })
        {
            result.questions.append(.sign)
        }
        if guess.isDoubtful, result.accounts.allSatisfy({ $0.balanceProof?.isWhole != true }) {
            result.questions.append(.columns)
        }
        return result
    }

    private static func statement(
        of readings: inout TableReadings, _ layout: TableLayout, _ answers: StatementAnswers,
        encoding: String
    ) throws(StatementError) -> Statement {
        var layout = layout
        layout.answers.dayOrder = answers.dayOrder ?? layout.answers.dayOrder
        layout.answers.decimalMark = answers.decimalMark ?? layout.answers.decimalMark
        layout.answers.isReversed = answers.isReversed ?? layout.answers.isReversed
        layout.answers.encoding = answers.encoding ?? layout.answers.encoding
        guard layout.columns[.day] != nil, layout.hasAmounts else { throw .notAStatement }
        let rows = readings.rows(as: layout)
        guard !rows.accounts.isEmpty || !rows.rejected.isEmpty else { throw .empty }
        return Statement(
            format: .csv, encoding: encoding, accounts: rows.accounts, rejected: rows.rejected,
            questions: rows.questions, layout: layout, program: rows.program?.program)
    }
}

/// A table as layouts read it. The last reading is kept, since most layouts that are tried are
/// the one that is used.
private struct TableReadings {
    let table: Table
    private var last: (layout: TableLayout, rows: TableRows)?

    init(_ table: Table) { self.table = table }

    mutating func rows(as layout: TableLayout) -> TableRows {
        if let last, last.layout == layout { return last.rows }
        last = nil
        var rows = TableRows(table: table, layout: layout)
        rows.read()
        last = (layout, rows)
        return rows
    }

    /// The balances that continue.
    mutating func continued(as layout: TableLayout) -> Int {
        rows(as: layout).accounts.reduce(0) { $0 + $1.continuedBalances }
    }
}

/// The lines of a file, with the place of the heading among them.
struct Table: Sendable {
    let headings: [String]
    /// Above the heading.
    let preamble: ArraySlice<TableRecord>
    /// Below the heading, which is left out where it comes again.
    let rows: [TableRecord]
    /// Rows with a day in one of their cells.
    let dayRows: [TableRecord]

    /// A table with the best heading that is found; without one, all lines are rows.
    init(records: [TableRecord]) {
        var best: (index: Int, score: Int)?
        for (index, record) in records.enumerated() {
            let score = Self.headingScore(of: record)
            if score > 3, score > best?.score ?? 0 { best = (index, score) }
        }
        let heading = best?.index ?? Self.unknownHeading(in: records)
        self.init(records: records, heading: heading)
    }

    /// A table with the headings of a layout; nil if no line has them.
    init?(records: [TableRecord], headings: [String]) {
        let wanted = TableRecord(line: 0, cells: headings)
        guard let index = records.firstIndex(where: wanted.isLike) else { return nil }
        self.init(records: records, heading: index)
    }

    private init(records: [TableRecord], heading: Int?) {
        guard let heading else {
            (headings, preamble, rows) = ([], [], records)
            dayRows = Self.withDay(records)
            return
        }
        headings = records[heading].cells
        preamble = records[..<heading]
        let repeated = records[heading]
        rows = records[(heading + 1)...].filter { !$0.isLike(repeated) }
        dayRows = Self.withDay(rows)
    }

    private static func withDay(_ records: [TableRecord]) -> [TableRecord] {
        records.filter { record in
            record.cells.count > 1 && record.cells.contains { DayText($0) != nil }
        }
    }

    /// How many cells are known headings; nothing for a line with days or amounts in it.
    private static func headingScore(of record: TableRecord) -> Int {
        let cells = record.cells.prefix(500)
        // Nearly all lines are rows, and words cost more than numbers.
        let isRow = cells.contains { cell in
            DayText(cell) != nil || AmountText(cell)?.hasDecimals == true
        }
        guard !isRow else { return 0 }
        var (score, hasDay, hasAmount) = (0, false, false)
        for cell in cells where !cell.isEmpty {
            guard let meaning = ColumnWords.meanings(of: cell).first else { continue }
            score += 2
            if meaning.column == .day || meaning.column == .valueDay { hasDay = true }
            if [.amount, .spent, .received].contains(meaning.column) { hasAmount = true }
        }
        return score > 2 ? score + (hasDay ? 3 : 0) + (hasAmount ? 3 : 0) : 0
    }

    /// The line above the first day, if it has as many cells and none with a number.
    private static func unknownHeading(in records: [TableRecord]) -> Int? {
        let first = records.firstIndex { record in
            record.cells.count > 1 && record.cells.contains { DayText($0) != nil }
        }
        guard let first, first > 0 else { return nil }
        let above = records[first - 1]
        let hasNumbers = above.cells.contains { AmountText($0) != nil }
        return !hasNumbers && above.filled.count > 1
            && above.filled.count >= records[first].filled.count ? first - 1 : nil
    }
}

extension TableLayout {
    /// Whether a file that has one of these lines is what the layout was written for.
    static func isMeant(_ layouts: [TableLayout], by text: String) -> Bool {
        let bytes = Array(text.utf8.prefix(64_000))
        return layouts.contains { layout in
            !layout.headings.isEmpty
                && Table(
                    records: TableRecord.all(of: bytes, separator: layout.separator),
                    headings: layout.headings) != nil
        }
    }

    /// Whether rows without headings have days and amounts where the layout says.
    fileprivate func fits(_ rows: [TableRecord]) -> Bool {
        rows.allSatisfy { row in
            let amounts = moneyColumns.map { row.cell($0) }.filter { !$0.isEmpty }
            return columns[.day]?.first.map { DayText(row.cell($0)) != nil } == true
                && !amounts.isEmpty && amounts.allSatisfy { AmountText($0) != nil }
        }
    }

    public var hasAmounts: Bool {
        columns[.amount] != nil || columns[.spent] != nil || columns[.received] != nil
    }

    var moneyColumns: [Int] {
        [Column.amount, .spent, .received, .balance].compactMap { columns[$0]?.first }
    }

    /// Decides what the cells leave open: by all rows, then by the balances.
    fileprivate mutating func decide(from readings: inout TableReadings) {
        let table = readings.table
        let rows = table.dayRows
        let columns = moneyColumns
        let amounts = rows.flatMap { row in columns.compactMap { AmountText(row.cell($0)) } }
        let proven = DecimalMarks.proven(amounts)
        answers.decimalMark = proven
        if proven == nil, amounts.contains(where: { $0.isOpen }) {
            decideMark(amounts, of: &readings)
        }
        decideOrder(isContinental: proven == .comma, of: table)
        decideSign(of: &readings)
        decideFee(of: &readings)
        decideBalance(of: &readings)
    }

    /// Balances decide it, and programs whose exports are known aren't guessed.
    private mutating func decideSign(of readings: inout TableReadings) {
        let isKnown = TableProgram(headings: headings) != nil
        guard !isKnown,
            TableSign.isReversed(
                rows: readings.table.dayRows, headings: headings, columns: columns)
        else { return }
        var reversed = self
        reversed.answers.isReversed = true
        let (here, there) = (readings.continued(as: self), readings.continued(as: reversed))
        if there >= here { self = reversed }
    }

    /// Balances that never change are the account's, not the rows'; ones that only continue with
    /// the opposite sign decide it.
    private mutating func decideBalance(of readings: inout TableReadings) {
        guard let column = columns[.balance]?.first else { return }
        let found = readings.table.dayRows.lazy.map { $0.cell(column) }
        if found.count > 1, let first = found.first, !first.isEmpty,
            found.allSatisfy({ $0 == first })
        {
            columns[.balance] = nil
            return
        }
        var reversed = self
        reversed.answers.isReversed = true
        if answers.isReversed == nil, columns[.sign] == nil, readings.continued(as: self) == 0,
            readings.continued(as: reversed) > 0
        {
            self = reversed
        }
    }

    private mutating func decideOrder(isContinental: Bool, of table: Table) {
        let main = (columns[.day] ?? []) + (columns[.valueDay] ?? [])
        let rows = table.dayRows
        let sample = rows.prefix(200)
        let width = sample.lazy.map(\.cells.count).max() ?? 0
        let others = (0..<min(width, 500)).filter { column in
            let filled = sample.filter { !$0.cell(column).isEmpty }
            return !main.contains(column) && !filled.isEmpty
                && filled.allSatisfy { DayText($0.cell(column)) != nil }
        }
        answers.dayOrder = DayOrder.decided(
            rows: rows, columns: main + others, others: table.preamble.flatMap(\.cells),
            isContinental: isContinental)
    }

    /// The mark under which more balances continue, else the one that the currency has.
    private mutating func decideMark(
        _ amounts: [AmountText], of readings: inout TableReadings
    ) {
        let marks: [StatementAnswers.DecimalMark] = [.point, .comma]
        let proofs = marks.map { mark in
            var layout = self
            layout.answers.decimalMark = mark
            return readings.continued(as: layout)
        }
        if proofs[0] != proofs[1] {
            answers.decimalMark = proofs[0] > proofs[1] ? .point : .comma
            return
        }
        // Japan and China write decimal points.
        if headings.contains(where: { $0.unicodeScalars.contains { (0x3040...0x9FFF) ~= $0.value } }
        ) {
            answers.decimalMark = .point
            return
        }
        var found = Set(amounts.compactMap(\.currency))
        if let column = columns[.currency]?.first {
            found.formUnion(
                readings.table.dayRows.compactMap { CurrencyText.code(of: $0.cell(column)) })
        }
        found.formUnion(
            moneyColumns.compactMap {
                $0 < headings.count ? ColumnWords.currency(in: headings[$0]) : nil
            })
        answers.decimalMark = DecimalMarks.byCurrency(amounts, currencies: found)
    }

    /// A fee is a part of what a row moves only if the balances say so.
    private mutating func decideFee(of readings: inout TableReadings) {
        guard columns[.fee] != nil else { return }
        var without = self
        without.columns[.fee] = nil
        if columns[.balance] == nil
            || readings.continued(as: self) <= readings.continued(as: without)
        {
            self = without
        }
    }
}
