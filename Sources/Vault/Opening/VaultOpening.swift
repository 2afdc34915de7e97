internal import Foundation
internal import GRDB

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Opens a vault's database, also where it can only be read.
struct VaultOpening {
    private let folder: VaultFolder

    init(_ folder: VaultFolder) {
        self.folder = folder
    }

    /// Opens it, and brings an older schema up to date.
    func open() throws -> DatabaseQueue {
        do {
            let queue = try DatabaseQueue(path: folder.databasePath, configuration: configuration)
            try Migrations.bringUpToDate(queue, in: folder)
            return queue
        } catch let error as DatabaseError {
            // Without files of its own beside the database SQLite can't even
            // read one that several could be writing.
            let reasons: [ResultCode] = [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR]
            guard reasons.contains(error.resultCode), !canWriteFolder else { throw error }
            return try openUnchanging()
        }
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "vault"
        configuration.busyMode = .timeout(10)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { database in
            // A command that said "stored" must be right after a power cut.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        return configuration
    }

    private var canWriteFolder: Bool { access(folder.path, W_OK) == 0 }

    /// Opens a database that nobody changes, since nobody can.
    ///
    /// - Throws: ``VaultError/cannotRead(path:reason:)`` where its newest
    ///   changes are still in the log beside it: then what the file holds is
    ///   not what was stored.
    private func openUnchanging() throws -> DatabaseQueue {
        let path = folder.databasePath
        guard !hasUnfinishedLog else {
            throw VaultError.cannotRead(
                path: path,
                reason: "its newest changes are in \(path)-wal, and reading them needs a folder "
                    + "that can be written")
        }
        var configuration = Configuration()
        configuration.label = "vault, unchanging"
        configuration.readonly = true
        var address = URLComponents()
        address.scheme = "file"
        address.path =
            path.hasPrefix("/")
            ? path : FileManager.default.currentDirectoryPath + "/" + path
        address.queryItems = [URLQueryItem(name: "immutable", value: "1")]
        guard let text = address.string else {
            throw VaultError.cannotRead(path: path, reason: "its path is no address")
        }
        let queue = try DatabaseQueue(path: text, configuration: configuration)
        guard try Migrations.isCurrent(queue, in: folder) else {
            throw VaultError.cannotWrite(
                path: path,
                reason: "an earlier version made it, and bringing it up to date needs a disk that "
                    + "can be written")
        }
        return queue
    }

    private var hasUnfinishedLog: Bool {
        var status = stat()
        return stat(folder.databasePath + "-wal", &status) == 0 && status.st_size > 0
    }
}
