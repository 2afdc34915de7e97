import Foundation
import Testing

@Suite("The full screen at a terminal", .inTurns)
struct BrowseTests {
    private static let answer = """
        {"errors": [], "accounts": [{"org": {"name": "First Bank", "domain": "first.example",
          "sfin-url": "https://bridge.example"}, "id": "C1", "currency": "USD",
          "balance": "10.00", "name": "Checking (4471)", "balance-date": 1773532800,
          "transactions": [
          {"id": "1", "posted": 1773187200, "amount": "-300.00", "description": "XOMLA TRADING"},
          {"id": "2", "posted": 1773187200, "amount": "-200.00", "description": "BRUVEK"},
          {"id": "3", "posted": 1773187200, "amount": "-100.00", "description": "PLINTHUM"}]}]}
        """

    private static let whole =
        "sh -c 'ghostvault ui; echo ended with $?; stty -a | grep -o \" icanon\"; echo THE-END'"
    private static let size = ["COLUMNS": "80", "LINES": "40", "NO_COLOR": "1"]

    @Test("filters as one types, corrects, undoes, and leaves the terminal as it was")
    func use() async throws {
        try await Self.inVault { scenario in
            let screen = try scenario.startAtTerminal(Self.whole, environment: Self.size)
            _ = try await screen.shown(upTo: "\u{1B}[?1049h")
            let first = try await screen.shown(upTo: "? keys")
            for words in ["March 2026", "net -600.00 USD", "> 03-11   Plinthum", "PLINTHUM"] {
                #expect(first.contains(words), "\(words)")
            }
            try await screen.type("/bruv", after: "q quit")
            _ = try await screen.shown(upTo: "1 transaction, -200.00 with \"bruv\"")
            try await screen.type("\u{15}150..250", after: "BRUVEK")
            _ = try await screen.shown(upTo: "1 transaction, -200.00 with \"150..250\"")
            try screen.type("\n")
            try await screen.type("cdin\n", after: "? keys")
            let corrected = try await screen.shown(upTo: "#2: Dining")
            #expect(corrected.contains("-200.00 dining"))
            #expect(corrected.contains("Corrected by you"))
            #expect(try await Self.category(of: "Bruvek", scenario) == "dining")

            try screen.type("u")
            _ = try await screen.shown(upTo: "Undone: transactions set 2 --category dining")
            #expect(try await Self.category(of: "Bruvek", scenario) == "other")
            try screen.type("u")
            _ = try await screen.shown(upTo: "There is nothing to undo from this screen.")
            try screen.type("cgroc\n")
            _ = try await screen.shown(upTo: "#2: Groceries")
            try screen.type("q")
            _ = try await screen.shown(upTo: "\u{1B}[?1049l")
            let after = try await screen.shown(upTo: "THE-END")
            for words in ["1 decision stored", "ended with 0", " icanon"] {
                #expect(after.contains(words), "\(words)")
            }
            #expect(try await Self.category(of: "Bruvek", scenario) == "groceries")
        }
    }

    #if os(Linux)
        @Test("gives the terminal back on Control-Z, and draws all again afterwards")
        func suspends() async throws {
            try await Self.inVault { scenario in
                // A session without a shell that could continue it is never stopped.
                let screen = try scenario.startAtTerminal(
                    "setsid -w " + Self.whole, environment: Self.size)
                try await screen.type("\u{1A}", after: "q quit")
                _ = try await screen.shown(upTo: "\u{1B}[?1049l")
                _ = try await screen.shown(upTo: "\u{1B}[?1049h")
                let again = try await screen.shown(upTo: "q quit")
                #expect(again.contains("March 2026") && again.contains("Plinthum"))
                try screen.type("q")
                let after = try await screen.shown(upTo: "THE-END")
                #expect(after.contains("ended with 0") && after.contains(" icanon"))
            }
        }
    #endif

    @Test("never clears the whole window, which terminals would scroll into their history")
    func drawsLines() async throws {
        try await Self.inVault { scenario in
            let screen = try scenario.startAtTerminal(Self.whole, environment: Self.size)
            try await screen.type("q", after: "q quit")
            #expect(try await !screen.shown(upTo: "THE-END").contains("\u{1B}[2J"))
        }
    }

    @Test("fills a window that grows or shrinks without a key", arguments: [12, 52])
    func newSize(rows: UInt16) async throws {
        try await Self.inVault { scenario in
            let screen = try scenario.startAtTerminal(
                Self.whole, environment: Self.size, takesSignals: true)
            _ = try await screen.shown(upTo: "\u{1B}[40;1H\u{1B}[2K? keys")
            try screen.resize(columns: 100, rows: rows)
            let drawn = try await screen.shown(upTo: "\u{1B}[\(rows);1H\u{1B}[2K? keys")
            #expect(drawn.contains("March 2026"))
            try screen.type("q")
            // Erased, since tmux would leave a part of a frame that grew above the prompt.
            _ = try await screen.shown(upTo: "\u{1B}[H\u{1B}[J\u{1B}[?1049l")
            _ = try await screen.shown(upTo: "THE-END")
        }
    }

    @Test("sends only lines that changed")
    func changes() async throws {
        try await Self.inVault { scenario in
            let screen = try scenario.startAtTerminal(Self.whole, environment: Self.size)
            try await screen.type("j", after: "q quit")
            let moved = try await screen.shown(upTo: "read from its text")
            #expect(moved.contains("> 03-11   Bruvek") && !moved.contains("March 2026"))
            try screen.type("\u{03}")
            _ = try await screen.shown(upTo: "THE-END")
        }
    }

    @Test("tells of others that follow rules which were edited before")
    func editedRules() async throws {
        try await Self.inVault { scenario in
            try "rule { name = 'B', when = { text = 'bruvek' }, set = { category = 'bills' } }"
                .write(
                    toFile: scenario.folder + "/vault/rules/20-mine.lua", atomically: true,
                    encoding: .utf8)
            let screen = try scenario.startAtTerminal(Self.whole, environment: Self.size)
            try await screen.type("nfor Ann\n", after: "q quit")
            _ = try await screen.shown(
                upTo: "#3: noted; changed rules and settings affected 1 other")
            try screen.type("q")
            _ = try await screen.shown(upTo: "THE-END")
        }
    }

    @Test("takes back no decision of another command")
    func otherDecision() async throws {
        try await Self.inVault { scenario in
            let screen = try scenario.startAtTerminal(Self.whole, environment: Self.size)
            try await screen.type("t", after: "q quit")
            _ = try await screen.shown(upTo: "#3: transfer")
            _ = try await scenario.run("ghostvault transactions set 1 --category dining")
            try screen.type("u")
            _ = try await screen.shown(upTo: "Another command has made a decision since")
            #expect(try await Self.category(of: "Xomla Trading", scenario) == "dining")
            try screen.type("\u{03}")
            _ = try await screen.shown(upTo: "THE-END")
        }
    }

    @Test("gives the terminal back where a signal ends it, or Control-C while one types")
    func ends() async throws {
        try await Self.inVault { scenario in
            let screen = try scenario.startAtTerminal(
                #"""
                sh -c 'sh -c "echo \$\$ >number; exec ghostvault ui"; echo ended with $?; \#
                stty -a | grep -o " icanon"; echo THE-END'
                """#, environment: Self.size)
            _ = try await screen.shown(upTo: "q quit")
            _ = try await scenario.run("kill -TERM $(cat number)")
            _ = try await screen.shown(upTo: "\u{1B}[?1049l")
            let rest = try await screen.shown(upTo: "THE-END")
            #expect(rest.contains("ended with 143") && rest.contains(" icanon"))

            let again = try scenario.startAtTerminal(Self.whole, environment: Self.size)
            try await again.type("/x\u{03}\u{03}", after: "q quit")
            _ = try await again.shown(upTo: "\u{1B}[?1049l")
            let after = try await again.shown(upTo: "THE-END")
            #expect(after.contains("ended with 0") && after.contains(" icanon"))
        }
    }

    @Test("needs a terminal")
    func elsewhere() async throws {
        try await Self.inVault { scenario in
            let finished = try await scenario.run("ghostvault ui")
            #expect(finished.exitCode == 1 && finished.output.isEmpty)
            #expect(finished.errors.contains("The full screen needs a terminal."))
        }
    }

    private static func category(of payee: String, _ scenario: Scenario) async throws -> String? {
        let listed = try await scenario.run(
            "ghostvault transactions --all --tsv --fields payee,category")
        return listed.output.split(separator: "\n").map { $0.split(separator: "\t") }
            .first { $0.first == payee[...] }?.last.map(String.init)
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
