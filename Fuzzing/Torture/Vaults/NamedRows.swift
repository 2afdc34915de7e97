import GRDB

/// Rows as text in which other rows are told by what they hold instead of their
/// numbers.
struct NamedRows {
    private let database: Database
    private var names: [String: [Int64: String]] = [:]
    private var shapes: [String: Shape] = [:]

    private struct Shape {
        let columns: [String]
        /// The tables that columns refer to.
        let references: [String: String]
    }

    init(_ database: Database) {
        self.database = database
    }

    /// A line for each row of the tables that the vault's schema has.
    mutating func lines(of tables: [String]) throws -> Set<String> {
        var lines: Set<String> = []
        for table in tables where try database.tableExists(table) {
            let shape = try shape(of: table)
            for row in try Row.fetchAll(database, sql: "SELECT * FROM \(table)") {
                let line = "\(table): \(try text(of: row, shape, shape.columns))"
                lines.insert(line)
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

    /// When something was done, and what is told apart.
    private static let passingColumns: Set = [
        "id", "created_at", "first_received_at", "last_received_at", "approved_at", "made_at",
        "covered_from", "covered_to", "has_whole_history", "changeset",
    ]

    private mutating func shape(of table: String) throws -> Shape {
        if let shape = shapes[table] { return shape }
        var references: [String: String] = [:]
        for row in try Row.fetchAll(database, sql: "PRAGMA foreign_key_list(\(table))") {
            references[row["from"]] = row["table"] as String
        }
        let columns = try database.columns(in: table).map(\.name)
            .filter { !Self.passingColumns.contains($0) }
        let shape = Shape(columns: columns, references: references)
        shapes[table] = shape
        return shape
    }

    private mutating func text(
        of row: Row, _ shape: Shape, _ columns: [String]
    ) throws -> String {
        var values: [String] = []
        for column in columns {
            let value: DatabaseValue = row[column]
            if let target = shape.references[column], let number = Int64.fromDatabaseValue(value) {
                values.append("\(column)=(\(try name(of: number, in: target)))")
            } else if column == "voided_at" {
                values.append("\(column)=\(!value.isNull)")
            } else if column == "summary", let text = String.fromDatabaseValue(value) {
                // It may name a transaction by its number.
                values.append("\(column)=\(text.filter { !$0.isNumber })")
            } else {
                values.append("\(column)=\(value.description)")
            }
        }
        return values.joined(separator: " ")
    }

    private mutating func name(of number: Int64, in table: String) throws -> String {
        if let name = names[table]?[number] { return name }
        let row = try Row.fetchOne(
            database, sql: "SELECT * FROM \(table) WHERE rowid = ?", arguments: [number])
        guard let row else { throw BrokenPromise("\(table) has no row \(number)") }
        let shape = try shape(of: table)
        let name = try text(of: row, shape, Self.identities[table] ?? shape.columns)
        names[table, default: [:]][number] = name
        return name
    }
}
