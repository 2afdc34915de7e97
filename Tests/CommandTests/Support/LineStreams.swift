import Engine
import Foundation
import Scripting
import TestTerminal

@testable import ghostvault

/// Where the commands of one line print to, and where they run.
struct LineStreams {
    let folder: String
    let environment: [String: String]
    let output: String
    let errors: String

    /// Runs commands of the program in this process, and what else there is in a shell.
    func run(_ line: ShellLine) async throws -> Int32 {
        var code: Int32 = 0
        for part in line.parts where code == 0 || !part.needsSuccess {
            switch part.step {
            case .shell(let command): code = try await runInShell(command)
            case .program(let call, let before, let after):
                code = try await run(call, before: before, after: after)
            }
        }
        return code
    }

    func runInShell(
        _ command: String, input: String? = nil, output file: String? = nil
    ) async throws -> Int32 {
        try await ShellCommand(
            command, folder: folder, environment: environment, output: file ?? output,
            errors: errors, input: input, appends: true
        ).run()
    }

    private func run(
        _ call: ProgramCall, before: String?, after: String?
    ) async throws -> Int32 {
        var input = call.input.map(path) ?? "/dev/null"
        if let before {
            input = output + ".given"
            _ = try await runInShell(before, output: input)
        }
        let piped = output + ".piped"
        let code = try await run(call, input: input, output: after == nil ? output : piped)
        guard let after else { return code }
        defer { unlink(piped) }
        return try await runInShell(after, input: piped)
    }

    private func run(_ call: ProgramCall, input: String, output: String) async throws -> Int32 {
        var files = OpenFiles()
        defer { files.closeAll() }
        var context = ProgramContext(
            variables: environment.merging(call.variables) { $1 },
            input: try files.add(input, O_RDONLY))
        // What doctor says of them depends on the machine.
        context.looksAtDisks = false
        var streams: [Int: Int32] = [:]
        var opened: [ProgramCall.Target: Int32] = [:]
        for stream in [1, 2] {
            let target = call.targets[stream] ?? .stream(stream)
            let descriptor =
                switch target {
                case _ where opened[target] != nil: opened[target] ?? -1
                case .stream(1): try files.add(output, O_WRONLY | O_CREAT | O_APPEND)
                case .stream: try files.add(errors, O_WRONLY | O_CREAT | O_APPEND)
                case .file(let name, let appends):
                    try files.add(
                        path(name), O_WRONLY | O_CREAT | (appends ? O_APPEND : O_TRUNC))
                }
            opened[target] = descriptor
            streams[stream] = descriptor
        }
        context.output = streams[1] ?? -1
        context.errors = streams[2] ?? -1
        context.zone = .utc
        context.scriptHost = { .inThisProcess }
        context.ownsProcess = false
        return try await Self.run(call.words, in: context, folder: folder)
    }

    /// Runs a command on a thread whose working folder is its own.
    private static func run(
        _ words: [String], in context: ProgramContext, folder: String
    ) async throws -> Int32 {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread {
                let failure = test_thread_folder(folder)
                guard failure == 0 else {
                    continuation.resume(throwing: NoWorkingFolder(errorNumber: failure))
                    return
                }
                let code = ProgramContext.$current.withValue(context) {
                    ProgramRun(words).exitCode()
                }
                continuation.resume(returning: code)
            }
            // As much as the program's own thread has.
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    private func path(_ name: String) -> String {
        name.hasPrefix("/") ? name : "\(folder)/\(name)"
    }
}

/// A thread was not given a working folder.
struct NoWorkingFolder: Error {
    let errorNumber: Int32
}

/// Files to close together.
private struct OpenFiles {
    private var descriptors: [Int32] = []

    mutating func add(_ path: String, _ flags: Int32) throws -> Int32 {
        let descriptor = open(path, flags | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: path])
        }
        descriptors.append(descriptor)
        return descriptor
    }

    func closeAll() {
        for descriptor in descriptors { close(descriptor) }
    }
}
