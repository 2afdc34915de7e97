import Foundation
import Testing

@Suite("What is shown at a terminal", .inTurns)
struct TableWidthTests {
    /// Five months of an account and its savings, with long names and large amounts.
    private static let answer = """
        {"errors": [], "accounts": [
          {"org": \(bank), "id": "C1", "currency": "USD", "balance": "1234567.89",
           "name": "Everyday Checking with Overdraft Protection and Rewards (4471)",
           "balance-date": 1773532800, "transactions": [\(months)]},
          {"org": \(bank), "id": "S1", "currency": "USD", "balance": "7654321.00",
           "name": "Harborline High Yield Relationship Savings Account (0042)",
           "balance-date": 1773532800, "transactions": []}]}
        """

    private static let bank = """
        {"name": "The Harborline Community Bank and Trust Company of the Upper Midwest",
         "domain": "first.example", "sfin-url": "https://bridge.example/simplefin"}
        """

    private static let months = [1_762_128_000, 1_764_720_000, 1_767_398_400, 1_770_076_800]
        .enumerated().map { number, time in
            """
            {"id": "a\(number)", "posted": \(time), "amount": "-98765.43",
             "description": "MERCHANTS AND ADVENTURERS OF OLD MADISON"},
            {"id": "b\(number)", "posted": \(time), "amount": "123456.78",
             "description": "ACME CONSOLIDATED HOLDINGS PAYROLL DIRECT DEP"},
            {"id": "c\(number)", "posted": \(time), "amount": "-12345.67",
             "description": "ONLINE TRANSFER TO HARBORLINE SAVINGS ACCOUNT XXXX0042"}
            """
        }.joined(separator: ",")

    /// Every command that lists or tells something, and an amount or word that it must keep whole
    /// at every width.
    private static let commands: [(command: String, whole: String)] = [
        ("--no-sync", "8,888,888.89"), ("transactions --all", "-98,765.43"),
        ("transactions --month 2026-02", "-98,765.43"), ("explain 1", "98765.43"),
        ("recurring --all", "-98,765.43"), ("accounts", "1,234,567.89"),
        ("accounts history 1", "1,234,567.89"), ("accounts coverage", "2026-02-03"),
        ("accounts check", ""),
        ("spending --month 2026-02", "98,765.43"), ("spending all", "395,061.72"),
        ("networth --months 2", "8,888,888.89"),
        ("income", "123,456.78"), ("lens --month 2026-02", "98,765.43"),
        ("lens --months 3", "98,765.43"), ("transfers", ""),
        ("forecast", "8,888,888.89"), ("forecast 2", "7,654,321.00"), ("due", ""), ("calendar", ""),
        ("safe-to-spend", "1,234,567.89"),
        ("debts", ""), ("goals", ""), ("plan", ""), ("advice", ""),
        ("payees", ""), ("categories", "Groceries"), ("loans", ""), ("history", "1"),
        ("review --list", ""), ("status", ""), ("connections", "files"),
        ("doctor", ""), ("transactions holds", ""), ("transfers --review", ""),
        ("rules list", "Groceries"), ("rules show stored-1", "ADVENTURERS"), ("rules check", ""),
        ("rules suggest", ""), ("rules health", ""), ("rules hits", ""),
        ("rules preview --description-contains ADVENTURERS --category dining", "-98,765.43"),
        ("apply-rules --dry-run", ""), ("plugins list", ""), ("plugins show starter", ""),
        ("automation", "low_balance"), ("automation log", ""), ("automation failing", ""),
        ("transactions --account nobody", "nobody"), ("rules show nothing-like-it", "nothing-like"),
    ]

    private static let preparation = #"""
        cat >answer.json <<'END'
        \#(answer)
        END
        ghostvault init
        mkdir -p vault/automation
        cat >vault/automation/all.lua <<'END'
        on("new_transaction", { name = "tell me of each payment that is large enough", over = 1 },
            function(e) return { notify("Large", e.transaction.payee) } end)
        on("low_balance", { below = 100 }, function(e) end)
        END
        cat >vault/rules/20-groceries-from-the-adventurers-and-merchants.lua <<'END'
        rule { name = "Groceries from the adventurers and merchants of the old town",
            when = { description = contains "ADVENTURERS" }, set = { tags = "old town" } }
        END
        ghostvault import --format simplefin answer.json
        ghostvault rules add --description-contains ADVENTURERS --category groceries
        ghostvault accounts rename 1 "Everyday Checking with Overdraft and Rewards (4471)"
        ghostvault transactions set 1 --note "a note of some length about what it was for"
        """#

    @Test(
        "fits, breaks at words, and keeps amounts whole",
        arguments: [40, 60, 80, 100, 120, 200])
    func fits(width: Int) async throws {
        let scenario = try Scenario()
        _ = try await scenario.run(Self.preparation)
        let script = Self.commands.map { "ghostvault \($0.command); echo THE-END" }
        _ = try await scenario.run("cat >all.sh <<'END'\n\(script.joined(separator: "\n"))\nEND")
        let terminal = try scenario.startAtTerminal(
            "sh all.sh", environment: ["COLUMNS": "\(width)", "NO_COLOR": "1"])
        for (command, whole) in Self.commands {
            let shown = try await terminal.shown(upTo: "THE-END")
            let lines = shown.split(separator: "\r\n").map(String.init)
            #expect(lines.filter { Self.isTooWide($0, width) } == [], "\(command)")
            #expect(lines.contains { whole.isEmpty || $0.contains(whole) }, "\(command)")
        }
        try await scenario.close()
    }

    /// An address or a path of one word can't be broken; source, and a command to be typed, must
    /// not be.
    private static func isTooWide(_ line: String, _ width: Int) -> Bool {
        if line.hasPrefix("{ when =") { return false }
        if line.wholeMatch(of: #/ *"ghostvault [^"]*"[.,]?/#) != nil { return false }
        return line.count > width && line.split(separator: " ").contains { $0.count < width }
            && line.split(separator: " ").count > 1
    }

    @Test(
        "the account of a transaction is there at 80 columns, and its reason from 120 on",
        arguments: [(80, false), (120, true)])
    func reason(columns: Int, hasReason: Bool) async throws {
        let scenario = try Scenario()
        _ = try await scenario.run(Self.preparation)
        let terminal = try scenario.startAtTerminal(
            "sh -c 'ghostvault transactions --month 2026-02; echo THE-END'",
            environment: ["COLUMNS": "\(columns)", "NO_COLOR": "1"])
        let shown = try await terminal.shown(upTo: "THE-END")
        #expect(shown.contains("account"))
        #expect(shown.contains("(4471)"))
        #expect(shown.contains("why") == hasReason)
        try await scenario.close()
    }

    @Test(
        "the rows of a forecast keep what they add up to before their range",
        arguments: [(70, false), (120, true)])
    func forecast(columns: Int, hasRange: Bool) async throws {
        let scenario = try Scenario()
        _ = try await scenario.run(Self.preparation)
        let terminal = try scenario.startAtTerminal(
            "sh -c 'ghostvault forecast 1; echo THE-END'",
            environment: ["COLUMNS": "\(columns)", "NO_COLOR": "1"])
        let shown = try await terminal.shown(upTo: "THE-END")
        #expect(shown.contains("besides "))
        #expect(shown.contains("8 of 10 days") == hasRange)
        try await scenario.close()
    }

    @Test("a suggested rule is whole, however narrow the terminal", arguments: [60, 80, 120])
    func suggestion(columns: Int) async throws {
        let scenario = try Scenario()
        _ = try await scenario.run(Self.preparation)
        _ = try await scenario.run("ghostvault transactions set 2 5 --category dining --only")
        let terminal = try scenario.startAtTerminal(
            "sh -c 'ghostvault rules suggest; echo THE-END'",
            environment: ["COLUMNS": "\(columns)", "NO_COLOR": "1"])
        let shown = try await terminal.shown(upTo: "THE-END")
        let words = shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("payee = is \"Acme Consolidated Holdings\" → category = \"dining\""))
        try await scenario.close()
    }

    @Test("is pure ASCII for a locale that has nothing else, and JSON stays as it is")
    func ascii() async throws {
        let scenario = try Scenario()
        _ = try await scenario.run(Self.preparation)
        for (command, _) in Self.commands {
            let finished = try await scenario.run("LC_ALL=C ghostvault \(command)")
            let printed = finished.output + finished.errors
            #expect(printed.utf8.allSatisfy { $0 < 0x80 }, "\(command)")
        }
        let note = try await scenario.run(
            """
            ghostvault transactions set 1 --note 'Café 寿司' >set
            LC_ALL=C ghostvault transactions --all --json | grep -c 'Café 寿司'
            """)
        #expect(note.output == "1\n")
        try await scenario.close()
    }
}
