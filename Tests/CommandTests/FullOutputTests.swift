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
            let made = try await scenario.run("ghostvault init")
            try #require(made.exitCode == 0)
            let watcher = try scenario.start("ghostvault watch > /dev/full", output: "watched")
            try await Patience.wait(for: "the watcher") {
                try await scenario.run("ghostvault status").output.contains("Watched")
            }
            // More lines than the one that failed.
            let reloaded = try await scenario.run("kill -HUP \(watcher.processIdentifier); sleep 1")
            #expect(reloaded.exitCode == 0)
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
