import Scripting
import Testing

@Suite("Evaluating what a person types")
struct EvaluationTests {
    @Test(
        "values are shown as Lua writes them",
        arguments: [
            ("1 + 1", "2"), ("2 / 2", "1.0"), ("nil", "nil"), ("1, nil, 'a'", "1, nil, \"a\""),
            ("", ""), ("x = 5", ""), ("local y = 1", ""), ("return 7", "7"),
            ("'a\"b\\\\\\n\\t\\0é\\xFF'", #""a\"b\\\n\t\x00é\xFF""#),
            ("{}", "{}"),
            (
                "{3, 4, name = 'x', ['a b'] = true, [10] = 1, ['end'] = 2}",
                #"{3, 4, [10] = 1, ["a b"] = true, ["end"] = 2, name = "x"}"#
            ),
            ("{[true] = 1, [0.5] = 2, 1}", "{1, … 2 more}"),
            ("{{{{{}}}}}", "{{{{{}}}}}"), ("{{{{{1}}}}}", "{{{{{…}}}}}"),
            ("print", "function"), ("string", "value"), ("contains 'x'", "value"),
            (
                "(function() local t = {} t.t = t return t end)()",
                "{t = {t = {t = {t = {…}}}}}"
            ),
            ("-- nothing", ""), ("1 -- one", "1"), ("math.huge", "inf"),
        ])
    func shown(source: String, text: String) throws {
        #expect(try makeSandbox().evaluate(source, chunkName: "typed").text == text)
    }

    @Test("a long text and a long table are cut")
    func cut() throws {
        let sandbox = try makeSandbox()
        let text = try sandbox.evaluate("('x'):rep(5000)", chunkName: "typed").text
        #expect(text == "\"" + String(repeating: "x", count: 1_000) + "\"…")
        let table = try sandbox.evaluate(
            "(function() local t = {} for i = 1, 60 do t[i] = i end return t end)()",
            chunkName: "typed"
        ).text
        #expect(table == "{" + (1...50).map(String.init).joined(separator: ", ") + ", … 10 more}")
        let page = try sandbox.evaluate(
            """
            (function() local t = {} for i = 1, 50 do t[i] = {} for j = 1, 50 do \
            t[i][j] = ('y'):rep(900) end end return t end)()
            """, chunkName: "typed"
        ).text
        #expect(page.utf8.count <= 16_384)
        #expect(page.hasSuffix("…"))
    }

    @Test(
        "records and what an index gives are told as such, beside values of Lua",
        arguments: [
            ("view:first()", [.rows([0], count: 1)]), ("view", [.rows([0, 1, 2, 3], count: 4)]),
            ("view:first(2):last(1)", [.rows([1], count: 1)]),
            ("view:first(0)", [.rows([], count: 0)]),
            ("view:by_payee('Netflix')", [.rows([0, 2], count: 2)]),
            ("{view[4], view[1]}", [.rows([3, 0], count: 2)]),
            ("view[2], 5, 'x'", [.rows([1], count: 1), .text("5"), .text("\"x\"")]),
            ("view:by_payee('none')", [.text("{}")]), ("{}, 5", [.text("{}, 5")]),
            (
                "{view[1], 5}",
                [
                    .text(
                        "{transaction {amount = -1549, day = \"2025-01-03\", payee = \"Netflix\", tags = {\"tv\", \"home\"}}, 5}"
                    )
                ]
            ),
            (
                "view:last(1):total 'c'",
                [
                    .value(
                        .table(
                            ScriptTable(
                                array: [.integer(1)],
                                fields: ["minor": .integer(1_549), "text": .string("1549 c")])))
                ]
            ),
        ] as [(String, [ShownValue])])
    func records(source: String, values: [ShownValue]) throws {
        let sandbox = try Sandbox(layout: Transactions.layout, vocabulary: vocabulary)
        let view = Transactions(fewRows)
        #expect(
            try sandbox.evaluate(source, chunkName: "typed", over: view).values == values)
    }

    @Test("a long view shows its first records and their number")
    func longView() throws {
        let sandbox = try Sandbox(layout: Transactions.layout, vocabulary: vocabulary)
        let view = Transactions((0..<300).map { _ in Transactions.Row() })
        let shown = try sandbox.evaluate("view", chunkName: "typed", over: view)
        #expect(shown.values == [.rows(Array(0..<200), count: 300)])
    }

    @Test("the values of a line are printed in order")
    func requests() throws {
        let sandbox = try Sandbox(
            layout: Transactions.layout,
            vocabulary: Vocabulary(
                constructors: ["contains"], requests: [NotingWord("show", mostValues: 2)]))
        let view = Transactions(fewRows)
        let told = try sandbox.evaluate(
            "(function() show(view[1].day, 2) show {contains 'x'} return #view:like {payee = contains ''} end)()",
            chunkName: "typed", over: view)
        #expect(told.requests.map(\.verb) == ["show", "show"])
        #expect(told.requests.first?.values == [.string("2025-01-03"), .integer(2)])
        #expect(told.values == [.text("4")])
        let error = #expect(throws: ScriptError.self) {
            try sandbox.evaluate("show(function() end)", chunkName: "typed", over: view)
        }
        #expect(error?.message == "a function cannot stand here, only in a rule file")
    }

    @Test("nothing is decided of a view")
    func deciding() throws {
        let sandbox = try Sandbox(layout: Transactions.layout, vocabulary: vocabulary)
        let error = #expect(throws: ScriptError.self) {
            try sandbox.evaluate(
                "view:decide(view[1], 1)", chunkName: "typed", over: Transactions(fewRows))
        }
        #expect(error?.message == "only a plugin can decide")
    }

    @Test("global names stay, local ones do not")
    func names() throws {
        let sandbox = try makeSandbox()
        #expect(
            try sandbox.evaluate("x = 2 function double(n) return n * x end", chunkName: "a").text
                == "")
        #expect(try sandbox.evaluate("double(21)", chunkName: "b").text == "42")
        #expect(try sandbox.evaluate("local hidden = 1", chunkName: "c").text == "")
        #expect(throws: ScriptError.self) { try sandbox.evaluate("hidden", chunkName: "d").text }
    }

    @Test("names of files are their own")
    func otherNames() throws {
        let sandbox = try makeSandbox()
        try sandbox.load(source: "x = 1", chunkName: file)
        let error = #expect(throws: ScriptError.self) {
            try sandbox.evaluate("x", chunkName: "typed").text
        }
        #expect(error?.description == "typed:1: there is no name 'x'")
    }

    @Test(
        "after an error the next evaluation runs",
        arguments: [
            ("x = = 1", ScriptError.Kind.syntax), ("error('no')", .runtime),
            ("while true do end", .instructionLimit), ("('x'):rep(1 << 30)", .memoryLimit),
            ("t = {} for i = 1, 1e9 do t[i] = {} end", .memoryLimit),
            ("rule(1)", .runtime),
        ])
    func afterError(source: String, kind: ScriptError.Kind) throws {
        let sandbox = try makeSandbox()
        _ = try sandbox.evaluate("kept = 1", chunkName: "typed").text
        let error = #expect(throws: ScriptError.self) {
            try sandbox.evaluate(source, chunkName: "typed").text
        }
        #expect(error?.kind == kind)
        #expect(try sandbox.evaluate("t = nil", chunkName: "typed").text == "")
        #expect(try sandbox.evaluate("kept", chunkName: "typed").text == "1")
    }

    @Test("what a person prints is handed over as well")
    func printing() throws {
        let sandbox = try makeSandbox()
        #expect(try sandbox.evaluate("print('x')", chunkName: "typed").text == "")
        #expect(sandbox.takeOutput().map(\.text) == ["x"])
    }

    @Test("a map and its rows are shown")
    func maps() throws {
        let map = ScriptMap(
            name: "m.csv", columns: ["a", "b c"],
            entries: [.init(key: "k", values: [.string("x"), .integer(1)])])
        let sandbox = try Sandbox(
            layout: layout, vocabulary: vocabulary, library: ScriptLibrary(maps: [map]))
        #expect(try sandbox.evaluate("map 'm.csv'", chunkName: "typed").text == "map \"m.csv\"")
        #expect(
            try sandbox.evaluate("map('m.csv').k", chunkName: "typed").text
                == "{a = \"x\", [\"b c\"] = 1}")
    }
}

@Suite("Global names")
struct GlobalNameTests {
    @Test("a function that runs later cannot assign one", arguments: ["count = 1", "known = 2"])
    func frozen(statement: String) throws {
        let one = try OneFunction(source: "known = 1 rule(function()\n\(statement) end)")
        let name = statement.prefix { $0 != " " }
        #expect(
            one.error()?.description
                == """
                rules.lua:2: '\(name)' is assigned without local inside a function that runs \
                later; write local \(name) = …
                """)
    }

    @Test("while the file is read they can be assigned again and again")
    func assignable() throws {
        #expect(try declared("x = 1 x = x + 1 function f() x = 9 end f() rule(x)") == .integer(9))
    }

    @Test("a function that runs later can read them")
    func readable() throws {
        let one = try OneFunction(source: "known = 7 rule(function() return known end)")
        #expect(try one.call() == .integer(7))
    }

    @Test("next gives keys in the order of pairs")
    func nextOrder() throws {
        let value = try declared(
            """
            local t, all = {b = 1, a = 2, [3] = 3, [-1] = 4, 5}, {}
            local key, value = next(t)
            while key ~= nil do
                all[#all + 1] = key .. "=" .. value
                key, value = next(t, key)
            end
            rule(table.concat(all, " "))
            """)
        #expect(value == .string("-1=4 1=5 3=3 a=2 b=1"))
    }

    @Test("of several unordered keys the same one is reported every time")
    func wildKeys() {
        let messages = (0..<20).map { _ in
            loadError("pairs({[{}] = 1, [0.5] = 2, [print] = 3, [string] = 4})")?.message
        }
        #expect(
            Set(messages) == ["the keys of a table must be texts or whole numbers, not a number"])
    }
}
