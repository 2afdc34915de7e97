import Foundation
import Testing

/// Short runs of what `make torture` does at length.
@Suite("What machines do to a vault", .inTurns)
struct TortureTests {
    private func runTorture(_ arguments: String) async throws -> Finished {
        let scenario = try Scenario()
        // It compiles a library with the compiler that Swift brings along.
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let finished: Finished
        do {
            finished = try await scenario.run(
                "PATH=\"$PATH:\(path)\" ghostvault-torture \(arguments)")
        } catch {
            try await scenario.close()
            throw error
        }
        try await scenario.close()
        return finished
    }

    @Test(
        "commands that are killed leave a sound vault, with all that they said was stored",
        .timeLimit(.minutes(30)))
    func kills() async throws {
        let finished = try await runTorture("kill --kills 6 --seed 7")
        #expect(finished.errors == "")
        #expect(finished.exitCode == 0)
    }

    @Test(
        "commands that run at the same time come to what they come to one after another",
        .timeLimit(.minutes(30)))
    func together() async throws {
        let finished = try await runTorture("together --rounds 1")
        #expect(finished.errors == "")
        #expect(finished.exitCode == 0)
    }

    #if os(Linux)
        @Test(
            "a vault that can't be written can be looked at, and says why it can't be changed",
            .timeLimit(.minutes(30)))
        func readOnly() async throws {
            let finished = try await runTorture("read-only")
            #expect(finished.errors == "")
            #expect(finished.exitCode == 0)
        }

        @Test(
            "a full disk is told, leaves nothing half stored, and the command can be run again",
            .timeLimit(.minutes(30)), arguments: ["connect", "decide", "migrate"])
        func fullDisk(command: String) async throws {
            let every = ["connect": 120, "decide": 12, "migrate": 120]
            let finished = try await runTorture(
                "full-disk --only \(command) --every \(every[command] ?? 1)")
            #expect(finished.errors == "")
            #expect(finished.exitCode == 0)
        }

        @Test(
            "a watcher tells a full disk once, goes on, and stores what it could not once there is room",
            .timeLimit(.minutes(30)))
        func watchedFullDisk() async throws {
            let finished = try await runTorture("watched-full-disk")
            #expect(finished.errors == "")
            #expect(finished.exitCode == 0)
        }
    #endif
}
