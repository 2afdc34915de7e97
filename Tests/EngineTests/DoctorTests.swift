import Classification
import Configuration
import Engine
import Foundation
import GRDB
import Scripting
import SimpleFIN
import Testing
import Vault

@Suite("An examination of a vault")
struct DoctorTests {
    private let demo: DemoVault
    private let connection: Connection

    init() throws {
        (demo, connection) = try HouseholdVault(syncedMonths: 1).copyWithConnection()
    }

    /// What is wrong, by what was looked at.
    private func problems() throws -> [Examination.Check: [Examination.Problem]] {
        let findings = try Examination(of: demo.folder).findings
        return Dictionary(uniqueKeysWithValues: findings.map { ($0.check, $0.problems) })
            .filter { !$0.value.isEmpty }
    }

    private func change(_ sql: String) throws {
        var configuration = GRDB.Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(
            path: demo.folder.databasePath, configuration: configuration)
        try queue.write { try $0.execute(sql: sql) }
    }

    @Test("looks at everything, and finds nothing wrong with a vault that is well")
    func sound() throws {
        let examination = try Examination(of: demo.folder)
        #expect(examination.findings.map(\.check) == Examination.Check.allCases)
        #expect(examination.isSound)
        #expect(!examination.isDamaged)
    }

    @Test("finds a saved view that can't be read, and reads the others")
    func views() throws {
        try demo.write(
            """
            [[view]]
            name = "nowhere"
            words = "--account nowhere"
            [[view]]
            name = "coffee"
            words = "coffee"
            """, to: "config/views.toml")
        let mistake = ConfigurationError(file: "config/views.toml", "no account")
        let reader = ViewReader { view, _ in
            if view.name == "nowhere" { throw mistake }
            return TransactionQuery()
        }
        let findings = try Examination(
            of: demo.folder, scripts: .inThisProcess, readView: reader
        ).findings.filter { !$0.isSound }
        #expect(findings.map(\.check) == [.configuration])
        #expect(findings.flatMap(\.problems) == [.configuration(mistake, standIn: nil)])
    }

    @Test("finds a configuration file that nothing reads")
    func unread() throws {
        try demo.write("", to: "config/categries.toml")
        let found = try problems()[.configuration]?.map { problem in
            if case .unread(let unread) = problem { unread.file } else { "" }
        }
        #expect(found == ["config/categries.toml"])
    }

    @Test(
        "finds what others can read",
        arguments: [
            ("", 0o755), ("/vault.sqlite", 0o644), ("/secrets", 0o750), ("/backups", 0o777),
        ])
    func exposed(path: String, mode: Int) throws {
        let path = demo.folder.path + path
        try demo.setMode(mode, of: path)
        let privateMode = path.hasSuffix(".sqlite") ? 0o600 : 0o700
        let exposed = ExposedPath(path: path, mode: mode, privateMode: privateMode)
        #expect(try problems() == [.privacy: [.exposed(exposed)]])
        #expect(try !Examination(of: demo.folder).isDamaged)
        try demo.setMode(0o700, of: demo.folder.path)
    }

    @Test(
        "finds what others can write of what decides what is run",
        arguments: ["config", "rules", "rules/20-mine.lua"])
    func writable(file: String) throws {
        try demo.write("-- mine", to: "rules/20-mine.lua")
        let path = demo.folder.path + "/" + file
        try demo.setMode(0o777, of: path)
        let exposed = ExposedPath(path: path, mode: 0o777, privateMode: 0o755)
        #expect(try problems()[.privacy] == [.exposed(exposed)])
    }

    @Test("finds a secret that others can read, and one that is missing")
    func secrets() throws {
        let path = demo.secretPath(connection)
        try demo.setMode(0o640, of: path)
        let exposed = ExposedPath(path: path, mode: 0o640, privateMode: 0o600)
        #expect(try problems() == [.privacy: [.exposed(exposed)]])
        try FileManager.default.removeItem(atPath: path)
        #expect(try problems() == [.secrets: [.secretMissing(connection: connection.name)]])
    }

    @Test("finds a connection that may do without encryption")
    func plainHTTP() throws {
        _ = try demo.vault.reopen(connection, allowsPlainHTTP: true)
        #expect(try problems() == [.encryption: [.plainHTTP(connection: connection.name)]])
    }

    @Test("finds rows that refer to rows which are gone")
    func strays() throws {
        try change("DELETE FROM transactions WHERE id = 1")
        let examination = try Examination(of: demo.folder)
        #expect(examination.isDamaged)
        // Its own conclusion, and that about the other side of the transfer.
        let damage = "conclusions: 2 rows refer to rows that are gone"
        #expect(try problems()[.integrity] == [.damage(damage)])
    }

    @Test("finds overwritten pages")
    func overwritten() throws {
        try change("PRAGMA user_version = 0")
        _ = try DatabaseQueue(path: demo.folder.databasePath).writeWithoutTransaction { database in
            try database.checkpoint(.truncate)
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: demo.folder.databasePath))
        let size = try file.seekToEnd()
        try file.seek(toOffset: size / 2)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 16_384))
        try file.close()
        #expect(try Examination(of: demo.folder).isDamaged)
    }

    @Test("reports a file that is not a database, and checks its permissions")
    func noDatabase() throws {
        let other = try DemoVault()
        try other.write(String(repeating: "x", count: 8192), to: "vault.sqlite")
        try other.setMode(0o644, of: other.folder.databasePath)
        let examination = try Examination(of: other.folder)
        #expect(examination.isDamaged)
        #expect(examination.findings.map(\.check) == [.opens, .privacy])
        #expect(examination.findings.map(\.problems.count) == [1, 1])
    }

    @Test(
        "finds a mistake in every file of the configuration, also where only one command reads it",
        arguments: [
            ("lens.toml", "need = 1\nwant = 1\nsaving = 1\n"),
            ("categories.toml", "[[category]]\nid = 7\n"),
            ("account-types.toml", "nonsense"), ("automation.toml", "[watch]\nnews = 1\n"),
            ("category-map.toml", "order = \"other\"\nrule = []\n"),
            ("recurring.toml", "nonsense"), ("rates.toml", "nonsense"),
        ])
    func configuration(file: String, text: String) throws {
        try demo.write(text, to: "config/" + file)
        let examination = try Examination(of: demo.folder)
        let found = examination.findings.filter { !$0.isSound }
        #expect(found.map(\.check) == [.configuration])
        let files = found.flatMap(\.problems).map { problem in
            if case .configuration(let error, let standIn) = problem {
                "\(error.file) \(standIn.map { "\($0)" } ?? "none")"
            } else {
                ""
            }
        }
        // Nothing of the program's own ever says what handlers may reach.
        let standIn = file == "automation.toml" ? "none" : "shipped"
        #expect(files == ["config/\(file) \(standIn)"])
        // What is read with the configuration was not looked at.
        #expect(!examination.findings.contains { [.rules, .automation].contains($0.check) })
        #expect(!examination.isDamaged)
    }

    @Test(
        "says that the last good version of a file stays in use, where it has one",
        arguments: [
            ("lens.toml", "need = 40\nwant = 40\nsaving = 20\n"),
            ("automation.toml", "[watch]\nstart_when_older_hours = 720\n"),
        ])
    func lastGood(file: String, text: String) throws {
        try demo.write(text, to: "config/" + file)
        _ = try demo.engine().classify(dryRun: false)
        try demo.write("nonsense", to: "config/" + file)
        let found = try #require(try problems()[.configuration]?.first)
        guard case .configuration(_, let standIn) = found else {
            Issue.record("\(found)")
            return
        }
        #expect(standIn == .lastGood(since: today.noon))
    }

    @Test("finds rules and handlers with mistakes, with their lines")
    func mistakes() throws {
        try demo.write("\nrule {", to: "rules/20-mine.lua")
        try FileManager.default.createDirectory(
            atPath: demo.folder.automationPath, withIntermediateDirectories: true)
        try demo.write("on('nothing', function(e) end)", to: "automation/mine.lua")
        func places(_ check: Examination.Check) throws -> [String] {
            try problems()[check, default: []].map { problem in
                guard case .leftOut(let mistake) = problem else { return "" }
                return "\(mistake.file):\(mistake.line ?? 0)"
            }
        }
        #expect(try places(.rules).first?.hasPrefix("rules/20-mine.lua:") == true)
        #expect(try places(.automation) == ["automation/mine.lua:1"])
    }

    @Test("is an error where there is no vault")
    func missing() {
        let path = demo.folder.path + "/none"
        #expect(throws: VaultError.missing(path: path)) {
            try Examination(of: VaultFolder(path: path))
        }
    }
}
