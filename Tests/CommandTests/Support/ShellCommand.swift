import Foundation
import TestSupport

/// A command of the shell, whose output goes to files: a pipe that nobody
/// empties in time could hold it up.
struct ShellCommand {
    private let process = Process()
    private let name: String
    /// What the command prints to.
    private let files: [FileHandle]

    init(
        _ command: String, folder: String, environment: [String: String], output: String,
        errors: String
    ) throws {
        name = command
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        files = [try Self.newFile(output), try Self.newFile(errors)]
        process.standardOutput = files[0]
        process.standardError = files[1]
    }

    /// Runs it to its end.
    func run() async throws -> Int32 {
        try start()
        return try await ended()
    }

    /// Waits for its end.
    @discardableResult
    func ended() async throws -> Int32 {
        try await process.end(of: name)
        return process.terminationStatus
    }

    /// Ends it.
    @discardableResult
    func end() async throws -> Int32 {
        stop()
        return try await ended()
    }

    /// Begins it. The files are the command's own then: a process is kept for
    /// long after its end, and hundreds of them would use the descriptors up.
    func start() throws {
        try process.start()
        for file in files { file.closeFile() }
    }

    var isRunning: Bool { process.isRunning }

    /// Of one that has ended.
    var exitCode: Int32 { process.terminationStatus }

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
