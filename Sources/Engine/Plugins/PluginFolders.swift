public import Classification
internal import Foundation
internal import Platform

/// The folders of all plugins: those in the vault's `Plugins/`, and the shipped ones. A
/// folder in the vault replaces the shipped plugin of its name.
public struct PluginFolders: Sendable {
    /// The folder of a plugin.
    public struct Folder: Sendable {
        /// The name in the file system, which may be invalid for a plugin.
        public let name: String
        /// The name in messages, "Plugins/refunds".
        public let path: String
        /// The files; nil if something is wrong with them.
        public let source: PluginSource?
        public let problems: [RuleFileProblem]
        /// The shipped plugin of this name, even if this folder replaces it.
        public let shipped: PluginSource?
    }

    /// In bytewise order of their names.
    public let folders: [Folder]

    /// Reads all files of all plugins.
    ///
    /// Skips files and folders whose name begins with a dot, and anything in `Plugins/` that is
    /// not a folder.
    ///
    /// - Parameters:
    ///   - path: the vault's plugins folder; need not exist.
    ///   - shipped: the built-in files, by paths such as "Plugins/refunds/plugin.lua"; others
    ///     are ignored.
    /// - Throws: ``EngineError/cannotRead(path:reason:)`` if the plugins folder itself can't be
    ///   read. Each plugin has its own diagnostics.
    public init(
        vaultPath path: String, shipped: [(path: String, bytes: [UInt8])] = ShippedFiles.all
    ) throws(EngineError) {
        var folders: [String: Folder] = [:]
        let shipped = Self.sources(shipped)
        for (name, source) in shipped {
            folders[name] = Folder(
                name: name, path: source.folder, source: source, problems: [], shipped: source)
        }
        for name in try Self.folderNames(in: path) {
            folders[name] = Self.folder(name, in: path, shipped: shipped[name])
        }
        self.folders = folders.values.sorted {
            $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
        }
    }

    private static func sources(
        _ files: [(path: String, bytes: [UInt8])]
    ) -> [String: PluginSource] {
        var byName: [String: [PluginSource.File]] = [:]
        for file in files {
            let parts = file.path.split(separator: "/", maxSplits: 2)
            guard parts.count == 3, parts[0] == "Plugins" else { continue }
            byName[String(parts[1]), default: []].append(
                PluginSource.File(path: String(parts[2]), bytes: file.bytes))
        }
        return Dictionary(
            uniqueKeysWithValues: byName.map { name, files in
                (
                    name,
                    PluginSource(
                        name: name, folder: "Plugins/\(name)", files: files, isShipped: true)
                )
            })
    }

    private static func folderNames(in path: String) throws(EngineError) -> [String] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).filter { name in
                var isFolder: ObjCBool = false
                return !name.hasPrefix(".")
                    && FileManager.default.fileExists(
                        atPath: path + "/" + name, isDirectory: &isFolder)
                    && isFolder.boolValue
            }
        } catch {
            throw .cannotRead(path: path, reason: FileErrorWords.cause(of: error))
        }
    }

    private static func folder(
        _ name: String, in path: String, shipped: PluginSource?
    ) -> Folder {
        let folder = "Plugins/\(name)"
        var reader = FolderReader(path: path + "/" + name, folder: folder, bounds: .plugin)
        if PluginName.isValid(name) {
            reader.read()
        } else {
            reader.note("", "a plugin's name has \(PluginName.form); rename the folder")
        }
        let source =
            reader.problems.isEmpty
            ? PluginSource(name: name, folder: folder, files: reader.files, isShipped: false)
            : nil
        return Folder(
            name: name, path: folder, source: source, problems: reader.problems,
            shipped: shipped)
    }
}

/// The syntax of plugin names, which appear as folders and in commands, reasons and
/// messages.
enum PluginName {
    /// Lower-case letters, digits, "-" and "_", starting with a letter, at most 40 characters.
    static func isValid(_ name: String) -> Bool {
        let letters: ClosedRange<Character> = "a"..."z"
        guard let first = name.first, letters.contains(first), name.utf8.count <= 40 else {
            return false
        }
        return name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
    }

    static let form =
        "at most 40 lowercase letters, digits, \"-\" and \"_\", starting with a "
        + "letter"
}
