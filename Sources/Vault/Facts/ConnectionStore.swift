internal import GRDB

/// A source of data: a SimpleFIN token, or files.
public struct Connection: Hashable, Sendable {
    public enum Kind: String, Sendable {
        case simplefin, file
        /// What the person keeps without a bank.
        case hand
    }

    public let id: Int64
    public let kind: Kind
    public let name: String
    /// Whether the person allowed HTTP without TLS, on this machine only.
    public let allowsPlainHTTP: Bool
    /// Whether the person removed it. It is no longer synced, and its data stays.
    public let isRemoved: Bool
}

extension Vault {
    /// The connections in order of creation, without removed ones.
    public func connections() throws(VaultError) -> [Connection] {
        try allConnections().filter { !$0.isRemoved }
    }

    /// All connections in order of creation, including removed ones.
    public func allConnections() throws(VaultError) -> [Connection] {
        try read { database in
            try Row.fetchAll(database, sql: "\(Connection.select) ORDER BY id")
                .map(Connection.init)
        }
    }

    /// Removes a connection; its accounts and their history stay.
    ///
    /// - Parameter instant: POSIX seconds.
    public func remove(_ connection: Connection, at instant: Int64) throws(VaultError) {
        try write { database in
            try database.execute(
                sql: "UPDATE connections SET removed_at = ? WHERE id = ?",
                arguments: [instant, connection.id])
        }
    }

    /// The connections that were never synced.
    public func connectionsNeverSynced() throws(VaultError) -> [Connection] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    \(Connection.select) WHERE removed_at IS NULL
                        AND NOT EXISTS (SELECT 1 FROM syncs WHERE connection_id = connections.id)
                    ORDER BY id
                    """
            ).map(Connection.init)
        }
    }

    /// Renames a connection.
    public func rename(
        _ connection: Connection, to name: String
    ) throws(VaultError) -> Connection {
        guard name != connection.name else { return connection }
        try write { database in
            try database.execute(
                sql: "UPDATE connections SET name = ? WHERE id = ?",
                arguments: [name, connection.id])
        }
        return Connection(
            id: connection.id, kind: connection.kind, name: name,
            allowsPlainHTTP: connection.allowsPlainHTTP, isRemoved: connection.isRemoved)
    }

    /// - Parameter createdAt: POSIX seconds.
    public func addConnection(
        _ kind: Connection.Kind, name: String, allowsPlainHTTP: Bool, createdAt: Int64
    ) throws(VaultError) -> Connection {
        try write { database in
            try Self.addConnection(
                database, kind, name: name, allowsPlainHTTP: allowsPlainHTTP, createdAt: createdAt)
        }
    }

    /// Gives a connection a new access URL, also a removed one.
    ///
    /// - Parameter allowsPlainHTTP: whether to allow HTTP without TLS, on this machine
    ///   only.
    public func reopen(
        _ connection: Connection, allowsPlainHTTP: Bool
    ) throws(VaultError) -> Connection {
        try write { database in
            try database.execute(
                sql: "UPDATE connections SET allows_plain_http = ?, removed_at = NULL WHERE id = ?",
                arguments: [allowsPlainHTTP, connection.id])
        }
        return Connection(
            id: connection.id, kind: connection.kind, name: connection.name,
            allowsPlainHTTP: allowsPlainHTTP, isRemoved: false)
    }

    /// The connection for imported files, created on first use.
    public func fileConnection(createdAt: Int64) throws(VaultError) -> Connection {
        try write { try Self.fileConnection($0, createdAt: createdAt) }
    }

    static func fileConnection(_ database: Database, createdAt: Int64) throws -> Connection {
        try connection(.file, "Imported files", database, createdAt: createdAt)
    }

    /// The connection for what the person keeps by hand, created on first use.
    static func handConnection(_ database: Database, createdAt: Int64) throws -> Connection {
        try connection(.hand, "By hand", database, createdAt: createdAt)
    }

    private static func connection(
        _ kind: Connection.Kind, _ name: String, _ database: Database, createdAt: Int64
    ) throws -> Connection {
        let known = try Row.fetchOne(
            database, sql: "\(Connection.select) WHERE kind = ? ORDER BY id",
            arguments: [kind.rawValue])
        if let known { return try Connection(known) }
        return try addConnection(
            database, kind, name: name, allowsPlainHTTP: false, createdAt: createdAt)
    }

    private static func addConnection(
        _ database: Database, _ kind: Connection.Kind, name: String, allowsPlainHTTP: Bool,
        createdAt: Int64
    ) throws -> Connection {
        try database.execute(
            sql: """
                INSERT INTO connections (kind, name, created_at, allows_plain_http)
                VALUES (?, ?, ?, ?)
                """,
            arguments: [kind.rawValue, name, createdAt, allowsPlainHTTP])
        return Connection(
            id: database.lastInsertedRowID, kind: kind, name: name,
            allowsPlainHTTP: allowsPlainHTTP, isRemoved: false)
    }
}

extension Connection {
    fileprivate static let select =
        "SELECT id, kind, name, allows_plain_http, removed_at FROM connections"

    fileprivate init(_ row: Row) throws {
        let id: Int64 = try row.value("id")
        guard let kind = try Kind(rawValue: row.value("kind")) else {
            throw VaultError.damagedRow(table: "connections", id: id, reason: "unknown kind")
        }
        try self.init(
            id: id, kind: kind, name: row.value("name"),
            allowsPlainHTTP: row.value("allows_plain_http"),
            isRemoved: (row.value("removed_at") as Int64?) != nil)
    }
}
