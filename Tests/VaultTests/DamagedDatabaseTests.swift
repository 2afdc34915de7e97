import Foundation
import GRDB
import Testing
import Vault

@Suite("A damaged or changed database")
struct DamagedDatabaseTests {
    private let stored: StoredVault

    init() throws {
        stored = try StoredVault()
        try stored.store(account([transaction("T1")]))
    }

    /// GRDB's subscripts end the process on NULL and on another type.
    @Test("no value is read by a subscript that traps")
    func noTrap() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources")
        let subscripts = try Regex(
            #"(\b(\w*[rR]ow|known|own|attempt|sync|next)\??|\$0)\[([0-9"]|column\]|index)|\w\??\["[a-z_]+"\]"#
        )
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
            .filter { $0.hasSuffix(".swift") }
        var readers = 0
        for file in files {
            let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
            guard text.contains("import GRDB\n") else { continue }
            readers += 1
            for line in text.split(separator: "\n")
            where line.contains("[") && !line.contains("{ ($0[0].") {
                if line.contains(subscripts) { Issue.record("\(file): \(line)") }
            }
        }
        #expect(readers > 40)
    }

    @Test("a value that can't be read is an error that names table and column, not the value")
    func unreadableValue() throws {
        try change("CREATE TABLE looser AS SELECT * FROM connections; DROP TABLE connections;")
        try change("ALTER TABLE looser RENAME TO connections; UPDATE connections SET name = NULL")
        // Opened before the change, as the schema is compared at opening.
        #expect(
            failure { try stored.vault.connections() }
                == .damagedRow(
                    table: "connections", id: nil, reason: "its name can't be read",
                    path: stored.home.folder.databasePath))
    }

    private func change(_ sql: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(
            path: stored.home.folder.databasePath, configuration: configuration)
        // SQLite would refuse to change tables under the views.
        try queue.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA legacy_alter_table = ON; \(sql)")
        }
    }

    @Test(
        "a database with anything that the schema does not have is refused",
        arguments: [
            (
                "CREATE TRIGGER slow AFTER UPDATE ON transactions BEGIN DELETE FROM accounts; END",
                "it has the trigger \"slow\" that GhostVault doesn't make"
            ),
            (
                "CREATE VIEW totals AS SELECT 1",
                "it has the view \"totals\" that GhostVault doesn't make"
            ),
            (
                "CREATE TABLE notes (text)",
                "it has the table \"notes\" that GhostVault doesn't make"
            ),
            (
                "CREATE UNIQUE INDEX once ON transactions (day)",
                "it has the index \"once\" that GhostVault doesn't make"
            ),
            (
                "ALTER TABLE accounts ADD COLUMN colour TEXT",
                "it has the table \"accounts\" that GhostVault doesn't make"
            ),
            (
                "DROP INDEX transactions_by_day",
                "1 of its tables, indexes, triggers or views are missing"
            ),
            ("DROP TRIGGER made_signs", "1 of its tables, indexes, triggers or views are missing"),
        ])
    func foreignSchema(change sql: String, reason: String) throws {
        try change(sql)
        #expect(
            failure { try Vault.open(stored.home.folder) }
                == .notADatabase(path: stored.home.folder.databasePath, reason: reason))
    }

    @Test("a copy with statistics, in another order, opens, and one with a foreign view is none")
    func copies() throws {
        let backup = try stored.vault.backUp(at: firstOfMarch, keeping: 2)
        #expect(stored.home.folder.newestSoundBackup() == backup.path)
        let copy = TemporaryFolder()
        try copy.folder.restore(BackupArchive(backup.path), switchingOff: [])
        try copy.database().writeWithoutTransaction { try $0.execute(sql: "ANALYZE; VACUUM") }
        #expect(try Vault.open(copy.folder).connections().count == 1)
        try change("CREATE VIEW totals AS SELECT 1")
        _ = try stored.vault.backUp(at: firstOfMarch + 1, keeping: 1)
        #expect(stored.home.folder.newestSoundBackup() == nil)
    }

    @Test("a database that holds something else is not called empty", arguments: [1, 5, 511])
    func otherContent(size: Int) throws {
        try String(repeating: "h", count: size).write(
            toFile: stored.home.folder.databasePath, atomically: true, encoding: .utf8)
        let path = stored.home.folder.databasePath
        #expect(
            failure { try Vault.open(stored.home.folder) }
                == .notADatabase(path: path, reason: "file is not a database"))
    }
}
