import Engine
import Foundation
import Platform
import TestSupport
import Testing
import Vault

@Suite("Erasing a vault")
struct EraseTests {
    private let demo: DemoVault

    init() throws {
        demo = try DemoVault(.ordinary, in: DemoVault.newPath(), isKept: true)
    }

    private func left() throws -> [String] {
        guard FileManager.default.fileExists(atPath: demo.folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: demo.folder.path)
    }

    @Test("goes on where something can't be removed, and says what")
    func leftover() throws {
        let backup = try demo.engine().backUp()
        let erasure = try VaultErasure(
            of: demo.folder, demo.engine(), secretKeepers: SecretKeepers())
        try FileManager.default.removeItem(atPath: backup.path)
        #expect(try erasure.run().map(\.path) == [backup.path])
        #expect(try left() == [])
    }

    @Test("removes backups elsewhere, and no file of others")
    func elsewhere() throws {
        let place = try ScratchFolder()
        _ = try place.file(named: "mine.txt", "mine")
        try demo.write("[backup]\nfolder = \"\(place.path)\"\n", to: "config/automation.toml")
        _ = try demo.engine().backUp()
        let erasure = try VaultErasure(
            of: demo.folder, demo.engine(), secretKeepers: SecretKeepers())
        #expect(erasure.backups.count == 1)
        _ = try erasure.run()
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["mine.txt"])
    }
}
