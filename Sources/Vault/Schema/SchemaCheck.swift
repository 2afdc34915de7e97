internal import GRDB

/// Makes the schema of a new vault, and rejects files of another schema.
///
/// Until the first release there is one schema and no step from an earlier one.
struct SchemaCheck {
    private let queue: DatabaseQueue
    private let path: String

    init(_ queue: DatabaseQueue, path: String) {
        self.queue = queue
        self.path = path
    }

    /// Makes the schema if the database is empty.
    ///
    /// - Throws: `VaultError.madeByOtherVersion` and `VaultError.notADatabase`, with nothing
    ///   changed.
    func makeIfEmpty() throws {
        guard try !isMade() else { return }
        try queue.write { database in
            // Another command may have made it at the same moment.
            guard try !isMade(in: database) else { return }
            try database.execute(
                sql: """
                    PRAGMA application_id = \(Self.applicationID);
                    PRAGMA user_version = \(Schema.version);
                    """)
            for statements in Schema.statements { try database.execute(sql: statements) }
        }
    }

    /// Whether the database has the schema; false if it is empty.
    ///
    /// - Throws: as ``makeIfEmpty()``.
    func isMade() throws -> Bool { try queue.read(isMade) }

    private func isMade(in database: Database) throws -> Bool {
        // From here on the schema is one, also while another command makes it.
        let tables = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM sqlite_master WHERE type = 'table'")
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id")
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version")
        if application == 0, tables == 0 { return false }
        guard application == Self.applicationID else {
            // Adding our tables to another program's database would do harm.
            throw VaultError.notADatabase(
                path: path, reason: "it is a database of another program")
        }
        guard version == Schema.version else { throw VaultError.madeByOtherVersion(path: path) }
        if let difference = try SchemaComparison.difference(of: database.sqliteConnection) {
            throw VaultError.notADatabase(path: path, reason: difference)
        }
        return true
    }

    /// What SQLite's header says of a file that is a vault: "GhVt".
    static let applicationID = 0x4768_5674
}
