import Foundation
import Testing

@Suite("The review at a terminal", .inTurns)
struct ReviewTests {
    /// Three payees that no list knows, the largest first in a review.
    private static let answer = """
        {"errors": [], "accounts": [{"org": {"name": "First Bank", "domain": "first.example",
          "sfin-url": "https://bridge.example"}, "id": "C1", "currency": "USD",
          "balance": "10.00", "name": "Checking (4471)", "balance-date": 1773532800,
          "transactions": [
          {"id": "1", "posted": 1773187200, "amount": "-300.00", "description": "XOMLA TRADING"},
          {"id": "2", "posted": 1773187200, "amount": "-200.00", "description": "BRUVEK"},
          {"id": "3", "posted": 1773187200, "amount": "-100.00", "description": "PLINTHUM"}]}]}
        """

    @Test("takes single keys, goes back, undoes, and is taken up again")
    func keys() async throws {
        try await Self.inVault { scenario in
            let review = try scenario.startAtTerminal(
                "sh -c 'ghostvault review; echo THE-END'", environment: ["NO_COLOR": "1"])
            try await review.type("/", after: "Xomla", "q quit")
            try await review.type("dining\n", after: "Category:")
            try await review.type("\n", after: "Dining", "Bruvek", "q quit")
            try await review.type("b", after: "right", "Plinthum", "q quit")
            try await review.type("u", after: "Bruvek", "q quit")
            try await review.type("q", after: "undone", "Bruvek", "q quit")
            _ = try await review.shown(upTo: "1 payee answered, 1 changed; 2 left")

            let listed = try await scenario.run(
                "ghostvault transactions --tsv --fields payee,category")
            #expect(listed.output.contains("Xomla Trading\tdining"))
            #expect(listed.output.contains("Bruvek\tother"))

            let again = try scenario.startAtTerminal(
                "sh -c 'ghostvault review; echo THE-END'", environment: ["NO_COLOR": "1"])
            try await again.type("a", after: "1 of 2", "Bruvek", "q quit")
            try await again.type("t", after: "becomes a rule")
            try await again.type(
                "\n", after: "transfer, for all of this payee", "Plinthum", "q quit")
            _ = try await again.shown(
                upTo: "2 payees answered, 1 changed, 1 rule made; nothing is left")
        }
    }

    @Test("ends at Control-C, and leaves the terminal as it was")
    func controlC() async throws {
        try await Self.inVault { scenario in
            let review = try scenario.startAtTerminal(
                "sh -c 'ghostvault review; stty -a | grep -o \" icanon\"; echo THE-END'",
                environment: ["NO_COLOR": "1"])
            try await review.type("\u{03}", after: "q quit")
            let shown = try await review.shown(upTo: "THE-END")
            #expect(shown.contains("3 left") && shown.contains(" icanon"))
        }
    }

    private static func inVault(_ body: (Scenario) async throws -> Void) async throws {
        let scenario = try Scenario()
        _ = try await scenario.run("cat >answer.json <<'END'\n\(answer)\nEND")
        _ = try await scenario.run(
            "ghostvault init; ghostvault import --format simplefin answer.json")
        try await body(scenario)
        try await scenario.close()
    }
}

extension TerminalSession {
    /// Types once all of some words were shown, one behind the other.
    fileprivate func type(
        _ text: String, after first: String, _ further: String...
    ) async throws {
        let words = [first] + further
        for shown in words.dropLast() { _ = try await self.shown(upTo: shown) }
        try await type(text, after: words[words.count - 1])
    }
}
