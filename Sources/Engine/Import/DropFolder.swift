internal import Classification
internal import Foundation
internal import Model
internal import Platform
internal import Statements
public import Vault

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The vault's `inbox`: files that wait to be imported.
public struct DropFolder: Sendable {
    public let path: String

    public init(_ folder: VaultFolder) { path = folder.inboxPath }

    /// A file that waits.
    public struct File: Hashable, Sendable {
        public let name: String
        /// Whether it is a file, and no link or pipe.
        public let isOrdinary: Bool
        /// Whether its name is UTF-8. No path leads to another one.
        public let isReachable: Bool
        let size: Int64
        let number: UInt64
        /// Seconds and nanoseconds of the last change.
        let modified: [Int64]

        /// Whether it hasn't changed for a while. A link or a pipe doesn't.
        package func isWhole(at now: Int64) -> Bool {
            !isOrdinary || (now &- modified[0]).magnitude >= DropFolder.quietSeconds.magnitude
        }
    }

    /// Copying and saving write more often than that.
    static let quietSeconds: Int64 = 5

    /// The files that wait, in the order of their names: without hidden files, those with names
    /// of unfinished downloads, and folders.
    ///
    /// - Throws: ``EngineError/cannotRead(path:reason:)``.
    public func files() throws(EngineError) -> [File] {
        guard access(path, F_OK) == 0 else { return [] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw .cannotRead(path: path, reason: FileErrorWords.cause(of: error))
        }
        let files = names.sorted().filter(Self.isFinished).lazy.compactMap { name in file(name) }
        return Array(files.prefix(Self.mostFiles))
    }

    private static let mostFiles = 1_000

    private static func isFinished(_ name: String) -> Bool {
        let lower = name.lowercased()
        return !name.hasPrefix(".") && !name.hasPrefix("~$")
            && !unfinished.contains { lower.hasSuffix($0) }
    }

    private static let unfinished = [
        "~", ".part", ".partial", ".crdownload", ".download", ".opdownload", ".filepart", ".tmp",
        ".swp",
    ]

    /// Nil for a folder, or if it is gone.
    private func file(_ name: String) -> File? {
        var status = stat()
        guard lstat("\(path)/\(name)", &status) == 0 else {
            // Other bytes are listed as this sign.
            guard name.unicodeScalars.contains("\u{FFFD}") else { return nil }
            return File(
                name: name, isOrdinary: false, isReachable: false, size: 0, number: 0,
                modified: [0, 0])
        }
        guard status.st_mode & S_IFMT != S_IFDIR else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return File(
            name: name, isOrdinary: status.st_mode & S_IFMT == S_IFREG, isReachable: true,
            size: Int64(status.st_size), number: UInt64(truncatingIfNeeded: status.st_ino),
            modified: [Int64(time.tv_sec), Int64(time.tv_nsec)])
    }

    /// - Throws: why it can't be imported, unless what it holds decides.
    func bytes(of file: File) throws -> [UInt8] {
        let path = "\(path)/\(file.name)"
        guard file.isReachable else {
            throw EngineError.cannotRead(path: path, reason: "its name is not UTF-8; rename it")
        }
        guard file.isOrdinary else {
            throw EngineError.cannotRead(path: path, reason: UnreadableFile.notOrdinary.reason)
        }
        guard file.size <= Engine.mostStatementBytes else {
            throw StatementFailure.refused(.tooLarge)
        }
        do throws(UnreadableFile) {
            return try FileReader.ordinaryFile(
                path, within: self.path, atMost: Engine.mostStatementBytes)
        } catch {
            throw EngineError.cannotRead(path: path, reason: error.reason)
        }
    }

    /// Whether a program has a file open to write to it, where the system tells.
    public func isBeingWritten(_ file: File) -> Bool {
        DraftFile.isBeingWritten("\(path)/\(file.name)")
    }

    /// Whether a file is still as it was.
    public func isUnchanged(_ file: File) -> Bool { self.file(file.name) == file }

    /// A file in the folder as it is now, by any path that leads there; nil for another file.
    public func file(at path: String) -> File? {
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent().resolvingSymlinksInPath().path
        let own = URL(fileURLWithPath: self.path).resolvingSymlinksInPath().path
        return folder == own ? file(url.lastPathComponent) : nil
    }

    /// Makes `inbox/done`, so that no file is imported that can't be moved there.
    ///
    /// - Throws: ``EngineError/cannotWrite(path:reason:)``.
    public func prepareDone() throws(EngineError) {
        let done = path + "/done"
        do {
            try FileManager.default.createDirectory(
                atPath: done, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cannotWrite(path: done, reason: FileErrorWords.cause(of: error))
        }
        guard access(done, W_OK | X_OK) == 0 else {
            throw .cannotWrite(path: done, reason: UnreadableFile.system(errno).reason)
        }
    }

    /// Moves a file to `inbox/done`. It gets a number if there is one of its name.
    ///
    /// - Returns: its new path within the vault.
    @discardableResult
    public func moveToDone(_ name: String) throws(EngineError) -> String {
        let done = path + "/done"
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        try prepareDone()
        do {
            var (free, number) = (name, 1)
            var status = stat()
            while lstat("\(done)/\(free)", &status) == 0 {
                number += 1
                free = "\(name[..<dot])-\(number)\(name[dot...])"
            }
            try FileManager.default.moveItem(atPath: "\(path)/\(name)", toPath: "\(done)/\(free)")
            return "inbox/done/\(free)"
        } catch {
            throw .cannotWrite(path: done, reason: FileErrorWords.cause(of: error))
        }
    }
}

/// A file of the inbox that was imported.
public struct DroppedImport: Sendable {
    public let name: String
    public let report: StatementReport
}

extension Engine {
    /// Imports a file of the inbox and moves it to `inbox/done`. If the program ends in between,
    /// it is imported again and adds nothing.
    ///
    /// - Returns: nil if the file changed meanwhile, so that its time hasn't come.
    /// - Throws: why it stays, such as ``UnknownStatementAccount``.
    package func importDropped(_ file: DropFolder.File) throws -> DroppedImport? {
        let folder = DropFolder(vault.folder)
        guard !folder.isBeingWritten(file) else { return nil }
        let bytes = try folder.bytes(of: file)
        let statement = try Engine.readStatement(
            bytes, of: file.name, layouts: importLayouts(), plugins: try statementPlugins(),
            scripts: scripts)
        if let question = statement.questions.first {
            throw OpenStatementQuestion(question: question)
        }
        let choices = try statement.accounts.map {
            try choice(for: $0, of: statement, file: file.name).choice
        }
        try refuseSharedAccounts(choices, for: statement, file: file.name)
        guard folder.isUnchanged(file) else { return nil }
        try folder.prepareDone()
        let report = try importStatement(
            statement, file: file.name, to: choices, dryRun: false)
        // What was written to it since then comes with the next look.
        if folder.isUnchanged(file) { try folder.moveToDone(file.name) }
        return DroppedImport(name: file.name, report: report)
    }

    /// What decides where the rows of a file go, beside the file.
    package func circumstancesOfImports() throws -> [String] {
        let plugins = try vault.pluginDecisions().filter { $0.value.isEnabled == true }
        let approvals = try plugins.sorted { $0.key < $1.key }.map { name, decision in
            let approved = try vault.pluginApproval(of: name)?.files.map {
                PluginSource.File(path: $0.path, bytes: $0.bytes)
            }
            let settings = decision.settings.sorted { $0.key < $1.key }
            return "\(name) \(Fingerprint(of: approved ?? [])) \(settings)"
        }
        return try approvals + vault.accounts().map { "\($0.id) \($0.currency.code) \($0.name)" }
            + importLayouts().forReading.map { "\($0.file)\n\($0.toml)" }
    }
}
