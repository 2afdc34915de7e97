import Statements
import TestExports
import Testing

@Suite("The rules of Actual")
struct ActualRuleTests {
    /// A rule by its id and stage, with a condition and an action as JSON.
    private static func rule(
        _ id: String, stage: String = "NULL", _ condition: String, _ action: String,
        tombstone: Int = 0
    ) -> String {
        """
        INSERT INTO rules (id, stage, conditions, actions, tombstone)
            VALUES ('\(id)', \(stage), '[\(condition)]', '[\(action)]', \(tombstone));

        """
    }

    private static let food = #"{"op":"set","field":"category","value":"c4"}"#

    private func rules(_ sql: String) throws -> [ProgramRule] {
        try StatementReader.read(try ActualBudget(sql).export()).rules
    }

    @Test(
        "they stand by stage, then by how little their tests say, then by id; deleted ones are gone"
    )
    func order() throws {
        let tests = [
            ("r1", "'post'", #"{"op":"contains","field":"notes","value":"1"}"#),
            ("r2", "NULL", #"{"op":"is","field":"notes","value":"2"}"#),
            ("r4", "NULL", #"{"op":"contains","field":"notes","value":"4"}"#),
            ("r3", "NULL", #"{"op":"contains","field":"notes","value":"3"}"#),
            ("r5", "'pre'", #"{"op":"oneOf","field":"notes","value":["5"]}"#),
            // Nine and one are less than twice ten.
            (
                "r6", "NULL",
                #"{"op":"oneOf","field":"notes","value":["6"]},{"op":"gt","field":"amount","value":1}"#
            ),
        ]
        let sql = tests.map { Self.rule($0.0, stage: $0.1, $0.2, Self.food) }.joined()
        let deleted = Self.rule("r0", tests[1].2, Self.food, tombstone: 1)
        let first = try rules(sql + deleted).map { $0.conditions[0].values ?? [] }
        #expect(first == [["5"], ["3"], ["4"], ["6"], ["2"], ["1"]])
    }

    @Test(
        "ids are names, and what has none any more is unknown",
        arguments: [
            (#"{"op":"is","field":"description","value":"p2"}"#, "payee is", ["Fernway"]),
            (
                #"{"op":"oneOf","field":"description","value":["p3","t2"]}"#, "payee oneOf",
                ["Kelp", "Savings"]
            ),
            (#"{"op":"oneOf","field":"description","value":["p3","p9"]}"#, "payee oneOf", nil),
            (#"{"op":"is","field":"description","value":null}"#, "payee is", []),
            (#"{"op":"isNot","field":"acct","value":"a1"}"#, "account isNot", ["Checking"]),
            (#"{"op":"offBudget","field":"acct","value":""}"#, "account oneOf", ["Savings"]),
            (
                #"{"op":"is","field":"imported_description","value":"KELP"}"#, "imported_payee is",
                ["KELP"]
            ),
            (#"{"op":"gt","field":"amount","value":-1250}"#, "amount gt", ["-1250"]),
            (
                #"{"op":"isbetween","field":"amount","value":{"num1":500,"num2":-3}}"#,
                "amount isbetween", ["-3", "500"]
            ),
            (#"{"op":"gt","field":"amount","value":1.5}"#, "amount gt", nil),
            (
                #"{"op":"isapprox","field":"date","value":{"frequency":"monthly","start":"2025-03-01"}}"#,
                "date isapprox", nil
            ),
        ] as [(String, String, [String]?)])
    func conditions(json: String, words: String, values: [String]?) throws {
        let condition = try #require(
            try rules(Self.rule("r1", json, Self.food)).first?.conditions.first)
        #expect("\(condition.field) \(condition.test)" == words)
        #expect(condition.values == values)
    }

    @Test(
        "actions have names, parts and methods; what is computed is unknown",
        arguments: [
            (Self.food, ProgramRule.Action(kind: "set", field: "category", value: "Home: Food")),
            (
                #"{"op":"set","field":"description","value":"t2"}"#,
                .init(kind: "set", field: "payee", value: "Savings", isTransfer: true)
            ),
            (
                #"{"op":"set","field":"notes","value":"a","options":{"template":"{{payee}}"}}"#,
                .init(kind: "set", field: "notes", value: nil)
            ),
            (
                #"{"op":"set-split-amount","value":30,"options":{"splitIndex":2,"method":"fixed-percent"}}"#,
                .init(
                    kind: "set-split-amount", field: "", value: "30", part: 2,
                    method: "fixed-percent")
            ),
            (
                #"{"op":"set","field":"cleared","value":true}"#,
                .init(kind: "set", field: "cleared", value: "true")
            ),
        ])
    func actions(json: String, action: ProgramRule.Action) throws {
        let condition = #"{"op":"is","field":"notes","value":"x"}"#
        #expect(try rules(Self.rule("r1", condition, json)).first?.actions == [action])
    }
}
