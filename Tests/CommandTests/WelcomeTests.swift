import Foundation
import Testing

@Suite("Without a vault", .inTurns)
struct WelcomeTests {
    @Test("a person at a terminal is shown the ways on")
    func welcome() async throws {
        let scenario = try Scenario()
        let terminal = try scenario.startAtTerminal(
            "sh -c 'ghostvault; echo THE-END $?'", environment: ["NO_COLOR": "1"])
        let shown = try await terminal.shown(upTo: "THE-END 0")
        for way in ["ghostvault demo", "ghostvault connect", "ghostvault import"] {
            #expect(shown.contains(way))
        }
        try await scenario.close()
    }
}
