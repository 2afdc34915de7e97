public import Scripting

/// A lookup table for rules and plugins, from a CSV or TOML file.
///
/// CSV has a header; its first column is the key. TOML has a value for each key, or a
/// table of values: `"ACME CORP" = { payee = "Acme" }`.
public enum MapFile {
    /// Whether a path is that of a map file.
    public static func isMap(_ path: String) -> Bool {
        path.hasSuffix(".csv") || path.hasSuffix(".toml")
    }

    /// The limits on rows, columns and values.
    private static let mostRows = 100_000
    private static let mostColumns = 64
    private static let mostValues = 1_000_000

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - name: the name that scripts use, "payees.csv".
    ///   - file: the name in messages, "rules/payees.csv".
    ///   - bytes: UTF-8.
    ///   - host: parses the file.
    /// - Throws: the first problem.
    public static func read(
        name: String, file: String, bytes: [UInt8], on host: ScriptHost
    ) throws(ConfigurationError) -> ScriptMap {
        let isCSV = name.hasSuffix(".csv")
        do throws(DataMistake) {
            return switch try host.read(isCSV ? .csv : .toml, bytes, of: file) {
            case .list(let records): try csv(records, name)
            case .table(let table): try toml(table, name)
            case .text, .integer, .number, .boolean, .time: throw DataMistake("it holds no table")
            }
        } catch {
            throw ConfigurationError(file: file, error)
        }
    }

    private static func csv(_ records: [DataValue], _ name: String) throws(DataMistake) -> ScriptMap
    {
        guard let header = records.first.map(record) else {
            return ScriptMap(name: name, columns: [], entries: [])
        }
        guard !header.fields.isEmpty else { throw DataMistake("it holds no table") }
        guard header.fields.count > 1 || !header.fields[0].contains(";") else {
            throw DataMistake(
                line: header.line, "its columns are separated by semicolons; write commas instead")
        }
        let columns = header.fields.map(trimmed)
        try checkSize(rows: records.count - 1, columns: columns.count)
        var seen: Set<String> = []
        for (position, column) in columns.enumerated() {
            guard !column.isEmpty else {
                throw DataMistake(line: header.line, "column \(position + 1) has no name")
            }
            guard seen.insert(column).inserted else {
                throw DataMistake(
                    line: header.line, "there are two columns \"\(column.prefix(64))\"")
            }
        }
        var entries: [ScriptMap.Entry] = []
        for value in records.dropFirst() {
            let record = record(value)
            guard record.fields.count == columns.count else {
                throw DataMistake(
                    line: record.line,
                    "there are \(record.fields.count) values for \(columns.count) columns; "
                        + "put a value that has a comma into quotes")
            }
            entries.append(
                ScriptMap.Entry(
                    key: record.fields[0],
                    values: record.fields.dropFirst().map { field in
                        let text = trimmed(field)
                        return text.isEmpty ? .nil : .string(text)
                    }, line: record.line))
        }
        return ScriptMap(name: name, columns: Array(columns.dropFirst()), entries: entries)
    }

    private static func record(_ value: DataValue) -> (line: Int?, fields: [String]) {
        guard case .list(let parts) = value, case .integer(let line)? = parts.first else {
            return (nil, [])
        }
        return (
            Int(clamping: line),
            parts.dropFirst().map { if case .text(let text) = $0 { text } else { "" } }
        )
    }

    private static func toml(
        _ table: [String: DataValue], _ name: String
    ) throws(DataMistake) -> ScriptMap {
        try checkSize(rows: table.count, columns: 1)
        var columns: Set<String> = []
        for case .table(let row) in table.values {
            columns.formUnion(row.keys)
            // Checked on every row, so that memory stays bounded.
            try checkSize(rows: table.count, columns: columns.count + 1)
        }
        let names = columns.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        // In byte order, as TOML keys have no order.
        let rows = table.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        var entries: [ScriptMap.Entry] = []
        for (key, entry) in rows {
            guard !names.isEmpty else {
                entries.append(ScriptMap.Entry(key: key, values: [try value(entry, of: key)]))
                continue
            }
            guard case .table(let row) = entry else {
                throw DataMistake(
                    "\"\(key.prefix(64))\" must be a table, as other keys of the file are")
            }
            var values: [ScriptValue] = []
            for name in names {
                values.append(
                    try row[name].map { value throws(DataMistake) in
                        try self.value(value, of: key)
                    } ?? .nil)
            }
            entries.append(ScriptMap.Entry(key: key, values: values))
        }
        return ScriptMap(name: name, columns: names.isEmpty ? ["value"] : names, entries: entries)
    }

    private static func checkSize(rows: Int, columns: Int) throws(DataMistake) {
        guard columns <= mostColumns else {
            throw DataMistake("there are more than \(mostColumns) columns")
        }
        guard rows <= mostRows else { throw DataMistake("there are more than \(mostRows) rows") }
        guard rows * columns <= mostValues else {
            throw DataMistake("rows times columns are more than \(mostValues)")
        }
    }

    private static func value(
        _ value: DataValue, of key: String
    ) throws(DataMistake) -> ScriptValue {
        switch value {
        case .text(let text): .string(text)
        case .boolean(let isTrue): .boolean(isTrue)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .time, .list, .table:
            throw DataMistake(
                "the value of \"\(key.prefix(64))\" must be a text, a number, true or false")
        }
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
