import Foundation
import GRDB
import Model
import Testing
import Vault

@Suite("A backup of the vault")
struct BackupTests {
    private let home = TemporaryFolder()
    /// 2026-03-15, 06:45:12 of UTC.
    private let instant: Int64 = 1_773_557_112

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: home.folder.backupsPath).sorted()
    }

    private func vault() throws -> Vault {
        let vault = try Vault.openOrCreate(home.folder)
        _ = try vault.addStoredRule("rule { name = \"Rent\" }", summary: "add Rent")
        return vault
    }

    @Test("has its day and time in its name, and is for its owner's eyes")
    func name() throws {
        let backup = try vault().backUp(at: instant, keeping: 5)
        #expect(backup.path == home.folder.backupsPath + "/vault-2026-03-15-064512.tar.gz")
        #expect(try home.mode(of: backup.path) == 0o600)
        #expect(try home.mode(of: home.folder.backupsPath) == 0o700)
        #expect(try names() == ["vault-2026-03-15-064512.tar.gz"])
    }

    @Test("holds what the vault holds, also what is not in its main file yet")
    func contents() throws {
        let vault = try vault()
        let backup = try vault.backUp(at: instant, keeping: 5)
        func dump(_ path: String) throws -> [String] {
            try DatabaseQueue(path: path).read { database in
                let tables = try String.fetchAll(
                    database,
                    sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
                return try tables.flatMap { table in
                    try Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"").map(\.description)
                }
            }
        }
        let other = TemporaryFolder()
        try other.folder.restore(BackupArchive(backup.path), switchingOff: [])
        let restored = try dump(other.folder.databasePath)
        #expect(restored == (try dump(home.folder.databasePath)))
        #expect(restored.contains { $0.contains("Rent") })
    }

    @Test("fails if the vault was moved away, and leaves nothing in its place")
    func movedVault() throws {
        let vault = try vault()
        let path = home.folder.path
        try FileManager.default.moveItem(atPath: path, toPath: path + "-moved")
        defer {
            #expect(throws: Never.self) {
                try FileManager.default.removeItem(atPath: path + "-moved")
            }
        }
        #expect(throws: VaultError.self) { try vault.backUp(at: instant, keeping: 5) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("is a tar archive that the ordinary program opens, with all text files and no secret")
    func ordinaryArchive() throws {
        let vault = try vault()
        try home.write("rule {}", to: "rules/20-mine.lua")
        try home.write("x", to: "Plugins/loans/plugin.toml")
        try home.write("https://user:key@bridge.example", to: "secrets/connection-1")
        try home.write("hook", to: "rules/.git/hooks/post-checkout")
        try FileManager.default.createSymbolicLink(
            atPath: home.folder.pluginsPath + "/all", withDestinationPath: "/")
        let backup = try vault.backUp(at: instant, keeping: 5)
        let tar = Process()
        let output = Pipe()
        tar.executableURL = URL(fileURLWithPath: "/usr/bin/tar")
        tar.arguments = ["-tzf", backup.path]
        tar.standardOutput = output
        try tar.run()
        let names = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        tar.waitUntilExit()
        #expect(
            names.split(separator: "\n") == [
                "backup.json", "vault.sqlite", "rules/20-mine.lua", "Plugins/loans/plugin.toml",
            ])
    }

    @Test("goes to another folder, where it replaces only backups of the same vault")
    func otherFolder() throws {
        let (one, two) = (try vault(), TemporaryFolder())
        let place = home.folder.path + "/elsewhere"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        var target = BackupTarget()
        target.folder = place
        let theirs = try Vault.openOrCreate(two.folder)
            .backUp(at: instant - 9, keeping: 1, to: target)
        for second in 0..<3 {
            _ = try one.backUp(at: instant + Int64(second), keeping: 1, to: target)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: place)
        #expect(names.count == 2)
        #expect(names.contains(URL(fileURLWithPath: theirs.path).lastPathComponent))
        #expect(try one.newestBackup(until: instant + 9, in: place) == instant + 2)
    }

    @Test("is not made of a file whose name would be read differently")
    func unusableName() throws {
        let vault = try vault()
        try home.write("rule {}", to: "rules/a\nb.lua")
        #expect(
            throws: BackupError.unusableName(home.folder.path + "/rules/a\nb.lua")
        ) { try vault.backUp(at: instant, keeping: 5) }
        #expect(try names() == [])
    }

    @Test("pushes out the oldest of its kind, and no other file")
    func oldest() throws {
        let vault = try vault()
        let others = [
            "before-schema-3.sqlite", "mine.sqlite", "vault-2020-01-01.tar.gz",
            "vault-2020-01-01-9999990.tar.gz", "vault-2020-13-01-000000.tar.gz",
            "vault-2020-01-01-000060.tar.gz", "vault-2020-01-01-000000.tar.gz.bak",
        ]
        for name in others {
            try Data().write(to: URL(fileURLWithPath: home.folder.backupsPath + "/" + name))
        }
        for day in 0..<5 {
            let backup = try vault.backUp(at: instant + Int64(day) * 86_400, keeping: 2)
            #expect(backup.removedCount == (day < 2 ? 0 : 1))
        }
        #expect(
            try names()
                == (others + ["vault-2026-03-18-064512.tar.gz", "vault-2026-03-19-064512.tar.gz"])
                .sorted())
    }

    @Test("stays where those that are there claim to be of the future")
    func future() throws {
        let vault = try vault()
        for day in 1...3 { _ = try vault.backUp(at: instant + Int64(day) * 86_400, keeping: 9) }
        let backup = try vault.backUp(at: instant, keeping: 2)
        #expect(
            try names() == ["vault-2026-03-15-064512.tar.gz", "vault-2026-03-18-064512.tar.gz"])
        #expect(backup.removedCount == 2)
    }

    @Test("is not made of a vault that is damaged; the older ones stay")
    func damaged() throws {
        let vault = try vault()
        _ = try vault.backUp(at: instant, keeping: 1)
        let database = try home.database()
        try database.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let file = try FileHandle(
            forWritingTo: URL(fileURLWithPath: home.folder.databasePath))
        let size = try file.seekToEnd()
        let page: UInt64 = 4096
        for start in stride(from: page, to: size, by: Int(page)) {
            try file.seek(toOffset: start)
            try file.write(contentsOf: Data(repeating: 0xA5, count: Int(page)))
        }
        try file.close()
        #expect(throws: VaultError.self) {
            try Vault.open(home.folder).backUp(at: instant + 1, keeping: 1)
        }
        #expect(try names() == ["vault-2026-03-15-064512.tar.gz"])
    }

    @Test("pushes out those dated ahead first, and none of the days before")
    func ahead() throws {
        let vault = try vault()
        let past = instant - 86_400
        for made in [past, instant + 86_400, instant + 2 * 86_400] {
            _ = try vault.backUp(at: made, keeping: 9)
        }
        _ = try vault.backUp(at: instant, keeping: 2)
        #expect(
            try names() == ["vault-2026-03-14-064512.tar.gz", "vault-2026-03-15-064512.tar.gz"])
    }

    @Test("is not made of a database whose index and table differ; the older ones stay")
    func damagedIndex() throws {
        let stored = try StoredVault()
        try stored.store(account([transaction("AN-ID-TO-CHANGE")]))
        let first = try stored.vault.backUp(at: instant, keeping: 1)
        try stored.home.database().writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let path = URL(fileURLWithPath: stored.home.folder.databasePath)
        var bytes = try Data(contentsOf: path)
        let place = try #require(bytes.range(of: Data("AN-ID-TO-CHANGE".utf8)))
        bytes[place.lowerBound] = UInt8(ascii: "B")
        try bytes.write(to: path)
        guard
            case .notADatabase? = failure(of: {
                try Vault.open(stored.home.folder).backUp(at: instant + 1, keeping: 1)
            })
        else {
            Issue.record("a copy of a damaged database was made")
            return
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: stored.home.folder.backupsPath)
                == [URL(fileURLWithPath: first.path).lastPathComponent])
        #expect(stored.home.folder.newestSoundBackup() == first.path)
    }

    @Test("leaves the older one that holds the most, if the vault holds less now")
    func fuller() throws {
        let stored = try StoredVault()
        var ids: [String] = []
        for day in 0..<3 {
            ids += ["T\(2 * day)", "T\(2 * day + 1)"]
            try stored.store(account(ids.map { transaction($0) }))
            _ = try stored.vault.backUp(at: instant + Int64(day) * 86_400, keeping: 9)
        }
        try stored.home.database().writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA foreign_keys = OFF; DELETE FROM transactions")
        }
        var backup: Backup?
        for day in 3..<7 {
            backup = try stored.vault.backUp(at: instant + Int64(day) * 86_400, keeping: 2)
        }
        let names = try FileManager.default.contentsOfDirectory(
            atPath: stored.home.folder.backupsPath
        ).sorted()
        let fullest = "vault-2026-03-17-064512.tar.gz"
        #expect(
            names == [fullest, "vault-2026-03-20-064512.tar.gz", "vault-2026-03-21-064512.tar.gz"])
        #expect(backup?.fullerCopy?.moreTransactions == 6)
        #expect(backup?.fullerCopy?.path.hasSuffix(fullest) == true)
    }

    @Test(
        "leaves the older one that holds more decisions, if they were lost and not taken back",
        arguments: [
            "DELETE FROM transaction_corrections",
            "DELETE FROM transaction_corrections; DELETE FROM journal",
        ])
    func lostDecisions(loss: String) throws {
        let stored = try StoredVault()
        try stored.store(account([transaction("T1")]))
        try stored.vault.correct([1: Correction(note: "for Ann")], summary: "a note")
        let full = try stored.vault.backUp(at: instant, keeping: 9)
        try stored.home.database().write { try $0.execute(sql: loss) }
        try stored.store(account([transaction("T1"), transaction("T2")]))
        for day: Int64 in 1..<4 {
            let backup = try stored.vault.backUp(at: instant + day * 86_400, keeping: 2)
            #expect(backup.fullerCopy?.path == full.path)
            #expect(backup.fullerCopy?.moreDecisions == 1)
            #expect(backup.fullerCopy?.moreTransactions == 0)
        }
    }

    @Test("leaves the older one if most decisions are lost, whatever was decided since")
    func mostDecisionsLost() throws {
        let stored = try StoredVault()
        let rows = (1...20).map { transaction("T\($0)") }
        try stored.store(account(rows))
        for id: Int64 in 1...20 {
            try stored.vault.correct([id: Correction(note: "mine")], summary: "a note")
        }
        let full = try stored.vault.backUp(at: instant, keeping: 9)
        try stored.home.database().write {
            try $0.execute(sql: "DELETE FROM transaction_corrections")
        }
        try stored.vault.correct([1: Correction(note: "again")], summary: "a note")
        let backup = try stored.vault.backUp(at: instant + 86_400, keeping: 1)
        #expect(backup.fullerCopy?.path == full.path)
        #expect(backup.fullerCopy?.moreDecisions == 19)
    }

    @Test("pushes out an older one with decisions that were undone since")
    func undoneDecisions() throws {
        let stored = try StoredVault()
        try stored.store(account([transaction("T1")]))
        for note in ["one", "two"] {
            try stored.vault.correct([1: Correction(note: note)], summary: "a note")
        }
        _ = try stored.vault.backUp(at: instant, keeping: 9)
        for _ in 1...2 { _ = try stored.vault.undo() }
        let undone = try stored.vault.backUp(at: instant + 86_400, keeping: 1)
        #expect(undone.fullerCopy == nil)
        #expect(undone.removedCount == 1)
    }

    @Test("is offered for a damaged vault if it is sound itself, the newest first")
    func soundest() throws {
        let vault = try vault()
        let sound = try vault.backUp(at: instant, keeping: 9)
        let newer = try vault.backUp(at: instant + 1, keeping: 9)
        #expect(home.folder.newestSoundBackup() == newer.path)
        try Data(repeating: 7, count: 9999).write(to: URL(fileURLWithPath: newer.path))
        let empty = home.folder.backupsPath + "/vault-2026-03-16-064512.tar.gz"
        try Data().write(to: URL(fileURLWithPath: empty))
        #expect(home.folder.newestSoundBackup() == sound.path)
    }

    @Test("clears away what one that was killed has left, and not what one makes now")
    func abandoned() throws {
        let vault = try vault()
        let running = getpid()
        // More than Linux and macOS ever count to.
        let gone = 2_000_000_000
        for process in ["\(gone)", "\(running)", "x"] {
            let name = "vault-2026-01-01-000000.tar.gz.unfinished-\(process)"
            try Data().write(to: URL(fileURLWithPath: home.folder.backupsPath + "/" + name))
        }
        _ = try vault.backUp(at: instant, keeping: 1)
        #expect(
            try names() == [
                "vault-2026-01-01-000000.tar.gz.unfinished-\(running)",
                "vault-2026-01-01-000000.tar.gz.unfinished-x", "vault-2026-03-15-064512.tar.gz",
            ])
    }

    @Test("tells where its folder can't be made")
    func noFolder() throws {
        let vault = try vault()
        try FileManager.default.removeItem(atPath: home.folder.backupsPath)
        try Data().write(to: URL(fileURLWithPath: home.folder.backupsPath))
        #expect(throws: VaultError.self) { try vault.backUp(at: instant, keeping: 1) }
    }

    @Test("is found by its name, unless it claims to be of the future")
    func newest() throws {
        let vault = try vault()
        #expect(try vault.newestBackup(until: instant) == nil)
        _ = try vault.backUp(at: instant, keeping: 9)
        _ = try vault.backUp(at: instant + 500, keeping: 9)
        #expect(try vault.newestBackup(until: instant + 1) == instant)
        #expect(try vault.newestBackup(until: instant + 500) == instant + 500)
        #expect(try vault.newestBackup(until: instant - 1) == nil)
    }
}
