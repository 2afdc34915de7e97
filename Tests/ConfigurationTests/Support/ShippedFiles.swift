import Configuration
import Foundation
import Scripting

/// The configuration that comes with the program, as this package has it.
enum ShippedFiles {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "config")

    /// By file name.
    static func texts() throws -> [String: String] {
        var texts: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path())
        where name.hasSuffix(".toml") || name.hasSuffix(".txt") {
            texts[name] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }
        return texts
    }

    static func configuration() throws -> ConfigurationFiles {
        try configuration(replacing: [:])
    }

    /// The shipped files with some replaced, or taken away where nil.
    static func configuration(
        replacing replacements: [String: String?]
    ) throws -> ConfigurationFiles {
        var texts = try texts()
        for (name, text) in replacements { texts[name] = text }
        return ConfigurationFiles(
            texts: texts, shipped: Set(texts.keys).subtracting(replacements.keys),
            on: .inThisProcess)
    }
}

extension ConfigurationError {
    /// As "file:line:column: message", with the line and column where they are known.
    var placed: String {
        "\(file)\([line, column].compactMap(\.self).map { ":\($0)" }.joined()): \(message)"
    }
}
