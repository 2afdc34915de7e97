/// How the columns of a table are to be read, as one of the files in `config/imports` says it.
public struct TableLayout: Hashable, Sendable {
    /// The headings that a file must have, in their order; empty for a table without any.
    public var headings: [String]
    /// The columns, by what they hold. Positions count from 0.
    public var columns: [Column: [Int]]
    /// "," ";" a tab or "|".
    public var separator: Character
    public var answers: StatementAnswers

    /// What a column holds.
    public enum Column: String, CaseIterable, Hashable, Sendable {
        case day, valueDay, amount, spent, received, sign, balance, currency, payee,
            description, memo, category, tags, notes, account, accountID, otherAccount, id,
            state, fee
    }

    public init(
        headings: [String], columns: [Column: [Int]], separator: Character,
        answers: StatementAnswers
    ) {
        self.headings = headings
        self.columns = columns
        self.separator = separator
        self.answers = answers
    }
}

extension TableLayout {
    /// The layout as commented TOML that a person can edit. Columns count from 1.
    public var toml: String {
        var lines = [
            "# The columns of the files that begin with these headings.",
            "headings = \(Self.list(headings.map(Self.quoted)))",
            "",
            "# \",\" \";\" \"\\t\" or \"|\".",
            "separator = \(Self.quoted(String(separator)))",
            "",
            "# \"day-first\", \"month-first\" or \"year-first\", for days such as 03/04/2025.",
            Self.line("day-order", answers.dayOrder.map { Self.quoted($0.rawValue) }, "day-first"),
            "",
            "# \"point\" or \"comma\", for amounts such as 1.234.",
            Self.line(
                "decimal-mark", answers.decimalMark.map { Self.quoted($0.rawValue) }, "point"),
            "",
            "# Whether positive amounts are spent, as on some cards.",
            Self.line("reversed", answers.isReversed.map { $0 ? "true" : "false" }, nil),
            "",
            "# The encoding, for files whose bytes don't tell.",
            Self.line("encoding", answers.encoding.map(Self.quoted), "windows-1252"),
            "",
            "# The numbers of the columns. The first one is 1. Texts of several columns are joined.",
            "# \(Column.allCases.map(\.rawValue).joined(separator: ", ")).",
            "[columns]",
        ]
        for column in Column.allCases {
            guard let places = columns[column], !places.isEmpty else { continue }
            let numbers = Self.list(places.map { String($0 + 1) })
            let names = places.filter { headings.indices.contains($0) }.map { headings[$0] }
            let comment = names.isEmpty ? "" : "  # \(Self.comment(names.joined(separator: ", ")))"
            lines.append("\(column.rawValue) = \(numbers)\(comment)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ key: String, _ value: String?, _ example: String?) -> String {
        if let value { return "\(key) = \(value)" }
        return "# \(key) = \(example.map(quoted) ?? "true")"
    }

    private static func list(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\t": quoted += "\\t"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case _ where scalar.value < 32 || (127..<160).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func comment(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter {
                    $0.value >= 32 && !(127..<160).contains($0.value)
                }))
    }
}
