import Foundation
import TestSupport

/// The demo bank as a program in the background.
struct DemoBankProcess {
    private let command: ShellCommand
    private let announcement: String

    init(_ command: String, folder: String, environment: [String: String]) throws {
        announcement = folder + "/.bank"
        self.command = try ShellCommand(
            command, folder: folder, environment: environment, output: announcement,
            errors: folder + "/.bank-errors")
        try self.command.start()
    }

    /// Waits until clients can connect.
    func port() async throws -> String {
        try await Patience.wait(for: "the demo bank") {
            let isRunning = command.isRunning
            let text = try Scenario.text(at: announcement)
            if text.hasSuffix("\n"), let port = text.firstMatch(of: /127\.0\.0\.1:(\d+)/)?.output.1
            {
                return String(port)
            }
            guard isRunning else { throw BankNotStarted() }
            return nil
        }
    }

    /// Lets it answer nobody for a while.
    func hold<Result>(_ body: () async throws -> Result) async throws -> Result {
        guard command.suspend() else { throw BankNotStarted() }
        // A bank that is gone by then fails what comes next.
        defer { _ = command.resume() }
        return try await body()
    }

    func stop() async throws {
        _ = try await command.end()
    }
}

struct BankNotStarted: Error, CustomStringConvertible {
    let description = "The demo bank did not start."
}
