import Engine
import Foundation
import Model
import Statements
import Testing
import Vault

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("The inbox of a vault")
struct DropFolderTests {
    private let demo: DemoVault
    private let text = "Date;Payee;Amount;Currency\n2026-11-02;Kelp;-1,50;EUR\n"

    init() throws {
        demo = try DemoVault()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/done", withIntermediateDirectories: true)
    }

    private var folder: DropFolder { DropFolder(demo.vault.folder) }

    private func put(_ text: String, as name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }

    private func file() throws -> DropFolder.File { try #require(try folder.files().first) }

    private func names(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    @Test("lists finished files by their names, and no folders")
    func list() throws {
        let names = [
            "b.csv", "a.OFX", ".hidden.csv", "c.csv.part", "d.csv.CRDOWNLOAD", "e.csv~",
            "~$f.xlsx", "g.tmp",
        ]
        for name in names { try put(text, as: name) }
        try put(text, as: "done/old.csv")
        #expect(try folder.files().map(\.name) == ["a.OFX", "b.csv"])
    }

    #if canImport(Glibc)
        @Test("names a file whose name is no UTF-8, and leaves it")
        func unreachable() throws {
            let name: [CChar] = "\(folder.path)/caf".utf8CString.dropLast() + [-23, 0]
            let descriptor = open(name, O_CREAT | O_WRONLY, 0o600)
            try #require(descriptor >= 0)
            close(descriptor)
            let file = try file()
            #expect(file.name == "caf\u{FFFD}")
            #expect(!file.isReachable)
            #expect(throws: EngineError.self) { try demo.engine().importDropped(file) }
            #expect(try names(in: folder.path + "/done") == [])
        }
    #endif

    @Test("takes a file as whole when nobody has written to it for five seconds")
    func whole() throws {
        try put(text, as: "a.csv")
        let written = Int64(
            try #require(
                try FileManager.default.attributesOfItem(atPath: folder.path + "/a.csv")[
                    .modificationDate] as? Date
            ).timeIntervalSince1970)
        let file = try file()
        #expect(
            [0, 4, 5, -5].map { file.isWhole(at: written + $0) } == [false, false, true, true])
    }

    @Test("imports a file once, and moves it to a name that is free")
    func done() throws {
        let rows = (3...5).map { "2026-11-0\($0);Kelp;-1,50;EUR\n" }
        for expected in [4, 0, 0] {
            try put(text + rows.joined(), as: "a.csv")
            let imported = try #require(try demo.engine().importDropped(try file()))
            #expect(imported.report.newTransactions == expected)
        }
        #expect(try names(in: folder.path) == ["done"])
        #expect(try names(in: folder.path + "/done") == ["a-2.csv", "a-3.csv", "a.csv"])
    }

    @Test("leaves a file that changes while it is read")
    func growing() throws {
        try put(text, as: "a.csv")
        let before = try file()
        try put(text + "2026-11-03;Kelp;-2,50;EUR\n", as: "a.csv")
        #expect(try demo.engine().importDropped(before) == nil)
        #expect(try demo.vault.accounts().isEmpty)
        #expect(try names(in: folder.path) == ["a.csv", "done"])
    }

    @Test(
        "leaves a file that only a person can decide, and changes nothing",
        arguments: [
            "Date,Payee,Amount\n03/04/2025,Kelp,-1.00\n",
            "Date,Payee,Amount\n2025-03-04,Kelp,-1.00\n",
            "Dear reader\n", "",
        ])
    func doubt(text: String) throws {
        try put(text, as: "a.csv")
        #expect(throws: (any Error).self) { try demo.engine().importDropped(try file()) }
        #expect(try demo.vault.accounts().isEmpty)
        #expect(try names(in: folder.path) == ["a.csv", "done"])
    }

    @Test("leaves a file whose account could be one of several")
    func account() throws {
        try put(text, as: "a.csv")
        _ = try demo.engine().importDropped(try file())
        try put(text.replacingOccurrences(of: "2026-11-02", with: "2026-12-02"), as: "b.csv")
        let error = #expect(throws: UnknownStatementAccount.self) {
            try demo.engine().importDropped(try file())
        }
        #expect(error?.known.map(\.name) == ["a"])
    }

    @Test("opens no link, no pipe and nothing huge")
    func special() throws {
        let path = folder.path + "/a.csv"
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: EngineError.self) { try demo.engine().importDropped(try file()) }
        unlink(path)
        #expect(symlink("/dev/zero", path) == 0)
        #expect(throws: EngineError.self) { try demo.engine().importDropped(try file()) }
        unlink(path)
        try put("", as: "a.csv")
        #expect(truncate(path, 1 << 40) == 0)
        let error = #expect(throws: StatementFailure.self) {
            try demo.engine().importDropped(try file())
        }
        guard case .refused(.tooLarge) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try names(in: folder.path) == ["a.csv", "done"])
    }

    @Test("imports nothing that couldn't be moved away then")
    func noDoneFolder() throws {
        try FileManager.default.removeItem(atPath: folder.path + "/done")
        try put("", as: "done")
        try put(text, as: "a.csv")
        #expect(throws: EngineError.self) { try demo.engine().importDropped(try file()) }
        #expect(try demo.vault.history().isEmpty)
    }

    @Test("leaves a file alone that a program is still writing")
    func beingWritten() throws {
        try put(text, as: "a.csv")
        let writer = open(folder.path + "/a.csv", O_WRONLY | O_APPEND)
        try #require(writer >= 0)
        #if canImport(Glibc)
            #expect(folder.isBeingWritten(try file()))
            #expect(try demo.engine().importDropped(try file()) == nil)
        #endif
        close(writer)
        #expect(!folder.isBeingWritten(try file()))
    }

    @Test("knows its files by any path")
    func paths() throws {
        let link = demo.vault.folder.path + "/link"
        #expect(symlink(folder.path, link) == 0)
        try put(text, as: "a.csv")
        #expect(folder.file(at: folder.path + "/./a.csv")?.name == "a.csv")
        #expect(folder.file(at: link + "/a.csv")?.name == "a.csv")
        #expect(folder.file(at: folder.path + "/done/a.csv")?.name == nil)
    }
}
