/// The words of ":86:" or ":NS:", in the ways that banks structure them.
struct MT940Details {
    private(set) var payee = ""
    private(set) var description = ""
    private(set) var memo = ""

    init(_ lines: [Substring], areNS: Bool) {
        let text = lines.joined()
        if areNS {
            readNumbered(lines.map { FieldValue.trimmed($0) })
        } else if let separator = Self.separator(of: text) {
            let numbered = text.split(separator: separator).dropFirst()
            readNumbered(Array(numbered), isGerman: true)
        } else if Self.isKeyed(text) {
            readKeyed(text)
        } else {
            readFree(lines)
        }
    }

    /// "?" or its like, if the text is "166?00…?20…": a code, then subfields with numbers.
    private static func separator(of text: String) -> Character? {
        let rest = text.drop { $0.isASCII && $0.isNumber }
        guard let separator = rest.first, "?>~^".contains(separator),
            text.utf8.count - rest.utf8.count == 3
        else { return nil }
        return FieldValue.number(rest.dropFirst().utf8.prefix(2)) == nil ? nil : separator
    }

    private mutating func readNumbered(_ subfields: [Substring], isGerman: Bool = false) {
        var (purposes, names, kinds): ([Substring], [Substring], [Substring]) = ([], [], [])
        for subfield in subfields {
            guard let number = FieldValue.number(subfield.utf8.prefix(2)) else { continue }
            let value = subfield.dropFirst(2)
            switch number {
            case 0 where isGerman: kinds.append(value)
            case 20...29 where isGerman, 60...63 where isGerman: purposes.append(value)
            case 32, 33: if isGerman { names.append(value) }
            case 1...14 where !isGerman: purposes.append(value)
            case 15, 16: if !isGerman { names.append(value) }
            case 17 where !isGerman: kinds.append(value)
            default: break
            }
        }
        payee = Self.joined(names)
        let purpose = Self.joined(purposes)
        let kind = FieldValue.clean(kinds.joined(separator: " "))
        // SEPA references stand before the words that a person wrote.
        if let words = purpose.firstRange(of: "SVWZ+") {
            let ends = ["ABWA+", "ABWE+", "IBAN+", "BIC+"].compactMap {
                purpose[words.upperBound...].firstRange(of: $0)?.lowerBound
            }
            let end = ends.min() ?? purpose.endIndex
            description = FieldValue.clean(purpose[words.upperBound..<end])
            memo = FieldValue.joined([kind, FieldValue.clean(purpose[..<words.lowerBound])])
        } else {
            description = purpose.isEmpty ? kind : purpose
            memo = purpose.isEmpty ? "" : kind
        }
    }

    /// Subfields are as long as 27 characters, and a full one goes on in the next.
    private static func joined(_ parts: [Substring]) -> String {
        var text = ""
        var isFull = true
        for part in parts {
            let startsKey = part.utf8.prefix(5).last == UInt8(ascii: "+")
            let isApart = text.isEmpty || text.last == " " || part.first == " "
            if !isApart, !isFull || startsKey { text += " " }
            text += part
            isFull = part.count >= 26
        }
        return FieldValue.clean(text)
    }

    private static let keys: Set<Substring> = [
        "EREF", "PREF", "IREF", "KREF", "MREF", "MARF", "CSID", "CRED", "CNTP", "REMI", "RTRN",
        "PURP", "ULTC", "ULTD", "BENM", "ORDP", "NAME", "IBAN", "BIC", "TRTP", "ISDT", "ADDR",
        "TRCD", "EXCH", "CHGS", "OCMT", "COAM", "SVCL", "ID", "ACCW",
    ]

    /// Whether the text is "/KEY/value/KEY/value".
    private static func isKeyed(_ text: String) -> Bool {
        text.hasPrefix("/")
            && text.dropFirst().split(separator: "/").first.map(keys.contains) == true
    }

    private mutating func readKeyed(_ text: String) {
        var values: [Substring: [Substring]] = [:]
        var key: Substring = ""
        for part in text.split(separator: "/", omittingEmptySubsequences: false) {
            if Self.keys.contains(part) {
                key = part
            } else {
                values[key, default: []].append(part)
            }
        }
        let value = { (key: Substring) in
            FieldValue.clean(
                (values[key] ?? []).filter { !$0.isEmpty }.joined(separator: "/"))
        }
        // An account, its bank and a name.
        let party = values["CNTP"].map { $0.count > 2 ? FieldValue.clean($0[2]) : "" } ?? ""
        payee = [value("NAME"), party, value("ULTC"), value("ULTD")].first { !$0.isEmpty } ?? ""
        var words = value("REMI")
        for mark in ["USTD/", "STRD/CUR/", "STRD/"] where words.hasPrefix(mark) {
            words = String(words.dropFirst(mark.utf8.count))
            break
        }
        description = words
        memo = FieldValue.joined(
            ["TRTP", "EREF", "MARF", "CSID", "PREF", "RTRN"].map { value($0) })
    }

    private mutating func readFree(_ lines: [Substring]) {
        // A bank's code before the words: "A44?".
        var lines = lines
        if let first = lines.first, let mark = first.firstIndex(of: "?"),
            first[..<mark].utf8.count == 3
        {
            payee = FieldValue.clean(first[first.index(after: mark)...])
            lines.removeFirst()
        }
        description = FieldValue.joined(
            lines.map { FieldValue.clean($0) }.filter { !$0.isEmpty && $0 != "-" })
        if description.isEmpty { (description, payee) = (payee, "") }
    }
}
