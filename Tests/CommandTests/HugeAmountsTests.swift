import Foundation
import GRDB
import Testing

@Suite("Amounts of up to 64 bits", .inTurns)
struct HugeAmountsTests {
    /// Each runs as a table, and those that can also with `--json`.
    private static let reports = [
        "dashboard", "accounts", "accounts coverage", "accounts check", "accounts history 1",
        "accounts history 2", "accounts history 4", "accounts holdings", "accounts interest",
        "networth", "networth --months 24", "income", "income --months 24",
        "spending", "lens", "recurring", "recurring --all", "transactions --all",
        "transactions --min 1000000 --limit 3", "transactions --text market --limit 3",
        "transactions --category other --limit 3", "transfers --all", "transfers --review",
        "payees", "review", "rules list", "rules hits", "rules health", "rules suggest",
        "rules check", "rules preview --payee MARKET --category dining", "apply-rules --dry-run",
        "status", "doctor", "history", "transactions holds", "automation list",
        "forecast", "forecast 1", "due", "calendar", "safe-to-spend", "debts --extra 1", "goals",
        "plan", "advice",
    ]
    private static let others = [
        "recurring show PAYROLL", "automation check", "automation try large_transaction",
        "transactions set 3 --note Seen", "undo", "accounts track 5", "accounts hide 6",
        "recurring",
        "accounts count 5", "accounts count 6", "accounts reverse 1 --balance", "networth",
        "apply-rules --all", "backup",
    ]
    private static let withoutJSON: Set = ["dashboard"]

    @Test("end no command, and leave all other figures right")
    func everyCommand() async throws {
        let scenario = try Scenario()
        try Self.answer.write(
            toFile: scenario.folder + "/huge.json", atomically: true, encoding: .utf8)
        let imported = try await scenario.run(Self.preparation)
        try #require(imported.exitCode == 0, "\(imported.errors)")
        // No bank gets the lowest number in; a vault may have it from before.
        let database = try DatabaseQueue(path: scenario.folder + "/vault/vault.sqlite")
        try await database.write {
            try $0.execute(
                sql: """
                    UPDATE transactions
                    SET amount = -9223372036854775808, bank_amount = -9223372036854775808
                    WHERE amount = -9223372036854775807 AND id % 3 = 0
                    """)
        }
        try database.close()

        let explained = (1...12).map { "explain \($0 * 4)" }
        let commands =
            (Self.reports + explained).flatMap {
                Self.withoutJSON.contains($0) ? [$0] : [$0, $0 + " --json"]
            } + Self.others
        let script = commands.map {
            "ghostvault \($0) >out 2>err || { echo \"$? \($0)\"; cat err; }\n"
        }
        let finished = try await scenario.run(
            "ghostvault apply-rules --all >out || exit\n" + script.joined())
        #expect(finished.output == "")

        try await Self.expect("income --json --months 1", in: scenario) { month in
            month["currency"] as? String == "EUR" && month["income"] as? String == "2500.00"
                && month["expenses"] as? String == "42.50"
        }
        try await Self.expect("income --json --months 1", in: scenario) { month in
            month["currency"] as? String == "JPY"
                && month["expenses"] as? String == "27670116110564327422"
        }
        try await Self.expect("networth --json", in: scenario) { series in
            series["currency"] as? String == "EUR" && series["net"] as? String == "1000.25"
        }
        try await scenario.close()
    }

    @Test("give no share to a part that is out of all proportion, and show all else")
    func hugePart() async throws {
        let scenario = try Scenario()
        try Self.partsAnswer.write(
            toFile: scenario.folder + "/huge.json", atomically: true, encoding: .utf8)
        let imported = try await scenario.run(Self.parts)
        try #require(imported.exitCode == 0, "\(imported.errors)")
        let shown = try await scenario.run("ghostvault spending | sed 's/  *$//'")
        #expect(shown.errors == "")
        #expect(shown.output.contains("Groceries") && shown.output.contains("100 %"))
        #expect(shown.output.contains("92,233,720,368,547,758.07\n"), "\(shown.output)")
        try await Self.expect("spending --json", in: scenario) { entry in
            let categories = entry["categories"] as? [[String: Any]] ?? []
            return entry["total"] as? String == "0.01"
                && categories.map { $0["share_percent"] as? Int } == [100, nil, 0]
        }
        let upTo = try await scenario.run("ghostvault spending --to 2026-03-15")
        #expect(upTo.exitCode == 0 && upTo.output.contains("Groceries"), "\(upTo.errors)")
        try await scenario.close()
    }

    private static let parts = """
        ghostvault init --config >/dev/null
        for id in first second; do
            printf '[[category]]\nid = "%s"\nname = "%s"\ntype = "expense"\nparent = "groceries"\n' \
                $id $id >>vault/config/categories.toml
            printf 'rule { name = "%s", when = { text = "%s" }, set = { class = "expense", category = "%s" } }\n' \
                $id $id $id >>vault/rules/20-mine.lua
        done
        ghostvault import --format simplefin huge.json >/dev/null
        """

    private static var partsAnswer: String {
        """
        {"errors": [], "accounts": [
        {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
         "id": "A", "name": "Checking", "currency": "USD", "balance": "1.00",
         "balance-date": \(instant(0)), "transactions": [
         {"id": "1", "posted": \(instant(3)), "amount": "-92233720368547758.07",
          "description": "FIRST"},
         {"id": "2", "posted": \(instant(2)), "amount": "92233720368547758.06",
          "description": "SECOND"}]}]}
        """
    }

    private static func expect(
        _ command: String, in scenario: Scenario, _ isRight: ([String: Any]) -> Bool
    ) async throws {
        let finished = try await scenario.run("ghostvault \(command)")
        let list = try JSONSerialization.jsonObject(with: Data(finished.output.utf8))
        let objects = list as? [[String: Any]] ?? []
        let isFound = objects.contains(where: isRight)
        #expect(isFound, "\(finished.output)")
    }

    private static let preparation = #"""
        ghostvault init --config >/dev/null
        cat >vault/rules/20-mine.lua <<'END'
        rule { name = "Large", when = { amount = greater(1000000) }, set = { tags = { "large" } } }
        rule { name = "Equal", when = { amount = approx(92233720368547758) }, set = { notes = "most" } }
        rule { name = "Function", when = function(tx) return tx.amount < -1 end, set = { tags = { "out" } } }
        rule { name = "Parts", when = { text = "MARKET", amount = less(-10) }, set = { splits = {
            { category = "groceries", share = 0.3 }, { category = "dining", amount = 1 },
            { category = "shopping" } } } }
        END
        cat >vault/config/rates.toml <<'END'
        base = "USD"
        [[rate]]
        currency = "EUR"
        value = 1.08
        [[rate]]
        currency = "JPY"
        value = 900000000.0
        END
        mkdir -p vault/automation
        cat >vault/automation/alerts.lua <<'END'
        on("large_transaction", { over = "92233720368547758.07" }, function(e) end)
        on("low_balance", { below = "92233720368547758.07" }, function(e) end)
        on("over_budget", { category = "groceries", limit = "92233720368547758.07" }, function(e) end)
        END
        ghostvault import --format simplefin huge.json >/dev/null
        """#

    /// Days before the today of scenarios, in POSIX seconds at noon.
    private static func instant(_ daysAgo: Int) -> Int { (20_527 - daysAgo) * 86_400 + 43_200 }

    private static var answer: String {
        let most = "92233720368547758.07"
        let whole = "9223372036854775807"
        var id = 0
        func row(_ daysAgo: Int, _ amount: String, _ text: String, isPending: Bool = false)
            -> String
        {
            id += 1
            let day =
                isPending ? "\"pending\": true, \"posted\": 0, \"transacted_at\"" : "\"posted\""
            return """
                {"id": "\(id)", \(day): \(instant(daysAgo)), "amount": "\(amount)",
                 "description": "\(text)"}
                """
        }
        func account(
            _ name: String, _ currency: String, _ balance: String, _ rows: [String]
        ) -> String {
            """
            {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
             "id": "\(name)", "name": "\(name)", "currency": "\(currency)",
             "balance": "\(balance)", "available-balance": "-\(balance.drop { $0 == "-" })",
             "balance-date": \(instant(0)), "transactions": [\(rows.joined(separator: ",\n"))]}
            """
        }
        let months = (0..<7).map { $0 * 30 + 5 }
        let checking =
            months.map { row($0, most, "PAYROLL") }
            + months.map { row($0 + 3, "-\(most)", "STREAMING") }
            + (0..<9).map { row($0 * 7 + 1, "-\(most)", "MARKET") }
            + [12, 12, 40].map { row($0, "-\(most)", "TRANSFER TO SAVINGS") }
            + [row(2, most, "MARKET REFUND"), row(1, "-\(most)", "MARKET", isPending: true)]
            + [row(9, "-46116860184273879.03", "STREAMING"), row(20, "-0.01", "MARKET")]
        let savings = [12, 11, 40].map { row($0, most, "TRANSFER FROM CHECKING") }
        let card =
            months.map { row($0, "-\(most)", "MARKET") }
            + months.map { row($0 + 1, most, "PAYMENT THANK YOU") }
        let loan = months.map { row($0, "-\(most)", "INTEREST CHARGE") }
        let yen =
            [1, 2, 3].map { row($0, "-\(whole)", "SUSHI") } + [row(50, whole, "EXCHANGE")]
        let euros = [row(4, "2500.00", "PAYROLL"), row(3, "-42.50", "MUSEUM")]
        return """
            {"errors": [], "accounts": [
            \(account("Checking", "USD", most, checking)),
            \(account("Savings", "USD", most, savings)),
            \(account("Credit Card", "USD", "-\(most)", card)),
            \(account("Car Loan", "USD", "-\(most)", loan)),
            \(account("Yen", "JPY", whole, yen)), \(account("Travel", "EUR", "1000.25", euros))]}
            """
    }
}
