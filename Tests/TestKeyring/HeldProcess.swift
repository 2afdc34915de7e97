internal import Foundation
internal import TestSupport

/// A process that ends when it is told to, and when whoever holds it ends in
/// whatever way: a shell that waits for the end of its input stands before it.
/// It is killed, since a test's threads block most signals, and so would it.
final class HeldProcess {
    private let shell = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var unread = ""
    private let processIdentifier: pid_t

    /// - Parameter command: starts the process in the background; the arguments
    ///   are $1 and so on.
    init(_ command: String, arguments: [String], environment: [String: String]) throws {
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments =
            ["-c", command + " echo $!; cat >/dev/null; kill -KILL $!; wait $!", "sh"]
            + arguments
        shell.environment = environment
        shell.standardInput = input
        shell.standardOutput = output
        shell.standardError = FileHandle.nullDevice
        try shell.start()
        // What the process prints may come before its number.
        var lines = unread
        var found: pid_t?
        while found == nil {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw ProcessEnded(command: command) }
            lines += String(decoding: data, as: UTF8.self)
            found = lines.split(separator: "\n").lazy.compactMap { pid_t($0) }.first
        }
        processIdentifier = found ?? 0
        unread = lines.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { pid_t($0) == nil }.joined(separator: "\n")
    }

    /// The first line that the process prints.
    func firstLine() throws -> String {
        while !unread.contains("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw ProcessEnded(command: shell.arguments?.last ?? "") }
            unread += String(decoding: data, as: UTF8.self)
        }
        return String(unread.prefix { $0 != "\n" })
    }

    func suspend() throws {
        guard kill(processIdentifier, SIGSTOP) == 0 else { throw ProcessEnded(command: "kill") }
    }

    /// Ends the process and waits until it has ended.
    func stop() {
        do {
            try input.fileHandleForWriting.close()
        } catch {
            shell.terminate()
        }
        shell.waitUntilExit()
    }
}

struct ProcessEnded: Error, CustomStringConvertible {
    let command: String
    var description: String { "\(command) ended before it said what it should" }
}
