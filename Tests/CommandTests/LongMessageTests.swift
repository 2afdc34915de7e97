import Foundation
import Testing

@Suite("what a bridge says at length", .inTurns)
struct LongMessageTests {
    /// - Returns: what is told of a message.
    private func told(of message: String) async throws -> String {
        let scenario = try Scenario()
        let answer = try JSONSerialization.data(
            withJSONObject: ["errors": [message], "accounts": [Any]()])
        try answer.write(to: URL(fileURLWithPath: scenario.folder + "/answer.json"))
        let finished = try await scenario.run(
            "ghostvault init >made; ghostvault import --format simplefin answer.json")
        try await scenario.close()
        return finished.errors
    }

    @Test("is shown whole up to 300 letters")
    func whole() async throws {
        let message = String(repeating: "x", count: 300)
        #expect(try await told(of: message) == "The bridge says: \(message)\n")
    }

    @Test(
        "is cut behind the 300th letter, never within one, and ends in a mark of that",
        arguments: ["e\u{301}", "🇩🇪", "ö"])
    func cut(letter: String) async throws {
        let start = String(repeating: "x", count: 299)
        let said = try await told(of: start + letter + letter + "Z")
        #expect(said.hasPrefix("The bridge says: \(start)"))
        #expect(said.hasSuffix("…\n"))
        #expect(!said.contains("Z"))
        #expect(said.count == "The bridge says: ".count + 300 + 2)
    }
}
