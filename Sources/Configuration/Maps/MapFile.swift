public import Scripting
internal import TOMLKit

/// A file of keys and values that rules and plugins look things up in.
///
/// CSV has a header; its first column is the key. TOML has a value for each
/// key, or a table of values: `"ACME CORP" = { payee = "Acme" }`.
public enum MapFile {
    /// Whether a file is one by its name.
    public static func isMap(_ path: String) -> Bool {
        path.hasSuffix(".csv") || path.hasSuffix(".toml")
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - name: the name by which scripts ask for it, "payees.csv".
    ///   - file: what messages call it, "rules/payees.csv".
    ///   - bytes: UTF-8.
    /// - Throws: the first mistake in it.
    public static func read(
        name: String, file: String, bytes: [UInt8]
    ) throws(ConfigurationError) -> ScriptMap {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ConfigurationError(file: file, "the file is not in UTF-8")
        }
        return name.hasSuffix(".csv")
            ? try csv(text, name, file) : try toml(text, name, file)
    }

    private static func csv(
        _ text: String, _ name: String, _ file: String
    ) throws(ConfigurationError) -> ScriptMap {
        let records: [CSVRecords.Record]
        do {
            records = try CSVRecords.read(text)
        } catch {
            throw ConfigurationError(file: file, line: error.line, error.message)
        }
        guard let header = records.first else {
            return ScriptMap(name: name, columns: [], entries: [])
        }
        let columns = header.fields.map(trimmed)
        for (position, column) in columns.enumerated() {
            guard !column.isEmpty else {
                throw ConfigurationError(
                    file: file, line: header.line, "column \(position + 1) has no name")
            }
            guard !columns[..<position].contains(column) else {
                throw ConfigurationError(
                    file: file, line: header.line, "there are two columns \"\(column)\"")
            }
        }
        var entries: [ScriptMap.Entry] = []
        for record in records.dropFirst() {
            guard record.fields.count == columns.count else {
                throw ConfigurationError(
                    file: file, line: record.line,
                    "there are \(record.fields.count) values for \(columns.count) columns; "
                        + "put a value that has a comma into quotes")
            }
            entries.append(
                ScriptMap.Entry(
                    key: record.fields[0],
                    values: record.fields.dropFirst().map { .string(trimmed($0)) }))
        }
        return ScriptMap(name: name, columns: Array(columns.dropFirst()), entries: entries)
    }

    private static func toml(
        _ text: String, _ name: String, _ file: String
    ) throws(ConfigurationError) -> ScriptMap {
        let table: TOMLTable
        do {
            try FatalSlips.check(text)
            table = try TOMLTable(string: text)
        } catch let error as FatalSlips.Mistake {
            throw ConfigurationError(
                file: file, line: error.line, column: error.column, error.message)
        } catch let error as TOMLParseError {
            throw ConfigurationError(
                file: file, line: error.source.begin.line, column: error.source.begin.column,
                error.description)
        } catch {
            throw ConfigurationError(file: file, "\(error)")
        }
        // In the order of their bytes: TOML gives its keys no order.
        let keys = table.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let columns = Set(keys.flatMap { table[$0]?.table?.keys ?? [] })
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        var entries: [ScriptMap.Entry] = []
        for key in keys {
            guard let entry = table[key] else { continue }
            guard !columns.isEmpty else {
                entries.append(
                    ScriptMap.Entry(key: key, values: [try value(entry, of: key, file)]))
                continue
            }
            guard let row = entry.table else {
                throw ConfigurationError(
                    file: file,
                    "\"\(key)\" must be a table, as other keys of the file are")
            }
            var values: [ScriptValue] = []
            for column in columns {
                values.append(
                    try row[column].map { value throws(ConfigurationError) in
                        try self.value(value, of: key, file)
                    } ?? .nil)
            }
            entries.append(ScriptMap.Entry(key: key, values: values))
        }
        return ScriptMap(
            name: name, columns: columns.isEmpty ? ["value"] : columns, entries: entries)
    }

    private static func value(
        _ value: any TOMLValueConvertible, of key: String, _ file: String
    ) throws(ConfigurationError) -> ScriptValue {
        if let text = value.string { return .string(text) }
        if let isTrue = value.bool { return .boolean(isTrue) }
        if let number = value.int { return .integer(Int64(number)) }
        if let number = value.double { return .number(number) }
        throw ConfigurationError(
            file: file, "the value of \"\(key)\" must be a text, a number, true or false")
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
