import Foundation
import TestSupport

/// The program that judges units, where there is one.
enum SystemdAnalyze {
    /// Whether tests with it can run: in CI on Linux they must.
    static var isExpected: Bool {
        #if os(Linux)
            TestProgram.areExpected("systemd-analyze")
        #else
            false
        #endif
    }

    /// What it says of a user's unit, and its exit code.
    static func run(_ arguments: String...) throws -> (text: String, exitCode: Int32) {
        guard let program = TestProgram("systemd-analyze") else {
            throw TestProgramMissing("systemd-analyze")
        }
        let folder = try ScratchFolder()
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: program.path)
        process.arguments = ["--user"] + arguments
        // The units that every unit stands on are beside the program.
        let units = ["/usr/lib", "/lib"].map { $0 + "/systemd/user" }
        process.environment = program.environment.merging([
            "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
            "SYSTEMD_UNIT_PATH": (units.map { TestProgram.beside + $0 } + units)
                .joined(separator: ":"),
        ]) { $1 }
        process.standardOutput = output
        process.standardError = output
        try process.start()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: text, as: UTF8.self), process.terminationStatus)
    }
}
