import Foundation
import TestSupport
import Testing

#if os(Linux)
    @Suite("Where what is printed can't be written", .inTurns)
    struct FullOutputTests {
        @Test("a command reports it and fails")
        func command() async throws {
            let scenario = try Scenario()
            let made = try await scenario.run("ghostvault init")
            try #require(made.exitCode == 0)
            let finished = try await scenario.run("ghostvault rules list > /dev/full")
            #expect(finished.exitCode == 1)
            #expect(
                finished.output + finished.errors == """
                    ghostvault: The output can't be written: No space left on device.
                      Check the disk, or the program that reads the output.

                    """)
            try await scenario.close()
        }

        @Test("a watcher reports it once and continues")
        func watcher() async throws {
            let scenario = try Scenario()
            let made = try await scenario.run(
                """
                cat >answer.json <<'END'
                {"errors": [], "accounts": [
                  {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
                   "id": "C1", "name": "Everyday Checking", "currency": "USD", "balance": "10.00",
                   "balance-date": 1773532800, "transactions": [
                    {"id": "1", "posted": 1773057600, "amount": "-2.00", "description": "MUSEUM"}]}]}
                END
                ghostvault import --format simplefin answer.json
                """)
            try #require(made.exitCode == 0)
            let watcher = try scenario.start("ghostvault watch > /dev/full", output: "watched")
            try await Patience.wait(for: "the watcher") {
                try await scenario.run("ghostvault status").output.contains("Watched")
            }
            try "rule { when = { size = 2 }, set = { tags = \"seen\" } }".write(
                toFile: scenario.folder + "/vault/rules/50-mine.lua", atomically: true,
                encoding: .utf8)
            // It says so in more lines than the one that failed.
            try await Patience.wait(for: "what the watcher does with a rule") {
                try await scenario.run("ghostvault transactions --tag seen").output
                    .contains("Museum")
            }
            #expect(watcher.isRunning)
            try await watcher.end()
            #expect(
                try Scenario.text(at: scenario.folder + "/watched.errors") == """
                    ghostvault: The output can't be written: No space left on device.
                      The watcher keeps running.

                    """)
            try await scenario.close()
        }
    }
#endif
