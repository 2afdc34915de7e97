import Foundation
import Model
import TestSupport
import Testing

@Suite("ghostvault export", .inTurns, .enabled(if: Journals.areReadable))
struct ExportTests {
    @Test("gives hledger, Ledger and Beancount a vault of oddities without a complaint")
    func oddVault() async throws {
        let scenario = try await OddVault.scenario()
        try await Self.expectAgreement(in: scenario)
        let journal = try String(
            contentsOfFile: scenario.folder + "/money.hledger", encoding: .utf8)
        #expect(journal.contains("P 2026-03-01 EUR 1.09 USD"))
        #expect(journal.contains("EUR @@ 120.00 USD"))
        #expect(journal.contains("JPY @@ 60.00 USD  ; date:2026-03-13"))
        #expect(journal.contains("\n2026-03-12 ! (16) Coffee\n"))
        #expect(journal.contains("assets:receivables:Sam- -S-  70.00 USD"))
        #expect(journal.contains("Adjustment to the bank's balance"))
        try await scenario.close()
    }

    @Test("gives them the demo household with every balance its banks reported")
    func demoHousehold() async throws {
        let scenario = try Scenario()
        try await scenario.startBank(" --months 4")
        let connected = try await scenario.run(
            "ghostvault connect --token-file token --allow-http-on-loopback >connected 2>&1")
        try #require(connected.exitCode == 0)
        try await Self.expectAgreement(in: scenario)
        try await scenario.close()
    }

    @Test("writes a CSV that adds nothing when it is imported again")
    func importedAgain() async throws {
        let scenario = try Scenario()
        try await scenario.startBank(" --months 2")
        let connected = try await scenario.run(
            "ghostvault connect --token-file token --allow-http-on-loopback >connected 2>&1")
        try #require(connected.exitCode == 0)
        let split = try await scenario.run("ghostvault transactions split 20 groceries=1 dining")
        try #require(split.exitCode == 0, "\(split.errors)")
        let wallet = try await scenario.run(
            "ghostvault accounts add Wallet --type cash --value 100 --currency USD && "
                + "ghostvault transactions add 5 Kelp --account Wallet")
        try #require(wallet.exitCode == 0, "\(wallet.errors)")
        let before = try await scenario.run("ghostvault transactions --all --csv")
        let again = try await scenario.run(
            "ghostvault export csv >all.csv; ghostvault import all.csv")
        #expect(again.exitCode == 0, "\(again.output) \(again.errors)")
        let after = try await scenario.run("ghostvault transactions --all --csv")
        #expect(after.output == before.output)
        try await scenario.close()
    }

    @Test("keeps balances within a period and an account, and leaves them out of a filtered part")
    func parts() async throws {
        let scenario = try await OddVault.scenario()
        for (arguments, balance) in [
            ("mar --all", "2500.10"), ("--to 2026-03-09 --account 1", nil), ("grocery", nil),
            ("--from 2026-03-10 --account 1", "2500.10"), ("--account 1 --account 2", "2500.10"),
        ] as [(String, String?)] {
            let journals = try await Journals(of: scenario, arguments: arguments)
            guard let balance else { continue }
            for (form, balances) in try await journals.balancesByAccount() {
                #expect(
                    Decimal(string: balances["1"] ?? "") == Decimal(string: balance),
                    "\(form) \(arguments)")
            }
        }
        let part = try await scenario.run("ghostvault export hledger grocery")
        #expect(part.output.contains("; A part of the transactions, without opening balances.\n"))
        #expect(!part.output.contains("Opening balances\n") && !part.output.contains("* Balance"))
        try await scenario.close()
    }

    @Test("writes a private file at once, and leaves no draft where it can't")
    func file() async throws {
        let scenario = try await OddVault.scenario()
        let finished = try await scenario.run(
            """
            for form in csv json ndjson hledger; do
                ghostvault export $form --output out && stat -c %a out
            done
            ghostvault export csv | head -n 1 | cut -d, -f1,2
            ghostvault export ndjson --all | wc -l
            mkdir folder; ghostvault export csv --output folder 2>/dev/null || echo $?
            ghostvault export csv --output none/out 2>/dev/null || echo $?
            ls | grep draft
            """)
        #expect(finished.output == "600\n600\n600\n600\nid,account\n26\n1\n1\n")
        try await scenario.close()
    }

    @Test("lets no text of any length become a line, a date, a tag or an account of its own")
    func hostileTexts() async throws {
        let scenario = try Scenario()
        let long = String(repeating: "日本, [2026-02-30] ; ", count: 400)
        let texts = [
            "include /etc/passwd", "!include x", "; comment", "x  ; date:1900-01-01", "[=1/1]",
            "* starred", "! marked", "(code) x", "a | b", "\"quoted\" \\", "back\\slash\\",
            ":tag:other:", "a::b", "= /auto/", "~ monthly", "P 2026-01-01 USD 3 EUR", "  ", "{{",
            "2026-01-01 open Assets:X", "\u{2028}account x", "\u{85}account x", "\r\naccount x",
            "\taccount x", ";\u{301}x", "|\u{301}x", "\"\u{301}", "\\\u{301}",
            "[\u{301}2020-01-01]",
            "\u{202E}rtl", "\u{0}", "apply account x", "comment", "end", "#tag ^link", "%", long,
        ]
        let rows = texts.enumerated().map { number, text in
            [
                "id": "\(number)", "posted": 1_773_057_600 + number, "amount": "-1.00",
                "description": text, "memo": text, "payee": text,
            ] as [String: Any]
        }
        let answer: [String: Any] = [
            "errors": [],
            "accounts": texts.enumerated().map { number, text in
                [
                    "org": ["domain": "a.example", "name": text, "sfin-url": "https://a.example"],
                    "id": "A\(number)", "name": text, "currency": number % 3 == 0 ? "USD" : text,
                    "balance": "5.00", "balance-date": 1_773_532_800,
                    "transactions": number == 0 ? rows : [],
                ] as [String: Any]
            },
        ]
        try JSONSerialization.data(withJSONObject: answer)
            .write(to: URL(fileURLWithPath: scenario.folder + "/answer.json"))
        let imported = try await scenario.run(
            "ghostvault import --format simplefin answer.json >/dev/null")
        try #require(imported.errors == "")
        try await Self.expectAgreement(in: scenario)
        try await scenario.close()
    }

    @Test("--live is kept current by commands, and rewritten only if something changed")
    func live() async throws {
        let scenario = try await OddVault.scenario()
        let finished = try await scenario.run(
            """
            mv vault/config/automation.toml settings.toml
            ln -s "$PWD/settings.toml" vault/config/automation.toml
            ghostvault export hledger --live live.journal >/dev/null
            test -L vault/config/automation.toml || echo 'the link is gone'
            ghostvault export hledger --live live.journal >/dev/null
            ghostvault export hledger | cmp - live.journal
            stat -c %a live.journal
            grep -c '^file = "/.*/live.journal"$' vault/config/automation.toml
            ghostvault export beancount --live live.journal 2>&1 | head -n 1 | grep -c 'another format'
            ghostvault export hledger --live other.journal dining 2>&1 | grep -c 'without filters'
            touch -d 2020-01-01 live.journal
            ghostvault apply-rules >/dev/null; date -r live.journal +%Y
            ghostvault transactions set 3 --note Fresh >/dev/null
            ghostvault apply-rules >/dev/null; grep -c Fresh live.journal
            sed 's/-9.99/-8.88/; s/"id": "6"/"id": "60"/' second.json >third.json
            ghostvault import --format simplefin third.json >/dev/null; grep -c -- '-8.88 USD' live.journal
            ghostvault export hledger | cmp - live.journal
            """)
        #expect(finished.output == "600\n1\n1\n1\n2020\n1\n1\n", "\(finished.errors)")
        try await scenario.close()
    }

    @Test("--live is kept current by a watcher")
    func watched() async throws {
        let scenario = try await OddVault.scenario()
        let finished = try await scenario.run(
            """
            ghostvault export ledger --live live.ledger >/dev/null
            ghostvault watch >log 2>&1 & watcher=$!
            ghostvault transactions set 3 --note Fresh >/dev/null
            for try in $(seq 6000); do grep -q Fresh live.ledger && break; sleep 0.1; done
            kill $watcher; wait $watcher
            grep -c Fresh live.ledger; ghostvault export ledger | cmp - live.ledger
            """)
        #expect(finished.output == "1\n", "\(finished.errors)")
        try await scenario.close()
    }

    /// Compares balances, sums and rows as the three programs read them with the vault's own.
    private static func expectAgreement(in scenario: Scenario) async throws {
        let journals = try await Journals(of: scenario)
        let accounts = try await list("accounts --all --json", in: scenario)
        let balances = try await journals.balancesByAccount()
        for (form, found) in balances {
            for account in accounts {
                let id = "\(account["id"] ?? "")"
                #expect(
                    decimal(account["balance"]) == decimal(found[id] ?? "0"), "\(form): \(id)")
            }
        }
        #expect(balances.count == 3)
        // Symbols differ from codes, so the amounts are compared.
        let net = try await list("networth --json", in: scenario)
            .compactMap { decimal($0["net"]) }.filter { $0 != 0 }.sorted()
        let spent = try await list("spending all --json", in: scenario)
            .compactMap { decimal($0["total"]) }.filter { $0 != 0 }.sorted()
        for form in ["hledger", "ledger", "beancount"] {
            let worth = try await journals.sums(
                form, within: "assets:bank:", "assets:investments:", "liabilities:")
            #expect(worth.values.sorted() == net, "\(form)")
            let expenses = try await journals.sums(form, within: "expenses:")
            #expect(expenses.values.sorted() == spent, "\(form)")
        }
        try await expectRows(in: journals, of: scenario)
    }

    private static func expectRows(in journals: Journals, of scenario: Scenario) async throws {
        let rows = try await journals.rows()
        let transactions = try await list("export json --all", in: scenario)
        #expect(rows.count == transactions.count && !rows.isEmpty)
        for transaction in transactions {
            let row = try #require(rows["\(transaction["id"] ?? "")"])
            #expect(row.day == transaction["day"] as? String)
            #expect(decimal(row.amount) == decimal(transaction["amount"]))
            let isPending = transaction["pending"] as? Bool == true
            #expect(row.isPending == isPending)
            #expect(row.account == (isPending ? nil : "\(transaction["account_id"] ?? "")"))
            guard let description = row.description, let payee = transaction["payee"] as? String
            else { continue }
            let legal = SafeText.neutralised(payee).unicodeScalars.map { scalar -> Character in
                scalar == ";" ? "," : scalar == "|" ? "/" : Character(scalar)
            }
            #expect(description == String(legal).trimmingCharacters(in: .whitespaces))
        }
    }

    private static func list(
        _ command: String, in scenario: Scenario
    ) async throws -> [[String: Any]] {
        let finished = try await scenario.run("ghostvault \(command)")
        let found = try JSONSerialization.jsonObject(with: Data(finished.output.utf8))
        return try #require(found as? [[String: Any]])
    }

    private static func decimal(_ value: Any?) -> Decimal? {
        (value as? String).flatMap { Decimal(string: $0) }
    }
}
