import Foundation
import Testing

@Suite("What a handler had set", .inTurns)
struct HandlersWordsTests {
    /// Of a transaction whose category a handler set and whose note the person did.
    private func answer(to command: String) async throws -> String {
        let scenario = try Scenario()
        do {
            _ = try await scenario.run(
                #"""
                cat >answer.json <<'END'
                {"errors": [], "accounts": [
                  {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
                   "id": "C1", "name": "Checking", "currency": "USD", "balance": "10.00",
                   "balance-date": 1773532800, "transactions": [
                    {"id": "1", "posted": 1773057600, "amount": "-90.00", "description": "ACME"}]}]}
                END
                ghostvault init
                ghostvault import --format simplefin answer.json
                ghostvault transactions set 1 --category travel --note Seen
                """#)
            try AutomationRows.add(to: scenario.folder + "/vault")
            try AutomationRows.addValue(
                "travel", of: "category", on: 1, to: scenario.folder + "/vault")
            let answer = try await scenario.run("ghostvault " + command)
            try await scenario.close()
            return answer.output
        } catch {
            try await scenario.close()
            throw error
        }
    }

    private let words = "Set by your automation: \(AutomationRows.handler)"

    @Test("is told to be its word, not yours", arguments: ["transactions", "explain 1"])
    func told(_ command: String) async throws {
        let line = try #require(
            try await answer(to: command).split(separator: "\n").first {
                $0.contains("travel")
            })
        #expect(line.contains(words))
        #expect(!line.contains("Corrected by you"))
    }

    @Test("names the handler in JSON, and what you set names none")
    func inJSON() async throws {
        let answer = try await answer(to: "transactions --json")
        let list = try JSONSerialization.jsonObject(with: Data(answer.utf8))
        let reasons = try #require((list as? [[String: Any]])?.first?["reasons"] as? [String: Any])
        let category = try #require(reasons["category"] as? [String: Any])
        let notes = try #require(reasons["notes"] as? [String: Any])
        #expect(category["text"] as? String == words)
        #expect(category["handler"] as? String == AutomationRows.handler)
        #expect(notes["text"] as? String == "Corrected by you")
        #expect(notes["handler"] is NSNull)
    }
}
