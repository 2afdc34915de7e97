import Foundation
import TestSupport

/// A small vault in which every field of every answer occurs.
enum JSONHousehold {
    /// A scenario with a copy of the vault.
    static func copy() async throws -> Scenario {
        try Scenario(copying: try await PreparedHousehold.shared.folder())
    }

    static func answer(to command: String) async throws -> Any {
        let isOfEvents = command.hasPrefix("automation") && command != "automation replay"
        let isPlain = !ofConnections.contains(command) && !isOfEvents
        let scenario = try Scenario(
            copying: isPlain ? try await PreparedHousehold.shared.folder() : nil)
        do {
            if ofConnections.contains(command) {
                try await scenario.startBank(" --months 1 --fault one-institution-failing")
            }
            if isOfEvents {
                _ = try await scenario.run("ghostvault init")
                try AutomationRows.add(to: scenario.folder + "/vault")
            }
            if command == "explain" {
                _ = try await scenario.run("ghostvault transactions set 2 --note Seen")
                try AutomationRows.add(to: scenario.folder + "/vault")
                try AutomationRows.addValue(
                    "Seen", of: "notes", on: 2, to: scenario.folder + "/vault")
            }
            let finished = try await scenario.run(
                (ofConnections.contains(command) ? connecting : "") + arguments(of: command))
            try await scenario.close()
            return try JSONSerialization.jsonObject(with: Data(finished.output.utf8))
        } catch {
            try await scenario.close()
            throw error
        }
    }

    private static func arguments(of command: String) -> String {
        switch command {
        case "import":
            """
            cat >rows.csv <<'END'
            Date,Description,Amount
            2025-03-26,Kelp Coffee,-4.50
            2025-03-27,Harrow Cinema,-12.00
            2025-03-28,Kiosk,nothing
            END
            ghostvault import rows.csv --account checking --json; true
            """
        case "import compare":
            """
            cat >mint.csv <<'END'
            Date,Description,Original Description,Amount,Transaction Type,Category,Account Name,Labels,Notes
            3/26/2025,Kelp Coffee,KELP COFFEE,4.50,debit,Gifts,Harbor Card,,
            END
            ghostvault import compare mint.csv --account checking --json
            """
        case "forecast", "calendar", "due", "safe-to-spend":
            planned + "ghostvault \(command) --json"
        case "debts": plannedDebts + "ghostvault debts car --json"
        case "goals": plannedDebts + "ghostvault goals --json"
        case "plan categories": "ghostvault plan categories all --json"
        case "plan", "plan months", "plan list", "advice":
            plannedDebts + untilApril + "GHOSTVAULT_TODAY=2026-04-02 ghostvault \(command) --json"
        case "ask":
            """
            cat >vault/asked.json <<'END'
            [{"day": 20527, "question": "?", "sent": "{}", "host": "127.0.0.1", "model": "m",
                "answer": "!"}]
            END
            ghostvault ask --log --json
            """
        case "doctor": "chmod 755 vault; ghostvault doctor --json"
        case "accounts history": "ghostvault accounts history 1 --json"
        case "accounts check": balanceGap + "ghostvault accounts check --json"
        case "transactions": "ghostvault transactions --all --json"
        case "transactions --by": "ghostvault transactions --by category --json"
        case "explain": "ghostvault explain 2 --json"
        case "apply-rules": "ghostvault apply-rules --dry-run --json"
        case "explain --rule":
            """
            cat >vault/rules/95-asked.lua <<'END'
            rule { name = "Asked", when = { any { { size = 1 }, { size = greater(1) } },
                function(tx) return true end }, set = { category = "travel", tags = "asked" } }
            rule { name = "Later", when = { any { { size = 1 }, { size = greater(1) } },
                function(tx) return true end }, set = { category = "dining", tags = "later" } }
            END
            ghostvault explain 5 --rule later --json
            """
        case "recurring show":
            "ghostvault recurring show \"$(ghostvault recurring --csv --fields name | sed -n 2p)\" "
                + "--json"
        case "dashboard": "GHOSTVAULT_TODAY=2026-03-09 ghostvault dashboard --json"
        case "spending --category": "ghostvault spending --category groceries --json"
        case "transfers mark": "ghostvault transfers mark 3 9 --json"
        case "accounts interest": loan + "ghostvault accounts interest --json"
        case "accounts merge":
            "sed 's/\"S1\"/\"S2\"/' answer.json >anew.json\n"
                + "ghostvault import --format simplefin anew.json >/dev/null\n"
                + "ghostvault accounts merge 2 4 --yes --json"
        case "transactions holds": doubtfulHolds + "ghostvault transactions holds --json"
        case "transactions settle":
            doubtfulHolds + "ghostvault transactions settle 11 13 --json"
        case "transfers --review": doubtfulTransfer + "ghostvault transfers --review --json"
        case "plugins show": "ghostvault plugins show waiting --json"
        case "transactions set":
            "ghostvault transactions set 5 --payee Louvre --all-from-payee --json"
        case "networth": "\(cash); ghostvault networth --json"
        case "transactions add": "\(cash); ghostvault transactions add 5 Bakery --json"
        case "transactions split": "ghostvault transactions split 6 shopping=1 groceries --json"
        case "transactions confirm": "ghostvault transactions confirm 5 --json"
        case "loans": "ghostvault transactions set 2 --loan Sam >loan; ghostvault loans --json"
        case "undo": "\(correction); ghostvault undo --json"
        case "redo": "\(correction); ghostvault undo >/dev/null; ghostvault redo --json"
        case "rules test": "ghostvault rules test --coverage --json"
        case "rules try":
            "echo '[\"SHOP\", {\"description\": \"STATE TAX\", \"amount\": -3}]' "
                + "| ghostvault rules try vault/rules/60-tried.lua --on - --json"
        case "rules check":
            """
            cat >vault/rules/40-failing.lua <<'END'
            rule { name = "Fails", when = function(tx) while true do end end, set = { notes = "x" } }
            END
            ghostvault rules check --json
            """
        case "rules list": brokenRule + "ghostvault rules list --json"
        case "rules show":
            "ghostvault rules add --payee MUSEUM --category travel >/dev/null\n"
                + "ghostvault rules show 1 --json"
        case "rules proposals": proposals + "ghostvault rules proposals --json"
        case "rules preview":
            """
            ghostvault rules add --when '{ payee = "TRANSFER", amount = less(9999) }' --tag own >/dev/null
            ghostvault rules preview --payee TRANSFER --tag own --category travel --json
            """
        case "rules suggest":
            """
            cat >vault/rules/90-again.lua <<'END'
            rule { when = { amount = less(0) }, set = { class = "expense", series = "Again" } }
            END
            sed 's/MUSEUM/TRANSFER/' answer.json >again.json
            ghostvault import --format simplefin again.json >/dev/null
            ghostvault rules suggest --json
            """
        case "budget":
            "ghostvault budget set travel 100 --note trips >/dev/null; ghostvault budget --json"
        case "automation list":
            """
            mkdir -p vault/automation
            cat >vault/automation/all.lua <<'END'
            on("new_transaction", { name = "all", over = 1, account = "A", payee = "B",
                category = "travel" }, function(e) end)
            on("low_balance", { below = 100 }, function(e) end)
            on("over_budget", { category = "travel", limit = 49.90 }, function(e) end)
            on("bill_due", function(e) end)
            on("budget_reached", { at = 90 }, function(e) end)
            END
            ghostvault automation list --json
            """
        case "automation replay":
            """
            mkdir -p vault/automation
            cat >vault/automation/all.lua <<'END'
            on("new_transaction", function(e) notify { title = e.transaction.payee } end)
            on("new_payee", function(e) error("no") end)
            END
            ghostvault automation replay 2025 --json; true
            """
        case "rules health":
            """
            cat >vault/rules/90-meeting.lua <<'END'
            rule { name = "One", when = { text = "PAYROLL" }, set = { lens = "need" } }
            rule { name = "Two", when = { text = "PAYROLL" }, set = { lens = "want" } }
            rule { name = "Never", when = { text = "NOTHING" }, set = {} }
            END
            ghostvault rules health --json
            """
        default: "ghostvault \(command) --json"
        }
    }

    /// Answers about connections, for which a bank has to be there.
    private static let ofConnections: Set<String> = [
        "connections", "status", "sync history",
    ]

    private static let connecting =
        "ghostvault connect --token-file token --allow-http-on-loopback >connected 2>&1\n"

    private static let cash =
        "ghostvault accounts add Cash --type cash --value 10 --currency USD >/dev/null"

    private static let plannedDebts = plan(
        """
        [[debt]]
        name = "Car"
        balance = "900.00"
        rate = "5.9"
        minimum = "50.00"
        [[goal]]
        name = "Bicycle"
        amount = "300.00"
        by = "2030-06"
        monthly = "25.00"
        """)

    /// A row of April, so that all of March is known.
    private static let untilApril = """
        printf 'Date,Description,Amount\\n2026-04-01,Kiosk,-1.00\\n' >april.csv
        GHOSTVAULT_TODAY=2026-04-02 ghostvault import april.csv --account checking >imported

        """

    private static let planned = plan(
        "[[income]]\nname = \"Refund\"\namount = \"64.00\"\nstart = \"2026-03-20\"")

    private static func plan(_ text: String) -> String {
        "mkdir -p vault/config; cat >vault/config/plan.toml <<'END'\n\(text)\nEND\n"
    }

    /// An account whose third and fourth balance lack a row.
    private static let balanceGap = """
        for week in "0 100" "7 100" "14 58" "21 58"; do
            set -- $week
            printf '{"errors": [], "accounts": [{"org": {"domain": "gap.example"}, "id": "G1",
                "name": "Gap", "currency": "USD", "balance": "%d.00", "balance-date": %d,
                "transactions": [{"id": "G", "posted": 1767268800, "amount": "100.00",
                    "description": "PAYROLL"}]}]}' $2 $((1767355200 + 86400 * $1)) >week.json
            ghostvault import --format simplefin week.json >/dev/null
        done

        """

    private static let correction = "ghostvault transactions set 2 --lens want >/dev/null"

    /// A stored rule that comes back when its category is gone.
    private static let brokenRule = #"""
        ghostvault init --config >/dev/null
        cp vault/config/categories.toml categories.toml
        printf '\n[[category]]\nid = "boats"\nname = "Boats"\ntype = "expense"\n' \
            >>vault/config/categories.toml
        ghostvault rules add --payee MUSEUM --category boats >/dev/null
        ghostvault rules remove MUSEUM >/dev/null
        mv categories.toml vault/config/categories.toml
        ghostvault apply-rules >/dev/null
        ghostvault undo >/dev/null 2>&1

        """#

    /// Money that one account sent and two received.
    private static let doubtfulTransfer = #"""
        cat >doubt.json <<'END'
        {"errors": [], "accounts": [
          {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "C1", "name": "Everyday Checking", "currency": "USD", "balance": "2425.10",
           "balance-date": 1773532900,
           "transactions": [
            {"id": "70", "posted": 1773057600, "amount": "-75.00", "description": "TRANSFER"}]},
          {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "S1", "name": "Savings", "currency": "USD", "balance": "1350.00",
           "balance-date": 1773532900,
           "transactions": [
            {"id": "71", "posted": 1773057600, "amount": "75.00", "description": "TRANSFER"},
            {"id": "72", "posted": 1773057600, "amount": "75.00", "description": "TRANSFER"}]}]}
        END
        ghostvault import --format simplefin doubt.json >/dev/null

        """#

    /// A loan of 10,000.00 at 6 %, of which the interest alone is paid.
    private static let loan = #"""
        cat >loan.json <<'END'
        {"errors": [], "accounts": [
          {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "L1", "name": "Car Loan", "currency": "USD", "balance": "-10000.00",
           "balance-date": 1773532800,
           "transactions": [
            {"id": "81", "posted": 1759320000, "amount": "-50.00", "description": "INTEREST"},
            {"id": "82", "posted": 1759492800, "amount": "50.00", "description": "PAYMENT"},
            {"id": "83", "posted": 1761998400, "amount": "-50.00", "description": "INTEREST"},
            {"id": "84", "posted": 1762171200, "amount": "50.00", "description": "PAYMENT"},
            {"id": "85", "posted": 1764590400, "amount": "-50.00", "description": "INTEREST"},
            {"id": "86", "posted": 1764763200, "amount": "50.00", "description": "PAYMENT"},
            {"id": "87", "posted": 1767268800, "amount": "-50.00", "description": "INTEREST"},
            {"id": "88", "posted": 1767441600, "amount": "50.00", "description": "PAYMENT"},
            {"id": "89", "posted": 1769947200, "amount": "-50.00", "description": "INTEREST"},
            {"id": "90", "posted": 1770120000, "amount": "50.00", "description": "PAYMENT"},
            {"id": "91", "posted": 1772366400, "amount": "-50.00", "description": "INTEREST"},
            {"id": "92", "posted": 1772539200, "amount": "50.00", "description": "PAYMENT"}]}]}
        END
        ghostvault import --format simplefin loan.json >/dev/null

        """#

    /// Two holds of which one was posted.
    private static let doubtfulHolds = #"""
        cat >holds.json <<'END'
        {"errors": [], "accounts": [
          {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "C1", "name": "Everyday Checking", "currency": "USD", "balance": "2425.10",
           "balance-date": 1773532900,
           "transactions": [
            {"id": "P1", "posted": 0, "pending": true, "transacted_at": 1768219200,
             "amount": "-5.00", "description": "COFFEE"},
            {"id": "P2", "posted": 0, "pending": true, "transacted_at": 1768219200,
             "amount": "-5.00", "description": "COFFEE"}]}]}
        END
        ghostvault import --format simplefin --as-of 2026-01-14 holds.json >/dev/null
        ghostvault transactions set 11 --as-of 2026-01-14 --category travel >/dev/null
        echo '{"errors": [], "accounts": []}' >empty.json
        ghostvault import --format simplefin empty.json >/dev/null
        cat >posted.json <<'END'
        {"errors": [], "accounts": [
          {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "C1", "name": "Everyday Checking", "currency": "USD", "balance": "2420.10",
           "balance-date": 1773532900,
           "transactions": [
            {"id": "T1", "posted": 1768305600, "amount": "-5.00", "description": "COFFEE"}]}]}
        END
        ghostvault import --format simplefin posted.json >/dev/null

        """#

    /// The vault, which is made once.
    private actor PreparedHousehold {
        static let shared = PreparedHousehold()

        private var making: Task<String, any Error>?

        func folder() async throws -> String {
            let task =
                making
                ?? Task {
                    let scenario = try Scenario()
                    let finished = try await scenario.run(preparation)
                    guard finished.exitCode == 0 else { throw NotPrepared(errors: finished.errors) }
                    let path = try SharedFolder.path() + "/prepared"
                    try FileManager.default.moveItem(atPath: scenario.folder, toPath: path)
                    return path
                }
            making = task
            return try await task.value
        }
    }

    private struct NotPrepared: Error {
        let errors: String
    }

    /// A proposal that changes something, and one that somebody broke since.
    private static let proposals = """
        cat >vault/rules/90-proposed-1.lua <<'END'
        -- ghostvault: draft
        -- Proposed: it is one
        rule { name = "Streaming", when = { description = "STREAMING" },
            set = { category = "bills" }, tests = { match = { "STREAM" } } }
        END
        sed 's/set =/sett =/' vault/rules/90-proposed-1.lua >vault/rules/90-proposed-2.lua

        """

    private static let preparation = #"""
        cat >answer.json <<'END'
        {"errors": [], "accounts": [
          {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "C1", "name": "Everyday Checking", "currency": "USD", "balance": "2500.10",
           "available-balance": "2400.10", "balance-date": 1773532800,
           "transactions": [
            {"id": "1", "posted": 1772366400, "amount": "3000.00", "description": "PAYROLL"},
            {"id": "2", "posted": 1772712000, "amount": "-54.99", "description": "GROCERY"},
            {"id": "3", "posted": 1773057600, "amount": "-200.00", "description": "TRANSFER"},
            {"id": "4", "posted": 1760097600, "amount": "-9.99", "description": "STREAMING"},
            {"id": "5", "posted": 1762776000, "amount": "-9.99", "description": "STREAMING"},
            {"id": "6", "posted": 1768046400, "amount": "-9.99", "description": "STREAMING"},
            {"id": "7", "posted": 1770724800, "amount": "-9.99", "description": "STREAMING"},
            {"id": "8", "posted": 1773144000, "amount": "-9.99", "description": "STREAMING"}]},
          {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "S1", "name": "Savings", "currency": "USD", "balance": "1200.00",
           "balance-date": 1773532800,
           "holdings": [{"symbol": "VTI", "description": "Total market", "shares": "2.5",
            "market_value": "700.00", "cost_basis": "650.00", "currency": ""}],
           "transactions": [
            {"id": "9", "posted": 1773057600, "amount": "200.00", "description": "TRANSFER"}]},
          {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "E1", "name": "Travel", "currency": "EUR", "balance": "10.00",
           "balance-date": 1773532800,
           "transactions": [
            {"id": "1", "posted": 1773057600, "amount": "-2.00", "description": "MUSEUM"}]}]}
        END
        ghostvault init >/dev/null
        cat >vault/rules/20-mine.lua <<'END'
        rule {
            name = "Everything that a rule can set", when = { description = contains "GROCERY" },
            set = { payee = "Grocer", tags = { "food" }, notes = "weekly", excluded = false,
                    series = "Shopping", splits = {
                        { category = "groceries", amount = 40 },
                        { category = "healthcare", note = "pharmacy" } } },
        }
        END
        ghostvault plugins new large >/dev/null
        ghostvault plugins enable large >/dev/null
        ghostvault plugins new waiting >/dev/null
        sed -i.old 's/summary/needs = "large", summary/' vault/Plugins/waiting/plugin.lua
        rm vault/Plugins/waiting/*.old
        ghostvault plugins trust waiting --yes >/dev/null
        ghostvault plugins enable waiting >/dev/null
        ghostvault plugins new gone >/dev/null
        ghostvault plugins enable gone >/dev/null
        rm -r vault/Plugins/gone
        ln -s / vault/Plugins/large/root
        ghostvault init --config >/dev/null
        cp vault/config/categories.toml shipped.toml
        printf '\n[[category]]\nid = "art"\nname = "Art"\ntype = "expense"\n' \
            >>vault/config/categories.toml
        ghostvault import --format simplefin answer.json >/dev/null
        ghostvault transactions set 5 --category art >/dev/null
        cp shipped.toml vault/config/categories.toml
        cat >>vault/rules/20-mine.lua <<'END'
        rule { name = "Fails", when = function(tx) error("on purpose") end, set = { notes = "" } }
        rule { name = "Late", when = { description = contains "MUSEUM" }, set = { tags = "art" } }
        END
        sed -i.old 's/notes = ""/notes = "never"/' vault/rules/20-mine.lua
        echo 'rule { nam = "Left out", when = {}, set = {} }' >vault/rules/30-broken.lua
        cat >vault/rules/60-tried.lua <<'END'
        print("read")
        local payees = map("payees.csv")
        rule {
            name = "Tried", when = { description = { "SHOP", "STATE" } },
            set = { payee = payees.shop, tags = { "tried" }, notes = "weekly", excluded = true,
                    series = "Shopping", lens = "want", splits = {
                        { category = "groceries", share = 0.5 }, { category = "other" } } },
        }
        END
        echo 'key,payee' >vault/rules/payees.csv
        echo 'SHOP,Corner Shop' >>vault/rules/payees.csv

        """#
}
