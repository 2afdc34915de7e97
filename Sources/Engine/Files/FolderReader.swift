internal import Classification
internal import Foundation
internal import Platform

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A folder of the vault layered over the shipped folder of the same name. The user's file
/// replaces the shipped one of its name; an empty file switches it off.
struct LayeredFolder {
    struct File {
        /// The path within the vault, "rules/10-starter.lua".
        let path: String
        let name: String
        let bytes: [UInt8]
    }

    /// Sorted by name.
    let files: [File]
    /// The diagnostics of unreadable files. They are skipped, and so are the shipped files of
    /// their names.
    let problems: [RuleFileProblem]

    /// - Parameters:
    ///   - name: "config" or "rules".
    ///   - path: the folder's path in the vault.
    ///   - endings: the suffixes of the files to read, ".lua".
    init(name: String, vaultPath path: String, endings: [String]) throws {
        func counts(_ file: String) -> Bool { endings.contains { file.hasSuffix($0) } }
        var bytes: [String: [UInt8]] = [:]
        for file in ShippedFiles.all where file.path.hasPrefix(name + "/") {
            bytes[String(file.path.dropFirst(name.count + 1))] = file.bytes
        }
        var reader = FolderReader(
            path: path, folder: name, bounds: name == "config" ? .configuration : .ownFiles,
            isWanted: counts)
        if FileManager.default.fileExists(atPath: path) { reader.read() }
        if let reason = reader.refusal { throw EngineError.notUsed(path: path, reason: reason) }
        for problem in reader.problems {
            guard problem.file != name else {
                // Half a folder is nobody's intention.
                throw EngineError.cannotRead(path: path, reason: "it " + problem.message)
            }
            bytes[String(problem.file.dropFirst(name.count + 1))] = nil
        }
        for file in reader.files { bytes[file.path] = file.bytes }
        problems = reader.problems
        // Bytewise, so that the order is the same on every machine.
        files = bytes.filter { counts($0.key) }
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { File(path: "\(name)/\($0.key)", name: $0.key, bytes: $0.value) }
    }
}

/// A reader of a folder's text files within limits.
///
/// For a plugin, these files are all that it can ever see, and what the user approves. No
/// link can therefore bring in a file from outside its folder.
struct FolderReader {
    /// The limits of reading.
    struct Bounds {
        var files = 256
        var bytesOfFile = 1 << 20
        var bytes = 4 << 20
        /// The largest depth; 1 for the folder's own files only.
        var depth = 8
        /// Whether names must be plain enough to show and compare.
        var hasPlainNames = true
        /// Whether a link may lead to a file elsewhere, as tools that manage a person's
        /// configuration files make them.
        var mayLeadOut = false

        /// The limits for a plugin's files.
        static let plugin = Bounds()
        /// The limits for modules and maps.
        static let library = Bounds(mayLeadOut: true)
        /// The limits for files that the user writes in a folder of the vault.
        static let ownFiles = Bounds(
            files: 1024, bytesOfFile: 4 << 20, bytes: 16 << 20, depth: 1, hasPlainNames: false,
            mayLeadOut: true)
        /// The limits for configuration, which is decoded in this process.
        static let configuration = Bounds(
            files: 1024, bytesOfFile: 1 << 20, bytes: 4 << 20, depth: 1, hasPlainNames: false,
            mayLeadOut: true)
    }

    private(set) var files: [PluginSource.File] = []
    private(set) var problems: [RuleFileProblem] = []

    /// The path on disk.
    private let path: String
    /// The name in messages.
    private let folder: String
    private let bounds: Bounds
    /// Whether to read a file, by its path within the folder.
    private let isWanted: (String) -> Bool
    private let trust = FileTrust()
    private var byteCount = 0
    private var entries = 0

    /// The limit for files and folders of all levels together.
    private static let mostEntries = 10_000
    /// Why the whole folder is not to be relied on; nil if it is.
    private(set) var refusal: String?

    /// A folder could have as many errors as files.
    private static let mostProblems = 20

    init(
        path: String, folder: String, bounds: Bounds,
        isWanted: @escaping (String) -> Bool = { _ in true }
    ) {
        self.path = path
        self.folder = folder
        self.bounds = bounds
        self.isWanted = isWanted
    }

    mutating func read() {
        refusal = trust.reasonToRefuse(folder: path, inVaultAs: folder)
        if let reason = refusal {
            return note("", "is not used: \(reason)")
        }
        _ = read(within: "", depth: 1)
    }

    /// - Parameter file: the path within the folder; empty for the folder itself.
    mutating func note(_ file: String, _ message: String) {
        guard problems.count < Self.mostProblems else { return }
        problems.append(
            RuleFileProblem(
                file: file.isEmpty ? folder : "\(folder)/\(file)", line: nil, message: message))
    }

    /// - Returns: whether to continue.
    private mutating func read(within subfolder: String, depth: Int) -> Bool {
        let names: [String]
        do throws(UnreadableFile) {
            names = try Self.names(in: path + "/" + subfolder, atMost: Self.mostEntries - entries)
        } catch .tooLarge {
            note("", "has more than \(Self.mostEntries) files and folders")
            return false
        } catch {
            note(subfolder, error.message)
            return true
        }
        entries += names.count
        for name in names where !name.hasPrefix(".") && !Self.isEditors(name) {
            let file = subfolder.isEmpty ? name : "\(subfolder)/\(name)"
            let isFolder = Self.isFolder(path + "/" + file)
            if bounds.mayLeadOut, bounds.depth > 1, Self.isLinkToFolder(path + "/" + file) {
                note(
                    file,
                    "is a link to a folder; link its files one by one, or move the folder here")
                continue
            }
            // Subfolders don't matter if only the folder's own files are read.
            guard isWanted(file) || isFolder && bounds.depth > 1 else { continue }
            guard !bounds.hasPlainNames || name.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
            else {
                note(file, "has non-ASCII characters in its name; rename it")
                continue
            }
            if let reason = trust.reasonToRefuse(path + "/" + file) {
                note(file, "is not used: \(reason)")
                continue
            }
            if !isFolder || bounds.depth == 1 {
                add(file)
            } else if depth == bounds.depth {
                note(file, "folders are nested deeper than \(bounds.depth)")
            } else if !read(within: file, depth: depth + 1) {
                return false
            }
            guard files.count <= bounds.files else {
                note("", "has more than \(bounds.files) files")
                return false
            }
        }
        return true
    }

    private mutating func add(_ file: String) {
        do throws(UnreadableFile) {
            let bytes = try bytes(of: path + "/" + file)
            byteCount += bytes.count
            guard byteCount <= bounds.bytes else {
                if byteCount - bytes.count <= bounds.bytes {
                    note("", "has more than \(bounds.bytes >> 20) MiB in its files")
                }
                return
            }
            files.append(PluginSource.File(path: file, bytes: bytes))
        } catch .system(EISDIR) where Self.isLink(path + "/" + file) {
            note(file, "is a link to something other than a file; move it out of the folder")
        } catch {
            note(file, error.message)
        }
    }

    private func bytes(of file: String) throws(UnreadableFile) -> [UInt8] {
        do throws(UnreadableFile) {
            return try FileReader.ordinaryFile(file, within: path, atMost: bounds.bytesOfFile)
        } catch .leadsOut where bounds.mayLeadOut {
            // The whole way was judged before.
            return try FileReader.ordinaryFile(file, atMost: bounds.bytesOfFile)
        }
    }

    /// Whether a file is an editor's copy of another: `a.lua~`, `a.lua.swp`, `a.lua.bak`,
    /// `#a.lua#`. They are never read, so they need no approval.
    private static func isEditors(_ name: String) -> Bool {
        ["~", ".swp", ".swo", ".bak"].contains { name.hasSuffix($0) }
            || name.hasPrefix("#") && name.hasSuffix("#")
    }

    private static func isFolder(_ path: String) -> Bool { kind(path) == S_IFDIR }

    private static func isLink(_ path: String) -> Bool { kind(path) == S_IFLNK }

    private static func isLinkToFolder(_ path: String) -> Bool {
        var status = stat()
        return isLink(path) && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func kind(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// The folder's entries, in bytewise order.
    ///
    /// - Throws: `tooLarge` if there are more than the limit.
    private static func names(
        in path: String, atMost limit: Int
    ) throws(UnreadableFile) -> [String] {
        guard let folder = opendir(path) else { throw .system(errno) }
        defer { closedir(folder) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(folder) else {
                guard errno == 0 else { throw .system(errno) }
                return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(
                    to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)
                ) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            guard names.count < limit else { throw .tooLarge(limit) }
            names.append(name)
        }
    }
}

/// A permission check for files that control execution and classification: rules, handlers,
/// plugins and configuration. A file that others can change is not read.
struct FileTrust {
    private let trust = PathTrust()

    /// Why a folder of the vault should not be read; nil if it may be. Checks its parents too,
    /// up to the vault's folder.
    ///
    /// - Parameters:
    ///   - path: the folder, "/home/ann/vault/Plugins/refunds".
    ///   - folder: its path within the vault, "Plugins/refunds".
    func reasonToRefuse(folder path: String, inVaultAs folder: String) -> String? {
        var path = path
        var parts = folder.split(separator: "/")
        while true {
            if let reason = reasonToRefuse(path) { return reason }
            guard let part = parts.popLast(), path.hasSuffix("/" + part) else { return nil }
            path = String(path.dropLast(part.count + 1))
        }
    }

    /// Why a file or a folder should not be read, ignoring its parents. The way of a link is
    /// checked from the root, with every folder and link on it, since it may lead anywhere.
    func reasonToRefuse(_ path: String) -> String? {
        let reason: String?
        if Self.isLink(path) {
            // Reading reports links to nothing or to a device.
            guard let target = Self.realPath(path), Self.isFileOrFolder(target) else { return nil }
            reason = trust.reasonToRefuse(target) ?? trust.reasonToRefuse(Self.absolute(path))
        } else {
            reason = trust.reasonToRefuseEntry(path)
        }
        return reason.map { "\($0); read it, then run \"chmod go-w\" on it" }
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func isFileOrFolder(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/")
            ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// Nil if the path does not exist.
    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
