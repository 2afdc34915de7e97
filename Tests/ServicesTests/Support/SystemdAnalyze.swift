import Foundation
import TestSupport

/// The program that judges units, where the system has it.
enum SystemdAnalyze {
    private static let path = "/usr/bin/systemd-analyze"

    /// Whether tests with it can run: in CI on Linux they must.
    static var isExpected: Bool {
        #if os(Linux)
            FileManager.default.isExecutableFile(atPath: path)
                || ProcessInfo.processInfo.environment["CI"] != nil
        #else
            false
        #endif
    }

    /// What it says of a user's unit, and its exit code.
    static func run(_ arguments: String...) throws -> (text: String, exitCode: Int32) {
        let folder = try ScratchFolder()
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["--user"] + arguments
        process.environment = [
            "PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
        ]
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: text, as: UTF8.self), process.terminationStatus)
    }
}
