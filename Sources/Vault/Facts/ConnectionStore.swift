internal import GRDB

/// A way by which data comes in: a SimpleFIN token, or files.
public struct Connection: Hashable, Sendable {
    public enum Kind: String, Sendable {
        case simplefin, file
    }

    public let id: Int64
    public let kind: Kind
    public let name: String
    /// Whether the person allowed HTTP without TLS, to this machine only.
    public let allowsPlainHTTP: Bool
}

extension Vault {
    public func connections() throws(VaultError) -> [Connection] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT id, kind, name, allows_plain_http FROM connections ORDER BY id"
            ).map(Connection.init)
        }
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

    /// Takes the person's word on whether a connection may do without TLS, to
    /// this machine only.
    public func allowPlainHTTP(
        _ isAllowed: Bool, on connection: Connection
    ) throws(VaultError) -> Connection {
        guard isAllowed != connection.allowsPlainHTTP else { return connection }
        try write { database in
            try database.execute(
                sql: "UPDATE connections SET allows_plain_http = ? WHERE id = ?",
                arguments: [isAllowed, connection.id])
        }
        return Connection(
            id: connection.id, kind: connection.kind, name: connection.name,
            allowsPlainHTTP: isAllowed)
    }

    /// The connection that imported files belong to, made when first asked
    /// for.
    public func fileConnection(createdAt: Int64) throws(VaultError) -> Connection {
        try write { database in
            let known = try Row.fetchOne(
                database,
                sql: """
                    SELECT id, kind, name, allows_plain_http FROM connections
                    WHERE kind = 'file' ORDER BY id
                    """)
            if let known { return try Connection(known) }
            return try Self.addConnection(
                database, .file, name: "Imported files", allowsPlainHTTP: false,
                createdAt: createdAt)
        }
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
            allowsPlainHTTP: allowsPlainHTTP)
    }
}

extension Connection {
    fileprivate init(_ row: Row) throws {
        let id: Int64 = row["id"]
        guard let kind = Kind(rawValue: row["kind"]) else {
            throw VaultError.damagedRow(table: "connections", id: id, reason: "unknown kind")
        }
        self.init(
            id: id, kind: kind, name: row["name"], allowsPlainHTTP: row["allows_plain_http"])
    }
}
