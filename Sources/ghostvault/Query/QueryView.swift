import Classification
import Model
import Terminal
import Vault

/// The rows of a query.
struct QueryView {
    let screen: Screen
    let query: VaultQuery

    /// A table needs all of its rows at once, to fit its columns.
    private static let mostRows = 10_000

    func show(as format: OutputFormat?) throws {
        let sums = DecimalSums(query.text)
        if let format {
            try report.print(as: format, on: screen) { emit in
                try query.forEachRow { row in
                    sums.look(at: row)
                    emit(row)
                }
            }
        } else {
            try showTable(sums)
        }
        if let words = sums.words { try screen.warn(SafeText.neutralised(words)) }
    }

    private func showTable(_ sums: DecimalSums) throws {
        var rows: [[QueryValue]] = []
        do {
            try query.forEachRow { row in
                guard rows.count < Self.mostRows else { throw EnoughRows() }
                rows.append(row)
                sums.look(at: row)
            }
        } catch is EnoughRows {
            try screen.note(
                "Only the first \(Self.mostRows) rows are shown; --csv and --json have all.")
        }
        guard !rows.isEmpty else { return try screen.print("No rows.") }
        let columns = query.columns.indices.map { column in
            Table.Column(
                query.columns[column],
                alignment: rows.allSatisfy { $0[column].isNumber } ? .trailing : .leading,
                isFlexible: !rows.allSatisfy { $0[column].isNumber })
        }
        var table = Table(columns: columns)
        for row in rows { table.add(row.map { Table.Cell($0.scalar.text ?? "") }) }
        try screen.print(table)
    }

    /// The columns as fields; JSON needs a name of its own for each.
    private var report: Report<[QueryValue]> {
        var used: Set<String> = []
        let fields = query.columns.enumerated().map { position, column in
            var name = column
            var number = 2
            while !used.insert(name).inserted {
                name = "\(column)_\(number)"
                number += 1
            }
            return Field<[QueryValue]>.value(name, "") { $0[position] }
        }
        return Report("sql", fields: fields)
    }

    private struct EnoughRows: Error {}
}

extension QueryValue: FieldValue {
    static var type: String { "value" }

    var scalar: Scalar {
        switch self {
        case .null: .null
        case .integer(let number): .number(number)
        case .real(let number): .real(number)
        case .text(let text): .text(text)
        case .bytes(let bytes): .text(bytes.map { Self.hexadecimal($0) }.joined())
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    /// Whether it is a number, a decimal one as text, or nothing.
    fileprivate var isNumber: Bool {
        switch self {
        case .null, .integer, .real: true
        case .text(let text): text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil
        case .bytes: false
        }
    }
}

/// A query that failed, for words with its place.
struct FailedQuery: Error {
    let error: QueryError
    let sql: String
    let seconds: Int
}

extension Failure {
    init(_ failed: FailedQuery) {
        let views = "\"ghostvault sql\" lists the views and their columns."
        switch failed.error {
        case .mistake(let words, let offset):
            let known = offset ?? Self.placeOfName(atEndOf: words, in: failed.sql)
            let place = known.map { QueryPlace(of: $0, in: failed.sql) }
            self.init(
                .usage, "SQL\(place?.words ?? ""): \(words)\(Self.suggestion(for: words)).",
                details: place.map { [$0.line] } ?? [], views)
        case .isEmpty:
            self.init(.usage, "The query is empty.", views)
        case .hasNull:
            self.init(.usage, "The query contains a zero byte.", "Remove it.")
        case .severalStatements:
            self.init(
                .usage, "The query has more than one statement.",
                "Give one SELECT; run the command again for another.")
        case .onlyReads:
            self.init(
                .usage, "A query can only read.",
                "Give one SELECT. Other commands change the vault: ghostvault --help")
        case .readsTable(let table):
            let view = VaultView.all.first { $0.name == "v_\(table)" }
            self.init(
                .usage, "\"\(table)\" is a table, which any version may change.",
                view.map { "Query the view \"\($0.name)\" instead." } ?? views)
        case .tookTooLong:
            self.init(
                .failed, "The query took longer than \(Count.text(failed.seconds, "second")).",
                "Narrow it, or give it more time with --timeout.")
        case .stopped:
            self.init(.failed, "The query was stopped.", "")
        }
    }

    /// The place of the name with which SQLite's words end, for which it has none.
    private static func placeOfName(atEndOf words: String, in sql: String) -> Int? {
        guard let name = words.split(separator: ": ").dropFirst().last,
            let found = sql.firstRange(of: name)
        else { return nil }
        return sql.utf8.distance(from: sql.startIndex, to: found.lowerBound)
    }

    /// " (did you mean "amount"?)", if SQLite's words name something like it; which views have a
    /// column of that name.
    private static func suggestion(for words: String) -> String {
        func name(after words: String, in text: String) -> String? {
            guard text.hasPrefix(words) else { return nil }
            return text.dropFirst(words.count).split(separator: ".").last.map(String.init)
        }
        if let column = name(after: "no such column: ", in: words) {
            let having = VaultView.all.filter { view in
                view.columns.contains { $0.name == column.lowercased() }
            }.map(\.name)
            guard having.isEmpty else { return " (it is in \(having.joined(separator: ", ")))" }
            return Suggestion.phrase(
                for: column, among: Set(VaultView.all.flatMap { $0.columns.map(\.name) }))
        }
        if let table = name(after: "no such table: ", in: words) {
            let views = VaultView.all.map(\.name)
            let named = "v_" + table
            return views.contains(named)
                ? " (did you mean \"\(named)\"?)" : Suggestion.phrase(for: named, among: views)
        }
        return ""
    }
}

/// The place of a mistake in a query.
private struct QueryPlace {
    let words: String
    /// The line with the mistake.
    let line: String

    init(of offset: Int, in sql: String) {
        let before = sql.utf8.prefix(offset).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let lines = sql.split(separator: "\n", omittingEmptySubsequences: false)
        let number = max(1, before.count)
        let column = (before.last.map { String(decoding: $0, as: UTF8.self).count } ?? 0) + 1
        words = ":\(number):\(column)"
        line = lines.indices.contains(number - 1) ? String(lines[number - 1]).cut : ""
    }
}

/// Whether SQLite added decimal amounts up, which it does as floating-point numbers.
private final class DecimalSums {
    /// A decimal column that the query names, and the same in whole numbers.
    private let column: (decimal: String, exact: String)?
    private var hasNumber = false

    init(_ sql: String) {
        let words = Set(
            sql.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
        column = VaultView.all.filter { words.contains($0.name) }.lazy.flatMap { view in
            zip(view.columns, view.columns.dropFirst())
        }.first { $0.0.kind == .decimal && words.contains($0.0.name) }
            .map { ($0.0.name, $0.1.name) }
    }

    func look(at row: [QueryValue]) {
        guard column != nil, !hasNumber else { return }
        hasNumber = row.contains { if case .real = $0 { true } else { false } }
    }

    /// Nil if no amount was added up so.
    var words: String? {
        guard hasNumber, let column else { return nil }
        return "SQLite calculates with \"\(column.decimal)\" as a floating-point number, so this "
            + "may not be exact. Use \"\(column.exact)\", which is a whole number."
    }
}
