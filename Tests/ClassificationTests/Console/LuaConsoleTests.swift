import Classification
import Model
import Scripting
import Testing

@Suite("The Lua prompt")
struct LuaConsoleTests {
    @Test(
        "shows what an expression gives, as Lua would write it",
        arguments: [
            ("1 + 1", ["2"]), ("view:count()", ["2"]), ("tx(2).payee", ["\"Alma\""]),
            ("tx(2).category", ["\"dining\""]), ("tx(99)", ["nil"]),
            ("tx(1).splits", ["{\"dining -6.25\", \"groceries -6.25\"}"]),
            ("tx(2).splits", ["{}"]),
            ("print(tx(2))", ["transaction 2 2025-03-09 Alma -12.5"]),
            ("for t in view:each() do print(t.id, t.amount) end", ["1\t-12.5", "2\t-12.5"]),
            ("local x = 1", []),
        ] as [(String, [String])])
    func shows(line: String, lines: [String]) throws {
        #expect(try inConsole { try $0.evaluate(line) } == lines)
    }

    @Test("keeps names, and transactions, from one line to the next")
    func keepsNames() throws {
        let shown = try inConsole { console in
            _ = try console.evaluate("first = tx(1)")
            _ = try console.evaluate("function size(t) return -t.amount_minor end")
            return try console.evaluate("size(first)")
        }
        #expect(shown == ["1250"])
    }

    @Test("goes on after a mistake, and forgets what it printed")
    func goesOn() throws {
        let shown = try inConsole { console in
            #expect(throws: ScriptError.self) { try console.evaluate("print(1) error('no')") }
            #expect(throws: ScriptError.self) { try console.evaluate("while true do end") }
            #expect(throws: ScriptError.self) { try console.evaluate("tx(1).payee = 'x'") }
            return try console.evaluate("tx(1).id")
        }
        #expect(shown == ["1"])
    }

    @Test("offers the names of transactions and views for completion")
    func completions() {
        #expect(Set(["payee", "by_payee", "contains", "tx"]).isSubset(of: LuaConsole.completions))
    }

    private func inConsole<Result>(_ body: (LuaConsole) throws -> Result) throws -> Result {
        let classifier = Classifier(
            pipeline: try makeBarePipeline(),
            userRules: try load([
                "rule { when = { text = 'B' }, set = { payee = 'Alma', category = 'dining' } }",
                """
                rule { when = { text = 'A' }, set = { splits = {
                    { category = 'dining', share = 0.5 }, { category = 'groceries' } } } }
                """,
            ]))
        return try LuaConsole.open(
            over: makeSnapshot([Row(description: "A"), Row(description: "B")]),
            classifier: classifier, body)
    }
}
