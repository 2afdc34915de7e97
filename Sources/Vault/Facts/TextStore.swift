internal import GRDB
internal import Model

/// The table of distinct strings.
final class TextStore {
    private let find: BoundStatement
    private let insert: BoundStatement
    private let read: BoundStatement
    private let database: Database
    private var ids: [ExactText: Int64] = [ExactText(""): 0]

    init(_ database: Database) throws {
        self.database = database
        find = try BoundStatement(database, sql: "SELECT id FROM texts WHERE value = ?")
        insert = try BoundStatement(database, sql: "INSERT INTO texts (value) VALUES (?)")
        read = try BoundStatement(database, sql: "SELECT value FROM texts WHERE id = ?")
    }

    /// The row ID of a string, which is added if it is new.
    func id(of text: String) throws -> Int64 {
        let exact = ExactText(text)
        if let known = ids[exact] { return known }
        let stored = try find.withText(text, at: 1) { try find.first { $0.integer(0) } }
        let id = try stored ?? add(text)
        ids[exact] = id
        return id
    }

    private func add(_ text: String) throws -> Int64 {
        try insert.withText(text, at: 1) { try insert.execute() }
        return database.lastInsertedRowID
    }

    /// The string of a row ID; empty if there is none.
    func text(of id: Int64) throws -> String {
        try read.bind(id, at: 1)
        return try read.first { $0.text(0) } ?? ""
    }
}
