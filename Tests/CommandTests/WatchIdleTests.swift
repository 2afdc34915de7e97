import Foundation
import TestSupport
import Testing

#if os(Linux)
    @Suite("a watcher that waits", .inTurns)
    struct WatchIdleTests {
        /// Dispatch, once it has a thread, looks after its threads every second for
        /// as long as the process lives.
        @Test("has one thread, also after a sync and a backup")
        func oneThread() async throws {
            let scenario = try Scenario()
            try await scenario.startBank(" --months 1")
            let connected = try await scenario.run(
                "GHOSTVAULT_TODAY=2026-03-14 "
                    + "ghostvault connect --token-file token --allow-http-on-loopback")
            try #require(connected.exitCode == 0)
            let watcher = try scenario.start("ghostvault watch", output: "watched")
            for words in ["backed up to ", "requests left today"] {
                try await watcher.printed(words)
            }
            let threads = "/proc/\(watcher.processIdentifier)/task"
            try await Patience.wait(for: "one thread") {
                try FileManager.default.contentsOfDirectory(atPath: threads).count == 1
            }
            try await watcher.end()
            try await scenario.close()
        }
    }
#endif
