/// A documented SQL view of the vault, for programs that read the file themselves.
///
/// Views are the promise: names, columns and meanings stay, and tables may change. The program
/// itself reads none, so a view costs only what its text takes to open.
public struct VaultView: Sendable {
    /// One column, with the SQL of its value.
    public struct Column: Sendable {
        public enum Kind: String, Sendable {
            case text, integer
            /// An exact decimal number as text, "-1234.50".
            case decimal
            /// "2026-03-15".
            case day
            /// "2026-03-15T14:05:09Z".
            case time
            /// 0 or 1.
            case truth = "0 or 1"
            /// A JSON list of texts.
            case list = "JSON list"
        }

        public let name: String
        public let kind: Kind
        /// Whether it can be NULL.
        public let isOptional: Bool
        public let meaning: String
        let sql: String

        /// - Parameter sql: nil for a column of the same name.
        init(
            _ name: String, _ kind: Kind, _ meaning: String, isOptional: Bool = false,
            _ sql: String? = nil
        ) {
            self.name = name
            self.kind = kind
            self.meaning = meaning
            self.isOptional = isOptional
            self.sql = sql ?? name
        }
    }

    public let name: String
    public let meaning: String
    public let columns: [Column]
    /// Its common table expressions, each with its query.
    let common: [(name: String, sql: String)]
    /// FROM, WHERE and the like.
    let source: String

    init(
        _ name: String, _ meaning: String, _ columns: [Column],
        with common: [(name: String, sql: String)] = [], source: String
    ) {
        self.name = name
        self.meaning = meaning
        self.columns = columns
        self.common = common
        self.source = source
    }

    /// All views, in the order of their reference.
    public static let all = [
        transactions, parts, reasons, accounts, balances, holdings, netWorth, months, series,
        categories, decisions,
    ]

    /// The statements that make the view.
    ///
    /// It only names the columns of another one. DuckDB reads the text of a view as its own SQL, and
    /// doesn't know all of SQLite's.
    var statements: String {
        let values = columns.map { "\($0.sql) AS \($0.name)" }.joined(separator: ",\n    ")
        let queries = common.map { "\($0.name) AS (\($0.sql))" }.joined(separator: ",\n")
        let inner = "computed_\(name.dropFirst("v_".count))"
        return """
            CREATE VIEW \(inner) AS
            \(queries.isEmpty ? "" : "WITH RECURSIVE \(queries)\n")SELECT \(values)
            \(source);
            CREATE VIEW \(name) AS -- \(meaning)
            SELECT \(columns.map(\.name).joined(separator: ", "))
            FROM \(inner);
            """
    }
}

extension Schema {
    /// The views, which other statements of the schema don't use.
    static let views = VaultView.all.map(\.statements).joined(separator: "\n")
}

// MARK: Common SQL

extension VaultView {
    /// An amount of minor units as an exact decimal number.
    ///
    /// - Parameter digits: the decimals of its currency.
    static func decimal(of units: String, digits: String = "currencies.exponent") -> String {
        // The width counts the sign. Of a whole number nothing follows the point.
        let padded = "printf('%0*d', \(digits) + 1 + (\(units) < 0), \(units))"
        return """
            iif(\(units) IS NULL, NULL,
                substr(\(padded), 1, length(\(padded)) - \(digits))
                || iif(\(digits) > 0, '.' || substr(\(padded), -\(digits)), ''))
            """
    }

    /// A number that must be whole: SQLite turns sums beyond 64 bits into inexact ones.
    static func exact(_ sum: String) -> String {
        "CASE typeof(\(sum)) WHEN 'real' THEN abs(-9223372036854775808) ELSE \(sum) END"
    }

    /// A column of days since 1970 as "2026-03-15".
    static func day(_ column: String) -> String { "date(\(column) * 86400, 'unixepoch')" }

    /// A column of POSIX seconds as "2026-03-15T14:05:09Z".
    static func time(_ column: String) -> String {
        "strftime('%Y-%m-%dT%H:%M:%SZ', \(column), 'unixepoch')"
    }

    static func text(_ id: String) -> String { "(SELECT value FROM texts WHERE texts.id = \(id))" }

    /// A column with a text per line as a JSON list.
    static func list(_ column: String) -> String {
        // Quoted with a private character for the ends of lines, which JSON leaves as it is.
        """
        iif(coalesce(\(column), '') = '', '[]',
            '[' || replace(json_quote(replace(\(column), char(10), char(57344))),
                char(57344), '","') || ']')
        """
    }

    /// The codes and values of a reason, "matched: Netflix is a want: rules/20-mine.lua:3".
    static func evidence(_ column: String) -> String {
        "replace(replace(\(column), char(30), '; '), char(31), ': ')"
    }

    static let accountType = "coalesce(account_decisions.type, account_conclusions.type, 'other')"
    static let visibility = "coalesce(account_decisions.visibility, 'counted')"

    static let currencyColumns: [Column] = [
        Column("currency", .text, "The currency's code.", "currencies.code"),
        Column("digits", .integer, "The decimals of the currency.", "currencies.exponent"),
    ]

    /// An amount as a decimal number and as a whole one.
    ///
    /// - Parameter prefix: of the column of minor units, such as "available_".
    static func amount(
        _ name: String, _ meaning: String, of units: String, prefix: String = "",
        digits: String = "currencies.exponent", isOptional: Bool = false
    ) -> [Column] {
        [
            Column(
                name, .decimal, meaning, isOptional: isOptional, decimal(of: units, digits: digits)),
            Column(
                "\(prefix)minor_units", .integer, "The same in units of the last decimal.",
                isOptional: isOptional, units),
        ]
    }
}
