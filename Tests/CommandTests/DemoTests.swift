import Foundation
import Testing

@Suite("The demo at a terminal", .inTurns)
struct DemoTests {
    @Test(
        "asks before it deletes an earlier demo, and nothing but yes deletes it",
        arguments: ["n", ""])
    func earlier(answer: String) async throws {
        let scenario = try Scenario()
        _ = try await scenario.run(
            "mkdir demo && echo mine >demo/kept && : >demo/demo-bank.log")
        let terminal = try scenario.startAtTerminal(
            "sh -c 'ghostvault demo --vault demo; echo THE-END $?'")
        try await terminal.type(answer + "\n", after: "[y/N]")
        _ = try await terminal.shown(upTo: "THE-END 0")
        #expect(try Scenario.text(at: scenario.folder + "/demo/kept") == "mine\n")
        try await scenario.close()
    }
}
