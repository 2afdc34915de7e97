import Foundation
import GRDB
import TestSupport
import Testing
import Vault

@Suite("A backup that comes from anyone")
struct HostileBackupTests {
    private let stored: StoredVault
    /// The archive of a small vault, not compressed.
    private let tar: [UInt8]

    init() throws {
        stored = try StoredVault()
        try stored.store(account([transaction("T1"), transaction("T2")]))
        try stored.home.write("rule {}", to: "rules/20-mine.lua")
        try stored.home.write("on.sync {}", to: "automation/30-mine.lua")
        let backup = try stored.vault.backUp(at: firstOfMarch, keeping: 1)
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: backup.path))
        tar = try GzipReader(file.fileDescriptor).read(1 << 24)
    }

    private static func archive(_ bytes: [UInt8]) throws -> BackupArchive {
        var place = 0
        return try BackupArchive(
            TarReader { count in
                defer { place = min(bytes.count, place + count) }
                return Array(bytes[place..<min(bytes.count, place + count)])
            })
    }

    /// The archive with another header of its last file, whose checksum is right.
    private func changed(_ change: (inout ArraySlice<UInt8>) -> Void) -> [UInt8] {
        let place = tar.count - 4 * 512
        var header = tar[place..<place + 512]
        change(&header)
        header.replaceSubrange(header.startIndex + 148..<header.startIndex + 156, with: Self.spaces)
        let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
        let digits = String(repeating: "0", count: 6 - sum.count) + sum + "\0 "
        header.replaceSubrange(
            header.startIndex + 148..<header.startIndex + 156, with: Array(digits.utf8))
        return Array(tar[..<place] + header + tar[(place + 512)...])
    }

    private static let spaces = [UInt8](repeating: UInt8(ascii: " "), count: 8)

    private func named(_ name: String) -> [UInt8] {
        changed { header in
            let padded = Array(name.utf8) + [UInt8](repeating: 0, count: 100 - name.utf8.count)
            header.replaceSubrange(header.startIndex..<header.startIndex + 100, with: padded)
        }
    }

    @Test("is read where a name in it is one that a vault has")
    func ordinaryName() throws {
        let files = try Self.archive(named("automation/99-theirs.lua")).files
        #expect(files.keys.sorted() == ["automation/99-theirs.lua", "rules/20-mine.lua"])
    }

    @Test(
        "is refused where a name in it leads elsewhere, is hidden, or is there twice",
        arguments: [
            "../rules/a.lua", "/etc/cron.d/a", "rules/../../a", "rules//a.lua", "rules/./a",
            "rules/.git/hooks/post-merge", "rules", "rules/", "", "Rules/a.lua", "vault.sqlite",
            "vault.sqlite-wal", "rules/20-MINE.lua", "rules/20-mine.lua/a", "secrets/other",
            "secrets/a/connection-1", "backups/vault.tar.gz", "rules/a\\b", "rules/a\u{1B}[2J",
            "watch.lock", ".restoring/config", "rules/a\nb", "a/b", "backup.json",
        ])
    func name(_ name: String) {
        #expect(throws: TarReader.Refusal.self) { try Self.archive(named(name)) }
    }

    @Test(
        "is refused where it holds a link, a device, a folder or an extension",
        arguments: "1234567LKxgS")
    func kind(_ kind: Character) throws {
        let kind = try #require(kind.asciiValue)
        let archive = changed { $0[$0.startIndex + 156] = kind }
        #expect(throws: TarReader.Refusal.self) { try Self.archive(archive) }
    }

    @Test(
        "is refused where a file in it claims to be huge, and takes no memory for it",
        arguments: ["77777777777", "00100000001", "-0000000001", "0000000000 "])
    func size(_ size: String) {
        let archive = changed {
            $0.replaceSubrange($0.startIndex + 124..<$0.startIndex + 135, with: Array(size.utf8))
        }
        #expect(throws: TarReader.Refusal.self) { try Self.archive(archive) }
    }

    @Test("is refused where it expands without end")
    func bomb() throws {
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        var served = 0
        #expect(throws: TarReader.Refusal.self) {
            try BackupArchive(
                TarReader { count in
                    served += count
                    return Array(zeros.prefix(count))
                })
        }
        #expect(served <= 4 << 20)
    }

    @Test(
        "is refused where its database has something that no vault has",
        arguments: [
            "CREATE TRIGGER t AFTER INSERT ON journal BEGIN DELETE FROM journal; END",
            "CREATE VIEW v AS SELECT 1", "CREATE TABLE t (x)", "PRAGMA application_id = 1",
            "PRAGMA user_version = 999",
            "PRAGMA foreign_keys = OFF; UPDATE transactions SET account_id = 99 WHERE id = 1",
        ])
    func database(sql: String) throws {
        try stored.home.database().writeWithoutTransaction { try $0.execute(sql: sql) }
        let backup = try stored.vault.backUp(at: firstOfMarch + 1, keeping: 1)
        let archive = try BackupArchive(backup.path)
        #expect(throws: BackupError.self) { try BackupSummary(of: archive, at: backup.path) }
        #expect(throws: BackupError.self) {
            try RestorePlan(archive, at: backup.path, into: TemporaryFolder().folder)
        }
    }

    @Test("writes nothing outside of its folder, however it is mutated a thousand times")
    func mutations() throws {
        let outside = TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: outside.folder.path, withIntermediateDirectories: true)
        let target = VaultFolder(path: outside.folder.path + "/target")
        var numbers = RandomNumbers(seed: 45)
        let files = tar.count - 8 * 512
        var restored = 0
        for _ in 0..<1_000 {
            var bytes = tar
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: bytes.removeLast(Int.random(in: 1..<tar.count, using: &numbers))
            case 1:
                for _ in 0..<3 {
                    bytes[Int.random(in: 0..<tar.count, using: &numbers)] =
                        UInt8.random(in: 0...255, using: &numbers)
                }
            case 2, 3, 4:
                // In the headers, behind the database and before it.
                let place =
                    Bool.random(using: &numbers)
                    ? Int.random(in: files..<tar.count, using: &numbers)
                    : Int.random(in: 0..<1_536, using: &numbers)
                bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            default:
                bytes = changed { header in
                    let place = Int.random(in: 0..<512, using: &numbers)
                    header[header.startIndex + place] = UInt8.random(in: 0...255, using: &numbers)
                }
            }
            do {
                let archive = try Self.archive(bytes)
                let plan = try RestorePlan(archive, at: "mutated", into: target)
                restored += 1
                // Waiting for the disk would take a minute.
                guard restored <= 100 else { continue }
                try target.restore(archive, switchingOff: plan.newAutomation)
                #expect(
                    !FileManager.default.fileExists(atPath: target.path + "/automation/30-mine.lua")
                )
                #expect(
                    Set(try FileManager.default.contentsOfDirectory(atPath: target.path))
                        .isSubset(of: Self.parts))
                try FileManager.default.removeItem(atPath: target.path)
            } catch is TarReader.Refusal {
            } catch is BackupError {
            }
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: outside.folder.path).isEmpty)
        }
        // Some mutations change a text or a time.
        #expect(1..<500 ~= restored)
    }

    private static let parts: Set<String> = [
        "vault.sqlite", "config", "rules", "automation", "Plugins", "inbox", "backups", "secrets",
    ]
}
