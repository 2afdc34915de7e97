/// How the columns of a table are to be read, as one of the files in `config/imports` says it.
public struct TableLayout: Hashable, Sendable {
    /// The file's name, "statement.toml"; empty for a layout that isn't from a file.
    public var file: String
    /// The headings that a file must have, in their order; empty for a table without any.
    public var headings: [String]
    /// The columns, by what they hold. Positions count from 0.
    public var columns: [Column: [Int]]
    /// One of ``separators``.
    public var separator: Character
    public var answers: StatementAnswers
    /// The names of the accounts that such files were imported into, if the files don't say.
    public var accounts: [String]
    /// The currency of a new account, if the files don't say; nil if unknown.
    public var currency: String?

    public static let separators: [Character] = [",", ";", "\t", "|"]

    /// What a column holds.
    public enum Column: String, CaseIterable, Hashable, Sendable {
        case day
        case valueDay = "value_day"
        case amount, spent, received, sign, balance, currency, payee, description, memo, category,
            tags, notes, account
        case accountID = "account_id"
        case otherAccount = "other_account"
        case id, state, fee
    }

    public init(
        file: String = "", headings: [String], columns: [Column: [Int]], separator: Character,
        answers: StatementAnswers, accounts: [String] = [], currency: String? = nil
    ) {
        self.file = file
        self.headings = headings
        self.columns = columns
        self.separator = separator
        self.answers = answers
        self.accounts = accounts
        self.currency = currency
    }

    /// Stands for a file with a mistake, so that what it was written for isn't read without it.
    public static func broken(file: String, headings: [String]) -> TableLayout {
        TableLayout(
            file: file, headings: headings, columns: [:], separator: ",",
            answers: StatementAnswers())
    }

    /// Whether it is of a file with a mistake.
    var isBroken: Bool { columns.isEmpty }
}

extension TableLayout {
    /// The layout as commented TOML that a person can edit. Columns count from 1.
    public var toml: String {
        var lines = [
            "# How to read the files that have these headings. Delete this file to be asked again.",
            "headings = \(Self.list(headings.map(Self.quoted)))",
            "",
            "# \",\" \";\" \"\\t\" or \"|\".",
            "separator = \(Self.quoted(String(separator)))",
            "",
            "# \"day-first\", \"month-first\" or \"year-first\", for days such as 03/04/2025.",
            Self.line("day_order", answers.dayOrder.map { Self.quoted($0.rawValue) }, "day-first"),
            "",
            "# \"point\" or \"comma\", for amounts such as 1.234.",
            Self.line(
                "decimal_mark", answers.decimalMark.map { Self.quoted($0.rawValue) }, "point"),
            "",
            "# Whether positive amounts are spent, as on some cards.",
            Self.line("reversed", answers.isReversed.map { $0 ? "true" : "false" }, nil),
            "",
            "# The encoding, for files whose bytes don't tell.",
            Self.line("encoding", answers.encoding.map(Self.quoted), "windows-1252"),
            "",
            "# The account, for files that don't name it. With several, you are asked each time.",
            "accounts = \(Self.list(accounts.map(Self.quoted)))",
            "",
            "# The currency of a new account, for files that don't name it.",
            Self.line("currency", currency.map(Self.quoted), "EUR"),
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
