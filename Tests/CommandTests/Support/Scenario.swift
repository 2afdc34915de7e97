import Foundation
import TestSupport

/// A temporary folder in which commands run, knowing nothing of the machine's
/// own vault, settings or clock day.
final class Scenario {
    let folder: String
    /// All that the commands printed, as it came.
    private(set) var printed = ""
    private let programs: String
    private let environment: [String: String]
    /// Whether the environment has nothing but what the program itself reads from it.
    private let isPlain: Bool
    private var bank: DemoBankProcess?
    private var bankPort = "0"
    private var commandCount = 0

    /// - Parameters:
    ///   - further: what the commands find in their environment beside the ordinary; in its
    ///     PATH behind the programs.
    ///   - original: the folder whose content it begins with; nil for nothing.
    init(environment further: [String: String] = [:], copying original: String? = nil) throws {
        programs = try Programs.folder()
        let made = FileManager.default.temporaryDirectory
            .appendingPathComponent("ghostvault-\(UUID().uuidString)")
        if let original {
            try SharedFolder.copy(original, to: made.path)
        } else {
            try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        }
        folder = made.resolvingSymlinksInPath().path
        let ordinary = [
            "HOME": "\(folder)/home",
            "GHOSTVAULT_VAULT": "\(folder)/vault", "GHOSTVAULT_TODAY": "2026-03-15",
            // Elsewhere the day on the wall differs from that of banks, by the time of day.
            "TZ": "UTC", "LANG": "C.UTF-8",
        ]
        var environment = ordinary.merging(Self.awayFromKeychain) { $1 }.merging(further) { $1 }
        environment["PATH"] = "\(programs):" + (further["PATH"] ?? "/usr/bin:/bin")
        self.environment = environment
        isPlain = further.keys.allSatisfy { $0.hasPrefix("GHOSTVAULT_") }
    }

    /// Nothing goes into the keychain of whoever runs the tests.
    private static var awayFromKeychain: [String: String] {
        #if os(macOS)
            ["GHOSTVAULT_SECRETS": "file"]
        #else
            [:]
        #endif
    }

    /// Ends what was started and leaves nothing behind.
    func close() async throws {
        try await stopBank()
        try FileManager.default.removeItem(atPath: folder)
    }

    /// Runs what a transcript holds.
    ///
    /// - Parameter look: called after each command, while the folder is as the command left it.
    /// - Returns: the same commands with what they printed this time.
    func play(
        _ transcript: Transcript,
        _ look: (_ command: String, Finished) async throws -> Void = { _, _ in }
    ) async throws -> Transcript {
        var lines: [Transcript.Line] = []
        for line in transcript.lines {
            switch line {
            case .remark: lines.append(line)
            case .bank(let arguments):
                try await startBank(arguments)
                lines.append(line)
            case .stopBank:
                try await stopBank()
                lines.append(line)
            case .command(let command):
                lines.append(line)
                let finished = try await run(command)
                lines += self.lines(of: finished)
                try await look(command, finished)
            case .output, .error, .exitCode: break
            }
        }
        return Transcript(lines)
    }

    /// The variables of its commands.
    var variables: [String: String] { environment }

    func run(_ command: String) async throws -> Finished {
        commandCount += 1
        let output = "\(folder)/.output-\(commandCount)"
        let errors = "\(folder)/.errors-\(commandCount)"
        for file in [output, errors] { try Data().write(to: URL(fileURLWithPath: file)) }
        let streams = LineStreams(
            folder: folder, environment: environment, output: output, errors: errors)
        let code =
            if isPlain, let line = ShellLine(command, variables: environment) {
                try await streams.run(line)
            } else {
                try await streams.runInShell(command)
            }
        let finished = Finished(
            output: try Self.text(at: output), errors: try Self.text(at: errors), exitCode: code)
        printed += finished.output + finished.errors
        return finished
    }

    /// Starts a program that the scenario does not wait for.
    ///
    /// - Parameter output: the file for what it prints.
    func start(_ command: String, output: String) throws -> ShellCommand {
        let started = try ShellCommand(
            "exec " + command, folder: folder, environment: environment,
            output: "\(folder)/\(output)", errors: "\(folder)/\(output).errors")
        try started.start()
        return started
    }

    /// Starts a command at a terminal.
    ///
    /// - Parameter further: what it finds in its environment beside what all
    ///   commands find.
    func startAtTerminal(
        _ command: String, environment further: [String: String] = [:], takesSignals: Bool = false
    ) throws -> TerminalSession {
        try TerminalSession(
            command, folder: folder, environment: environment.merging(further) { $1 },
            takesSignals: takesSignals)
    }

    /// What must never be printed: tokens and passwords.
    func secrets() throws -> [String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.hasPrefix("token") || $0.contains("secrets/") }
        return try paths.flatMap { path -> [String] in
            let text = try Self.text(at: folder + "/" + path)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let address = Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) }
            let claim = address?.split(separator: "/").last.map(String.init)
            let password = text.split(separator: "@").first.flatMap {
                $0.split(separator: ":").last
            }
            return [text, claim, password.map(String.init)].compactMap { $0 }
                .filter { !$0.isEmpty }
        }
    }

    /// Starts the demo bank, at the port of an earlier one, so that a vault
    /// which knows that one finds this one. Its setup token is in `token`.
    func startBank(_ arguments: String) async throws {
        try await stopBank()
        let bank = try DemoBankProcess(
            "exec ghostvault-demo-bank --port \(bankPort) --token-file token"
                + " --parent-pid \(ProcessInfo.processInfo.processIdentifier)" + arguments,
            folder: folder, environment: environment)
        self.bank = bank
        bankPort = try await bank.port()
    }

    /// Lets the demo bank answer nobody for a while.
    func holdBank<Result>(_ body: () async throws -> Result) async throws -> Result {
        guard let bank else { throw BankNotStarted() }
        return try await bank.hold(body)
    }

    private func stopBank() async throws {
        let stopping = bank
        bank = nil
        try await stopping?.stop()
    }

    private func lines(of finished: Finished) -> [Transcript.Line] {
        var lines = Self.lines(withPlaceholders(finished.output)).map(Transcript.Line.output)
        lines += Self.lines(withPlaceholders(finished.errors)).map(Transcript.Line.error)
        if finished.exitCode != 0 { lines.append(.exitCode(finished.exitCode)) }
        return lines
    }

    private func withPlaceholders(_ text: String) -> String {
        var text = text.replacingOccurrences(of: folder, with: "DIR")
        if bankPort != "0" {
            text = text.replacingOccurrences(of: ":\(bankPort)", with: ":PORT")
        }
        // A slow machine may take minutes where a fast one takes none.
        return text.replacing(/in \d+ h \d+ min/, with: "in H h M min")
            .replacing(/\b\d+ minutes? ago/, with: "just now")
    }

    private static func lines(_ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    static func text(at path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }
}

/// What a command came to.
struct Finished {
    let output: String
    let errors: String
    let exitCode: Int32
}
