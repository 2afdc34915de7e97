import Foundation
import GRDB
import Model
import Testing
import Vault

@Suite("Restoring a backup")
struct RestoreTests {
    private let stored: StoredVault
    private let archive: BackupArchive

    init() throws {
        stored = try StoredVault()
        try stored.store(account([transaction("T1"), transaction("T2")]))
        try stored.vault.correct([1: Correction(note: "for Ann")], summary: "a note")
        try stored.home.write("rule {}", to: "rules/20-mine.lua")
        try stored.home.write("on.sync {}", to: "automation/30-mine.lua")
        archive = try BackupArchive(stored.vault.backUp(at: firstOfMarch, keeping: 1).path)
    }

    @Test("says what the vault has and the backup doesn't")
    func losses() throws {
        try stored.store(
            account([transaction("T1"), transaction("T2"), transaction("T3"), transaction("T4")]))
        try stored.vault.correct([2: Correction(note: "for Bo")], summary: "a note")
        try stored.home.write("rule { }", to: "rules/20-mine.lua")
        try stored.home.write("", to: "config/lens.toml")
        let plan = try RestorePlan(archive, at: "file", into: stored.home.folder)
        #expect(plan.backup.transactions == 2)
        #expect(plan.present?.transactions == 4)
        #expect(plan.lostTransactions == 2)
        #expect(plan.lostDecisions == 1)
        #expect(plan.changedFiles == ["rules/20-mine.lua"])
        #expect(plan.removedFiles == ["config/lens.toml"])
        #expect(plan.newAutomation == [])
    }

    @Test("is refused for a vault with other connections")
    func otherVault() throws {
        let other = TemporaryFolder()
        _ = try Vault.openOrCreate(other.folder).addConnection(
            .simplefin, name: "other", allowsPlainHTTP: false, createdAt: firstOfMarch + 1)
        #expect(throws: BackupError.ofOtherVault(path: other.folder.path)) {
            try RestorePlan(archive, at: "file", into: other.folder)
        }
    }

    @Test("is refused for a folder with files of somebody else")
    func foreignFolder() throws {
        let other = TemporaryFolder()
        try other.write("x", to: "notes.txt")
        #expect(throws: VaultError.self) {
            try RestorePlan(archive, at: "file", into: other.folder)
        }
    }

    @Test("is refused while another command has the vault open, and changes nothing")
    func open() throws {
        try stored.store(account([transaction("T3")]))
        #expect(throws: BackupError.open(path: stored.home.folder.path)) {
            try stored.home.folder.restore(archive, switchingOff: [])
        }
        #expect(try stored.home.count("transactions") == 3)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: stored.home.folder.path)
                .allSatisfy { !$0.hasPrefix(".restoring") })
    }

    @Test("leaves secrets, backups and files of the person where they are")
    func keptFiles() throws {
        let other = TemporaryFolder()
        try other.folder.restore(archive, switchingOff: [])
        try other.write("url", to: "secrets/connection-1")
        try other.write("gitdir", to: ".git")
        try other.write("mine", to: "backups/mine.txt")
        try other.folder.restore(archive, switchingOff: [])
        for name in ["secrets/connection-1", ".git", "backups/mine.txt"] {
            #expect(FileManager.default.fileExists(atPath: "\(other.folder.path)/\(name)"))
        }
    }

    @Test("keeps what is switched off under a name that is not read")
    func switchedOff() throws {
        let other = TemporaryFolder()
        let plan = try RestorePlan(archive, at: "file", into: other.folder)
        try other.folder.restore(archive, switchingOff: plan.newAutomation)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: other.folder.automationPath)
                == ["30-mine.lua.restored"])
    }

    @Test("drops what was waiting to be sent or to be ended")
    func outbox() throws {
        try stored.home.database().writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    PRAGMA foreign_keys = OFF;
                    INSERT INTO running_commands VALUES ('m', 1, '1');
                    """)
        }
        let backup = try stored.vault.backUp(at: firstOfMarch + 1, keeping: 1)
        let other = TemporaryFolder()
        try other.folder.restore(BackupArchive(backup.path), switchingOff: [])
        #expect(try other.count("running_commands") == 0)
    }

    @Test("is finished by the next command where it was cut off", arguments: 0...5)
    func cutOff(replaced: Int) throws {
        let (old, new) = (TemporaryFolder(), TemporaryFolder())
        _ = try Vault.openOrCreate(old.folder)
        try old.write("old", to: "rules/10-old.lua")
        try new.folder.restore(archive, switchingOff: [])
        let staged = old.folder.path + "/.restoring"
        try FileManager.default.createDirectory(atPath: staged, withIntermediateDirectories: false)
        let parts = ["vault.sqlite", "config", "rules", "automation", "Plugins"]
        let files = FileManager.default
        for (number, part) in parts.enumerated() {
            let present = "\(old.folder.path)/\(part)"
            if number < replaced, files.fileExists(atPath: present) {
                try files.moveItem(atPath: present, toPath: "\(staged)/old-\(part)")
            }
            try files.moveItem(
                atPath: "\(new.folder.path)/\(part)",
                toPath: number < replaced ? present : "\(staged)/\(part)")
        }
        let vault = try Vault.open(old.folder)
        #expect(try vault.connections().map(\.name) == ["bridge.example"])
        #expect(
            try files.contentsOfDirectory(atPath: old.folder.rulesPath) == ["20-mine.lua"])
        #expect(!files.fileExists(atPath: staged))
    }
}
