import Model

/// Which way the amounts of a table go.
struct TableSign: Sendable {
    enum Sense: Hashable, Sendable { case spent, received }

    /// Whether a column of D and C decides, even against a minus.
    private var columnDecides = false
    /// Whether amounts carry signs that are to be trusted more than the type beside them.
    private var amountsDecide = false
    /// Whether only what came in has a mark, such as "+" or "CR".
    private var onlyReceivedIsMarked = false
    /// Whether the column of what was spent has its amounts with a minus.
    private var spentIsNegative = false
    /// The same of what was received, as cards write payments.
    private var receivedIsNegative = false
    private let isReversed: Bool?
    private let amountColumn: Int?
    private let hasSignColumn: Bool

    init(rows: [TableRecord], columns: [TableLayout.Column: [Int]], isReversed: Bool?) {
        self.isReversed = isReversed
        amountColumn = columns[.amount]?.first
        hasSignColumn = columns[.sign] != nil
        if let column = columns[.spent]?.first {
            spentIsNegative = Self.isMostlyNegative(rows, column)
        }
        if let column = columns[.received]?.first {
            receivedIsNegative = !spentIsNegative && Self.isMostlyNegative(rows, column)
        }
        guard let column = columns[.amount]?.first else { return }
        var counts: [AmountText.Sign: Int] = [:]
        for row in rows { Self.count(&counts, of: row, at: column) }
        let sign = columns[.sign]?.first
        columnDecides =
            sign.map { sign in
                rows.contains { Self.isLetter($0.cell(sign)) }
            } ?? false
        amountsDecide = counts[.negative] != nil
        onlyReceivedIsMarked =
            counts[.negative] == nil && counts[.positive] != nil && counts[.none] != nil
    }

    private static func isMostlyNegative(_ rows: [TableRecord], _ column: Int) -> Bool {
        let signs = rows.compactMap { row in
            AmountText(row.cell(column)).flatMap { $0.isZero ? nil : $0.sign }
        }
        return signs.count { $0 == .negative } * 2 > signs.count
    }

    private static func count(
        _ counts: inout [AmountText.Sign: Int], of row: TableRecord, at column: Int
    ) {
        guard let amount = AmountText(row.cell(column)), !amount.isZero else { return }
        let isCredit = amount.sign == .none && mark(beside: column, in: row) == .received
        counts[isCredit ? .positive : amount.sign, default: 0] += 1
    }

    /// A CR or DR in the cell after the amount.
    private static func mark(beside column: Int, in row: TableRecord) -> Sense? {
        switch row.cell(column + 1) {
        case "CR": .received
        case "DR": .spent
        default: nil
        }
    }

    /// The amount of a row, with the account's sign.
    ///
    /// - Parameter sense: the sense of the row's sign column; nil if there is none or it is
    ///   unknown.
    func apply(
        to value: DecimalAmount, of amount: AmountText, sense: Sense?, row: TableRecord
    ) throws(RejectedRow.Reason) -> DecimalAmount {
        guard let column = amountColumn else {
            return isReversed == true ? try value.negated() : value
        }
        if hasSignColumn, columnDecides || !amountsDecide {
            guard let sense else { throw .signUnknown }
            let size = try value.size()
            return (sense == .spent) != (isReversed == true) ? try size.negated() : size
        }
        switch Self.mark(beside: column, in: row) {
        case .received: return try value.size()
        case .spent: return try value.size().negated()
        case nil: break
        }
        if onlyReceivedIsMarked, isReversed != false {
            let size = try value.size()
            return amount.sign == .positive ? size : try size.negated()
        }
        return isReversed == true ? try value.negated() : value
    }

    /// What a column of money spent adds to the account, which is nothing or less unless it
    /// is a refund.
    func spent(_ value: DecimalAmount) throws(RejectedRow.Reason) -> DecimalAmount {
        spentIsNegative ? value : try value.negated()
    }

    /// What a column of money received adds to the account.
    func received(_ value: DecimalAmount) throws(RejectedRow.Reason) -> DecimalAmount {
        receivedIsNegative ? try value.negated() : value
    }

    // MARK: Words

    static func sense(of cell: String) -> Sense? {
        guard (1...30).contains(cell.utf8.count),
            !cell.utf8.contains(where: { (48...57).contains($0) })
        else { return nil }
        return senses[PlainLetters.typed(cell)]
    }

    private static func isLetter(_ cell: String) -> Bool {
        cell.unicodeScalars.count <= 3 && sense(of: cell) != nil
    }

    private static let senses: [String: Sense] = {
        var senses: [String: Sense] = [:]
        for (sense, words) in [
            (
                Sense.spent,
                """
                d|dr|db|dbit|debit|debits|debet|debito|débito|débit|s|soll|af|-|out|outflow|\
                expense|expenses|withdrawal|spent|spend|money out|ausgabe|ausgang|dépense|\
                depense|gasto|egreso|cargo|spesa|uscita|saída|saida|wydatek|obciążenie|výdaj|\
                kiadás|terhelés|utgift|udgift|meno|gider|borç|支出|借|payment out|purchase
                """
            ),
            (
                .received,
                """
                c|cr|crdt|credit|credits|kredit|credito|crédito|crédit|h|haben|bij|+|in|\
                inflow|income|deposit|received|money in|einnahme|eingang|gutschrift|revenu|\
                recette|ingreso|abono|entrata|entrada|receita|wpływ|uznanie|příjem|bevétel|\
                jóváírás|inkomst|indtægt|inntekt|tulo|gelir|alacak|收入|贷|refund|return
                """
            ),
        ] {
            for word in words.split(separator: "|") {
                senses[PlainLetters.typed(String(word))] = sense
            }
        }
        return senses
    }()
}

extension TableSign {
    /// Whether nothing says which way amounts went: no sign, no mark, no column beside them. Or
    /// only pay is negative: a business paid it, or spending is positive in the file.
    static func isOpen(
        rows: [TableRecord], headings: [String], columns: [TableLayout.Column: [Int]]
    ) -> Bool {
        guard let column = columns[.amount]?.first, columns[.sign] == nil,
            TableProgram(headings: headings) == nil
        else { return false }
        if isContradicted(rows, by: pay, amount: column) { return true }
        var count = 0
        for row in rows {
            guard let amount = AmountText(row.cell(column)), !amount.isZero else { continue }
            guard amount.sign == .none, mark(beside: column, in: row) == nil else { return false }
            count += 1
        }
        return count >= fewestOfOneSign
    }

    /// A short list may have payments of one kind alone.
    private static let fewestOfOneSign = 5

    /// Whether a table's positive amounts are spent, as cards have it: payments that a card thanks
    /// for are negative there, or all its amounts are positive. So they are in some programs.
    static func isReversed(
        rows: [TableRecord], headings: [String], columns: [TableLayout.Column: [Int]]
    ) -> Bool {
        guard let column = columns[.amount]?.first else { return false }
        if let sign = columns[.sign]?.first {
            return purchasesArePositive(in: rows, amount: column, sign: sign)
        }
        let keys = Set(headings.map { ColumnWords.key($0) })
        if reversedPrograms.contains(where: keys.isSuperset) { return true }
        let signs = Set(
            rows.compactMap { row -> AmountText.Sign? in
                guard let amount = AmountText(row.cell(column)), !amount.isZero else { return nil }
                return mark(beside: column, in: row) == nil ? amount.sign : .positive
            })
        if signs == [.none] {
            return !hasIncome(rows, among: payments + pay)
                && keys.contains { $0.hasPrefix("card") }
        }
        return isContradicted(rows, by: payments, amount: column)
    }

    /// Whether what such words name is negative, and most else is positive.
    private static func isContradicted(
        _ rows: [TableRecord], by words: [[String]], amount column: Int
    ) -> Bool {
        var (positive, negative, income) = (0, 0, 0)
        for row in rows.prefix(5_000) {
            guard let amount = AmountText(row.cell(column)), !amount.isZero else { continue }
            guard amount.sign != .positive, mark(beside: column, in: row) == nil else {
                return false
            }
            let isIncome = hasIncome([row], among: words)
            // Money that came in as a positive amount says that nothing is reversed.
            if isIncome, amount.sign != .negative { return false }
            if isIncome {
                income += 1
            } else if amount.sign == .negative {
                negative += 1
            } else {
                positive += 1
            }
        }
        return income > 0 && positive > negative
    }

    /// Whether a cell has all words of one of some lists.
    private static func hasIncome(_ rows: [TableRecord], among lists: [[String]]) -> Bool {
        rows.prefix(5_000).contains { row in
            row.cells.contains { cell in
                guard CellKinds(cell).letters > 2 else { return false }
                let text = PlainLetters.typed(
                    cell.utf8.count > 200 ? String(cell.prefix(200)) : cell)
                return lists.contains { $0.allSatisfy { TableWords.has($0, in: text) } }
            }
        }
    }

    /// Whether purchases are positive beside other rows that are negative.
    private static func purchasesArePositive(
        in rows: [TableRecord], amount column: Int, sign: Int
    ) -> Bool {
        var (purchases, others) = (0, 0)
        for row in rows {
            guard let amount = AmountText(row.cell(column)), !amount.isZero else { continue }
            let isNegative = amount.sign == .negative
            guard !isLetter(row.cell(sign)) else { return false }
            if sense(of: row.cell(sign)) == .spent {
                guard !isNegative else { return false }
                purchases += 1
            } else if isNegative {
                others += 1
            }
        }
        return purchases > 0 && others > 0
    }

    /// What a card calls the payment of its bill.
    private static let payments = [
        ["payment", "received"], ["payment", "thank"], ["payments and credits"],
        ["ach deposit internet transfer"], ["paiement", "merci"],
    ]

    /// What an account calls pay.
    private static let pay = [
        ["payroll"], ["paycheck"], ["salary"], ["direct deposit"], ["gehalt"], ["salaire"],
    ]

    /// Headings that programs have together in whose exports positive amounts are spent: Copilot,
    /// Rocket Money.
    private static let reversedPrograms: [Set<String>] = [
        ["name", "status", "category", "excluded", "account"],
        ["originaldate", "accounttype", "accountname", "customname"],
    ]
}

extension DecimalAmount {
    func size() throws(RejectedRow.Reason) -> DecimalAmount {
        coefficient < 0 ? try negated() : self
    }
}
