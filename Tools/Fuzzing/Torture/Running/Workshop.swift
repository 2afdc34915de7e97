import Foundation
import Model

/// A folder in which the programs under test run, knowing nothing of the
/// machine's own vault, settings or day.
final class Workshop {
    let folder: String
    /// The day that counts as today for the bank and for every command.
    var today = CalendarDay(secondsSinceEpoch: 1_773_576_000)
    private let programs: String
    private var commandCount = 0

    init() throws {
        guard let own = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
            throw BrokenPromise("cannot find out where this program lies")
        }
        programs = own.deletingLastPathComponent().path
        let made = FileManager.default.temporaryDirectory
            .appendingPathComponent("torture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        folder = made.resolvingSymlinksInPath().path
    }

    func remove() throws {
        try FileManager.default.removeItem(atPath: folder)
    }

    /// Starts a command on a vault.
    ///
    /// - Parameter further: environment variables beside the usual ones.
    func start(
        _ arguments: [String], vault: String, further: [String: String] = [:]
    ) throws -> RunningCommand {
        try start("ghostvault", arguments, further.merging(["GHOSTVAULT_VAULT": vault]) { $1 })
    }

    func start(
        _ program: String, _ arguments: [String], _ further: [String: String] = [:]
    ) throws -> RunningCommand {
        commandCount += 1
        let environment = [
            "PATH": "\(programs):/usr/bin:/bin", "HOME": "\(folder)/home", "LANG": "C.UTF-8",
            "GHOSTVAULT_TODAY": "\(today)",
            // Also where whoever runs this has a keychain.
            "GHOSTVAULT_SECRETS": "file",
        ].merging(further) { $1 }
        return try RunningCommand(
            ["\(programs)/\(program)"] + arguments, environment: environment,
            outputPath: "\(folder)/.output-\(commandCount)",
            errorsPath: "\(folder)/.errors-\(commandCount)")
    }

    /// Runs a command that must succeed.
    @discardableResult
    func run(_ arguments: [String], vault: String) throws -> RunningCommand {
        let command = try start(arguments, vault: vault)
        let ending = command.wait()
        guard ending == .exit(0) else { throw command.broke(ending) }
        return command
    }

    func copy(_ vault: String, to name: String) throws -> String {
        let path = "\(folder)/\(name)"
        if FileManager.default.fileExists(atPath: path) {
            try FileManager.default.removeItem(atPath: path)
        }
        try FileManager.default.copyItem(atPath: vault, toPath: path)
        return path
    }
}

extension RunningCommand {
    /// The complaint that the command should have succeeded.
    func broke(_ ending: Ending) -> BrokenPromise {
        let said: String
        do {
            said = try errors
        } catch {
            said = "\(error)"
        }
        return BrokenPromise(
            "\(words.dropFirst().joined(separator: " ")): \(ending)\n\(said)")
    }
}
