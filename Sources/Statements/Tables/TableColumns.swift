import Model

/// What the cells of a column are like.
struct ColumnCells: Sendable {
    private(set) var filled = 0
    private(set) var days = 0
    private(set) var amounts = 0
    /// Amounts with a sign, decimals or a currency: more than plain numbers.
    private(set) var money = 0
    private(set) var currencies = 0
    /// Account numbers, IBANs among them.
    private(set) var numbers = 0
    private(set) var senses: [TableSign.Sense: Int] = [:]
    private(set) var length = 0
    private(set) var distinct: Set<String> = []

    mutating func add(_ cell: String) {
        guard !cell.isEmpty else { return }
        filled += 1
        length += min(cell.utf8.count, 200)
        if distinct.count < 1_000 { distinct.insert(cell) }
        let kinds = CellKinds(cell)
        if DayText(cell, kinds) != nil { days += 1 }
        if let amount = AmountText(cell, kinds) {
            amounts += 1
            if amount.sign != .none || amount.hasDecimals || amount.currency != nil { money += 1 }
        }
        if CurrencyText.code(ofCell: cell) != nil { currencies += 1 }
        if kinds.digits > 1, TablePreamble.isNumber(cell) { numbers += 1 }
        if let sense = TableSign.sense(of: cell) { senses[sense, default: 0] += 1 }
    }

    func isMostly(_ count: Int, percent: Int = 60) -> Bool {
        filled > 0 && count * 100 >= filled * percent
    }

    var isText: Bool { !isMostly(days) && !isMostly(money, percent: 90) }
}

/// Which columns of a table hold what: by its headings, if the cells agree, else by the cells.
struct TableColumns: Sendable {
    private(set) var columns: [TableLayout.Column: [Int]] = [:]
    /// Whether other columns could be the amounts as well.
    private(set) var isDoubtful = false

    private let headings: [String]
    private let cells: [ColumnCells]
    private let meanings: [[ColumnWords.Meaning]]
    private let rowCount: Int
    private var taken: Set<Int> = []

    /// - Parameter rows: lines with a day in them.
    init(headings: [String], rows: [TableRecord]) {
        let width = max(headings.count, rows.lazy.map { $0.cells.count }.max() ?? 0)
        var cells = [ColumnCells](repeating: ColumnCells(), count: min(width, 500))
        for row in rows {
            for (column, cell) in row.cells.prefix(500).enumerated() { cells[column].add(cell) }
        }
        self.headings = headings
        self.cells = cells
        rowCount = rows.count
        meanings = cells.indices.map {
            $0 < headings.count ? ColumnWords.meanings(of: headings[$0]) : []
        }
        findDays()
        findAmounts()
        findFacts()
        findTexts()
    }

    // MARK: Days and amounts

    private mutating func findDays() {
        let isDay = { (cells: ColumnCells) in cells.isMostly(cells.days) }
        if take(.day, where: isDay) == nil {
            let first = cells.indices.first { cells[$0].isMostly(cells[$0].days, percent: 80) }
            if let first { use(first, as: .day) }
        }
        take(.valueDay, where: isDay)
    }

    private mutating func findAmounts() {
        let isAmount = { (cells: ColumnCells) in cells.isMostly(cells.amounts) }
        let isAmountOrEmpty = { (cells: ColumnCells) in cells.filled == 0 || isAmount(cells) }
        take(.balance, where: isAmount)
        let spent = best(.spent, where: isAmountOrEmpty)
        let received = best(.received, where: isAmountOrEmpty)
        let amount = best(.amount, where: isAmount)
        let signed = amount.map { cells[$0].isMostly(cells[$0].money, percent: 1) } ?? false
        if let spent, let received, spent != received,
            !signed, cells[spent].filled + cells[received].filled > 0
        {
            use(spent, as: .spent)
            use(received, as: .received)
            return
        }
        take(.sign) { cells in
            let known = cells.senses.values.reduce(0, +)
            return cells.isMostly(known, percent: 80)
        }
        if columns[.sign] == nil { findUnnamedSign() }
        if let amount, !taken.contains(amount) {
            use(amount, as: .amount)
            // What has no amount here has it in a column that isn't known.
            isDoubtful = cells[amount].filled * 10 < rowCount * 8
        } else if let spent, cells[spent].filled > 0 {
            use(spent, as: .spent)
        } else if let received, cells[received].filled > 0 {
            use(received, as: .received)
        } else {
            findUnnamedAmount()
        }
    }

    private mutating func findUnnamedSign() {
        let column = cells.indices.first { column in
            !taken.contains(column) && cells[column].senses.count == 2
                && cells[column].senses.values.reduce(0, +) == cells[column].filled
                && cells[column].filled * 10 >= rowCount * 9
        }
        if let column { use(column, as: .sign) }
    }

    /// Without a heading that says so, amounts are numbers with a sign, decimals or a currency.
    private mutating func findUnnamedAmount() {
        let found = cells.indices.filter {
            !taken.contains($0) && cells[$0].isMostly(cells[$0].amounts, percent: 80)
                && cells[$0].isMostly(cells[$0].money, percent: 30) && meanings[$0].isEmpty
        }
        guard let first = found.first else { return }
        use(first, as: .amount)
        isDoubtful = found.count > 1 || cells[first].filled * 10 < rowCount * 8
        guard found.count > 1 else { return }
        let second = found[1]
        if cells[first].filled + cells[second].filled == rowCount {
            columns[.amount] = nil
            columns[.spent] = [first]
            use(second, as: .received)
        }
        if let last = found.last, !taken.contains(last), found.count < 4,
            cells[last].filled == rowCount, columns[.balance] == nil
        {
            use(last, as: .balance)
        }
    }

    // MARK: Other facts

    private mutating func findFacts() {
        take(.currency) { $0.isMostly($0.currencies, percent: 80) }
        take(.id) { cells in
            cells.distinct.count * 10 >= min(cells.filled, 1_000) * 8 && cells.isText
                && cells.filled > 0
        }
        // Where most rows name another one, it is the account of the other side.
        let isOwn = { (cells: ColumnCells) in
            cells.filled > 0 && cells.isText && cells.distinct.count <= 1 + cells.filled / 3
        }
        take(.account) { [rowCount] cells in
            cells.isText && cells.filled * 2 >= rowCount && (isOwn(cells) || rowCount < 40)
        }
        take(.accountID, where: isOwn)
        take(.state) { $0.filled > 0 && $0.isText }
        take(.fee) { $0.isMostly($0.amounts) }
    }

    private mutating func findTexts() {
        let isText = { (cells: ColumnCells) in cells.filled > 0 && cells.isText }
        // Nobody is called like an account.
        let isName = { (cells: ColumnCells) in isText(cells) && !cells.isMostly(cells.numbers) }
        for column in [TableLayout.Column.category, .tags, .payee] {
            let fits = column == .payee ? isName : isText
            if take(column, where: fits) == nil { take(column) { $0.filled == 0 } }
        }
        // A name that the person gave stands beside the one that the bank has.
        while columns[.payee]?.allSatisfy({ cells[$0].filled < rowCount }) == true,
            take(.payee, where: isName) != nil
        {}
        if take(.description, where: isText) == nil,
            columns[.payee]?.contains(where: { cells[$0].filled > 0 }) != true
        {
            findUnnamedText()
        }
        if columns[.description] == nil { take(.description) { $0.filled == 0 } }
        // Columns without a heading go on with the one before.
        while let last = columns[.description]?.last, last + 1 < cells.count,
            last + 1 < headings.count, headings[last + 1].isEmpty, !taken.contains(last + 1),
            cells[last + 1].isText, cells[last + 1].filled > 0
        {
            use(last + 1, as: .description)
        }
        let isTextOrEmpty = { (cells: ColumnCells) in cells.filled == 0 || cells.isText }
        take(.notes, where: isTextOrEmpty)
        for column in [TableLayout.Column.memo, .description, .payee] {
            while let index = best(column, where: isTextOrEmpty) { use(index, as: .memo) }
        }
    }

    private mutating func findUnnamedText() {
        let longest = cells.indices.filter {
            !taken.contains($0) && cells[$0].isText && cells[$0].filled > 0
                && !cells[$0].isMostly(cells[$0].amounts)
                && !cells[$0].isMostly(cells[$0].currencies)
        }.max { cells[$0].length < cells[$1].length }
        if let longest { use(longest, as: .description) }
    }

    // MARK: Choosing

    private func best(
        _ column: TableLayout.Column, where fits: (ColumnCells) -> Bool
    ) -> Int? {
        var best: (index: Int, rank: Int)?
        for index in cells.indices where !taken.contains(index) && fits(cells[index]) {
            guard let rank = meanings[index].first(where: { $0.column == column })?.rank else {
                continue
            }
            if best.map({ rank < $0.rank }) ?? true { best = (index, rank) }
        }
        return best?.index
    }

    @discardableResult
    private mutating func take(
        _ column: TableLayout.Column, where fits: (ColumnCells) -> Bool
    ) -> Int? {
        guard let index = best(column, where: fits) else { return nil }
        use(index, as: column)
        return index
    }

    private mutating func use(_ index: Int, as column: TableLayout.Column) {
        columns[column, default: []].append(index)
        taken.insert(index)
    }
}
