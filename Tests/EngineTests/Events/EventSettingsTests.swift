import Configuration
import Engine
import Scripting
import Testing

@Suite("How often and how late events are tried again")
struct EventSettingsTests {
    @Test(
        "delays are doubled up to the longest, one fewer than tries",
        arguments: [
            ("times = 1", []), ("times = 3\nfirst_wait_seconds = 60", [60, 120]),
            (
                "times = 5\nfirst_wait_seconds = 1800\nlongest_wait_hours = 1",
                [1_800, 3_600, 3_600, 3_600]
            ),
        ] as [(String, [Int64])])
    func delays(retry: String, delays: [Int64]) throws {
        let files = ConfigurationFiles(
            texts: ["automation.toml": "[retry]\n\(retry)\n"], on: .inThisProcess)
        #expect(EventSettings(try files.automationSettings()).delays == delays)
    }
}
