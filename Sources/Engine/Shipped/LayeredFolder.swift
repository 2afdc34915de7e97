internal import Classification
internal import Foundation

/// A folder of the vault over the shipped folder of the same name: a file of
/// the owner's stands in for the shipped one of its name, and an empty file
/// switches that one off.
struct LayeredFolder {
    struct File {
        /// Within the vault, "rules/10-starter.lua".
        let path: String
        let name: String
        let bytes: [UInt8]
    }

    /// In the order of their names.
    let files: [File]
    /// What is wrong with files that can't be read. They are left out, with the
    /// shipped ones of their names.
    let problems: [RuleFileProblem]

    /// - Parameters:
    ///   - name: "config" or "rules".
    ///   - path: where the vault has that folder.
    ///   - endings: of the files that count, ".lua".
    init(name: String, vaultPath path: String, endings: [String]) throws {
        func counts(_ file: String) -> Bool { endings.contains { file.hasSuffix($0) } }
        var bytes: [String: [UInt8]] = [:]
        for file in ShippedFiles.all where file.path.hasPrefix(name + "/") {
            bytes[String(file.path.dropFirst(name.count + 1))] = file.bytes
        }
        var reader = FolderReader(path: path, folder: name, bounds: .ownFiles, isWanted: counts)
        if FileManager.default.fileExists(atPath: path) { reader.read() }
        for problem in reader.problems {
            guard problem.file != name else {
                // Half of a folder is not what anybody wrote.
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
