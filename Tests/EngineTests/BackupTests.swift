import Configuration
import Engine
import Foundation
import Model
import Testing
import Vault

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
