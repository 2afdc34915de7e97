internal import Foundation

/// A Lua file that is begun in one of the vault's folders.
struct NewLuaFile {
    /// "rules", which may stand before a name.
    let folder: String
    /// Where that folder is; it is made where it is missing.
    let path: String

    /// - Parameter name: "20-mine", "20-mine.lua" or "rules/20-mine.lua".
    /// - Returns: where it is.
    /// - Throws: ``EngineError``, with nothing written.
    func write(_ text: String, named name: String) throws(EngineError) -> String {
        var file = name.hasPrefix(folder + "/") ? String(name.dropFirst(folder.count + 1)) : name
        if !file.hasSuffix(".lua") { file += ".lua" }
        let isUsable =
            !file.hasPrefix(".") && file != ".lua"
            && file.utf8.allSatisfy { byte in
                (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "/")
                    && byte != UInt8(ascii: "\\")
            }
        guard isUsable else { throw .unusableName(name) }
        let path = path + "/" + file
        guard !FileManager.default.fileExists(atPath: path) else {
            throw .alreadyThere(path: path)
        }
        do {
            try FileManager.default.createDirectory(
                atPath: self.path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try Data(text.utf8).write(
                to: URL(fileURLWithPath: path), options: .withoutOverwriting)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: path)
        } catch {
            throw .cannotWrite(path: path, reason: FileReader.words(for: error))
        }
        return path
    }
}
