import Foundation
import Letter
import Model
import TestSupport
import Testing

@Suite("ghostvault report", .inTurns)
struct LetterCommandTests {
    @Test("proves each figure of the demo household, which are those of other commands")
    func demoHousehold() async throws {
        let scenario = try Scenario()
        try await scenario.startBank(" --months 5")
        let connected = try await scenario.run(
            "ghostvault connect --token-file token --allow-http-on-loopback >connected 2>&1")
        try #require(connected.exitCode == 0)
        for (period, file) in [
            ("", "letter-2026-03.html"), ("last month", "letter-2026-02.html"),
            ("2025", "letter-2025.html"), ("2026-02-03..2026-02-20", ""),
        ] {
            let page = try await Self.page(of: period, named: file, in: scenario)
            #expect(page.utf8.count <= 300_000)
            let counted = period.isEmpty ? "mar" : period
            for (command, fields) in [
                ("spending \(counted)", ["total", "average_so_far"]),
                ("why \(counted)", ["change"]), ("networth \(counted)", ["net"]),
            ] {
                let rows = try await Self.list("\(command) --json", in: scenario)
                for field in fields {
                    let amounts = rows.compactMap { $0[field] as? String }
                    if let amount = amounts.last { try Self.expect(amount, on: page, command) }
                }
            }
        }
        try await scenario.close()
    }

    @Test("proves a vault of oddities in four currencies, with splits, loans and hostile names")
    func oddVault() async throws {
        let scenario = try await OddVault.scenario()
        let named = try await scenario.run(
            "ghostvault transactions set 9 --payee '</details><script>alert(1)</script>'")
        try #require([0, 3].contains(named.exitCode))
        for period in ["mar", "2026"] {
            let page = try await Self.page(of: period, named: "", in: scenario)
            #expect(
                page.contains("<bdi>&lt;/details&gt;&lt;script&gt;") && !page.contains("<script"))
            #expect(page.contains("<bdi>EUR</bdi>") && page.contains("<bdi>JPY</bdi>"))
            #expect(page.contains("https://x.example/coin;&quot;1&quot;"))
            let spending = try await Self.list("spending \(period) --json", in: scenario)
            for total in spending.compactMap({ $0["total"] as? String }) {
                try Self.expect(total, on: page, period)
            }
        }
        try await scenario.close()
    }

    @Test("proves a month whose changes cancel out, and one of which nothing is known")
    func quiet() async throws {
        let scenario = try Scenario()
        let finished = try await scenario.run(
            """
            cat >answer.json <<'END'
            {"errors": [], "accounts": [{"org": {"domain": "a.example",
              "sfin-url": "https://bridge.example/simplefin"}, "id": "C1", "name": "Checking",
              "currency": "USD", "balance": "80.00", "balance-date": 1773532800, "transactions": [
                {"id": "1", "posted": 1770724800, "amount": "-10.00", "description": "STARBUCKS"},
                {"id": "2", "posted": 1773144000, "amount": "-10.00", "description": "CHIPOTLE"}]}]}
            END
            ghostvault import --format simplefin answer.json >/dev/null
            ghostvault report --check --output mar && ghostvault report 2019 --check --output old
            """)
        #expect(finished.exitCode == 0, "\(finished.errors)")
        for name in ["mar", "old"] {
            let page = try Scenario.text(at: "\(scenario.folder)/\(name)")
            #expect(LetterProof(of: page).mistakes == [])
        }
        try await scenario.close()
    }

    @Test("proves what is left of budgets, whose spending opens to its rows")
    func budgets() async throws {
        let scenario = try Scenario()
        let finished = try await scenario.run(
            """
            cat >answer.json <<'END'
            {"errors": [], "accounts": [{"org": {"domain": "a.example",
              "sfin-url": "https://bridge.example/simplefin"}, "id": "C1", "name": "Checking",
              "currency": "USD", "balance": "80.00", "balance-date": 1773532800, "transactions": [
                {"id": "1", "posted": 1772366400, "amount": "-12.34", "description": "STARBUCKS"},
                {"id": "2", "posted": 1773144000, "amount": "-30.00", "description": "SHELL"}]}]}
            END
            ghostvault import --format simplefin answer.json >/dev/null
            ghostvault budget set dining 50 >/dev/null
            ghostvault budget set transportation 20 >/dev/null
            ghostvault report --check --output mar
            """)
        #expect(finished.exitCode == 0, "\(finished.errors)")
        let page = try Scenario.text(at: "\(scenario.folder)/mar")
        #expect(LetterProof(of: page).mistakes == [])
        #expect(page.contains(#/<b>37\.66</b> <bdi>USD</bdi><em> left</em>/#))
        #expect(page.contains(#/<b>-10\.00</b> <bdi>USD</bdi><em> over</em>/#))
        // Under spending, why it differs, new payees, the largest, and its budget.
        let budgets = try #require(page.firstMatch(of: #/Budgets(?s:.*?)<h2/#)).output
        #expect(budgets.contains("2026-03-01") && budgets.contains("-12.34"))
        try await scenario.close()
    }

    @Test("writes a private file at once, and leaves no draft where it can't")
    func file() async throws {
        let scenario = try await OddVault.scenario()
        let finished = try await scenario.run(
            """
            ghostvault report feb --output out >said && stat -c %a out && cat said
            ghostvault report feb --output none/out 2>/dev/null || echo $?
            ghostvault report 2027 2>/dev/null || echo $?
            ls | grep -e draft -e letter
            """)
        #expect(finished.output == "600\nThe letter is in out.\n1\n64\n")
        try await scenario.close()
    }

    @Test("prints PDF by the first program that is installed, which no name reaches")
    func pdf() async throws {
        let household = try await JSONHousehold.copy()
        // Beyond a plain environment, commands run as processes, with a PATH of their own.
        let scenario = try Scenario(environment: ["STAND_IN": "1"], copying: household.folder)
        try await household.close()
        let finished = try await scenario.run(
            """
            mkdir -m 755 tools; program=$(command -v ghostvault)
            report() { PATH="$PWD/tools" "$program" report --pdf "$@" 2>&1; }
            report | head -n 1
            cat >tools/chromium <<'END'
            #!/bin/sh
            PATH=/usr/bin:/bin
            for word; do case $word in
                --print-to-pdf=*) out=${word#*=} ;; --*) ;; file://*) in=${word#file://} ;;
                *) exit 3 ;; esac
            done
            { echo browser; grep -c '<h1>' "$in"; } >"$out"
            END
            cat >tools/weasyprint <<'END'
            #!/bin/sh
            PATH=/usr/bin:/bin
            test $# = 3 && { echo paper; grep -c '<h1>' "$2"; } >"$3"
            END
            chmod 755 tools/chromium
            report && cat letter-2026-03.pdf
            chmod 755 tools/weasyprint
            report --output paper.pdf && cat paper.pdf && stat -c %a paper.pdf
            printf '#!/bin/sh\\necho "weasyprint: no paper" >&2; exit 1\\n' >tools/weasyprint
            report --output other.pdf | grep -o 'no paper'
            ls | grep -e other -e draft
            """)
        #expect(
            finished.output == """
                ghostvault: No program that makes PDF is installed.
                The letter is in letter-2026-03.pdf.
                browser
                1
                The letter is in paper.pdf.
                paper
                1
                600
                no paper

                """, "\(finished.errors)")
        try await scenario.close()
    }

    @Test("the commands and settings of docs/letter.md work")
    func page() async throws {
        let scenario = try await OddVault.scenario()
        let text = try Documentation.text(of: "docs/letter.md")
        let commands = Documentation.blocks("sh", in: text).flatMap { $0.split(separator: "\n") }
        #expect(commands.count == 5)
        for command in commands where !command.hasSuffix("--pdf") {
            let finished = try await scenario.run(String(command))
            #expect(finished.exitCode == 0, "\(command): \(finished.errors)")
        }
        let settings = Documentation.blocks("toml", in: text)
        #expect(settings.count == 1)
        let written = settings.joined().replacing("/home/ann", with: scenario.folder)
        try written.write(
            toFile: scenario.folder + "/vault/config/automation.toml", atomically: false,
            encoding: .utf8)
        let finished = try await scenario.run(
            """
            mkdir letters
            GHOSTVAULT_TODAY=2026-03-15 ghostvault watch >log 2>&1 & watcher=$!
            for try in $(seq 6000); do test -s log && grep -q 'letter is in' log && break; sleep 0.1; done
            kill $watcher; wait $watcher
            ls letters; stat -c %a letters/*
            """)
        let log = try Scenario.text(at: scenario.folder + "/log")
        #expect(finished.output == "letter-2026-02.html\n600\n", "\(log)")
        let letter = try Scenario.text(at: scenario.folder + "/letters/letter-2026-02.html")
        #expect(LetterProof(of: letter).mistakes == [])
        try await scenario.close()
    }

    // MARK: Support

    /// The letter, of which the command itself said that it adds up.
    private static func page(
        of period: String, named file: String, in scenario: Scenario
    ) async throws -> String {
        let output = file.isEmpty ? " --output page.html" : ""
        let finished = try await scenario.run("ghostvault report \(period) --check\(output)")
        try #require(finished.exitCode == 0, "\(period): \(finished.errors)")
        let page = try Scenario.text(
            at: "\(scenario.folder)/\(file.isEmpty ? "page.html" : file)")
        let proof = LetterProof(of: page)
        #expect(proof.mistakes == [])
        #expect(finished.output.contains("\(proof.figures) figures of \(proof.rows) amounts"))
        return page
    }

    private static func expect(_ amount: String, on page: String, _ command: String) throws {
        let parts = amount.split(separator: ".")
        let currency = Currency(
            code: "XXX", exponent: parts.count > 1 ? parts[1].count : 0)
        let text = try Money(exactly: amount, currency: currency).groupedText
        #expect(
            page.contains(">\(text)<") || page.contains(">+\(text)<"),
            "\(command) has \(amount)")
    }

    private static func list(
        _ command: String, in scenario: Scenario
    ) async throws -> [[String: Any]] {
        let finished = try await scenario.run("ghostvault \(command)")
        let found = try JSONSerialization.jsonObject(with: Data(finished.output.utf8))
        return try #require(found as? [[String: Any]])
    }
}
