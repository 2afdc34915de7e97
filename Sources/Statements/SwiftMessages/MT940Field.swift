import Model

/// A tag of a message with its lines, such as ":86:".
struct MT940Field {
    let tag: Substring
    let line: Int
    /// At least one.
    private(set) var lines: [Substring]

    /// All fields of a file, without the envelopes around its messages.
    static func all(of text: String) throws(StatementError) -> [MT940Field] {
        let lines = try TextLine.all(of: text)
        var fields: [MT940Field] = []
        var isWithin = false
        var index = 0
        while index < lines.count {
            let number = lines[index].number
            var content = lines[index].text
            // Some banks break lines within a tag.
            let isBroken = FieldValue.trimmed(content) == ":" && index + 1 < lines.count
            if isBroken, tag(of: ":" + lines[index + 1].text) != nil {
                content = ":" + lines[index + 1].text
                index += 1
            }
            index += 1
            if content.hasPrefix("{"), let start = content.firstRange(of: "{4:")?.upperBound {
                content = content[start...]
            }
            if let (tag, value) = tag(of: content) {
                fields.append(MT940Field(tag: tag, line: number, lines: [value]))
                isWithin = true
            } else if FieldValue.trimmed(content).hasPrefix("-"),
                isEnd(
                    FieldValue.trimmed(content), of: fields.last,
                    before: index < lines.count ? lines[index] : nil)
            {
                isWithin = false
            } else if isWithin, !content.hasPrefix("{"), !fields.isEmpty {
                fields[fields.count - 1].lines.append(content)
            }
        }
        return fields
    }

    /// The tag with which a line begins, and what follows it.
    static func tag(of line: Substring) -> (tag: Substring, value: Substring)? {
        let line = line.drop { $0 == " " }
        guard line.utf8.first == UInt8(ascii: ":") else { return nil }
        let rest = line.dropFirst()
        let tag = rest.utf8.prefix { $0 != UInt8(ascii: ":") }
        guard (2...3).contains(tag.count), tag.endIndex < rest.endIndex else { return nil }
        let name = rest[tag.startIndex..<tag.endIndex]
        let digits = name.utf8.prefix(2).allSatisfy { (48...57).contains($0) }
        guard name == "NS" || digits else { return nil }
        return (name, rest[rest.utf8.index(after: tag.endIndex)...])
    }

    /// A currency's code, or nil if a text is none.
    static func currency(_ text: Substring) -> String? {
        text.utf8.count == 3 && text.utf8.allSatisfy { (65...90).contains($0) }
            ? String(text) : nil
    }

    /// Whether a line of "-" ends the message, or stands within the words of a row.
    private static func isEnd(
        _ line: Substring, of field: MT940Field?, before next: TextLine?
    ) -> Bool {
        guard line == "-" || line == "-}" else { return false }
        guard line == "-", let field, ["61", "86", "NS"].contains(field.tag) else { return true }
        guard let next else { return true }
        let text = FieldValue.trimmed(next.text)
        return text.isEmpty || text.hasPrefix("{") || text.hasPrefix(":20:")
    }
}

/// The balance of ":60F:" and its like: "C240131EUR1234,56".
struct MT940Balance {
    let day: CalendarDay
    let currency: String?
    let amount: DecimalAmount

    /// Nil if the field holds no balance.
    init?(_ text: Substring) {
        let text = FieldValue.trimmed(text)
        guard let sign = text.utf8.first, sign == UInt8(ascii: "C") || sign == UInt8(ascii: "D")
        else { return nil }
        let rest = text.dropFirst()
        guard let day = MT940Row.day(rest.prefix(6)) else { return nil }
        let currency = MT940Field.currency(rest.dropFirst(6).prefix(3))
        let digits = rest.dropFirst(currency == nil ? 6 : 9)
        guard let amount = try? FieldValue.amount(digits),
            let signed = sign == UInt8(ascii: "D") ? try? amount.negated() : amount
        else { return nil }
        (self.day, self.currency, self.amount) = (day, currency, signed)
    }
}
