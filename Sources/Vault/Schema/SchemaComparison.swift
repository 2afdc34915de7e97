internal import GRDB
internal import GRDBSQLite
internal import Model

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A comparison of a database's tables, indexes, triggers and views with the schema's.
///
/// Foreign ones are refused, indexes too: a trigger can change decisions, a view can run without
/// end, and an index can reject a row.
struct SchemaComparison {
    /// SQLite keeps each statement as it was given, without what surrounds it.
    private static let text = Array(Schema.statements.joined(separator: "\n").utf8)

    /// Where each statement starts in ``text``.
    private static let starts: [Int] = {
        let word = Array("CREATE ".utf8)
        return text.withUnsafeBytes { text in
            var starts: [Int] = []
            var line = 0
            while line + word.count < text.count, let base = text.baseAddress {
                if memcmp(base + line, word, word.count) == 0 { starts.append(line) }
                guard let end = memchr(base + line, 0x0A, text.count - line) else { break }
                line = base.distance(to: UnsafeRawPointer(end)) + 1
            }
            return starts
        }
    }()

    private var isFound = [Bool](repeating: false, count: starts.count)
    /// Where the last one was found: a database has them in nearly the same order.
    private var place = -1

    /// The first difference of a database's schema; nil if there is none.
    ///
    /// - Complexity: reads the table of the schema, which SQLite has in memory.
    static func difference(of connection: SQLiteConnection?) throws -> String? {
        var prepared: SQLiteStatement?
        guard sqlite3_prepare_v2(connection, sql, -1, &prepared, nil) == SQLITE_OK, let prepared
        else { throw DatabaseError(ofConnection: connection) }
        defer { sqlite3_finalize(prepared) }
        var comparison = SchemaComparison()
        let row = CursorRow(statement: prepared)
        while true {
            switch sqlite3_step(prepared) {
            case SQLITE_ROW:
                let definition = UnsafeRawBufferPointer(
                    start: sqlite3_column_blob(prepared, 2),
                    count: Int(sqlite3_column_bytes(prepared, 2)))
                guard comparison.finds(definition) else {
                    let name = SafeText.neutralised(String(row.text(1).prefix(64)))
                    return "it has the \(row.text(0)) \"\(name)\" that GhostVault doesn't make"
                }
            case SQLITE_DONE:
                let missing = comparison.isFound.count { !$0 }
                return missing == 0
                    ? nil : "\(missing) of its tables, indexes, triggers or views are missing"
            default: throw DatabaseError(ofConnection: connection)
            }
        }
    }

    /// All but the tables that SQLite makes by itself and the indexes of constraints.
    private static let sql = """
        SELECT type, name, sql FROM sqlite_schema
        WHERE NOT (type = 'table' AND name IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4'))
            AND NOT (type = 'index' AND sql IS NULL)
        ORDER BY rowid
        """

    private mutating func finds(_ definition: UnsafeRawBufferPointer) -> Bool {
        guard let bytes = definition.baseAddress else { return false }
        let count = Self.starts.count
        for step in 1...count {
            let next = (place + step) % count
            let start = Self.starts[next]
            guard !isFound[next], start + definition.count < Self.text.count,
                Self.text[start + definition.count] == UInt8(ascii: ";"),
                Self.text.withUnsafeBytes({ text in
                    text.baseAddress.map { memcmp($0 + start, bytes, definition.count) } == 0
                })
            else { continue }
            isFound[next] = true
            place = next
            return true
        }
        return false
    }
}
