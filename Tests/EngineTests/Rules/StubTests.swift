import Engine
import Foundation
import Testing
import Vault

@Suite("Annotations for editors")
struct StubTests {
    private let demo: DemoVault
    private var path: String { demo.folder.path + "/.lua-stubs/ghostvault.lua" }

    init() throws {
        demo = try DemoVault()
        try demo.importPayments(["BLUE HERON"])
        _ = try demo.engine().classify(dryRun: false)
    }

    private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func write() throws {
        let engine = demo.engine()
        _ = try Engine.writeStubs(into: demo.folder.path, names: try engine.stubNames())
    }

    private func categories(with id: String) throws {
        let shipped = try #require(
            ShippedFiles.all.first { $0.path == "config/categories.toml" }
        ).bytes
        try demo.write(
            String(decoding: shipped, as: UTF8.self)
                + "\n[[category]]\nid = \"\(id)\"\nname = \"New\"\ntype = \"expense\"\n",
            to: "config/categories.toml")
    }

    @Test("are not created unasked")
    func absent() throws {
        #expect(try !demo.engine().refreshStubs())
        #expect(!FileManager.default.fileExists(atPath: demo.folder.path + "/.lua-stubs"))
    }

    @Test("follow the categories and accounts of the vault")
    func followed() throws {
        try write()
        let account = try #require(try demo.vault.accounts().first)
        #expect(try text().contains("---@alias ghostvault.AccountName \"\(account.name)\""))
        #expect(try !demo.engine().refreshStubs())
        try categories(with: "birds")
        #expect(try demo.engine().refreshStubs())
        #expect(try text().contains("\"birds\""))
        #expect(try !demo.engine().refreshStubs())
    }

    @Test("of another version are rewritten, but not the settings")
    func otherVersion() throws {
        try write()
        let settings = demo.folder.path + "/.luarc.json"
        for path in [path, settings] {
            try "-- of before".write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(try demo.engine().refreshStubs())
        #expect(try text().hasPrefix("---@meta"))
        #expect(try String(contentsOfFile: settings, encoding: .utf8) == "-- of before")
    }

    @Test("are kept up to date by a watcher, which does not take them for an edit")
    func watched() throws {
        try write()
        let watched = WatchedVault(demo)
        var isEdited = false
        try watched.watch { news in
            if !isEdited, news.isWaiting {
                isEdited = true
                try categories(with: "birds")
                return false
            }
            return news.edited != nil
        }
        #expect(try text().contains("\"birds\""))
        #expect(watched.news.compactMap(\.what.edited).count == 1)
    }
}
