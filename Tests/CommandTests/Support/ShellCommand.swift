import Foundation
import TestSupport

/// A command of the shell, whose output goes to files: a pipe that nobody
/// empties in time could hold it up.
struct ShellCommand {
    private let process = Process()
    private let name: String
    private let output: String
    /// What the command prints to, and reads.
    private let files: [FileHandle]

    /// - Parameters:
    ///   - input: the file that the command reads; nil for nothing to read.
    ///   - appends: whether output is added to that of earlier commands.
    init(
        _ command: String, folder: String, environment: [String: String], output: String,
        errors: String, input: String? = nil, appends: Bool = false
    ) throws {
        name = command
        self.output = output
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = environment
        let results = try [output, errors].map {
            try appends ? Self.grownFile($0) : Self.newFile($0)
        }
        let input = try input.map { try FileHandle(forReadingFrom: URL(fileURLWithPath: $0)) }
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = results[0]
        process.standardError = results[1]
        files = results + (input.map { [$0] } ?? [])
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

    /// Waits until it has printed some words.
    ///
    /// - Returns: all that it has printed by then.
    @discardableResult
    func printed(_ words: String) async throws -> String {
        try await Patience.wait(for: words) {
            // Asked first: what it printed before its end counts.
            let isRunning = isRunning
            let text = try Scenario.text(at: output)
            if text.contains(words) { return text }
            guard isRunning else { throw EndedEarly(command: name, words: words, printed: text) }
            return nil
        }
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

    private static func grownFile(_ path: String) throws -> FileHandle {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    private static func newFile(_ path: String) throws -> FileHandle {
        try Data().write(to: URL(fileURLWithPath: path))
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }
}

/// A command ended before it printed what was waited for.
struct EndedEarly: Error, CustomStringConvertible {
    let command: String
    let words: String
    let printed: String
    var description: String { "\(command) ended without \(words); it printed: \(printed)" }
}
