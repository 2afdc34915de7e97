internal import Foundation
internal import Platform

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Why a backup can't be made, read or restored.
public enum BackupError: Error, Hashable, Sendable {
    /// The folder for a backup is missing, or is something else.
    case noFolder(path: String)
    /// The file can't be opened.
    case cannotRead(path: String, reason: String)
    /// The file is no backup, or is damaged.
    case notABackup(path: String, reason: String)
    /// The file is encrypted to a public key, and its private key was not given.
    case needsIdentity(path: String)
    /// A file of the vault has a name that a backup can't hold.
    case unusableName(String)
    /// A file of the vault is larger than a backup's files may be.
    case tooLarge(path: String)
    /// The written backup differs from what it should be; it was deleted.
    case notVerified(path: String, reason: String)
    /// The backup's connections are not those of the vault in the folder.
    case ofOtherVault(path: String)
    /// The folder is watched, or a sync is running; the process is named if it is known.
    case inUse(path: String, process: Int32?)
    /// Another command has the vault open.
    case open(path: String)
    /// Access URLs are only backed up encrypted.
    case secretsNeedEncryption
}

/// The contents of a backup, in memory. It may come from anyone, so it is read strictly, and
/// nothing in it is run.
public struct BackupArchive: Sendable {
    /// When it was made, in POSIX seconds.
    public let madeAt: Int64
    let database: [UInt8]
    /// By path within the vault: rules, plugins, handlers, configuration, and perhaps secrets.
    public let files: [String: [UInt8]]

    static let manifestName = "backup.json"
    static let databaseName = "vault.sqlite"
    static let folders = ["config", "rules", "automation", "Plugins"]
    static let secretsFolder = "secrets"

    static let mostFiles = 20_000
    static let mostBytesOfFile = 16 << 20
    private static let mostBytesOfFiles = 256 << 20
    private static let mostBytesOfDatabase = 2 << 30

    /// Reads a backup.
    ///
    /// - Parameters:
    ///   - identity: the path of a file with private keys for a backup that is encrypted to a
    ///     public key. For one with a passphrase, `age` asks at the terminal.
    ///   - environment: that of `age`.
    /// - Throws: ``BackupError``, `AgeProgram.Failure`.
    public init(
        _ path: String, identity: String? = nil, environment: [String: String] = [:]
    ) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw Self.cannotRead(path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw Self.cannotRead(path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw BackupError.notABackup(path: path, reason: "it is not a file")
        }
        func read(_ descriptor: Int32) throws -> BackupArchive {
            let reader = try GzipReader(descriptor)
            return try BackupArchive(TarReader { try reader.read($0) })
        }
        do {
            switch try AgeHeader(of: file) {
            case nil: self = try read(file)
            case let header?:
                guard header.hasPassphrase || identity != nil else {
                    throw BackupError.needsIdentity(path: path)
                }
                let key = identity.map(AgeProgram.Key.identity) ?? .passphrase
                self = try AgeProgram(environment: environment).decrypt(
                    file, with: header.hasPassphrase ? .passphrase : key, read)
            }
        } catch let refusal as TarReader.Refusal {
            throw BackupError.notABackup(path: path, reason: refusal.reason)
        } catch let error as GzipError {
            throw BackupError.notABackup(
                path: path,
                reason: error.number == 0
                    ? "it is cut off or damaged"
                    : String(cString: strerror(error.number)).lowercased())
        }
    }

    private static func cannotRead(_ path: String) -> BackupError {
        let cause = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        return .cannotRead(path: path, reason: FileErrorWords.cause(of: cause))
    }

    /// - Throws: `TarReader.Refusal`, or what reading throws.
    package init(_ reader: TarReader) throws {
        let manifest = try BackupManifest(from: reader)
        var database: [UInt8] = []
        var files: [String: [UInt8]] = [:]
        var names = BackupNames()
        var byteCount = 0
        while let entry = try reader.next() {
            try names.add(entry.name)
            let isDatabase = entry.name == Self.databaseName
            byteCount += isDatabase ? 0 : entry.byteCount
            guard entry.byteCount <= (isDatabase ? Self.mostBytesOfDatabase : Self.mostBytesOfFile),
                byteCount <= Self.mostBytesOfFiles
            else { throw TarReader.Refusal(reason: "\(entry.name) in it is too large") }
            var bytes: [UInt8] = []
            try reader.readBody(of: entry) { bytes += $0 }
            if isDatabase { database = bytes } else { files[entry.name] = bytes }
        }
        guard !database.isEmpty else { throw TarReader.Refusal(reason: "it has no database") }
        (madeAt, self.database, self.files) = (manifest.madeAt, database, files)
    }
}

/// What a backup says of itself in its first file. It is compared with other backups and never
/// relied on.
struct BackupManifest: Codable {
    /// Of the archive's form.
    let version: Int
    /// POSIX seconds.
    let madeAt: Int64
    let contents: BackupContents

    static let version = 1
    private static let mostBytes = 1 << 16

    init(madeAt: Int64, _ contents: BackupContents) {
        (version, self.madeAt, self.contents) = (Self.version, madeAt, contents)
    }

    /// Reads the first file of an archive.
    init(from reader: TarReader) throws {
        guard let first = try reader.next(), first.name == BackupArchive.manifestName,
            first.byteCount <= Self.mostBytes
        else { throw TarReader.Refusal(reason: "it is not a backup of GhostVault") }
        var bytes = Data()
        try reader.readBody(of: first) { bytes += $0 }
        do {
            self = try JSONDecoder().decode(BackupManifest.self, from: bytes)
        } catch {
            throw TarReader.Refusal(reason: "its \(BackupArchive.manifestName) can't be read")
        }
        guard version == Self.version else {
            throw TarReader.Refusal(reason: "another version of GhostVault made it")
        }
    }

    var bytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
            return try Array(encoder.encode(self)) + [UInt8(ascii: "\n")]
        }
    }
}

/// The names of files in a backup: paths in the known folders of a vault, without hidden files
/// and without any way out of them.
struct BackupNames {
    private var seen: Set<String> = []
    private var folders: Set<String> = []

    /// - Throws: `TarReader.Refusal` for a name that a backup can't have, or a second time.
    mutating func add(_ name: String) throws {
        guard Self.isAllowed(name) else {
            throw TarReader.Refusal(reason: "a file in it has a name that no vault has")
        }
        // Some file systems don't tell cases apart.
        let key = name.lowercased()
        let parts = key.split(separator: "/")
        let above = parts.indices.dropFirst().map { parts[..<$0].joined(separator: "/") }
        guard seen.insert(key).inserted, !folders.contains(key), seen.isDisjoint(with: above)
        else { throw TarReader.Refusal(reason: "two files in it have the same name") }
        folders.formUnion(above)
        guard seen.count <= BackupArchive.mostFiles else {
            throw TarReader.Refusal(reason: "it has too many files")
        }
    }

    static func isAllowed(_ name: String) -> Bool {
        if name == BackupArchive.databaseName { return true }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, 2...mostParts ~= parts.count, parts.allSatisfy(isPlain)
        else {
            return false
        }
        if first == BackupArchive.secretsFolder {
            return parts.count == 2
                && ["connection-", "webhook-"].contains { parts[1].hasPrefix($0) }
        }
        return BackupArchive.folders.contains(String(first))
    }

    private static let mostParts = 10

    /// Hidden files can be more than text: hooks of a repository, settings of an editor.
    private static func isPlain(_ part: Substring) -> Bool {
        1...200 ~= part.utf8.count && !part.hasPrefix(".")
            && part.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) && $0 != "\\"
            }
    }
}

/// The header of a file in the age format.
struct AgeHeader {
    /// Whether a passphrase opens the file, and not a private key.
    let hasPassphrase: Bool
    private let byteCount: Int

    /// Reads the start of a file, and leaves the place in it as it was; nil for a file in another
    /// format.
    init?(of file: Int32) throws {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = pread(file, &bytes, bytes.count, 0)
        guard count >= 0 else { throw GzipError(number: errno) }
        let text = Data(bytes.prefix(count))
        guard text.starts(with: Data("age-encryption.org/v1\n".utf8)),
            let last = text.range(of: Data("\n--- ".utf8)),
            let end = text[last.upperBound...].firstIndex(of: UInt8(ascii: "\n"))
        else { return nil }
        byteCount = end + 1
        hasPassphrase = text[..<last.lowerBound].range(of: Data("\n-> scrypt ".utf8)) != nil
    }

    /// The size of the file with so many bytes in it: 16 bytes, and 16 for each 64 KiB.
    func fileSize(holding count: Int) -> Int {
        byteCount + 16 + count + 16 * max(1, (count + 65_535) / 65_536)
    }
}
