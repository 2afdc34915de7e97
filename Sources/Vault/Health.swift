internal import Foundation
internal import GRDB

extension Vault {
    /// Looks at every page, index and reference of the database, and at every day.
    ///
    /// - Returns: what SQLite finds wrong, in its own words, at most a hundred
    ///   of them; they name tables and rows, and none of what they hold.
    /// - Complexity: reads the whole file, a second for each few hundred MB.
    public func damage() throws(VaultError) -> [String] {
        try read { database in
            let found = try String.fetchAll(database, sql: "PRAGMA integrity_check")
            let strays = try Row.fetchAll(
                database, sql: "SELECT \"table\", count(*) FROM pragma_foreign_key_check GROUP BY 1"
            )
            return try found.filter { $0 != "ok" }
                + strays.map {
                    "\($0[0] as String): \($0[1] as Int) rows refer to rows that are gone"
                }
                + Self.impossibleDays(database)
        }
    }

    private static let days = [
        ("transactions", "day"), ("daily_balances", "day"), ("changed_transactions", "day"),
        ("accounts", "covered_from"), ("accounts", "covered_to"),
        ("held_back_answers", "first_day"), ("connections", "empty_asked_on"),
        ("series", "first_day"), ("series", "last_day"), ("rule_uses", "last_day"),
        ("events", "day"), ("event_subscriptions", "since_day"), ("event_accounts", "since_day"),
    ]

    /// Days beyond 32 bits, which no version stores.
    private static func impossibleDays(_ database: Database) throws -> [String] {
        try days.compactMap { table, column in
            let count = try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM \(table) WHERE \(column) NOT BETWEEN ? AND ?",
                arguments: [Int32.min, Int32.max])
            guard let count, count > 0 else { return nil }
            return
                "\(table): \(count == 1 ? "1 row has" : "\(count) rows have") a \(column) out of range"
        }
    }

    /// Looks whether the vault can be written, and leaves nothing written.
    ///
    /// - Throws: ``VaultError/cannotWrite(path:reason:)``, and
    ///   ``VaultError/busy(path:)`` where another command is writing all the
    ///   while.
    public func checkIsWritable() throws(VaultError) {
        try writeInVain { database in
            // A read-only database begins a transaction and refuses only this.
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            try database.execute(sql: "PRAGMA user_version = \(version)")
        }
        guard FileManager.default.isWritableFile(atPath: folder.path) else {
            throw .cannotWrite(
                path: folder.path, reason: "it can be read here, and not written")
        }
        // What was taken back above need not have reached the disk.
        try RoomToWrite(folder.path).check()
    }

    /// How many of the payment histories, which passes remember, are damaged.
    public func damagedPaymentHistories() throws(VaultError) -> Int {
        try read { try PaymentHistoryStore(database: $0).damagedCount() }
    }
}
