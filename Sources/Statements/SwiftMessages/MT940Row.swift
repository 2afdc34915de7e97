import Model

/// The field ":61:" of a row: "2401310201D12,50NTRFNONREF//BANKREF", with further words in
/// the next line.
struct MT940Row {
    let line: Int
    let valueDay: CalendarDay
    /// The booking day, or the value day if there is none.
    let day: CalendarDay
    let amount: DecimalAmount
    /// Whether the bank expects it only, as MT942 says.
    let isExpected: Bool
    let bankReference: String
    /// The other side's name, where the bank writes it behind the reference.
    let payee: String
    let supplement: String

    init(_ field: MT940Field) throws(RejectedRow.Reason) {
        line = field.line
        var lines = field.lines
        var head = Self.Head(lines[0])
        // Some banks break the line before the amount.
        if head == nil, lines.count > 1 {
            head = Head(lines[0] + lines[1])
            lines.remove(at: 0)
        }
        guard let head else { throw Self.problem(of: lines[0]) }
        amount = head.isDebit ? try head.amount.get().negated() : try head.amount.get()
        (valueDay, day, isExpected) = (head.valueDay, head.day, head.isExpected)

        var rest = lines.dropFirst().map { FieldValue.clean($0) }.filter { !$0.isEmpty }
        let words = head.rest.dropFirst(4)
        if let slashes = words.firstRange(of: "//") {
            var reference = FieldValue.clean(words[slashes.upperBound...])
            // A reference that is cut goes on in the next line.
            if let next = rest.first, rest.count > 1,
                next.utf8.allSatisfy({ (48...57).contains($0) }),
                reference.utf8.count + next.utf8.count <= 16, !reference.isEmpty
            {
                reference += next
                rest.removeFirst()
            }
            let known = reference.split(separator: " ").first.map(String.init) ?? ""
            bankReference = known == "NONREF" ? "" : known
            payee = ""
        } else {
            bankReference = ""
            payee = FieldValue.clean(words.dropFirst(16))
        }
        supplement = FieldValue.joined(rest)
    }

    private static func problem(of text: Substring) -> RejectedRow.Reason {
        day(text.prefix(6)) == nil ? .badDay : .badAmount
    }

    /// A day of six digits, year first.
    static func day(_ text: Substring) -> CalendarDay? {
        guard text.utf8.count == 6, let number = FieldValue.number(text.utf8) else { return nil }
        let year = number / 10_000
        return CalendarDay(
            year: year < 80 ? 2000 + year : 1900 + year, month: number / 100 % 100,
            day: number % 100)
    }
}

extension MT940Row {
    /// The part of the field that has a fixed form.
    private struct Head {
        var valueDay: CalendarDay
        var day: CalendarDay
        var isDebit = false
        var isExpected = false
        var amount: Result<DecimalAmount, RejectedRow.Reason>
        /// The type of four characters and what follows.
        var rest: Substring

        /// Nil if the form is another.
        init?(_ text: Substring) {
            var rest = text.drop { $0 == " " }
            guard let value = MT940Row.day(rest.prefix(6)) else { return nil }
            valueDay = value
            rest = rest.dropFirst(6)
            let entry = rest.prefix(4)
            if FieldValue.number(entry.utf8) != nil, entry.utf8.count == 4 {
                day = Self.entryDay(entry, near: value)
                rest = rest.dropFirst(4)
            } else {
                day = value
            }
            let mark = rest.prefix(2)
            let isMarked = ["RC", "RD", "EC", "ED"].contains(mark)
            let isReversal = isMarked && mark.hasPrefix("R")
            isExpected = isMarked && mark.hasPrefix("E")
            if isMarked { rest = rest.dropFirst() }
            guard let sign = rest.first, sign == "C" || sign == "D" else { return nil }
            // What reverses a credit is a debit.
            isDebit = (sign == "D") != isReversal
            rest = rest.dropFirst()
            // The third letter of the currency may stand here.
            if let letter = rest.first, letter.isASCII, letter.isLetter { rest = rest.dropFirst() }
            let digits = rest.utf8.prefix { (48...57).contains($0) || $0 == 44 || $0 == 46 }
            guard !digits.isEmpty else { return nil }
            let amountText = rest[digits.startIndex..<digits.endIndex]
            amount = Result { () throws(RejectedRow.Reason) in try FieldValue.amount(amountText) }
            self.rest = rest[digits.endIndex...]
        }

        /// The day with a month and a day of it that is nearest to the value day.
        private static func entryDay(_ text: Substring, near value: CalendarDay) -> CalendarDay {
            guard let number = FieldValue.number(text.utf8) else { return value }
            let year = value.month.year
            let days = [year - 1, year, year + 1].compactMap {
                CalendarDay(year: $0, month: number / 100, day: number % 100)
            }
            return days.min { abs($0.days(until: value)) < abs($1.days(until: value)) } ?? value
        }
    }
}
