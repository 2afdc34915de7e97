import Foundation
import Testing

@Suite("a watcher whose sync could not begin", .inTurns)
struct WatchFailedSyncTests {
    private static let nextDay = "GHOSTVAULT_TODAY=2026-03-16 "

    @Test("leaves the last sync what it was, and says why and when next beside it")
    func notBegun() async throws {
        let scenario = try Scenario()
        try await scenario.startBank(" --months 1")
        let connected = try await scenario.run(
            "ghostvault connect --token-file token --allow-http-on-loopback --name first\n"
                + "chmod 644 vault/secrets/connection-1")
        try #require(connected.exitCode == 0)
        let watcher = try scenario.start(
            "env \(Self.nextDay)ghostvault watch", output: "watched")
        let told = try await watcher.printed("next sync")
        #expect(
            told.contains(
                #/first: not synced; the last sync with data began 1 day ago\n/#))

        let watched = try await status(in: scenario)
        #expect(
            watched.contains(
                """
                  last sync  1 day ago, complete
                  last try   just now, failed
                             The file \(scenario.folder)/vault/secrets/connection-1 can be read by others.
                  next try   2026-03-1
                """))
        let planned = try await scenario.run(Self.nextDay + "ghostvault status --json")
        let answer = try #require(
            try JSONSerialization.jsonObject(with: Data(planned.output.utf8)) as? [String: Any])
        let connection = try #require((answer["connections"] as? [[String: Any]])?.first)
        #expect(connection["last_sync"] as? String == "failed")
        #expect(connection["last_answered_sync"] as? String == "complete")
        #expect(
            try #require(connection["last_answered_sync_at"] as? String)
                < #require(connection["last_sync_at"] as? String))
        #expect(connection["next_sync_at"] as? String == answer["next_sync_at"] as? String)

        try await watcher.end()
        #expect(try await status(in: scenario).contains("  next try   ghostvault sync\n"))
        try await scenario.close()
    }

    private func status(in scenario: Scenario) async throws -> String {
        try await scenario.run(Self.nextDay + "ghostvault status").output
    }
}
