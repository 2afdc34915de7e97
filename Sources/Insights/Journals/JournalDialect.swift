internal import Model

/// A program that reads journals. The raw values are what the person types.
public enum JournalDialect: String, CaseIterable, Sendable {
    case hledger, ledger, beancount

    var isBeancount: Bool { self == .beancount }

    /// Whether one entry can have postings on several days.
    ///
    /// Ledger can, but checks balances in the order of the file instead of that of days.
    var hasPostingDays: Bool { self == .hledger }
}

/// Text in the lines of hledger and Ledger. Nothing in it can begin a line, a comment, a date or
/// a tag.
enum JournalLine {
    /// The description of an entry, behind its number. hledger divides it at "|".
    static func description(_ text: String) -> String {
        replaced(text) { scalar in
            switch scalar {
            case ";": ","
            case "|": "/"
            default: scalar
            }
        }
    }

    /// The value of a tag. A comma ends it in hledger, and brackets hold a date.
    static func value(_ text: String) -> String {
        replaced(text) { scalar in
            switch scalar {
            case ",": ";"
            case "[": "("
            case "]": ")"
            default: scalar
            }
        }
    }

    /// One line with other signs. By scalars, as a sign may have a combining mark.
    private static func replaced(
        _ text: String, _ replacement: (Unicode.Scalar) -> Unicode.Scalar
    ) -> String {
        var line = String.UnicodeScalarView()
        for scalar in SafeText.neutralised(text).unicodeScalars {
            line.append(replacement(scalar))
        }
        return shortened(String(line))
    }

    /// A tag of the person's as one word. Some have a meaning to these programs, whatever their
    /// case.
    static func tag(_ text: String) -> String {
        let word = String(
            text.unicodeScalars.map { scalar in
                scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
                    || scalar == "-" || scalar == "_" ? Character(scalar) : "-"
            })
        return reserved.contains(word.lowercased()) ? word + "-" : word
    }

    private static let reserved: Set = [
        "date", "date2", "type", "payee", "value", "uuid", "note", "assert", "check", "expr",
    ]

    /// Ledger reads no line of more than 4,096 bytes.
    private static func shortened(_ text: String) -> String {
        guard text.utf8.count > mostBytes else { return text }
        var kept = ""
        for character in text {
            guard kept.utf8.count + character.utf8.count <= mostBytes else { break }
            kept.append(character)
        }
        return kept + "…"
    }

    private static let mostBytes = 3_000
}
