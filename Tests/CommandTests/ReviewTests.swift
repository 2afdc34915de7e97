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
            try await review.type("gro\u{1B}", after: "Category:")
            try await review.type("/", after: "Xomla", "q quit")
            try await review.type("grx\u{7F}\u{15}dining\n", after: "Category:")
            try await review.type("\n", after: "Dining", "Bruvek", "q quit")
            try await review.type("b", after: "kept", "Plinthum", "q quit")
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

    @Test("takes a typed name as a category, and its letters as no keys")
    func typedNames() async throws {
        try await Self.inVault { scenario in
            let review = try scenario.startAtTerminal(
                "sh -c 'ghostvault review; echo THE-END'", environment: ["NO_COLOR": "1"])
            try await review.type("bills\n", after: "Xomla", "q quit")
            try await review.type("stin\n", after: "Bills", "Bruvek", "q quit")
            try await review.type("ss", after: "no category", "Bruvek", "q quit")
            _ = try await review.shown(upTo: "1 payee answered, 1 changed; 2 left")
            let listed = try await scenario.run(
                "ghostvault transactions --tsv --fields payee,category,class")
            #expect(listed.output.contains("Xomla Trading\tbills\texpense"))
            #expect(listed.output.contains("Bruvek\tother\texpense"))
            #expect(listed.output.contains("Plinthum\tother\texpense"))
        }
    }

    /// A payment that may have arrived twice, in another account.
    private static let doubtful = """
        {"errors": [], "accounts": [
          {"org": {"name": "First Bank", "domain": "first.example",
           "sfin-url": "https://bridge.example"}, "id": "C1", "currency": "USD",
           "balance": "10.00", "name": "Checking (4471)", "balance-date": 1773532800,
           "transactions": [
           {"id": "1", "posted": 1773187200, "amount": "-75.00", "description": "TRANSFER OUT"}]},
          {"org": {"name": "Second Bank", "domain": "second.example",
           "sfin-url": "https://bridge.example"}, "id": "S1", "currency": "USD",
           "balance": "10.00", "name": "Savings (2210)", "balance-date": 1773532800,
           "transactions": [
           {"id": "2", "posted": 1773187200, "amount": "75.00", "description": "TRANSFER IN"},
           {"id": "3", "posted": 1773187200, "amount": "75.00", "description": "TRANSFER IN"}]}]}
        """

    @Test("asks which of several transactions are a transfer")
    func doubts() async throws {
        try await Self.inVault(Self.doubtful) { scenario in
            let review = try scenario.startAtTerminal(
                "sh -c 'ghostvault review; echo THE-END'", environment: ["NO_COLOR": "1"])
            try await review.type("x", after: "Where did this money go?", "q quit")
            try await review.type("q", after: "none of them", "q quit")
            _ = try await review.shown(upTo: "THE-END")
            _ = try await scenario.run("ghostvault undo")
            let again = try scenario.startAtTerminal(
                "sh -c 'ghostvault review; echo THE-END'", environment: ["NO_COLOR": "1"])
            try await again.type("2", after: "Where did this money go?", "q quit")
            _ = try await again.shown(upTo: "→ 3")
            try await again.type("u", after: "q quit")
            try await again.type(
                "q", after: "\"ghostvault undo\" undoes the earlier answers", "q quit")
            _ = try await again.shown(upTo: "THE-END")
            let listed = try await scenario.run("ghostvault transfers --tsv --fields to.id")
            #expect(listed.output == "to.id\n3\n")
        }
    }

    @Test("lets the other side of a transfer be chosen")
    func chosenPartner() async throws {
        try await Self.inVault(Self.doubtful) { scenario in
            let mark = try scenario.startAtTerminal(
                "sh -c 'ghostvault transfers mark 1; echo THE-END'", environment: ["NO_COLOR": "1"])
            try await mark.type("7\n", after: "Which transaction is the other side?")
            try await mark.type("1\n", after: "from 1 to 2", "Which transaction is the other side?")
            _ = try await mark.shown(upTo: "THE-END")
            let listed = try await scenario.run("ghostvault transfers --json")
            #expect(listed.output.contains("\"marked\": true"))
        }
    }

    @Test("transactions are picked from a list where a command names none")
    func picked() async throws {
        try await Self.inVault { scenario in
            let set = try scenario.startAtTerminal(
                "sh -c 'ghostvault transactions set --category dining; echo THE-END'",
                environment: ["NO_COLOR": "1"])
            try await set.type("nonesuch\n", after: "Plinthum", "Enter for none:")
            try await set.type("bruvek\n", after: "Nothing found", "Enter for none:")
            try await set.type("2\n", after: "Bruvek", "Enter for none:")
            _ = try await set.shown(upTo: "1 transaction changed")
            _ = try await set.shown(upTo: "THE-END")
            let none = try await scenario.run("ghostvault transactions set --category dining")
            #expect(none.exitCode == 64)
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

    private static func inVault(
        _ answer: String = answer, _ body: (Scenario) async throws -> Void
    ) async throws {
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
