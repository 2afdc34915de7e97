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

    /// What stands where a file was looked for and can't be read.
    struct Unreadable {
        /// Within the vault, "rules/10-starter.lua".
        let path: String
        let reason: String
    }

    /// In the order of their names.
    let files: [File]
    /// In the order of their names; what they stand in for is left out too.
    private(set) var unreadable: [Unreadable] = []

    /// - Parameters:
    ///   - name: "config" or "rules".
    ///   - path: where the vault has that folder.
    ///   - endings: of the files that count, ".lua".
    ///   - leavesOutUnreadable: whether a file that can't be read is noted, and the
    ///     others are read.
    init(
        name: String, vaultPath path: String, endings: [String], leavesOutUnreadable: Bool = false
    ) throws {
        func counts(_ file: String) -> Bool { endings.contains { file.hasSuffix($0) } }
        var bytes: [String: [UInt8]] = [:]
        for file in ShippedFiles.all where file.path.hasPrefix(name + "/") {
            bytes[String(file.path.dropFirst(name.count + 1))] = file.bytes
        }
        if FileManager.default.fileExists(atPath: path) {
            do {
                for file in try FileManager.default.contentsOfDirectory(atPath: path).sorted()
                where counts(file) && !file.hasPrefix(".") {
                    bytes[file] = nil
                    do {
                        bytes[file] = try FileReader.bytes(ofOrdinaryFile: path + "/" + file)
                    } catch {
                        guard leavesOutUnreadable, case .cannotRead(_, let reason) = error
                        else { throw error }
                        unreadable.append(Unreadable(path: "\(name)/\(file)", reason: reason))
                    }
                }
            } catch let error as EngineError {
                throw error
            } catch {
                throw EngineError.cannotRead(path: path, reason: error.localizedDescription)
            }
        }
        // Bytewise, so that the order is the same on every machine.
        files = bytes.filter { counts($0.key) }
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { File(path: "\(name)/\($0.key)", name: $0.key, bytes: $0.value) }
    }
}
