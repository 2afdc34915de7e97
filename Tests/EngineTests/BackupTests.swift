import Configuration
import Foundation
import Model
import Platform
import TestSupport
import Testing
import Vault

@testable import Engine

@Suite("Backups of a vault")
struct BackupTests {
    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
    }

    private func backups() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: demo.folder.backupsPath).sorted()
    }

    @Test("are kept in the number that the configuration says")
    func configured() throws {
        try demo.write("[backup]\nkeep = 2\n", to: "config/automation.toml")
        for days in 0..<4 {
            _ = try demo.engine(on: DemoVault.day(days)).backUp()
        }
        #expect(try backups().count == 2)
        #expect(try backups().last?.contains(DemoVault.day(3).description) == true)
    }

    @Test("are not made where the configuration has a mistake")
    func mistake() throws {
        try demo.write("[backup]\nkeep = 0\n", to: "config/automation.toml")
        #expect(throws: ConfigurationError.self) { try demo.engine().backUp() }
        #expect(try backups() == [])
    }

    @Test("are due where there is none, and again after so many days")
    func due() throws {
        #expect(try demo.engine().isBackupDue(everyDays: 7))
        _ = try demo.engine().backUp()
        #expect(try !demo.engine(on: DemoVault.day(6)).isBackupDue(everyDays: 7))
        #expect(try demo.engine(on: DemoVault.day(7)).isBackupDue(everyDays: 7))
    }

    @Test("are checked once a week, by restoring the newest in memory")
    func check() throws {
        let backup = try demo.engine().backUp()
        let engine = demo.engine(on: DemoVault.day(3))
        #expect(try engine.backupToCheck() == backup.path)
        let madeAt = try engine.check(backup: backup.path)
        let now = DemoVault.day(3).secondsSinceEpoch
        try demo.vault.noteScheduledBackup(failure: nil, checked: madeAt, at: now)
        #expect(try demo.vault.checkedBackup()?.checkedAt == now)
        #expect(try demo.vault.checkedBackup()?.madeAt == madeAt)
        #expect(try demo.engine(on: DemoVault.day(9)).backupToCheck() == nil)
        #expect(try demo.engine(on: DemoVault.day(10)).backupToCheck() == backup.path)
    }

    @Test("are not checked where only their key opens them")
    func checkEncrypted() throws {
        let keys = try AgeKeys(in: ScratchFolder())
        var request = BackupRequest()
        request.lock = .recipients([keys.recipient])
        _ = try demo.engine().backUp(request)
        #expect(try demo.engine().backupToCheck() == nil)
    }

    @Test("are due on the day, however late on its day the last one was made")
    func dueByDays() throws {
        _ = try demo.engine().backUp()
        let morning = Moment(clock: DemoVault.day(7).secondsSinceEpoch + 5)
        #expect(try Engine(vault: demo.vault, moment: morning).isBackupDue(everyDays: 7))
    }

    @Test("are never due where none is wanted")
    func never() throws {
        #expect(try !demo.engine().isBackupDue(everyDays: nil))
    }

    @Test("go where the configuration says, encrypted to whom it says")
    func configuredTarget() throws {
        let place = try ScratchFolder()
        let keys = try AgeKeys(in: place)
        try demo.write(
            """
            [backup]
            folder = "\(place.path)"
            recipients = ["\(keys.recipient)"]
            """, to: "config/automation.toml")
        let engine = demo.engine()
        let backup = try engine.backUp()
        #expect(backup.path.hasPrefix(place.path + "/vault-"))
        #expect(backup.isEncrypted)
        #expect(throws: BackupError.needsIdentity(path: backup.path)) {
            try BackupArchive(backup.path)
        }
        let archive = try BackupArchive(
            backup.path, identity: keys.path, environment: ProcessInfo.processInfo.environment)
        #expect(try BackupSummary(of: archive, at: backup.path).transactions == 0)
        let isDue = try engine.isBackupDue(everyDays: 7, in: place.path)
        #expect(!isDue)
    }

    @Test("fail where the folder is missing, such as that of a disk that is not there")
    func missingFolder() throws {
        try demo.write(
            "[backup]\nfolder = \"/nowhere/at/all\"\n", to: "config/automation.toml")
        #expect(throws: BackupError.noFolder(path: "/nowhere/at/all")) {
            try demo.engine().backUp()
        }
        #expect(!FileManager.default.fileExists(atPath: "/nowhere"))
    }

    @Test("fail where age is missing, and leave nothing")
    func noAge() throws {
        var request = BackupRequest()
        request.lock = .recipients(["age1zzzzzzzzzzzz"])
        request.environment = ["PATH": "/nowhere"]
        #expect(throws: AgeProgram.Failure.missing) { try demo.engine().backUp(request) }
        #expect(try backups() == [])
    }

    @Test("fail where age refuses the key, and leave nothing")
    func wrongKey() throws {
        var request = BackupRequest()
        request.lock = .recipients(["age1zzzzzzzzzzzz"])
        #expect(throws: AgeProgram.Failure.self) { try demo.engine().backUp(request) }
        #expect(try backups() == [])
    }

    @Test("hold access URLs only where it is asked for, and only encrypted")
    func secrets() throws {
        let place = try ScratchFolder()
        let keys = try AgeKeys(in: place)
        var request = BackupRequest()
        request.withSecrets = true
        #expect(throws: BackupError.secretsNeedEncryption) { try demo.engine().backUp(request) }
        let secret = demo.folder.secretsPath + "/webhook-home"
        try "key".write(toFile: secret, atomically: true, encoding: .utf8)
        request.lock = .recipients([keys.recipient])
        let backup = try demo.engine().backUp(request)
        let archive = try BackupArchive(
            backup.path, identity: keys.path, environment: ProcessInfo.processInfo.environment)
        #expect(archive.files.keys.sorted() == ["secrets/webhook-home"])
    }

    @Test("are due where the newest claims to be of the future")
    func future() throws {
        _ = try demo.engine(on: DemoVault.day(30)).backUp()
        #expect(try demo.engine().isBackupDue(everyDays: 7))
    }
}

extension DemoVault {
    /// So many days after today.
    fileprivate static func day(_ days: Int) -> CalendarDay { today.adding(days: days) }
}

/// A key pair of `age`, in a file as `age-keygen` writes it.
struct AgeKeys {
    let path: String
    let recipient: String

    init(in folder: ScratchFolder) throws {
        path = folder.path + "/key.txt"
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        program.arguments = ["age-keygen", "-o", path]
        program.standardError = FileHandle.nullDevice
        try program.run()
        program.waitUntilExit()
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        recipient = String(lines.first { $0.contains("age1") }?.split(separator: " ").last ?? "")
    }
}
