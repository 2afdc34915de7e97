import Dispatch
import Foundation
import GRDB
import Synchronization
import Testing
import Vault

@Suite("Opening a vault")
struct OpeningTests {
    private let home = TemporaryFolder()

    @Test("a new vault's folders are its owner's alone")
    func folderModes() throws {
        _ = try Vault.openOrCreate(home.folder)
        let folder = home.folder
        for path in [
            folder.path, folder.secretsPath, folder.configPath, folder.rulesPath,
            folder.backupsPath,
        ] {
            #expect(try home.mode(of: path) == 0o700)
        }
    }

    @Test("a read that writes all the same is an error, and nothing of it is kept")
    func writingRead() throws {
        let vault = try Vault.openOrCreate(home.folder)
        let name = try vault.fileConnection(createdAt: firstOfMarch).name
        #expect(throws: VaultError.self) {
            try vault.read { try $0.execute(sql: "UPDATE connections SET name = 'other'") }
        }
        #expect(try vault.allConnections().map(\.name) == [name])
    }

    @Test("the database and its journals are readable by the owner alone")
    func fileModes() throws {
        let vault = try Vault.openOrCreate(home.folder)
        _ = try vault.fileConnection(createdAt: firstOfMarch)
        for ending in ["", "-wal", "-shm"] {
            #expect(try home.mode(of: home.folder.databasePath + ending) == 0o600)
        }
    }

    @Test("a folder that is there keeps its other files")
    func existingFolder() throws {
        let other = home.folder.path + "/notes.txt"
        try FileManager.default.createDirectory(
            atPath: home.folder.path, withIntermediateDirectories: false)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: other))
        _ = try Vault.openOrCreate(home.folder)
        #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == Data("mine".utf8))
        #expect(try home.mode(of: home.folder.path) == 0o700)
    }

    @Test("a folder without a vault is not made into one by opening it")
    func missing() {
        let error = failure { try Vault.open(home.folder) }
        #expect(error == .missing(path: home.folder.path))
        #expect(!FileManager.default.fileExists(atPath: home.folder.path))
    }

    @Test("what was stored is there when the vault is opened again")
    func reopening() throws {
        let connection = try Vault.openOrCreate(home.folder).addConnection(
            .simplefin, name: "bridge.example", allowsPlainHTTP: true, createdAt: firstOfMarch)
        #expect(try Vault.open(home.folder).connections() == [connection])
    }

    @Test("a file that is no database is refused and left as it is")
    func noDatabase() throws {
        let text = Data(repeating: UInt8(ascii: "x"), count: 8192)
        try FileManager.default.createDirectory(
            atPath: home.folder.path, withIntermediateDirectories: false)
        let file = URL(fileURLWithPath: home.folder.databasePath)
        try text.write(to: file)
        guard case .notADatabase(let path, _)? = failure(of: { try Vault.open(home.folder) }) else {
            Issue.record("the vault was opened")
            return
        }
        #expect(path == home.folder.databasePath)
        #expect(try Data(contentsOf: file) == text)
    }

    @Test("a database of another program is refused and left as it is")
    func foreignDatabase() throws {
        try FileManager.default.createDirectory(
            atPath: home.folder.path, withIntermediateDirectories: false)
        let other = try DatabaseQueue(path: home.folder.databasePath)
        try other.write { try $0.execute(sql: "CREATE TABLE notes (text TEXT)") }
        #expect(
            failure { try Vault.open(home.folder) }
                == .notADatabase(
                    path: home.folder.databasePath, reason: "it is a database of another program"))
        let tables = try other.read { database in
            try String.fetchAll(database, sql: "SELECT name FROM sqlite_master")
        }
        #expect(tables == ["notes"])
    }

    @Test("a vault of a newer version is refused and left as it is")
    func newerVersion() throws {
        _ = try Vault.openOrCreate(home.folder)
        let known = try #require(try home.count("grdb_migrations"))
        try home.database().write { database in
            try database.execute(
                sql: "INSERT INTO grdb_migrations (identifier) VALUES ('of the future')")
        }
        let error = failure { try Vault.open(home.folder) }
        #expect(error == .madeByNewerVersion(path: home.folder.databasePath))
        #expect(try home.count("grdb_migrations") == known + 1)
    }

    @Test("a folder that cannot be made is an error that names it")
    func impossibleFolder() throws {
        let file = home.folder.path
        try Data("a file".utf8).write(to: URL(fileURLWithPath: file))
        let error = failure { try Vault.openOrCreate(VaultFolder(path: file + "/vault")) }
        guard case .cannotWrite(let path, _)? = error else {
            Issue.record("the error is \(String(describing: error))")
            return
        }
        #expect(path == file + "/vault")
    }

    @Test("commands that make a vault at the same moment all get it")
    func simultaneousCreation() throws {
        let folder = home.folder
        let errors = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            do {
                _ = try Vault.openOrCreate(folder).fileConnection(createdAt: firstOfMarch)
            } catch {
                errors.withLock { $0.append("\(error)") }
            }
        }
        #expect(errors.withLock { $0 } == [])
        #expect(try Vault.open(folder).connections().count == 1)
    }
}
