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
    private let body: String
    private let marks: Marks

    /// Nil if the cell holds something else.
    init?(_ cell: String) {
        self.init(cell, CellKinds(cell))
    }

    init?(_ cell: String, _ kinds: CellKinds) {
        guard (1...60).contains(cell.utf8.count) else { return nil }
        // No amount has no digit, or more letters than a currency and a mark.
        guard !kinds.isASCII || kinds.digits > 0, kinds.letters <= 8 else { return nil }
        if let plain = Self.plain(cell, kinds) {
            self = plain
            return
        }
        var scanner = AmountScanner()
        for scalar in cell.unicodeScalars {
            guard scanner.take(scalar) else { return nil }
        }
        guard let amount = scanner.finished() else { return nil }
        self = amount
    }

    /// An amount of digits with marks within and a sign before them, as nearly all are.
    private static func plain(_ cell: String, _ kinds: CellKinds) -> AmountText? {
        guard kinds.isASCII, let first = cell.utf8.first, let last = cell.utf8.last else {
            return nil
        }
        let isSigned = first == 45 || first == 43
        let body = isSigned ? String(Substring(cell.utf8.dropFirst())) : cell
        guard body.utf8.count <= 40, body.utf8.count == kinds.digits + kinds.marks,
            (48...57).contains(body.utf8.first ?? 0), (48...57).contains(last)
        else { return nil }
        return AmountText(
            sign: first == 45 ? .negative : isSigned ? .positive : .none, isMarked: false,
            currency: nil, body: body)
    }

    fileprivate init(sign: Sign, isMarked: Bool, currency: String?, body: String) {
        self.sign = sign
        self.isMarked = isMarked
        self.currency = currency
        self.body = body
        marks = Marks(of: body)
    }

    /// The decimal mark that the cell alone proves; nil if there is none, or if it is open.
    var provenMark: StatementAnswers.DecimalMark? {
        guard hasDecimals else { return nil }
        let (same, other): (StatementAnswers.DecimalMark, StatementAnswers.DecimalMark) =
            marks.last == 46 ? (.point, .comma) : (.comma, .point)
        if marks.points > 0, marks.commas > 0 { return same }
        if marks.points + marks.commas > 1 { return other }
        return isOpen ? nil : same
    }

    /// Whether its one mark may separate thousands as well as decimals.
    var isOpen: Bool {
        marks.points + marks.commas == 1 && marks.after == 3 && (1...3).contains(marks.before)
            && body.utf8.first != 48
    }

    var hasPoint: Bool { marks.points > 0 }
    var hasDecimals: Bool { marks.points + marks.commas > 0 }
    var digitCount: Int { body.utf8.count - marks.points - marks.commas }
    var isZero: Bool { marks.isZero }

    /// The marks among digits.
    private struct Marks: Hashable, Sendable {
        var points = 0
        var commas = 0
        var last: UInt8 = 0
        /// Digits before the first mark and after the last one.
        var before = 0
        var after = 0
        var isZero = true

        init(of body: String) {
            for byte in body.utf8 {
                if byte == 44 || byte == 46 {
                    if points + commas == 0 { before = after }
                    if byte == 46 { points += 1 } else { commas += 1 }
                    (last, after) = (byte, 0)
                } else {
                    after += 1
                    if byte != 48 { isZero = false }
                }
            }
        }
    }

    /// The number, negative for ``Sign/negative``.
    ///
    /// - Parameter mark: of the whole file; a cell that proves another one has that.
    func value(
        _ mark: StatementAnswers.DecimalMark?
    ) throws(RejectedRow.Reason) -> DecimalAmount {
        let decimal: UInt8 = (provenMark ?? mark ?? .point) == .point ? 46 : 44
        var (number, decimals): (Int64, Int?) = (0, nil)
        var text = sign == .negative ? "-" : ""
        let isShort = digitCount <= 18
        for byte in body.utf8 {
            if byte == 44 || byte == 46 {
                guard decimals == nil else { throw .badAmount }
                if byte == decimal { decimals = 0 }
                if byte == decimal, !isShort { text.append(".") }
            } else if isShort {
                number = number * 10 + Int64(byte - 48)
                decimals = decimals.map { $0 + 1 }
            } else {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        if isShort {
            return DecimalAmount(
                coefficient: sign == .negative ? -number : number, decimals: decimals ?? 0)
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
    private var letterCount = 0
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
            guard letterCount < 8 else { return false }
            letterCount += 1
            if isInLetters, !letters.isEmpty {
                letters[letters.count - 1].unicodeScalars.append(scalar)
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
        return AmountText(
            sign: sign, isMarked: isMarked, currency: currency,
            body: String(decoding: body, as: UTF8.self))
    }
}
