import Foundation
import GRDB
import Vault

/// A vault's folder that lives as long as the test that holds it.
final class TemporaryFolder {
    let folder: VaultFolder

    init() {
        let name = "vault-tests-\(UUID().uuidString)"
        folder = VaultFolder(
            path: FileManager.default.temporaryDirectory.appendingPathComponent(name).path)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: folder.path)
        } catch CocoaError.fileNoSuchFile {
            // The test made none.
        } catch {
            print("cannot remove \(folder.path): \(error)")
        }
    }

    /// Writes a file, and the folders above it.
    func write(_ text: String, to name: String) throws {
        let path = URL(fileURLWithPath: folder.path + "/" + name)
        try FileManager.default.createDirectory(
            at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: path, atomically: false, encoding: .utf8)
    }

    /// The permission bits of a file or folder.
    func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// A look at the database past the vault.
    func database() throws -> DatabaseQueue {
        try DatabaseQueue(path: folder.databasePath)
    }

    /// The number of rows in a table.
    func count(_ table: String) throws -> Int? {
        try database().read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
    }
}
