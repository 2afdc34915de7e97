import Classification
import Engine
import Foundation
import Testing
import Vault

@Suite("Plugin folders")
struct PluginFolderTests {
    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
    }

    private func folders(
        shipped: [(path: String, bytes: [UInt8])] = []
    ) throws -> [PluginFolders.Folder] {
        try PluginFolders(vaultPath: demo.folder.pluginsPath, shipped: shipped).folders
    }

    private func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(demo.folder.pluginsPath)/\(path)", withDestinationPath: target)
    }

    /// What is wrong with the only plugin.
    private func problems() throws -> [String] {
        let folder = try #require(try folders().first)
        #expect((folder.source == nil) == !folder.problems.isEmpty)
        return folder.problems.map { "\($0.file): \($0.message)" }
    }

    @Test("a plugin is all files of its folder, in the order of their bytes")
    func allFiles() throws {
        try demo.addPlugin(
            "mine", ["plugin.lua": "-- main", "Z.csv": "z", "data/shops.csv": "a,b", "a.toml": ""])
        let source = try #require(try folders().first?.source)
        #expect(source.name == "mine")
        #expect(source.folder == "Plugins/mine")
        #expect(!source.isShipped)
        #expect(
            source.files == [
                .init(path: "Z.csv", bytes: Array("z".utf8)), .init(path: "a.toml", bytes: []),
                .init(path: "data/shops.csv", bytes: Array("a,b".utf8)),
                .init(path: "plugin.lua", bytes: Array("-- main".utf8)),
            ])
    }

    @Test("hidden files, hidden folders and loose files are ignored")
    func hiddenFiles() throws {
        try demo.addPlugin("mine", ["plugin.lua": "", ".swp": "x", ".git/config": "x"])
        try demo.addPlugin(".trash")
        try demo.write("read me", to: "Plugins/README.md")
        #expect(try folders().map(\.name) == ["mine"])
        #expect(try folders().first?.source?.files.map(\.path) == ["plugin.lua"])
    }

    @Test("editors' copies of files are passed over")
    func editorsCopies() throws {
        let copies = ["plugin.lua~", "plugin.lua.swp", "plugin.lua.bak", "#plugin.lua#"]
        try demo.addPlugin(
            "mine", Dictionary(uniqueKeysWithValues: (["plugin.lua"] + copies).map { ($0, "") }))
        #expect(try folders().first?.source?.files.map(\.path) == ["plugin.lua"])
    }

    @Test("a vault without the folder has none of its own")
    func noFolder() throws {
        try FileManager.default.removeItem(atPath: demo.folder.pluginsPath)
        #expect(try folders().isEmpty)
    }

    @Test("a folder of the vault replaces the shipped plugin of its name whole")
    func replacedWhole() throws {
        try demo.addPlugin("refunds", ["plugin.lua": "-- mine"])
        let folders = try folders(shipped: [
            ("Plugins/refunds/plugin.lua", Array("-- shipped".utf8)),
            ("Plugins/refunds/words.csv", Array("a".utf8)),
            ("Plugins/travel/plugin.lua", Array("-- shipped".utf8)),
            ("rules/10-starter.lua", Array("-- a rule".utf8)),
        ])
        #expect(folders.map(\.name) == ["refunds", "travel"])
        #expect(folders.map { $0.source?.isShipped } == [false, true])
        #expect(folders.first?.source?.files.map(\.path) == ["plugin.lua"])
        #expect(folders.first?.shipped?.files.map(\.path) == ["plugin.lua", "words.csv"])
    }

    // MARK: What is refused

    @Test(
        "a folder whose name can't be a plugin's is refused",
        arguments: ["Mine", "my plugin", "1st", "-x", "mine.lua", "m\u{1B}[31m", "café"])
    func unfitName(name: String) throws {
        try demo.addPlugin(name)
        #expect(try problems().first?.contains("rename the folder") == true)
    }

    @Test("a link that leads out of the folder is refused, and what it leads to not read")
    func linkOut() throws {
        try demo.addPlugin("mine")
        try demo.write("secret", to: "secrets/key")
        try link("mine/key.csv", to: "../../secrets/key")
        #expect(
            try problems() == [
                "Plugins/mine/key.csv: is a link that leads out of the folder; "
                    + "put the file itself there"
            ])
    }

    @Test("a link to a folder beside, whose name begins like the plugin's, leads out")
    func linkToSimilarName() throws {
        try demo.addPlugin("mine")
        try demo.addPlugin("mine2", ["data.csv": "x"])
        try link("mine/data.csv", to: "../mine2/data.csv")
        #expect(try problems().first?.contains("leads out") == true)
    }

    @Test("a link within the folder is the file that it leads to")
    func linkWithin() throws {
        try demo.addPlugin("mine", ["plugin.lua": "x", "data/one.csv": "1"])
        try link("mine/two.csv", to: "data/one.csv")
        let files = try #require(try folders().first?.source?.files)
        #expect(files.first { $0.path == "two.csv" }?.bytes == Array("1".utf8))
    }

    @Test(
        "a link to nothing or to a folder is refused",
        arguments: [
            ("nothing", "is a broken link"), ("data", "is a link to something other"),
            (".", "is a link that leads out of the folder"),
        ])
    func uselessLink(target: String, problem: String) throws {
        try demo.addPlugin("mine", ["plugin.lua": "x", "data/one.csv": "1"])
        try link("mine/link", to: target)
        #expect(try problems().first?.hasPrefix("Plugins/mine/link: \(problem)") == true)
    }

    @Test("a pipe is refused, and not waited for")
    func pipe() throws {
        try demo.addPlugin("mine")
        #expect(mkfifo("\(demo.folder.pluginsPath)/mine/pipe.csv", 0o600) == 0)
        #expect(
            try problems() == [
                "Plugins/mine/pipe.csv: is not a regular file; move it out of the folder"
            ])
    }

    @Test("a file name that could be shown as another is refused")
    func unfitFileName() throws {
        try demo.addPlugin("mine", ["plugin.lua": "x", "café.csv": "x", "a\u{1B}[2J.csv": "x"])
        #expect(try problems().count == 2)
        #expect(try problems().allSatisfy { $0.contains("rename it") })
    }

    @Test("a file that is too large is refused")
    func largeFile() throws {
        let largest = String(repeating: "x", count: 1 << 20)
        try demo.addPlugin("mine", ["plugin.lua": "x", "data.csv": largest])
        #expect(try problems().isEmpty)
        try demo.addPlugin("mine", ["data.csv": largest + "x"])
        #expect(try problems() == ["Plugins/mine/data.csv: is larger than 1 MiB"])
    }

    @Test("files that are too large together are refused")
    func largeFolder() throws {
        let megabyte = String(repeating: "x", count: 1 << 20)
        let files = (1...5).map { ("data\($0).csv", megabyte) }
        try demo.addPlugin("mine", Dictionary(uniqueKeysWithValues: files))
        #expect(try problems() == ["Plugins/mine: has more than 4 MiB in its files"])
    }

    @Test("too many files and too deep folders are refused")
    func manyFiles() throws {
        let files = (1...300).map { ("f\($0).csv", "") }
        try demo.addPlugin("mine", Dictionary(uniqueKeysWithValues: files))
        #expect(try problems() == ["Plugins/mine: has more than 256 files"])
        try demo.removePlugin("mine")
        try demo.addPlugin("mine", ["1/2/3/4/5/6/7/8/deep.csv": ""])
        #expect(
            try problems() == ["Plugins/mine/1/2/3/4/5/6/7/8: folders are nested deeper than 8"])
    }

    @Test("a mistake in one plugin's folder leaves the others alone")
    func others() throws {
        try demo.addPlugin("broken", ["café.csv": ""])
        try demo.addPlugin("fine")
        #expect(try folders().map { $0.source == nil } == [true, false])
    }
}
