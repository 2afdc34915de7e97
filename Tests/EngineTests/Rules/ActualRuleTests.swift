import Classification
import Engine
import Model
import Statements
import TestExports
import Testing
import Vault

/// Rules of Actual as a rule file.
@Suite("Rules of Actual")
struct ActualRuleTests {
    private let demo: DemoVault
    private let engine: Engine

    init() throws {
        demo = try DemoVault()
        engine = demo.engine()
    }

    private static let food = #"{"op":"set","field":"category","value":"c1"}"#
    private static let toFernway = #"{"op":"set","field":"description","value":"p1"}"#
    private static let isFernway = #"{"op":"is","field":"description","value":"p1"}"#
    private static let isKelpThere =
        #"{"op":"oneOf","field":"imported_description","value":["KELP","KLP"]}"#
    private static let fernwayHere = #"{ { payee = is "Fernway" }, { bank_payee = is "Fernway" } }"#

    private static func rule(
        _ conditions: String, _ actions: String, stage: String? = nil, isAny: Bool = false
    ) -> String {
        """
        INSERT INTO rules (id, stage, conditions_op, conditions, actions) VALUES
            (hex(randomblob(8)), \(stage.map { "'\($0)'" } ?? "NULL"), '\(isAny ? "or" : "and")',
            '[\(conditions)]', '[\(actions)]');

        """
    }

    private static let rows = """
        INSERT INTO transactions (id, acct, date, amount, description, imported_description, notes)
        VALUES
            ('x1', 'a1', 20250301, -1250, 'p3', 'KELP', NULL),
            ('x2', 'a1', 20250302, -450, 'p1', 'FERNWAY', '#trip'),
            ('x3', 'a2', 20250303, -777, 'p3', 'QUILLPOST', 'lunch'),
            ('x4', 'a1', 20250304, -900, 'p1', 'KELP', NULL);

        """

    private func moved(_ rules: String..., dryRun: Bool = true) throws -> MovedRules {
        try engine.moveRules(
            try ActualBudget(Self.rows + rules.joined()).export(), of: "actual.zip", testedBy: [],
            named: nil, dryRun: dryRun)
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
        "a condition is a test of the fields that have it here",
        arguments: [
            (isFernway, "any \(fernwayHere)"),
            (#"{"op":"isNot","field":"description","value":"p1"}"#, "none \(fernwayHere)"),
            (
                #"{"op":"notOneOf","field":"description","value":["p1"]}"#,
                #"none \#(fernwayHere), none { bank_payee = is "" }"#
            ),
            (#"{"op":"is","field":"description","value":null}"#, #"bank_payee = is """#),
            (
                #"{"op":"contains","field":"imported_description","value":"kelp"}"#,
                #"any { { memo = "kelp" }, { description = "kelp" } }"#
            ),
            (
                #"{"op":"doesNotContain","field":"notes","value":"x"}"#,
                #"none { { notes = "x" }, { description = "x" } }"#
            ),
            (
                #"{"op":"matches","field":"notes","value":"A.*B"}"#,
                #"any { { notes = regex [[a.*b]] }, { description = all { regex [[a.*b]], none { is "" } } } }"#
            ),
            (#"{"op":"is","field":"notes","value":""}"#, #"notes = is """#),
            (##"{"op":"hasTags","field":"notes","value":"#a #b"}"##, #"tags = all { "a", "b" }"#),
            (
                #"{"op":"oneOf","field":"acct","value":["a1","a2"]}"#,
                #"account = one_of { "Checking", "Savings" }"#
            ),
            (#"{"op":"onBudget","field":"acct"}"#, #"account = one_of { "Checking", "Old Card" }"#),
            (#"{"op":"gt","field":"amount","value":-1250}"#, "amount = greater(-12.5)"),
            (
                #"{"op":"gte","field":"amount","value":1000,"options":{"outflow":true}}"#,
                "amount = at_most(-10)"
            ),
            (
                #"{"op":"lt","field":"amount","value":1000,"options":{"outflow":true}}"#,
                "amount = all { at_most(0), greater(-10) }"
            ),
            (
                #"{"op":"isapprox","field":"amount","value":-145000}"#,
                "amount = between(-1558.75, -1341.25)"
            ),
            (
                #"{"op":"isbetween","field":"amount","value":{"num1":9,"num2":5},"options":{"inflow":true}}"#,
                "amount = all { at_least(0), between(0.05, 0.09) }"
            ),
            (#"{"op":"gt","field":"date","value":"2025-02-28"}"#, #"day = at_least("2025-03-01")"#),
            (
                #"{"op":"is","field":"date","value":"2024-02"}"#,
                #"day = between("2024-02-01", "2024-02-29")"#
            ),
        ])
    func condition(json: String, lua: String) throws {
        let moved = try moved(Self.rule(json, Self.food))
        #expect(tables(moved.text) == [#"\#(lua) => category = "groceries", class = "expense""#])
        #expect(moved.lost.isEmpty)
    }

    @Test(
        "an action is a value, or a split",
        arguments: [
            (
                #"{"op":"set","field":"category","value":"c2"}"#,
                #"class = "income", tags = { "Gehalt" }"#
            ),
            (toFernway, #"payee = "Fernway""#),
            (#"{"op":"set","field":"description","value":"t2"}"#, #"class = "transfer""#),
            (#"{"op":"append-notes","value":" #trip"}"#, #"tags = { "trip" }"#),
            (#"{"op":"append-notes","value":" paid back"}"#, #"append_notes = "paid back""#),
            (#"{"op":"delete-transaction"}"#, #"class = "ignore""#),
            (
                """
                {"op":"set-split-amount","value":30,"options":{"splitIndex":1,"method":"fixed-percent"}},\
                {"op":"set","field":"category","value":"c1","options":{"splitIndex":1}},\
                {"op":"set-split-amount","options":{"splitIndex":2,"method":"remainder"}},\
                {"op":"set","field":"category","value":"c3","options":{"splitIndex":2}}
                """,
                #"class = "expense", splits = { { category = "groceries", share = 0.3 }, { category = "gifts" } }"#
            ),
        ])
    func action(json: String, lua: String) throws {
        let moved = try moved(Self.rule(Self.isKelpThere, json))
        #expect(tables(moved.text).map { String($0.split(separator: " => ")[1]) } == [lua])
        #expect(moved.lost.isEmpty)
    }

    @Test("a test of the payee sees what the rules before set")
    func renamed() throws {
        let moved = try moved(
            Self.rule(Self.isKelpThere, Self.toFernway, stage: "pre"),
            Self.rule(Self.isFernway, Self.food), dryRun: false)
        #expect(
            tables(moved.text).first
                == "any { renaming[1], { any \(Self.fernwayHere), none { table.unpack(renaming, 1, 1) } } }"
                + #" => category = "groceries", class = "expense""#)
        #expect([moved.rules, moved.untested] == [2, 0])
        #expect(try engine.checkRules().leftOut.isEmpty)
        #expect(try engine.testRules().outcomes.allSatisfy(\.hasPassed))
    }

    @Test(
        "a rule with a condition that can't be said is left out whole, and named with its number",
        arguments: [
            #"{"op":"is","field":"category","value":"c1"}"#,
            #"{"op":"is","field":"description","value":"p9"}"#,
            #"{"op":"contains","field":"description","value":"x"}"#,
            #"{"op":"isapprox","field":"date","value":{"frequency":"monthly"}}"#,
            #"{"op":"formula","field":"amount","value":"=1"}"#,
            #"{"op":"is","field":"cleared","value":true}"#,
        ])
    func lost(json: String) throws {
        let fine = Self.rule(#"{"op":"contains","field":"notes","value":"x"}"#, Self.food)
        for isAny in [true, false] {
            let moved = try moved(
                fine, Self.rule("\(Self.isFernway),\(json)", Self.food, stage: "post", isAny: isAny)
            )
            #expect(moved.rules == 1)
            #expect(moved.lost.map(\.place) == ["rule 2"])
        }
    }

    @Test("a test of what a rule before changed in a way that is unknown here is lost")
    func unknownBefore() throws {
        let template =
            #"{"op":"set","field":"description","value":"p1","options":{"template":"{{notes}}"}}"#
        let moved = try moved(
            Self.rule(Self.isKelpThere, "\(template),\(Self.food)", stage: "pre"),
            Self.rule(Self.isFernway, Self.food))
        #expect(moved.rules == 1)
        #expect(moved.lost.map(\.place) == ["rule 1", "rule 2"])
    }
}
