import Engine
import Model
import Statements
import Testing
import Vault

/// Rules of another program as a rule file.
@Suite("Rules of another program")
struct MovedRuleTests {
    private let demo: DemoVault
    private let engine: Engine

    init() throws {
        demo = try DemoVault()
        engine = demo.engine()
    }

    private func moved(
        _ text: String, rows: [(String, Int64)] = [], dryRun: Bool = true
    ) throws -> MovedRules {
        try engine.moveRules(
            Array(text.utf8), of: "bank.csv.rules", testedBy: [Self.statement(rows)], named: nil,
            dryRun: dryRun)
    }

    /// Rows by their text and cents.
    private static func statement(_ rows: [(String, Int64)]) -> Statement {
        Statement(
            format: .csv, encoding: "utf-8",
            accounts: [
                StatementAccount(
                    name: "Main", currency: "USD",
                    rows: rows.enumerated().map { number, row in
                        StatementRow(
                            line: number + 1, day: day(2025, 3, number + 1),
                            amount: DecimalAmount(coefficient: row.1, decimals: 2),
                            description: row.0)
                    })
            ])
    }

    /// The tables of the rules, "when => set".
    private func tables(_ text: String) -> [String] {
        func parts(_ name: String) -> [String] {
            text.split(separator: "\n").filter { $0.hasPrefix("    \(name) = {") }
                .map { String($0.dropFirst(name.count + 9).dropLast(3)) }
        }
        return zip(parts("when"), parts("set")).map { "\($0) => \($1)" }
    }

    @Test(
        "hledger: matchers are conditions, and accounts are categories or classes",
        arguments: [
            (
                "if WHOLE FOODS\n account2 expenses:groceries",
                #"text = "WHOLE FOODS" => category = "groceries", class = "expense""#
            ),
            (
                "if\nSAFEWAY\nTRADER\n account2 expenses:food:groceries",
                #"text = { "SAFEWAY", "TRADER" } => category = "groceries", class = "expense""#
            ),
            (
                "if %description ^SQ \\*\n& %amount ^-\n account2 expenses:dining",
                #"text = starts_with "SQ *", amount = less(0) => category = "dining", class = "expense""#
            ),
            (
                "if ACME && ! REFUND\n  account2  income:pay",
                #"text = "ACME", none { text = "REFUND" } => class = "income""#
            ),
            (
                "if A.*B|C\n account2 assets:savings",
                "text = regex [[A.*B|C]] => class = \"transfer\""
            ),
            (
                "if INVOICE ([0-9]+)\n comment invoice \\1, trip:lisbon",
                #"text = regex [[INVOICE (?<g1>[0-9]+)]] => notes = "invoice {g1}", tags = { "lisbon" }"#
            ),
            (
                "fields date, description, amount-out, amount-in\nif\nA\n& %amount-out .\nB\n& %4 .\n account2 expenses:gifts",
                #"any { { text = "A", amount = less(0) }, { text = "B", amount = greater(0) } } => category = "gifts", class = "expense""#
            ),
            ("if X\n skip", #"text = "X" => class = "ignore""#),
            ("if X\n description Corner Shop | food", #"text = "X" => payee = "Corner Shop""#),
            (
                "if\nA\n& %date 2023\nB\n account2 expenses:gifts",
                #"text = "B" => category = "gifts", class = "expense""#
            ),
        ])
    func hledger(block: String, rule: String) throws {
        #expect(try tables(moved("skip 1\n" + block + "\n").text) == [rule])
    }

    @Test("hledger: a table is a rule for each line, the last one first")
    func table() throws {
        let text = "if,account2,comment\nACME,expenses:shopping,\nBLUE,expenses:dining,lunch\n\n"
        #expect(
            try tables(moved(text).text) == [
                #"text = "BLUE" => category = "dining", class = "expense", notes = "lunch""#,
                #"text = "ACME" => category = "shopping", class = "expense""#,
            ])
    }

    @Test("what can't be said is told with its line, and is a comment in the file")
    func lost() throws {
        let text = """
            include common.rules
            if %date 2023
             account2 expenses:gifts
            if BROKEN(
             account2 expenses:gifts
            if FINE
             account2 expenses:gifts
             amount %3
            """
        let moved = try moved(text)
        #expect(moved.rules == 1)
        #expect(moved.lost.map(\.place) == ["line 1", "line 2", "line 4", "line 6"])
        // "BROKEN(: it can't be read here: " and what is wrong.
        #expect(moved.lost[2].text.split(separator: ": ").count > 2)
        #expect(throws: MovedRulesError.noRules) {
            try self.moved("if %date 2\n account2 expenses:x")
        }
        #expect(throws: MovedRulesError.notRules) { try self.moved("Dear reader") }
    }

    @Test("later rules of hledger win, and rows are tests that hold")
    func rows() throws {
        let rows: [(String, Int64)] = [
            ("KELP COFFEE 12", -450), ("OTHER COFFEE", -300), ("KELP COFFEE 12", -500),
            ("FERNWAY", -1200), ("KELP REFUND", 450),
        ]
        let rules = """
            if COFFEE
             account2 expenses:dining
            if KELP
            & %amount -
             account2 expenses:Sea things
            if [unclosed
             account2 expenses:Never used
            """
        let moved = try moved(rules, rows: rows, dryRun: false)
        #expect(moved.newCategories == ["Sea things"])
        #expect([moved.rules, moved.tests, moved.untested] == [2, 7, 0])
        let check = try engine.checkRules()
        #expect(check.leftOut.isEmpty)
        #expect(check.files.filter { $0.path == "rules/30-hledger.lua" }.map(\.tests) == [7])
        _ = try engine.importStatement(
            Self.statement(rows), file: "bank.csv",
            to: [.new(name: "Main", currency: Currency(code: "USD"))], dryRun: false)
        _ = try engine.classify(dryRun: false)
        let categories = try demo.vault.everything().filter { $0.amount.minorUnits < 0 }
            .map { "\($0.amount.minorUnits) \($0.verdict?.category.value ?? "")" }
        #expect(
            Set(categories) == [
                "-450 sea-things", "-300 dining", "-500 sea-things", "-1200 other",
            ])
        #expect(throws: EngineError.self) { try self.moved(rules, dryRun: false) }
    }

    @Test("decisions of before stay where the rules say something else")
    func decidedBefore() throws {
        var statement = Self.statement([("KELP COFFEE", -450), ("KELP COFFEE", -500)])
        statement.program = .mint
        statement.accounts[0].rows[0].category = "Gifts"
        _ = try engine.importStatement(
            statement, file: "mint.csv",
            to: [.new(name: "Main", currency: Currency(code: "USD"))], dryRun: false)
        _ = try moved("if KELP\n account2 expenses:pets\n", dryRun: false)
        _ = try engine.classify(dryRun: false)
        let categories = try demo.vault.everything().map { $0.verdict?.category.value }
        #expect(Set(categories) == ["gifts", "pets"])
    }

    private static let headings =
        "user_id,rule_id,row_contains,created_at,updated_at,group_id,title,description,order,active,"
        + "stop_processing,strict,trigger_type,trigger_value,trigger_order,trigger_active,"
        + "trigger_stop_processing,action_type,action_value,action_order,action_active,"
        + "action_stop_processing\n"

    private static func trigger(_ type: String, _ value: String) -> String {
        "1,7,trigger,,,,,,,,,,\(type),\(value),1,1,0,,,,,\n"
    }

    private static func action(_ type: String, _ value: String) -> String {
        "1,7,action,,,,,,,,,,,,,,,\(type),\(value),1,1,0\n"
    }

    @Test(
        "Firefly III: triggers are conditions and actions are values",
        arguments: [
            // Strict; the group's title has no heading.
            (
                "1,7,rule,,,2,Group,Shops,,1,1,0,1,,,,,,,,,\n",
                [trigger("description_contains", "SHOP"), trigger("amount_more", "20")],
                [action("set_category", "Shopping"), action("add_tag", "big")],
                #"description = "SHOP", size = greater(20) => category = "shopping", tags = { "big" }"#
            ),
            // Not strict; without the group's title.
            (
                "1,7,rule,,,2,Shops,,1,1,0,0,,,,,,,,,,\n",
                [trigger("description_starts", "A"), trigger("-description_is", "B")],
                [action("convert_transfer", "Main")],
                #"any { { description = starts_with "A" }, none { description = is "B" } } => class = "transfer""#
            ),
            (
                "1,7,rule,,,2,Pay,,1,1,0,1,,,,,,,,,,\n",
                [trigger("user_action", "store-journal"), trigger("source_account_is", "ACME")],
                [action("set_category", "Salary")],
                #"any { { account = is "ACME", amount = less(0) }, { bank_payee = is "ACME", amount = greater(0) } } => class = "income""#
            ),
            (
                "1,7,rule,,,2,Rent,,1,1,0,1,,,,,,,,,,\n",
                [trigger("bill_is", "Rent"), trigger("amount_more", "20")],
                [action("add_tag", "flat")],
                #"series = "Rent", size = greater(20) => tags = { "flat" }"#
            ),
        ])
    func firefly(
        rule: String, triggers: [String], actions: [String], expected: String
    ) throws {
        let text = Self.headings + rule + triggers.joined() + actions.joined()
        #expect(try tables(moved(text).text) == [expected])
    }

    @Test("Firefly III: a rule that lacks a trigger here is none, unless one trigger is enough")
    func missingTrigger() throws {
        let triggers = Self.trigger("budget_is", "x") + Self.trigger("description_is", "B")
        let rest = triggers + Self.action("set_category", "Gifts")
        let strict = Self.headings + "1,7,rule,,,2,Shops,,1,1,0,1,,,,,,,,,,\n" + rest
        #expect(throws: MovedRulesError.noRules) { try moved(strict) }
        let open = Self.headings + "1,7,rule,,,2,Shops,,1,1,0,0,,,,,,,,,,\n" + rest
        #expect(try tables(moved(open).text) == [#"description = is "B" => category = "gifts""#])
    }
}
