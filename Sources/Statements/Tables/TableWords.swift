import Model

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What words in the cells of a table mean.
enum TableWords {
    /// Whether a state, or the heading of a section, says that a row isn't booked yet.
    static func isPending(_ cell: String) -> Bool {
        cell.utf8.count < 80 && contains(pending, cell)
    }

    /// Whether a cell agrees with its heading, such as "pending".
    static func isTrue(_ cell: String) -> Bool {
        ["true", "yes", "y", "1", "x"].contains(PlainLetters.typed(cell))
    }

    /// Whether a state says that no money moved.
    static func isVoid(_ cell: String) -> Bool {
        cell.utf8.count < 40 && voided.contains(PlainLetters.typed(cell))
    }

    /// Whether a cell begins the line of a total.
    static func isTotal(_ cell: String) -> Bool {
        guard cell.utf8.count < 40 else { return false }
        let words = PlainLetters.typed(cell)
        return totals.contains { words.hasPrefix($0) }
    }

    /// Texts one after the other, each once, with one blank for line breaks.
    static func joined(_ texts: [String]) -> String {
        if texts.count == 1, isOneLine(texts[0]) { return texts[0] }
        var kept: [Substring] = []
        var seen: Set<String> = []
        for text in texts where !text.isEmpty && seen.insert(text).inserted {
            kept += text.split(whereSeparator: \.isWhitespace)
        }
        return kept.joined(separator: " ")
    }

    /// A cell with one blank for line breaks.
    static func line(_ text: String) -> String { isOneLine(text) ? text : joined([text]) }

    /// Whether a text has a word, also within another.
    static func has(_ word: String, in text: String) -> Bool { strstr(text, word) != nil }

    /// Whether a text is ASCII without blanks but single spaces between words.
    private static func isOneLine(_ text: String) -> Bool {
        var last: UInt8 = 32
        for byte in text.utf8 {
            guard byte < 128, byte > 32 || (byte == 32 && last != 32) else { return false }
            last = byte
        }
        return last != 32 || text.isEmpty
    }

    fileprivate static func contains(_ list: [String], _ cell: String) -> Bool {
        guard !cell.isEmpty else { return false }
        let words = PlainLetters.typed(cell)
        return list.contains { words.contains($0) }
    }

    private static let pending = [
        "pending", "vorgemerkt", "en attente", "pendiente", "in sospeso", "in behandeling",
        "nierozliczon", "oczekuj", "vantande", "afventer", "authorised", "authorized", "reserved",
        "reservert", "reserverad", "gereserveerd", "pendente", "beklemede", "nezauctovan",
        "ceka na", "处理中",
        "待入账", "processing",
    ]

    private static let voided: Set<String> = [
        "failed", "declined", "cancelled", "canceled", "reverted", "denied", "expired", "voided",
        "rejected", "removed", "storniert", "annule", "refuse", "交易关闭",
    ]

    private static let totals = [
        "total", "grand total", "summe", "suma", "razem", "totaal", "gesamt", "celkem", "合计",
        "合計", "yhteensa", "toplam", "subtotal",
    ]
}

/// What the lines above a table say about its account.
struct TablePreamble: Sendable {
    /// The account's IBAN or number; empty if there is none.
    private(set) var account = ""
    private(set) var currency: String?

    init(_ records: some Sequence<TableRecord>) {
        for record in records {
            for (index, cell) in record.cells.enumerated() where !cell.isEmpty {
                // A number may have blanks and dots that only its bank reads.
                if !Self.isIBAN(account) { findAccount(cell, next: record.cell(index + 1)) }
                let word = cell.drop { $0 == ":" || $0 == " " }
                if currency == nil, word.utf8.count == 3, word == word.uppercased() {
                    currency = CurrencyText.code(of: String(word))
                }
            }
        }
    }

    private mutating func findAccount(_ cell: String, next: String) {
        if Self.isIBAN(cell) {
            account = cell.filter { !$0.isWhitespace }
            return
        }
        let parts = cell.split(separator: ":", maxSplits: 1)
        guard let label = parts.first, label.utf8.count < 60 else { return }
        let key = ColumnWords.key(String(label))
        guard Self.labels.contains(where: { key.contains($0) }) else { return }
        let value = parts.count > 1 ? String(parts[1]) : next
        for word in [value] + value.split(separator: " ").map(String.init) {
            let number = TableWords.joined([word])
            if account.isEmpty ? Self.isNumber(number) : Self.isIBAN(number) {
                account = number.filter { !$0.isWhitespace }
                return
            }
        }
    }

    /// Whether a text is an account's IBAN or number rather than a name.
    static func isNumber(_ text: String) -> Bool {
        guard (5...42).contains(text.utf8.count) else { return false }
        if isIBAN(text) { return true }
        return text.utf8.allSatisfy { (48...57).contains($0) || " -/*xX.".utf8.contains($0) }
            && text.utf8.count { (48...57).contains($0) } >= 4
    }

    static func isIBAN(_ text: String) -> Bool {
        guard let first = text.utf8.first(where: { $0 != 32 }), (65...90).contains(first) else {
            return false
        }
        let bytes = Array(text.utf8.filter { $0 != 32 })
        guard (15...34).contains(bytes.count) else { return false }
        let isCapital = { (byte: UInt8) in (65...90).contains(byte) }
        let isDigit = { (byte: UInt8) in (48...57).contains(byte) }
        return bytes[..<2].allSatisfy(isCapital) && bytes[2..<4].allSatisfy(isDigit)
            && bytes[4...].allSatisfy { isCapital($0) || isDigit($0) }
    }

    private static let labels = [
        "accountnumber", "accountno", "account", "iban", "kontonummer", "konto", "compte",
        "cuenta", "conto", "rekening", "rachunek", "rachunku", "ucet", "szamla", "tili",
    ]

    // MARK: Balances

    /// The kind of balance that a line without a transaction states.
    static func balanceKind(of record: TableRecord) -> StatementBalance.Kind? {
        guard record.filled.count <= 5 else { return nil }
        for cell in record.cells where (8...60).contains(cell.utf8.count) {
            if TableWords.contains(opening, cell) { return .opening }
            if TableWords.contains(closing, cell) { return .closing }
        }
        return nil
    }

    /// The one amount of a line.
    static func onlyAmount(
        of record: TableRecord, _ mark: StatementAnswers.DecimalMark?
    ) -> DecimalAmount? {
        let amounts = record.cells.compactMap { AmountText($0) }
        let clear = amounts.filter(\.hasDecimals)
        guard let amount = clear.count == 1 ? clear[0] : amounts.count == 1 ? amounts[0] : nil
        else { return nil }
        do throws(RejectedRow.Reason) {
            return try amount.value(mark)
        } catch {
            return nil
        }
    }

    private static let opening = [
        "opening balance", "beginning balance", "starting balance", "start of period",
        "brought forward", "previous balance", "anfangssaldo", "alter kontostand",
        "saldo inicial", "saldo iniziale", "solde initial", "ancien solde", "beginsaldo",
        "saldo poczatkowe", "ingaende saldo", "pocatecni zustatek", "nyito egyenleg",
    ]

    private static let closing = [
        "closing balance", "ending balance", "end of period", "carried forward", "endsaldo",
        "neuer kontostand", "saldo final", "saldo finale", "solde final", "nouveau solde",
        "eindsaldo", "saldo koncowe", "utgaende saldo", "konecny zustatek", "zaro egyenleg",
    ]
}

extension DecimalAmount {
    func adding(_ other: DecimalAmount) throws(RejectedRow.Reason) -> DecimalAmount {
        let decimals = max(self.decimals, other.decimals)
        let sum =
            Int128(coefficient) * powerOfTen(decimals - self.decimals)
            + Int128(other.coefficient) * powerOfTen(decimals - other.decimals)
        guard let sum = Int64(exactly: sum) else { throw .amountTooLarge }
        return DecimalAmount(coefficient: sum, decimals: decimals)
    }
}
