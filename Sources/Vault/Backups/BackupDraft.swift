internal import Foundation
internal import Platform

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A backup that is being written, beside its place. It gets its name when it is verified and on
/// disk.
struct BackupDraft {
    private let vault: VaultFolder
    /// The folder.
    private let place: String
    private let name: BackupName

    init(_ vault: VaultFolder, _ place: String, _ name: BackupName) {
        (self.vault, self.place, self.name) = (vault, place, name)
    }

    private var path: String { "\(place)/\(name.text)" }

    /// Writes and verifies the backup. Commands may write to the vault meanwhile.
    ///
    /// - Parameter database: its path, or its `file:` address.
    /// - Throws: if there is no room, or the database or the backup is damaged; nothing has
    ///   changed then.
    func make(of database: String, _ target: BackupTarget) throws -> BackupContents {
        let age = try target.lock.map { _ in try AgeProgram(environment: target.environment) }
        // The copy stays in the vault, also where the backup goes elsewhere.
        try vault.makeFolder(at: vault.backupsPath)
        for folder in Set([vault.backupsPath, place]) { try removeAbandoned(in: folder) }
        let copy = "\(vault.backupsPath)/\(Self.copyName)\(Self.unfinished)\(getpid())"
        let unfinished = "\(path)\(Self.unfinished)\(getpid())"
        defer { unlink(copy) }
        do {
            let contents = try copyDatabase(database, to: copy)
            let file = try makePrivateFile(at: unfinished)
            defer { close(file) }
            if let age, let lock = target.lock {
                var byteCount = 0
                try age.encrypt(to: lock, into: file) { pipe in
                    byteCount = try write(copy, contents, target, to: pipe)
                }
                try verifySize(of: file, holding: byteCount)
            } else {
                _ = try write(copy, contents, target, to: file)
                try readBack(file)
            }
            guard fsync(file) == 0 else { throw cannotWrite(path) }
            guard rename(unfinished, path) == 0 else { throw cannotWrite(path) }
            try force(place)
            return contents
        } catch let error as GzipError {
            unlink(unfinished)
            errno = error.number == 0 ? EIO : error.number
            throw cannotWrite(path)
        } catch {
            unlink(unfinished)
            throw error
        }
    }

    /// Deletes the backup; ignores a missing one.
    func remove() throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw cannotWrite(path) }
    }

    // MARK: Writing

    private func copyDatabase(_ database: String, to copy: String) throws -> BackupContents {
        close(try makePrivateFile(at: copy))
        let source = try PlainConnection(reading: database)
        // A difference between a table and its index would be copied, and a check of the copy's
        // pages would miss it.
        if let complaint = try source.complaint(comparingIndexes: true) { throw damaged(complaint) }
        let least = try BackupContents(source)
        try source.copy(into: copy)
        let connection = try PlainConnection(reading: copy)
        if let complaint = try connection.complaint() { throw damaged(complaint) }
        let contents = try BackupContents(connection)
        // Commands only add to these counts.
        guard contents >= least else { throw damaged("rows are lost when it is copied") }
        return contents
    }

    /// - Returns: the compressed bytes.
    private func write(
        _ copy: String, _ contents: BackupContents, _ target: BackupTarget, to file: Int32
    ) throws -> Int {
        let sink = try GzipWriter(file)
        let tar = TarWriter(sink)
        func add(_ name: String, _ bytes: [UInt8]) throws {
            try tar.add(name, byteCount: bytes.count, at: self.name.instant) {
                try $0.write(bytes)
            }
        }
        try add(
            BackupArchive.manifestName, BackupManifest(madeAt: name.instant, contents).bytes)
        let database = try FileHandle(forReadingFrom: URL(fileURLWithPath: copy))
        let size = Int(try database.seekToEnd())
        try database.seek(toOffset: 0)
        try tar.add(BackupArchive.databaseName, byteCount: size, at: name.instant) { sink in
            while let part = try database.read(upToCount: 1 << 20), !part.isEmpty {
                try part.withUnsafeBytes { try sink.write($0) }
            }
        }
        for (name, path) in try VaultFiles(vault).paths {
            try add(name, try VaultFiles.bytes(of: path))
        }
        for (name, bytes) in target.secrets.sorted(by: { $0.key < $1.key }) {
            try add("\(BackupArchive.secretsFolder)/\(name)", bytes)
        }
        try tar.finish()
        return sink.byteCount
    }

    // MARK: Verifying

    /// Reads the backup as a restore does. The checksum of gzip covers all of its bytes.
    private func readBack(_ file: Int32) throws {
        guard lseek(file, 0, SEEK_SET) == 0 else { throw cannotWrite(path) }
        do {
            let reader = try GzipReader(file)
            let tar = TarReader { try reader.read($0) }
            _ = try BackupManifest(from: tar)
            var names = BackupNames()
            while let entry = try tar.next() {
                try names.add(entry.name)
                try tar.readBody(of: entry) { _ in }
            }
        } catch let refusal as TarReader.Refusal {
            throw BackupError.notVerified(path: path, reason: refusal.reason)
        } catch is GzipError {
            throw BackupError.notVerified(path: path, reason: "it can't be read back")
        }
    }

    /// Without the key, only the size tells whether everything is there.
    private func verifySize(of file: Int32, holding byteCount: Int) throws {
        var status = stat()
        guard let header = try AgeHeader(of: file), fstat(file, &status) == 0,
            header.fileSize(holding: byteCount) == Int(status.st_size)
        else {
            throw BackupError.notVerified(
                path: path, reason: "its size is not that of its contents")
        }
    }

    // MARK: Files

    private static let copyName = "vault.sqlite"
    private static let unfinished = ".unfinished-"

    /// Deletes unfinished files of killed processes.
    private func removeAbandoned(in folder: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let parts = name.components(separatedBy: Self.unfinished)
            guard parts.count == 2, let process = pid_t(parts[1]), process > 0,
                parts[0] == Self.copyName || BackupName(parts[0]) != nil,
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            guard unlink("\(folder)/\(name)") == 0 || errno == ENOENT else {
                throw cannotWrite("\(folder)/\(name)")
            }
        }
    }

    /// SQLite fills an existing empty file and keeps its mode.
    private func makePrivateFile(at path: String) throws -> Int32 {
        let file = open(path, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw cannotWrite(self.path) }
        return file
    }

    private func force(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw cannotWrite(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw cannotWrite(path) }
    }

    private func damaged(_ complaint: String) -> VaultError {
        .notADatabase(path: vault.databasePath, reason: complaint)
    }

    private func cannotWrite(_ path: String) -> VaultError {
        .cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
}

/// The text files of a vault that belong in a backup. Hidden files, such as a repository, don't,
/// nor do folders behind links.
struct VaultFiles {
    /// Names in the backup and paths, in order.
    private(set) var paths: [(name: String, path: String)] = []

    init(_ vault: VaultFolder) throws {
        for folder in BackupArchive.folders { try add("\(vault.path)/\(folder)", as: folder) }
    }

    private mutating func add(_ path: String, as name: String) throws {
        var status = stat()
        // The file behind a link is the person's text all the same.
        guard stat(path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            guard name.split(separator: "/").count < Self.mostDepth else { return }
            // Below the vault's own folders, a link can lead to the whole disk.
            guard !name.contains("/") || !Self.isLink(path) else { return }
            for entry in try FileManager.default.contentsOfDirectory(atPath: path).sorted()
            where !entry.hasPrefix(".") {
                try add("\(path)/\(entry)", as: "\(name)/\(entry)")
            }
        case S_IFREG:
            guard BackupNames.isAllowed(name) else { throw BackupError.unusableName(path) }
            guard Int(status.st_size) <= BackupArchive.mostBytesOfFile else {
                throw BackupError.tooLarge(path: path)
            }
            paths.append((name, path))
        default: return
        }
    }

    private static let mostDepth = 8

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    static func bytes(of path: String) throws -> [UInt8] {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw VaultError.cannotRead(path: path, reason: String(cString: strerror(errno)))
        }
        return Array(bytes)
    }
}
