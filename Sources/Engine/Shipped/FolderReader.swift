internal import Classification
internal import Foundation

/// Reads the files that Lua can see from a folder on the disk, within bounds.
///
/// What is read here of a plugin is all that it can ever see, and what the
/// person approves. So nothing from outside of the folder comes in over a link,
/// and names are plain enough to be shown and compared.
struct FolderReader {
    private(set) var files: [PluginSource.File] = []
    private(set) var problems: [RuleFileProblem] = []

    /// Where the folder is on the disk.
    private let path: String
    /// What messages call it.
    private let folder: String
    /// By its path within the folder, whether a file is to be read; others are
    /// passed over.
    private let isWanted: (String) -> Bool
    private var byteCount = 0

    private static let mostFiles = 256
    private static let mostBytesOfFile = 1 << 20
    private static let mostBytes = 4 << 20
    private static let deepestFolder = 8
    /// One folder can hold as many mistakes as files.
    private static let mostProblems = 20

    init(path: String, folder: String, isWanted: @escaping (String) -> Bool = { _ in true }) {
        self.path = path
        self.folder = folder
        self.isWanted = isWanted
    }

    mutating func read() {
        read(within: "", depth: 1)
    }

    /// - Parameter file: its path within the folder; empty for the folder.
    mutating func note(_ file: String, _ message: String) {
        guard problems.count < Self.mostProblems else { return }
        problems.append(
            RuleFileProblem(
                file: file.isEmpty ? folder : "\(folder)/\(file)", line: nil, message: message))
    }

    private mutating func read(within subfolder: String, depth: Int) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path + "/" + subfolder)
        } catch {
            note(subfolder, "can't be read: \(FileReader.words(for: error))")
            return
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            let file = subfolder.isEmpty ? name : "\(subfolder)/\(name)"
            let kind = kind(of: file)
            guard kind == .typeDirectory || isWanted(file) else { continue }
            guard name.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                note(file, "has a name with other characters than those of ASCII; rename it")
                continue
            }
            switch kind {
            case .typeDirectory where depth < Self.deepestFolder:
                read(within: file, depth: depth + 1)
            case .typeDirectory:
                note(file, "folders are nested deeper than \(Self.deepestFolder)")
            case .typeRegular: add(file)
            case nil: break  // Noted.
            default: note(file, "is no ordinary file; take it out of the folder")
            }
            guard files.count <= Self.mostFiles else {
                note("", "has more than \(Self.mostFiles) files")
                return
            }
        }
    }

    /// What lies there, or at the end of a link; nil where that is noted as a
    /// problem.
    private mutating func kind(of file: String) -> FileAttributeType? {
        do {
            let kind = try Self.kind(at: path + "/" + file)
            guard kind == .typeSymbolicLink else { return kind }
            guard let target = Self.realPath(path + "/" + file), let root = Self.realPath(path)
            else {
                note(file, "is a link to nothing")
                return nil
            }
            guard target.hasPrefix(root + "/") else {
                note(
                    file,
                    "is a link that leads out of the folder; put the file itself there")
                return nil
            }
            let targetKind = try Self.kind(at: target)
            guard targetKind == .typeRegular else {
                note(file, "is a link to something else than a file; take it out of the folder")
                return nil
            }
            return targetKind
        } catch {
            note(file, "can't be read: \(FileReader.words(for: error))")
            return nil
        }
    }

    /// Looks before it opens: opening a pipe would wait for its writer.
    private mutating func add(_ file: String) {
        do {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: Self.realPath(path + "/" + file) ?? path + "/" + file)
            guard let size = attributes[.size] as? Int, size <= Self.mostBytesOfFile else {
                note(file, "is larger than \(Self.mostBytesOfFile >> 20) MiB")
                return
            }
            let bytes = try FileReader.bytes(ofOrdinaryFile: path + "/" + file)
            byteCount += bytes.count
            guard byteCount <= Self.mostBytes else {
                if byteCount - bytes.count <= Self.mostBytes {
                    note("", "has more than \(Self.mostBytes >> 20) MiB in its files")
                }
                return
            }
            files.append(PluginSource.File(path: file, bytes: bytes))
        } catch EngineError.cannotRead(_, let reason) {
            note(file, "can't be read: \(reason)")
        } catch {
            note(file, "can't be read: \(FileReader.words(for: error))")
        }
    }

    private static func kind(at path: String) throws -> FileAttributeType? {
        try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    }

    /// The path without links, or nil where it leads nowhere.
    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
