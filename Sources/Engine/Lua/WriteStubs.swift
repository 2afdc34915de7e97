internal import Automation
internal import Classification
internal import Foundation

/// A file for editors, as it was left.
public struct StubFile: Sendable {
    public let path: String
    /// Whether it was there with other content, and was not touched.
    public let isKept: Bool
}

extension Engine {
    /// Writes annotations for the Lua language server, and its settings where
    /// there are none.
    ///
    /// - Parameters:
    ///   - folder: where the editor is opened; it must exist.
    ///   - categories: the ids that a category can have.
    public static func writeStubs(
        into folder: String, categories: [String]
    ) throws -> [StubFile] {
        let stubs = folder + "/.lua-stubs"
        do {
            try FileManager.default.createDirectory(
                atPath: stubs, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw EngineError.cannotWrite(path: stubs, reason: FileReader.words(for: error))
        }
        let annotations = stubs + "/ghostvault.lua"
        try write(AutomationReference.stubs(categories: categories), to: annotations)
        let settings = folder + "/.luarc.json"
        let text = LuaReference.languageServerSettings(stubs: ".lua-stubs")
        if FileManager.default.fileExists(atPath: settings),
            try FileReader.bytes(ofOrdinaryFile: settings) != Array(text.utf8)
        {
            return [
                StubFile(path: annotations, isKept: false), StubFile(path: settings, isKept: true),
            ]
        }
        try write(text, to: settings)
        return [
            StubFile(path: annotations, isKept: false), StubFile(path: settings, isKept: false),
        ]
    }

    private static func write(_ text: String, to path: String) throws {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw EngineError.cannotWrite(path: path, reason: FileReader.words(for: error))
        }
    }
}
