import Classification
import Model
import Testing

@Suite("A when table with a function")
struct LuaTableAndFunctionTests {
    private static let lua = """
        rule {
            name = "asked",
            when = {
                payee = "UBER",
                function(tx)
                    if tx.memo == "bad" then error("asked") end
                    return tx.amount < -10
                end,
                none { memo = "eats" },
            },
            set = { notes = "matched" },
        }
        """

    @Test(
        "holds where both hold",
        arguments: [
            (Row(cents: -2000, payee: "Uber"), true), (Row(cents: -500, payee: "Uber"), false),
            (Row(cents: -2000, payee: "Lyft"), false),
            (Row(cents: -2000, payee: "Uber", memo: "eats"), false),
        ])
    func bothHold(row: Row, isHolding: Bool) throws {
        #expect(try (makeClassifier(Self.lua).verdict(row).notes != nil) == isHolding)
    }

    @Test("asks the function only where the rest of the table holds")
    func askedLast() throws {
        let rows = [
            Row(payee: "Lyft", memo: "bad"), Row(payee: "Uber", memo: "bad"),
            Row(payee: "Uber", memo: "bad eats"),
        ]
        let problems = try makeClassifier(Self.lua).conclude(makeSnapshot(rows)).problems
        #expect(problems.map(\.message) == ["asked"])
        #expect(problems.map(\.transactions) == [1])
    }

    @Test(
        "takes one function, in its outermost list",
        arguments: [
            (
                "{ any { function() end } }",
                "a function must be in the outermost list of \"when\", not inside any, all or none"
            ),
            (
                "{ function() end, function() end }",
                "\"when\" takes one function; combine them with and"
            ),
            (
                "none { { memo = \"a\" }, function() end }",
                "a function must be in the outermost list of \"when\", not inside any, all or none"
            ),
        ])
    func oneFunction(when: String, message: String) throws {
        let problems = try mistakes("rule { when = \(when), set = {} }")
        #expect(problems.map(\.message) == [message])
    }
}
