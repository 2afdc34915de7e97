import Foundation
import Terminal

/// Where this program is, as whoever started it found it: a link to it stays
/// when the program behind it is updated.
enum ThisProgram {
    static func path() throws -> String {
        let name = ProgramArguments.all.first ?? ""
        if name.contains("/") { return URL(fileURLWithPath: name).standardizedFileURL.path }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let found = folders.map { "\($0)/\(name)" }
            .first { $0.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: $0) }
        guard let path = found ?? Bundle.main.executablePath else { throw ProgramNotFound() }
        return path
    }
}

struct ProgramNotFound: Error {}
