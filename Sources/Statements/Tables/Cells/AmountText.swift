import Model

/// An amount as a cell writes it. The meaning of a mark as in "1.234" may be open.
struct AmountText: Hashable, Sendable {
    enum Sign: Hashable, Sendable {
        /// With a minus, in parentheses, or marked DR.
        case negative
        /// With a plus, or marked CR.
        case positive
        case none
    }

    let sign: Sign
    /// Whether the sign is the bank's mark CR or DR.
    let isMarked: Bool
    /// A code such as "EUR" that the cell has beside the number.
    let currency: String?
    /// Digits and their marks.
    private let body: [UInt8]

    /// Nil if the cell holds something else.
    init?(_ cell: String) {
        guard (1...60).contains(cell.utf8.count) else { return nil }
        var scanner = AmountScanner()
        for scalar in cell.unicodeScalars {
            guard scanner.take(scalar) else { return nil }
        }
        guard let amount = scanner.finished() else { return nil }
        self = amount
    }

    fileprivate init(sign: Sign, isMarked: Bool, currency: String?, body: [UInt8]) {
        self.sign = sign
        self.isMarked = isMarked
        self.currency = currency
        self.body = body
    }

    /// The decimal mark that the cell alone proves; nil if there is none, or if it is open.
    var provenMark: StatementAnswers.DecimalMark? {
        guard let last = body.lastIndex(where: { $0 == 44 || $0 == 46 }) else { return nil }
        let (mark, after) = (body[last], body.count - last - 1)
        let same: StatementAnswers.DecimalMark = mark == 46 ? .point : .comma
        let other: StatementAnswers.DecimalMark = mark == 46 ? .comma : .point
        if body.contains(mark == 46 ? 44 : 46) { return same }
        if body.count(where: { $0 == mark }) > 1 { return other }
        return isOpen ? nil : (after == 0 ? nil : same)
    }

    /// Whether its one mark may separate thousands as well as decimals.
    var isOpen: Bool {
        guard let mark = body.firstIndex(where: { $0 == 44 || $0 == 46 }) else { return false }
        return body.count - mark == 4 && (1...3).contains(mark) && body[0] != 48
            && !body[(mark + 1)...].contains { $0 == 44 || $0 == 46 }
    }

    var hasPoint: Bool { body.contains(46) }
    var hasDecimals: Bool { body.contains { $0 == 44 || $0 == 46 } }
    var digitCount: Int { body.count { (48...57).contains($0) } }
    var isZero: Bool { !body.contains { (49...57).contains($0) } }

    /// The number, negative for ``Sign/negative``.
    ///
    /// - Parameter mark: of the whole file; a cell that proves another one has that.
    func value(
        _ mark: StatementAnswers.DecimalMark?
    ) throws(RejectedRow.Reason) -> DecimalAmount {
        let decimal: UInt8 = (provenMark ?? mark ?? .point) == .point ? 46 : 44
        var text = sign == .negative ? "-" : ""
        var seen = false
        for byte in body {
            if byte == decimal {
                guard !seen else { throw .badAmount }
                seen = true
                text.append(".")
            } else if byte == 44 || byte == 46 {
                guard !seen else { throw .badAmount }
            } else {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        do throws(AmountError) {
            return try DecimalAmount(exactly: text)
        } catch {
            throw error == .tooLarge ? .amountTooLarge : .badAmount
        }
    }
}

private struct AmountScanner {
    private var body: [UInt8] = []
    private var letters: [String] = []
    private var isInLetters = false
    private var minus = 0
    private var plus = 0
    private var isParenthesised = false
    private var afterBlank = false
    /// Digits since the last blank or apostrophe between digits; nil before the first one.
    private var group: Int?
    private var isEnded = false

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "0"..."9": return digit(UInt8(scalar.value))
        case "\u{FF10}"..."\u{FF19}": return digit(UInt8(scalar.value - 0xFF10 + 48))
        case "\u{660}"..."\u{669}": return digit(UInt8(scalar.value - 0x660 + 48))
        case ".", ",", "\u{66B}":
            if isInLetters || (body.isEmpty && !letters.isEmpty) { return true }
            guard !isEnded else { return false }
            if afterBlank, !body.isEmpty { return false }
            body.append(scalar == "." ? 46 : 44)
        case "-", "\u{2212}", "\u{2013}", "\u{2012}", "\u{FF0D}":
            // "12.-" and "12,--" have no decimals.
            if let last = body.last, last == 44 || last == 46 {
                body.removeLast(); isEnded = true
            } else if isEnded, minus == 0, letters.isEmpty {
                return true
            } else {
                minus += 1; if !body.isEmpty { isEnded = true }
            }
            isInLetters = false
        case "+", "\u{FF0B}":
            plus += 1
            isInLetters = false
        case "(":
            guard body.isEmpty else { return false }
            isParenthesised = true
        case ")": isEnded = true
        case "'", "\u{2019}", "\u{2BC}":
            guard !body.isEmpty, !isEnded else { return false }
            group = 0
        case "\u{200E}", "\u{200F}", "\u{61C}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
            break
        case "%": return false
        default:
            if scalar.isBlank {
                afterBlank = true
                isInLetters = false
                return true
            }
            let isLetter = scalar.isLetter
            guard isLetter || scalar.properties.generalCategory == .currencySymbol else {
                return false
            }
            if !body.isEmpty { isEnded = true }
            guard letters.reduce(0, { $0 + $1.unicodeScalars.count }) < 8 else { return false }
            if isInLetters, let last = letters.popLast() {
                letters.append(last + String(scalar))
            } else {
                letters.append(String(scalar))
            }
            isInLetters = isLetter
        }
        afterBlank = false
        return true
    }

    private mutating func digit(_ digit: UInt8) -> Bool {
        guard !isEnded else { return false }
        if afterBlank, !body.isEmpty {
            guard group == nil || group == 3 else { return false }
            group = 0
        }
        afterBlank = false
        isInLetters = false
        if let count = group, !body.contains(44), !body.contains(46) { group = count + 1 }
        body.append(digit)
        return body.count <= 40
    }

    func finished() -> AmountText? {
        var body = body
        while let last = body.last, last == 44 || last == 46 { body.removeLast() }
        if let first = body.first, first == 44 || first == 46 { body.insert(48, at: 0) }
        guard !body.isEmpty, minus + plus <= 1, group == nil || group == 3 else { return nil }
        var sign: AmountText.Sign =
            minus > 0 || isParenthesised ? .negative : plus > 0 ? .positive : .none
        var isMarked = false
        var currency: String?
        for word in letters.map({ $0.uppercased() }) {
            if word == "CR" || word == "C" {
                if sign == .none { sign = .positive }
                isMarked = true
            } else if ["DR", "DB", "D"].contains(word) {
                if sign == .none { sign = .negative }
                isMarked = true
            } else if CurrencyText.symbols[word] == nil, !CurrencyText.isCode(word),
                !CurrencyText.words.contains(word)
            {
                return nil
            } else {
                currency = currency ?? CurrencyText.code(of: word)
            }
        }
        return AmountText(sign: sign, isMarked: isMarked, currency: currency, body: body)
    }
}

/// The currencies as cells and headings write them.
enum CurrencyText {
    /// "EUR" for "EUR", "eur" and "€"; nil for words and for signs that several currencies use.
    static func code(of text: String) -> String? {
        guard (1...12).contains(text.utf8.count) else { return nil }
        let word = text.uppercased()
        if let code = symbols[word] { return code.isEmpty ? nil : code }
        return isCode(word) ? word : nil
    }

    /// The same, with a kind before the code, as in "CURRENCY::USD".
    static func code(ofCell cell: String) -> String? {
        code(of: cell)
            ?? (cell.utf8.contains(58) && cell.contains("::")
                ? cell.split(separator: ":").last.flatMap { code(of: String($0)) } : nil)
    }

    static func isCode(_ word: String) -> Bool {
        word.utf8.count == 3 && codes.contains(word)
    }

    /// The decimals that amounts of a currency have at most.
    static func decimals(of code: String) -> Int {
        ["JOD", "KWD", "BHD", "TND", "OMR", "IQD", "LYD"].contains(code) ? 3 : 2
    }

    /// Empty where several currencies use the sign.
    static let symbols: [String: String] = [
        "€": "EUR", "£": "GBP", "$": "", "US$": "USD", "¥": "", "￥": "", "₹": "INR", "₽": "RUB",
        "₺": "TRY", "₴": "UAH", "₩": "KRW", "₪": "ILS", "₫": "VND", "₱": "PHP", "₦": "NGN",
        "R$": "BRL", "ZŁ": "PLN", "KČ": "CZK", "FT": "HUF", "KR": "", "LEI": "RON", "FR": "CHF",
        "RS": "", "R": "ZAR", "円": "JPY", "元": "CNY", "TL": "TRY", "A$": "AUD", "AU$": "AUD",
        "C$": "CAD", "CA$": "CAD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD", "MX$": "MXN",
        "ЛВ": "BGN", "РУБ": "RUB", "Р": "RUB", "دا": "JOD",
    ]

    static let words: Set<String> = ["EURO", "EUROS"]

    private static let codes = Set(
        """
        AED ARS AUD BAM BDT BGN BHD BRL BTC BYN CAD CHF CLP CNY COP CZK DKK DZD EGP ETH EUR GBP
        GEL HKD HRK HUF IDR ILS INR IQD ISK JOD JPY KES KRW KWD KZT LBP LKR LYD MAD MDL MKD MXN
        MYR NGN NOK NZD OMR PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TND TRY TWD UAH USD
        UYU UZS VND XAF XOF ZAR
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
