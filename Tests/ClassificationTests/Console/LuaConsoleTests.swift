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
        #expect(try inConsole { try $0.lines(line) } == lines)
    }

    @Test("keeps names, and transactions, from one line to the next")
    func keepsNames() throws {
        let shown = try inConsole { console in
            _ = try console.evaluate("first = tx(1)")
            _ = try console.evaluate("function size(t) return -t.amount_minor end")
            return try console.lines("size(first)")
        }
        #expect(shown == ["1250"])
    }

    @Test(
        "knows locals of earlier lines, too",
        arguments: [
            ("local first = tx(1)", "first.id", ["1"]), ("local a, b = 2, 3", "a * b", ["6"]),
            (" local function f(x) return x + 1 end", "f(1)", ["2"]),
            ("localx = 4", "localx", ["4"]), ("local n = 1 local m = n + 1 print(m)", "n", ["1"]),
        ] as [(String, String, [String])])
    func keepsLocals(line: String, next: String, shown: [String]) throws {
        let lines = try inConsole { console in
            _ = try console.evaluate(LuaConsole.keepingLocals(of: line))
            return try console.lines(next)
        }
        #expect(lines == shown)
        for other in ["local x", "print(local_x)", "f(function() local y = 1 end)"] {
            #expect(LuaConsole.keepingLocals(of: other) == other)
        }
    }

    @Test("goes on after a mistake, and forgets what it printed")
    func goesOn() throws {
        let shown = try inConsole { console in
            #expect(throws: ScriptError.self) { try console.evaluate("print(1) error('no')") }
            #expect(throws: ScriptError.self) { try console.evaluate("while true do end") }
            #expect(throws: ScriptError.self) { try console.evaluate("tx(1).payee = 'x'") }
            return try console.lines("tx(1).id")
        }
        #expect(shown == ["1"])
    }

    @Test(
        "shows transactions by their number, day, payee, amount and category",
        arguments: [
            ("tx(2)", ["2 2025-03-09 Alma -12.50 USD dining"]),
            ("view:first(1)", ["1 2025-03-09 A -12.50 USD split"]),
            ("view:first(0)", []),
            ("tx(2), 7", ["2 2025-03-09 Alma -12.50 USD dining", "7"]),
        ] as [(String, [String])])
    func transactions(line: String, lines: [String]) throws {
        #expect(try inConsole { try $0.lines(line) } == lines)
    }

    @Test("hands over what the host shows, and a rule as its definition")
    func requests() throws {
        let definition =
            #"{ when = { amount = between(-20, 0), payee = { word("COFFEE"), "TEA" } }, "#
            + #"set = { category = "dining", tags = "x" } }"#
        let requests = [
            ("explain(2)", "explain 2 -"), ("explain(tx(2), 'Rent')", "explain 2 Rent"),
            ("help()", "help -"), ("help 'between'", "help between"),
            (
                "try { when = { payee = { word 'COFFEE', 'TEA' }, amount = between(-20, 0) }, "
                    + "category = 'dining', set = { tags = 'x' } }", "try " + definition
            ),
        ]
        for (line, request) in requests {
            #expect(try inConsole { try $0.lines(line) } == [request])
        }
    }

    @Test(
        "says how its words are written",
        arguments: [
            ("explain('x')", "write explain(42) or explain(42, \"a rule\")"),
            ("explain()", "write explain(42) or explain(42, \"a rule\")"),
            ("try(5)", "write try { when = { payee = \"COFFEE\" }, category = \"dining\" }"),
            (
                "try { when = { function() end } }",
                "a function cannot stand here, only in a rule file"
            ),
            ("help(5)", "write help \"between\""),
            ("view:decide(tx(1), {})", "only a plugin can decide"),
        ])
    func slips(line: String, message: String) throws {
        let error = #expect(throws: ScriptError.self) {
            try inConsole { _ = try $0.evaluate(line) }
        }
        #expect(error?.message == message)
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
