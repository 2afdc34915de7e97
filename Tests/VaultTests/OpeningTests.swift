import Dispatch
import Foundation
import GRDB
import Synchronization
import Testing
import Vault

@Suite("Opening a vault")
struct OpeningTests {
    fileprivate let home = TemporaryFolder()

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

    @Test("looks at one moment see nothing that another opening writes between them")
    func oneMoment() throws {
        let vault = try Vault.openOrCreate(home.folder)
        let other = try Vault.open(home.folder)
        try vault.atOneMoment {
            #expect(try vault.connections().isEmpty)
            _ = try other.fileConnection(createdAt: firstOfMarch)
            #expect(try vault.connections().isEmpty)
        }
        #expect(try vault.connections().count == 1)
    }

    @Test("what would write at one moment of looks is an error, and so is what they throw")
    func writingAtOneMoment() throws {
        let vault = try Vault.openOrCreate(home.folder)
        #expect(throws: VaultError.self) {
            try vault.atOneMoment { _ = try vault.fileConnection(createdAt: firstOfMarch) }
        }
        #expect(throws: CancellationError.self) {
            try vault.atOneMoment { throw CancellationError() }
        }
        #expect(try vault.connections().isEmpty)
        #expect(try vault.fileConnection(createdAt: firstOfMarch).id == 1)
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

    /// Makes the vault's folder with files, each of some bytes unless its name ends in "/".
    private func make(_ files: [String]) throws {
        try FileManager.default.createDirectory(
            atPath: home.folder.path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        for file in files {
            let path = home.folder.path + "/" + file
            try FileManager.default.createDirectory(
                atPath: file.hasSuffix("/")
                    ? path : URL(fileURLWithPath: path).deletingLastPathComponent().path,
                withIntermediateDirectories: true)
            guard !file.hasSuffix("/") else { continue }
            let isEmpty = file == "vault.sqlite"
            try Data(isEmpty ? [] : [1]).write(to: URL(fileURLWithPath: path))
        }
    }

    @Test(
        "a folder with files of somebody else is refused, and left as it is",
        arguments: [
            ["notes.txt"], ["rules/10.lua", "src/main.c"], ["lost+found/", "photos/"],
            [".git/HEAD", "README.md"], ["README.md"],
        ])
    func foreignFolder(files: [String]) throws {
        try make(files)
        guard case .foreignFolder? = failure(of: { try Vault.openOrCreate(home.folder) }) else {
            Issue.record("a vault was made")
            return
        }
        #expect(try home.mode(of: home.folder.path) == 0o755)
        #expect(!FileManager.default.fileExists(atPath: home.folder.databasePath))
    }

    @Test(
        "a folder that is empty, or holds the text files of a vault, becomes one",
        arguments: [
            [], ["vault.sqlite"], ["vault.sqlite", "vault.sqlite-journal"],
            ["secrets/", "backups/"], ["lost+found/"],
            [".git/HEAD", ".gitignore", "README.md", "rules/20.lua", "config/lens.toml"],
        ])
    func folderForVault(files: [String]) throws {
        try make(files)
        _ = try Vault.openOrCreate(home.folder).fileConnection(createdAt: firstOfMarch)
        #expect(try Vault.open(home.folder).connections().count == 1)
    }

    @Test(
        "an empty database is refused if the vault was in use, and nothing is changed",
        arguments: [
            "secrets/connection-1", "backups/vault-2026-03-15-064512.sqlite", "rules/20.lua",
            "config/lens.toml", "automation/mine.lua", "Plugins/refunds/plugin.lua",
            "vault.sqlite-wal", "deciding.lock", "sync.lock", "watch.lock",
        ])
    func emptiedDatabase(trace: String) throws {
        try make(["vault.sqlite", trace])
        let lost = VaultError.databaseLost(path: home.folder.databasePath, isEmpty: true)
        #expect(failure { try Vault.open(home.folder) } == lost)
        #expect(failure { try Vault.openOrCreate(home.folder) } == lost)
        #expect(try Data(contentsOf: URL(fileURLWithPath: home.folder.databasePath)).isEmpty)
    }

    @Test("a file that is shorter than a database is no new vault", arguments: [1, 511])
    func shortDatabase(size: Int) throws {
        try make(["vault.sqlite"])
        try Data(count: size).write(to: URL(fileURLWithPath: home.folder.databasePath))
        let refused = VaultError.notADatabase(
            path: home.folder.databasePath, reason: "file is not a database")
        #expect(failure { try Vault.openOrCreate(home.folder) } == refused)
        try make(["rules/20.lua"])
        try Data(count: size).write(to: URL(fileURLWithPath: home.folder.databasePath))
        #expect(failure { try Vault.openOrCreate(home.folder) } == refused)
    }

    @Test("an empty folder that others may use is refused, and left as it is")
    func sharedFolder() throws {
        try FileManager.default.createDirectory(
            atPath: home.folder.path, withIntermediateDirectories: true)
        #expect(chmod(home.folder.path, 0o1777) == 0)
        #expect(
            failure { try Vault.openOrCreate(home.folder) } == .sharedFolder(path: home.folder.path)
        )
        #expect(try home.mode(of: home.folder.path) == 0o1777)
    }

    @Test(
        "an empty folder of another user is refused, and left as it is",
        .enabled(if: geteuid() == 0, "only root can give a folder away"))
    func othersFolder() throws {
        try FileManager.default.createDirectory(
            atPath: home.folder.path, withIntermediateDirectories: true)
        #expect(chown(home.folder.path, 65534, 65534) == 0)
        #expect(
            failure { try Vault.openOrCreate(home.folder) } == .sharedFolder(path: home.folder.path)
        )
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path).isEmpty)
    }

    @Test(
        "a missing database is not made anew if the vault was in use",
        arguments: [
            "secrets/connection-1", "backups/vault-2026-03-15-064512.sqlite", "vault.sqlite-wal",
            "deciding.lock",
        ])
    func missingDatabase(trace: String) throws {
        try make([trace, "rules/20.lua"])
        let lost = VaultError.databaseLost(path: home.folder.databasePath, isEmpty: false)
        #expect(failure { try Vault.open(home.folder) } == lost)
        #expect(failure { try Vault.openOrCreate(home.folder) } == lost)
        #expect(!FileManager.default.fileExists(atPath: home.folder.databasePath))
    }

    @Test("something else than a file in the database's place is refused")
    func noFile() throws {
        try make(["vault.sqlite/"])
        func refusal() -> VaultError? { failure { try Vault.openOrCreate(home.folder) } }
        let path = home.folder.databasePath
        #expect(refusal() == .cannotRead(path: path, reason: "it is a folder"))
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: "/nonexistent/vault.sqlite")
        #expect(refusal() == .cannotRead(path: path, reason: "it is a broken link"))
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

    @Test("a vault of another schema is rejected and left as it is", arguments: [0, 26, 1000])
    func otherSchema(version: Int) throws {
        _ = try Vault.openOrCreate(home.folder).fileConnection(createdAt: firstOfMarch)
        try home.database().writeWithoutTransaction { database in
            try database.execute(
                sql: "PRAGMA user_version = \(version); PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let file = URL(filePath: home.folder.databasePath)
        let before = try Data(contentsOf: file)
        let rejection = VaultError.madeByOtherVersion(path: home.folder.databasePath)
        #expect(failure { try Vault.open(home.folder) } == rejection)
        #expect(failure { try Vault.openOrCreate(home.folder) } == rejection)
        #expect(try Data(contentsOf: file) == before)
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

extension OpeningTests {
    @Test(
        "a database that others can write is refused, as it holds rules and approvals",
        arguments: [("/vault.sqlite", 0o602), ("/vault.sqlite", 0o666), ("", 0o707), ("", 0o777)])
    func openToOthers(path: String, mode: Int) throws {
        _ = try Vault.openOrCreate(home.folder)
        let path = home.folder.path + path
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        #expect(failure { try Vault.open(home.folder) } == .openToOthers(path: path))
        #expect(failure { try Vault.openOrCreate(home.folder) } == .openToOthers(path: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        _ = try Vault.open(home.folder)
    }
}
