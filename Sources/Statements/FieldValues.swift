import Model

extension RejectedRow.Reason: Error {}

extension RejectedRow {
    /// A row as far as a person needs it to find it in the file.
    public init(line: Int, reason: Reason, of text: some StringProtocol) {
        let isLong = text.utf8.count > 500
        let shown = isLong ? String(decoding: text.utf8.prefix(490), as: UTF8.self) + "…" : nil
        self.init(line: line, reason: reason, text: shown ?? String(text))
    }
}

/// Amounts, days and texts as the fields of statements write them.
enum FieldValue {
    /// An amount with a point or a comma before its decimals: "-12,5", "+0012.50". Where
    /// both occur, the first separates thousands: "1,234.50".
    static func amount(
        _ text: some StringProtocol
    ) throws(RejectedRow.Reason) -> DecimalAmount {
        let text = trimmed(text)
        guard !text.isEmpty else { throw .noAmount }
        let isMark = { (scalar: Unicode.Scalar) in scalar == "." || scalar == "," }
        let first = text.unicodeScalars.first(where: isMark)
        let last = text.unicodeScalars.last(where: isMark)
        var digits = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard isMark(scalar) else {
                digits.append(scalar)
                continue
            }
            if first == last || scalar == last { digits.append(".") }
        }
        do throws(AmountError) {
            return try DecimalAmount(exactly: String(digits))
        } catch {
            throw error == .tooLarge ? .amountTooLarge : .badAmount
        }
    }

    /// The day at the beginning, as in "20250314120000[-5:EST]" or "2025-03-14": the bank's
    /// own calendar day, whatever the zone.
    static func compactDay(
        _ text: some StringProtocol
    ) throws(RejectedRow.Reason) -> CalendarDay {
        let text = trimmed(text)
        guard !text.isEmpty else { throw .noDay }
        if let day = CalendarDay(text.prefix(10)) { return day }
        let digits = text.utf8.prefix(8)
        guard digits.count == 8, let number = number(digits),
            let day = CalendarDay(
                year: number / 10_000, month: number / 100 % 100, day: number % 100)
        else { throw .badDay }
        return day
    }

    /// The number that at most nine digits make, or nil if there are other characters.
    static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard (1...9).contains(digits.count) else { return nil }
        var number = 0
        for digit in digits {
            guard (48...57).contains(digit) else { return nil }
            number = number * 10 + Int(digit - 48)
        }
        return number
    }

    /// Without blanks around it; a line break within is one blank.
    static func clean(_ text: some StringProtocol) -> String {
        let text = trimmed(text)
        guard text.utf8.contains(where: { (9...13).contains($0) }) else { return String(text) }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    static func trimmed(_ text: some StringProtocol) -> Substring {
        let isBlank = { (byte: UInt8) in byte == 32 || (9...13).contains(byte) }
        let text = Substring(text)
        guard let first = text.utf8.firstIndex(where: { !isBlank($0) }),
            let last = text.utf8.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return text[first...last]
    }

    /// Texts one after the other, without empty and repeated ones.
    static func joined(_ texts: [String], separator: String = " ") -> String {
        var kept: [String] = []
        var seen: Set<String> = []
        for text in texts where !text.isEmpty && seen.insert(text).inserted { kept.append(text) }
        return kept.joined(separator: separator)
    }
}

extension DecimalAmount {
    func negated() throws(RejectedRow.Reason) -> DecimalAmount {
        guard coefficient != .min else { throw .amountTooLarge }
        return DecimalAmount(coefficient: -coefficient, decimals: decimals)
    }
}

extension Sequence<DecimalAmount> {
    /// Whether the amounts add up to one, exactly.
    func addUp(to total: DecimalAmount) -> Bool {
        var sum: Int128 = 0
        for amount in self {
            let (next, overflow) = sum.addingReportingOverflow(amount.at18Decimals)
            if overflow { return false }
            sum = next
        }
        return sum == total.at18Decimals
    }
}

extension DecimalAmount {
    fileprivate var at18Decimals: Int128 { Int128(coefficient) * powerOfTen(18 - decimals) }
}
