import Foundation
import TestSupport

/// A program in place of a system's own, that writes down what it is asked.
final class StandIn {
    let folder: ScratchFolder
    private let name: String

    /// - Parameter script: what it does then, for the shell; its arguments are
    ///   in "$*".
    init(_ name: String, _ script: String) throws {
        self.name = name
        folder = try ScratchFolder()
        _ = try folder.program(
            named: name, "printf '%s\\n' \"$*\" >>\(folder.path)/asked\n\(script)")
    }

    var environment: [String: String] {
        ["PATH": folder.path + ":/usr/bin:/bin", "HOME": folder.path + "/home"]
    }

    /// What it was asked since this was asked last.
    func asked() throws -> [String] {
        let path = folder.path + "/asked"
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        try FileManager.default.removeItem(atPath: path)
        return lines.map(String.init)
    }
}
