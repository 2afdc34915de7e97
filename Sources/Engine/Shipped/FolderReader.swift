internal import Classification
internal import Foundation

/// Reads the text files of a folder on the disk, within bounds.
///
/// What is read here of a plugin is all that it can ever see, and what the
/// person approves. So nothing from outside of the folder comes in over a link.
struct FolderReader {
    /// How much is read at most.
    struct Bounds {
        var files = 256
        var bytesOfFile = 1 << 20
        var bytes = 4 << 20
        /// 1 for the files of the folder itself.
        var depth = 8
        /// Whether names have to be plain enough to be shown and compared.
        var hasPlainNames = true

        /// What a plugin, a module or a map may take.
        static let library = Bounds()
        /// Of files that a person writes into a folder of the vault.
        static let ownFiles = Bounds(
            files: 1024, bytesOfFile: 4 << 20, bytes: 16 << 20, depth: 1, hasPlainNames: false)
    }

    private(set) var files: [PluginSource.File] = []
    private(set) var problems: [RuleFileProblem] = []

    /// Where the folder is on the disk.
    private let path: String
    /// What messages call it.
    private let folder: String
    private let bounds: Bounds
    /// By its path within the folder, whether a file is to be read; others are
    /// passed over.
    private let isWanted: (String) -> Bool
    private let trust = FileTrust()
    private var byteCount = 0
    private var entries = 0

    /// Of all folders within it, whatever they are.
    private static let mostEntries = 10_000
    /// One folder can hold as many mistakes as files.
    private static let mostProblems = 20

    init(
        path: String, folder: String, bounds: Bounds = .library,
        isWanted: @escaping (String) -> Bool = { _ in true }
    ) {
        self.path = path
        self.folder = folder
        self.bounds = bounds
        self.isWanted = isWanted
    }

    mutating func read() {
        if let reason = trust.reasonToRefuse(folder: path, inVaultAs: folder) {
            return note("", "can't be read: \(reason)")
        }
        _ = read(within: "", depth: 1)
    }

    /// - Parameter file: its path within the folder; empty for the folder.
    mutating func note(_ file: String, _ message: String) {
        guard problems.count < Self.mostProblems else { return }
        problems.append(
            RuleFileProblem(
                file: file.isEmpty ? folder : "\(folder)/\(file)", line: nil, message: message))
    }

    /// - Returns: whether to go on.
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
        for name in names where !name.hasPrefix(".") {
            let file = subfolder.isEmpty ? name : "\(subfolder)/\(name)"
            let isFolder = Self.isFolder(path + "/" + file)
            // A folder within is of no concern where only the files beside it are.
            guard isWanted(file) || isFolder && bounds.depth > 1 else { continue }
            guard !bounds.hasPlainNames || name.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
            else {
                note(file, "has a name with other characters than those of ASCII; rename it")
                continue
            }
            if let reason = trust.reasonToRefuse(path + "/" + file) {
                note(file, "can't be read: \(reason)")
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
            let bytes = try FileReader.ordinaryFile(
                path + "/" + file, within: path, atMost: bounds.bytesOfFile)
            byteCount += bytes.count
            guard byteCount <= bounds.bytes else {
                if byteCount - bytes.count <= bounds.bytes {
                    note("", "has more than \(bounds.bytes >> 20) MiB in its files")
                }
                return
            }
            files.append(PluginSource.File(path: file, bytes: bytes))
        } catch .system(EISDIR) where Self.isLink(path + "/" + file) {
            note(file, "is a link to something else than a file; take it out of the folder")
        } catch {
            note(file, error.message)
        }
    }

    private static func isFolder(_ path: String) -> Bool { kind(path) == S_IFDIR }

    private static func isLink(_ path: String) -> Bool { kind(path) == S_IFLNK }

    private static func kind(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// What lies in a folder, in bytewise order.
    ///
    /// - Throws: `tooLarge` where there is more than the limit.
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
