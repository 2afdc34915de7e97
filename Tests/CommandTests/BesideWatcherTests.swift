import Foundation
import Testing

@Suite("A command that changes what is classified", .inTurns)
struct BesideWatcherTests {
    private static let commands = [
        "plugins enable travel", "plugins set travel gap 2", "plugins disable travel",
        "categories add kids", "rules disable 'Large card purchase'",
        "transactions set 1 --category dining", "accounts merge 3 4 --yes",
    ]

    @Test("has watchers wait, so that it reports the change itself")
    func lock() async throws {
        let scenario = try Scenario()
        try await scenario.startBank(" --months 1")
        let made = try await scenario.run(
            "ghostvault connect --token-file token --allow-http-on-loopback")
        try #require(made.exitCode == 0, "\(made.errors)")
        // A command that has watchers wait leaves this file, which locks nothing by itself.
        let lock = scenario.folder + "/vault/deciding.lock"
        for command in Self.commands {
            if FileManager.default.fileExists(atPath: lock) {
                try FileManager.default.removeItem(atPath: lock)
            }
            let finished = try await scenario.run("ghostvault \(command)")
            #expect(finished.exitCode == 0, "\(command): \(finished.errors)")
            #expect(FileManager.default.fileExists(atPath: lock), "\(command)")
        }
        try await scenario.close()
    }
}
