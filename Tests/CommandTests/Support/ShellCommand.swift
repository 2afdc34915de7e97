import Foundation

/// A command of the shell, whose output goes to files: a pipe that nobody
/// empties in time could hold it up.
struct ShellCommand {
    private let process = Process()

    init(
        _ command: String, folder: String, environment: [String: String], output: String,
        errors: String
    ) throws {
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try Self.newFile(output)
        process.standardError = try Self.newFile(errors)
    }

    /// Runs it to its end.
    func run() async throws -> Int32 {
        try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { ended in
                continuation.resume(returning: ended.terminationStatus)
            }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
    }

    func start() throws { try process.run() }

    var isRunning: Bool { process.isRunning }

    var processIdentifier: Int32 { process.processIdentifier }

    /// Stops it from going on, until it is resumed.
    func suspend() -> Bool { process.suspend() }

    func resume() -> Bool { process.resume() }

    func stop() { process.terminate() }

    private static func newFile(_ path: String) throws -> FileHandle {
        try Data().write(to: URL(fileURLWithPath: path))
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }
}
