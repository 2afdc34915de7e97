internal import Foundation
internal import GRDB

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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

    /// Copies the whole database, also what is still in its log, and forces the
    /// copy to the disk before it has its name.
    ///
    /// - Parameter step: the step of ``Migrations`` that comes next.
    /// - Throws: where there is no room for it; nothing is changed then.
    func make(of queue: DatabaseQueue, before step: Int) throws {
        try folder.makeFolder(at: folder.backupsPath)
        let path = "\(folder.backupsPath)/\(Self.start)\(step)\(Self.end)"
        let unfinished = "\(path).unfinished-\(getpid())"
        try makePrivateFile(at: unfinished)
        do {
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: "VACUUM INTO ?", arguments: [unfinished])
            }
            try force(unfinished)
            guard rename(unfinished, path) == 0 else { throw cannotWrite(path) }
        } catch {
            unlink(unfinished)
            throw error
        }
        try removeOldest()
    }

    /// SQLite fills an empty file that is there, and leaves its mode.
    private func makePrivateFile(at path: String) throws {
        let descriptor = open(path, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw cannotWrite(path) }
        close(descriptor)
    }

    private func force(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw cannotWrite(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw cannotWrite(path) }
    }

    private func removeOldest() throws {
        let steps = try FileManager.default.contentsOfDirectory(atPath: folder.backupsPath)
            .compactMap { name -> Int? in
                guard name.hasPrefix(Self.start), name.hasSuffix(Self.end) else { return nil }
                return Int(name.dropFirst(Self.start.count).dropLast(Self.end.count))
            }
        for step in steps.sorted().dropLast(Self.mostKept) {
            let path = "\(folder.backupsPath)/\(Self.start)\(step)\(Self.end)"
            guard unlink(path) == 0 || errno == ENOENT else { throw cannotWrite(path) }
        }
    }

    private func cannotWrite(_ path: String) -> VaultError {
        .cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
}
