import Foundation
import Testing

@Suite("a watcher on a machine that shows no notifications", .inTurns)
struct WatchNotificationTests {
    @Test("tells once that one fails and once that it is set aside, and goes on")
    func noDesktop() async throws {
        let scenario = try Scenario()
        try await scenario.startBank(" --months 1")
        let connected = try await scenario.run(
            "ghostvault connect --token-file token --allow-http-on-loopback")
        try #require(connected.exitCode == 0)
        try write(
            "[retry]\ntimes = 2\nfirst_wait_seconds = 30\n", to: "config/automation.toml", scenario)
        try write(
            "on('sync_finished', function(e) notify { title = 'Synced' } end)",
            to: "automation/10-mine.lua", scenario)
        let watcher = try scenario.start("ghostvault watch --clock-speed 30", output: "watched")
        try await watcher.printed("next sync")

        let synced = try await scenario.run("ghostvault sync")
        try #require(synced.exitCode == 0)
        let failure =
            "notify, requested by automation/10-mine.lua sync_finished: there is no desktop to "
            + "show a notification; "
        try await watcher.printed(failure + "it will be retried\n")
        try await watcher.printed(
            failure + "set aside: \"ghostvault automation failing\" lists "
                + "it\n")
        let failing = try await scenario.run("ghostvault automation failing")
        #expect(failing.output.contains("there is no desktop to show a notification"))
        #expect(failing.output.contains("set aside"))

        try write(
            "rule { name = 'Mine', when = { amount = less(0) }, set = { tags = { 'mine' } } }",
            to: "rules/50-mine.lua", scenario)
        try await watcher.printed("rules/50-mine.lua: in use, 1 rule; ")
        let told = try Scenario.text(at: scenario.folder + "/watched")
        #expect(told.components(separatedBy: "there is no desktop").count == 3)
        #expect(try await watcher.end() == 0)
        try await scenario.close()
    }

    private func write(_ text: String, to file: String, _ scenario: Scenario) throws {
        let path = URL(fileURLWithPath: scenario.folder + "/vault/" + file)
        try FileManager.default.createDirectory(
            at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: path)
    }
}
