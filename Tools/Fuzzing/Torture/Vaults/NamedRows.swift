import GRDB
import Model

/// Rows as text in which other rows are told by what they hold instead of their
/// numbers.
struct NamedRows {
    private let database: Database
    private var names: [String: [Int64: String]] = [:]
    private var shapes: [String: Shape] = [:]

    private struct Shape {
        let columns: [Column]

        var list: String { columns.map(\.name).joined(separator: ", ") }
    }

    private struct Column {
        let name: String
        /// The table that it refers to.
        let target: String?
    }

    init(_ database: Database) {
        self.database = database
    }

    /// A line for each row of the tables that the vault's schema has.
    mutating func lines(of tables: [String]) throws -> Set<String> {
        var lines: Set<String> = []
        for table in tables where try database.tableExists(table) {
            let shape = try shape(of: table)
            let rows = try Row.fetchCursor(database, sql: "SELECT \(shape.list) FROM \(table)")
            while let row = try rows.next() {
                lines.insert("\(table): \(try text(of: row, shape))")
            }
        }
        return lines
    }

    /// What tells a row of these tables from all others; of other tables, all
    /// that a row holds.
    private static let identities = [
        "connections": ["kind"], "accounts": ["bank_id"],
        "transactions": ["account_id", "bank_id"],
    ]

    /// When something was done, what is told apart, and how far a sync has come.
    private static let passingColumns: Set = [
        "id", "created_at", "first_received_at", "last_received_at", "approved_at", "made_at",
        "covered_from", "covered_to", "has_whole_history", "asks_all_history", "empty_asked_on",
        "empty_wait", "changeset", "last_sync_id", "answered_sync_id", "number", "numbers",
    ]

    private mutating func shape(of table: String, asName: Bool = false) throws -> Shape {
        let key = asName ? "name of \(table)" : table
        if let shape = shapes[key] { return shape }
        var references: [String: String] = [:]
        for row in try Row.fetchAll(database, sql: "PRAGMA foreign_key_list(\(table))") {
            references[row["from"]] = row["table"] as String
        }
        let all = try database.columns(in: table).map(\.name)
            .filter { !Self.passingColumns.contains($0) }
        let names = asName ? Self.identities[table] ?? all : all
        let shape = Shape(columns: names.map { Column(name: $0, target: references[$0]) })
        shapes[key] = shape
        return shape
    }

    private mutating func text(of row: Row, _ shape: Shape) throws -> String {
        var values: [String] = []
        for (position, column) in shape.columns.enumerated() {
            let value: DatabaseValue = row[position]
            if let target = column.target, let number = Int64.fromDatabaseValue(value) {
                values.append("\(column.name)=(\(try name(of: number, in: target)))")
            } else if column.name == "balance_at" {
                // A balance that its bank dates ahead has the moment of its sync.
                let day = Int64.fromDatabaseValue(value).map { CalendarDay(secondsSinceEpoch: $0) }
                values.append("\(column.name)=\(day.map { "\($0)" } ?? "none")")
            } else if column.name == "voided_at" {
                values.append("\(column.name)=\(!value.isNull)")
            } else if column.name == "summary", let text = String.fromDatabaseValue(value) {
                // It may name a transaction by its number.
                values.append("\(column.name)=\(text.filter { !$0.isNumber })")
            } else {
                values.append("\(column.name)=\(value.description)")
            }
        }
        return values.joined(separator: " ")
    }

    private mutating func name(of number: Int64, in table: String) throws -> String {
        if let name = names[table]?[number] { return name }
        let shape = try shape(of: table, asName: true)
        let row = try Row.fetchOne(
            database.cachedStatement(sql: "SELECT \(shape.list) FROM \(table) WHERE rowid = ?"),
            arguments: [number])
        guard let row else { throw BrokenPromise("\(table) has no row \(number)") }
        let name = try text(of: row, shape)
        names[table, default: [:]][number] = name
        return name
    }
}
