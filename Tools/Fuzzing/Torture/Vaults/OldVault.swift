import Foundation
import GRDB

/// A vault of the last development version, large enough that copying it before its schema step
/// takes a while.
struct OldVault {
    /// A folder as the program that wrote it left it.
    let path: String

    /// - Parameter sql: the file with the vault's rows.
    init(in workshop: Workshop, sql: String) throws {
        path = "\(workshop.folder)/old"
        let sql = try String(contentsOfFile: sql, encoding: .utf8)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        let queue = try DatabaseQueue(path: path + "/vault.sqlite")
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.write { try $0.execute(sql: Self.further) }
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
        }
        try queue.close()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: path + "/vault.sqlite")
    }

    private static let further = """
        WITH RECURSIVE numbers (number) AS (
            SELECT 1000 UNION ALL SELECT number + 1 FROM numbers WHERE number < 8000)
        INSERT INTO transactions (id, account_id, bank_id, day, amount, description_id, payee_id,
            memo_id, merchant_code_id, is_pending, first_received_at)
        SELECT number, 1, 'further-' || number, 20000 + number % 400, -number, 2, 0, 0, 0, 0,
            1795244196
        FROM numbers;
        INSERT INTO conclusions (transaction_id, verdict_id)
        SELECT id, (SELECT min(id) FROM verdicts) FROM transactions WHERE id >= 1000;
        """
}
