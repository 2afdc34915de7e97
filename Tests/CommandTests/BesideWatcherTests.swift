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
        for command in Self.commands { try await Self.expectLock(by: command, in: scenario) }
        try await scenario.close()
    }

    @Test("has watchers wait if it settles a pending charge")
    func settling() async throws {
        let scenario = try Scenario()
        // Two equal charges are not listed for seven weeks; then one comes with another amount.
        let made = try await scenario.run(
            """
            answer() {
                echo '{"errors": [], "accounts": [{"org": {"domain": "first.example",
                  "sfin-url": "https://bridge.example/simplefin"}, "id": "C1", "name": "Checking",
                  "currency": "USD", "balance": "100.00", "balance-date": 1768219200,
                  "transactions": ['"$1"']}]}' |
                    ghostvault import --format simplefin --as-of "$2" -
            }
            ghostvault init
            answer '{"id": "P1", "posted": 0, "transacted_at": 1768219200, "amount": "-40.00",
              "description": "BLUE HERON BAR", "pending": true},
              {"id": "P2", "posted": 0, "transacted_at": 1768305600, "amount": "-40.00",
              "description": "BLUE HERON BAR", "pending": true}' 2026-01-14
            ghostvault transactions set 1 --as-of 2026-01-14 --note "for Ann"
            answer '' 2026-03-15
            answer '{"id": "T1", "posted": 1768392000, "amount": "-46.00",
              "description": "BLUE HERON BAR MADISON"}' 2026-03-15
            """)
        try #require(made.exitCode == 0, "\(made.errors)")
        try await Self.expectLock(by: "transactions settle 1 3", in: scenario)
        try await scenario.close()
    }

    /// A command that has watchers wait leaves a file, which locks nothing by itself.
    private static func expectLock(by command: String, in scenario: Scenario) async throws {
        let lock = scenario.folder + "/vault/deciding.lock"
        if FileManager.default.fileExists(atPath: lock) {
            try FileManager.default.removeItem(atPath: lock)
        }
        let finished = try await scenario.run("ghostvault \(command)")
        #expect(finished.exitCode == 0, "\(command): \(finished.errors)")
        #expect(FileManager.default.fileExists(atPath: lock), "\(command)")
    }
}
