import Automation
import Engine
import Foundation
import GRDB
import Model
import Scripting
import TestSupport
import Testing
import Vault

@Suite("Restoring a vault from its backup")
struct RestoreTests {
    private let demo: DemoVault
    private let moment = Moment(clock: today.noon)

    init() throws {
        demo = try DemoVault()
        try demo.importAll()
        _ = try demo.engine().classify(dryRun: false)
    }

    private func restore(_ path: String, into folder: VaultFolder) throws -> BackupRestore {
        try BackupRestore(BackupArchive(path), at: path, into: folder)
    }

    /// Every row of what the pipeline concluded.
    private static func conclusions(of path: String) throws -> [String] {
        try DatabaseQueue(path: path).read { database in
            try [
                "conclusions", "verdicts", "reasons", "split_parts", "series", "rule_uses",
                "transfer_candidates", "pass_state",
            ].flatMap { table in
                try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map(\.description)
            }
        }
    }

    @Test("gives the same conclusions, to the byte, and a pass changes none of them")
    func conclusions() throws {
        let backup = try demo.engine().backUp()
        let copy = try ScratchFolder()
        let folder = VaultFolder(path: copy.path + "/vault")
        let outcome = try restore(backup.path, into: folder).run(at: moment, withAutomation: false)
        let before = try Self.conclusions(of: demo.folder.databasePath)
        #expect(before.count > 100)
        #expect(try Self.conclusions(of: folder.databasePath) == before)
        #expect(outcome.keptPath == nil)
        let restored = Engine(
            vault: try Vault.open(folder), moment: moment, scripts: .inThisProcess)
        _ = try restored.classify(dryRun: false, isWhole: true)
        #expect(try Self.conclusions(of: folder.databasePath) == before)
    }

    @Test("keeps what the vault held before as a backup, which brings it back")
    func kept() throws {
        let place = try ScratchFolder()
        let folder = VaultFolder(path: place.path + "/vault")
        let backup = try demo.engine().backUp()
        _ = try restore(backup.path, into: folder).run(at: moment, withAutomation: false)
        try "rule {}".write(
            toFile: folder.rulesPath + "/20-new.lua", atomically: true, encoding: .utf8)
        let outcome = try restore(backup.path, into: folder).run(at: moment, withAutomation: false)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.rulesPath) == [])
        _ = try restore(try #require(outcome.keptPath), into: folder)
            .run(at: moment, withAutomation: false)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.rulesPath)
                == ["20-new.lua"])
    }

    @Test("repairs a vault whose database is damaged, and keeps the damaged one")
    func damaged() throws {
        let source = try demo.engine().backUp()
        let place = try ScratchFolder()
        let folder = VaultFolder(path: place.path + "/vault")
        _ = try restore(source.path, into: folder).run(at: moment, withAutomation: false)
        try Data(repeating: 7, count: 9_999).write(to: URL(fileURLWithPath: folder.databasePath))
        let again = try restore(source.path, into: folder)
        #expect(again.plan.present == nil)
        let outcome = try again.run(at: moment, withAutomation: false)
        let kept = try #require(outcome.keptPath)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: kept + "/vault.sqlite")).count == 9_999)
        #expect(try Vault.open(folder).accounts().count == demo.vault.accounts().count)
    }

    @Test("runs no handler, and reads none of those that it switches off")
    func automation() throws {
        try FileManager.default.createDirectory(
            atPath: demo.folder.automationPath, withIntermediateDirectories: true)
        try demo.write(
            "on.sync_finished(function() notify(\"hello\") end)", to: "automation/30.lua")
        try demo.write("hosts = [\"evil.example\"]", to: "config/automation.toml")
        // An earlier version stands in for a file with a mistake.
        try demo.write("on.sync_finished(", to: "automation/40.lua")
        try DatabaseQueue(path: demo.folder.databasePath).write { database in
            try database.execute(
                sql: """
                    INSERT INTO file_versions (path, content, since, pass) VALUES (?, ?, 0, 0)
                    """,
                arguments: [
                    "automation/40.lua", Data("on.sync_finished(function() end)".utf8),
                ])
        }
        let backup = try demo.engine().backUp()
        let place = try ScratchFolder()
        let folder = VaultFolder(path: place.path + "/vault")
        _ = try restore(backup.path, into: folder).run(at: moment, withAutomation: true)
        // What the vault has already stays on.
        for file in ["automation/30.lua", "config/automation.toml"] {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(file)")
        }
        let outcome = try restore(backup.path, into: folder).run(at: moment, withAutomation: false)
        #expect(outcome.switchedOff == ["automation/30.lua", "config/automation.toml"])
        let restored = Engine(
            vault: try Vault.open(folder), moment: moment, scripts: .inThisProcess)
        #expect(try restored.automations().handlers.isEmpty)
        #expect(try restored.vault.lastGoodFiles().keys.filter { $0.contains("auto") } == [])
    }
}
