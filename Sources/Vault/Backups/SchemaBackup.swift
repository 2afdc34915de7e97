internal import Foundation

/// A copy of the vault that is made before its schema is brought up to date.
///
/// Bringing it up is all or nothing, and needs no copy. The copy is for the
/// person who wants to go back to the version of the program before.
struct SchemaBackup {
    let folder: VaultFolder

    /// Of so many schemas the newest copies are kept.
    private static let mostKept = 3
    private static let start = "before-schema-"
    private static let end = ".sqlite"

    /// - Parameters:
    ///   - database: its path.
    ///   - step: the step of ``Migrations`` that comes next.
    /// - Throws: where there is no room for it; nothing is changed then.
    func make(of database: String, before step: Int) throws {
        try copy(before: step).make(of: database)
        try removeOldest()
    }

    private func copy(before step: Int) -> DatabaseCopy {
        DatabaseCopy(folder: folder, name: "\(Self.start)\(step)\(Self.end)")
    }

    /// Oldest first.
    func names() throws -> [String] { try steps().map { copy(before: $0).name } }

    private func removeOldest() throws {
        for step in try steps().dropLast(Self.mostKept) { try copy(before: step).remove() }
    }

    private func steps() throws -> [Int] {
        guard FileManager.default.fileExists(atPath: folder.backupsPath) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.backupsPath)
            .compactMap { name -> Int? in
                guard name.hasPrefix(Self.start), name.hasSuffix(Self.end) else { return nil }
                return Int(name.dropFirst(Self.start.count).dropLast(Self.end.count))
            }
            .sorted()
    }
}
