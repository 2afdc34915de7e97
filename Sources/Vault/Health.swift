internal import Foundation
internal import GRDB

extension Vault {
    /// Looks at every page, index and reference of the database.
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
            return found.filter { $0 != "ok" }
                + strays.map {
                    "\($0[0] as String): \($0[1] as Int) rows refer to rows that are gone"
                }
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
