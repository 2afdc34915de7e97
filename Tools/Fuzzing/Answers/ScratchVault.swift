import Engine
import Foundation
import GRDBSQLite
import Model
import Scripting
import Vault

/// A vault in a folder of its own, and a look at its rows past it.
final class ScratchVault {
    struct TransactionKey: Hashable {
        let account: String
        let id: String
    }

    struct LookFailure: Error {
        let message: String
    }

    private let folder: VaultFolder
    private let vault: Vault

    /// Makes an empty one.
    convenience init() throws {
        try self.init(copying: nil)
    }

    /// - Parameter other: a vault that nothing was written to since it was made;
    ///   a copy is quicker to have than a new one. Nil for a new one.
    init(copying other: ScratchVault?) throws {
        folder = VaultFolder(
            path: FileManager.default.temporaryDirectory
                .appendingPathComponent("ghostvault-fuzz-\(UUID().uuidString)").path)
        if let other {
            try FileManager.default.copyItem(atPath: other.folder.path, toPath: folder.path)
        }
        vault = try Vault.openOrCreate(folder)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: folder.path)
        } catch {
            print("cannot remove \(folder.path): \(error)")
        }
    }

    var engine: Engine {
        Engine(vault: vault, moment: Moment(clock: 1_795_132_800), scripts: .inThisProcess)
    }

    /// What the vault knows, without the answers that it keeps.
    func rows() throws -> [[String]] {
        try rows(of: [
            "institutions", "accounts", "texts", "transactions", "currencies", "daily_balances",
            "holding_days", "holdings",
        ])
    }

    /// What passes concluded.
    func conclusions() throws -> [[String]] {
        try rows(of: ["verdicts", "conclusions", "series"])
    }

    func count(of table: String) throws -> Int { try look("SELECT 1 FROM \(table)").count }

    private func rows(of tables: [String]) throws -> [[String]] {
        try tables.map { table in
            try look("SELECT * FROM \(table)").map { $0.joined(separator: "|") }.sorted()
        }
    }

    /// Amounts as exact text. Ids that several rows have are left out.
    func amounts() throws -> [TransactionKey: String] {
        let rows = try look(
            """
            SELECT accounts.bank_id, transactions.bank_id, amount, exponent FROM transactions
            JOIN accounts ON accounts.id = account_id JOIN currencies ON currencies.id = currency_id
            """)
        return Dictionary(
            rows.map { row in
                let amount = MinorUnits.plainText(
                    Int64(row[2]) ?? 0, exponent: Int(row[3]) ?? 0)
                return (TransactionKey(account: row[0], id: row[1]), amount)
            }, uniquingKeysWith: { first, _ in first })
    }

    func damage() throws -> [String] {
        let words =
            try look("PRAGMA integrity_check") + look("PRAGMA foreign_key_check")
        return words == [["ok"]] ? [] : ["SQLite finds damage: \(words)"]
    }

    private func look(_ sql: String) throws -> [[String]] {
        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        var select: OpaquePointer?
        guard sqlite3_open(folder.databasePath, &database) == SQLITE_OK,
            sqlite3_prepare_v2(database, sql, -1, &select, nil) == SQLITE_OK
        else { throw LookFailure(message: String(cString: sqlite3_errmsg(database))) }
        defer { sqlite3_finalize(select) }
        var rows: [[String]] = []
        while sqlite3_step(select) == SQLITE_ROW {
            rows.append((0..<sqlite3_column_count(select)).map { Self.text(select, $0) })
        }
        return rows
    }

    /// All bytes of a value, beyond a NUL too.
    private static func text(_ row: OpaquePointer?, _ column: Int32) -> String {
        guard let bytes = sqlite3_column_blob(row, column) else { return "" }
        let count = Int(sqlite3_column_bytes(row, column))
        return String(
            decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}
