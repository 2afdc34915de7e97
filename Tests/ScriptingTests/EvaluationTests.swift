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
        #expect(try makeSandbox().evaluate(source, chunkName: "typed") == text)
    }

    @Test("a long text and a long table are cut")
    func cut() throws {
        let sandbox = try makeSandbox()
        let text = try sandbox.evaluate("('x'):rep(5000)", chunkName: "typed")
        #expect(text == "\"" + String(repeating: "x", count: 1_000) + "\"…")
        let table = try sandbox.evaluate(
            "(function() local t = {} for i = 1, 60 do t[i] = i end return t end)()",
            chunkName: "typed")
        #expect(table == "{" + (1...50).map(String.init).joined(separator: ", ") + ", … 10 more}")
        let page = try sandbox.evaluate(
            """
            (function() local t = {} for i = 1, 50 do t[i] = {} for j = 1, 50 do \
            t[i][j] = ('y'):rep(900) end end return t end)()
            """, chunkName: "typed")
        #expect(page.utf8.count <= 16_384)
        #expect(page.hasSuffix("…"))
    }

    @Test("global names stay, local ones do not")
    func names() throws {
        let sandbox = try makeSandbox()
        #expect(
            try sandbox.evaluate("x = 2 function double(n) return n * x end", chunkName: "a") == "")
        #expect(try sandbox.evaluate("double(21)", chunkName: "b") == "42")
        #expect(try sandbox.evaluate("local hidden = 1", chunkName: "c") == "")
        #expect(throws: ScriptError.self) { try sandbox.evaluate("hidden", chunkName: "d") }
    }

    @Test("names of files are their own")
    func otherNames() throws {
        let sandbox = try makeSandbox()
        try sandbox.load(source: "x = 1", chunkName: file)
        let error = #expect(throws: ScriptError.self) {
            try sandbox.evaluate("x", chunkName: "typed")
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
        _ = try sandbox.evaluate("kept = 1", chunkName: "typed")
        let error = #expect(throws: ScriptError.self) {
            try sandbox.evaluate(source, chunkName: "typed")
        }
        #expect(error?.kind == kind)
        #expect(try sandbox.evaluate("t = nil", chunkName: "typed") == "")
        #expect(try sandbox.evaluate("kept", chunkName: "typed") == "1")
    }

    @Test("what a person prints is handed over as well")
    func printing() throws {
        let sandbox = try makeSandbox()
        #expect(try sandbox.evaluate("print('x')", chunkName: "typed") == "")
        #expect(sandbox.takeOutput().map(\.text) == ["x"])
    }

    @Test("a map and its rows are shown")
    func maps() throws {
        let map = ScriptMap(
            name: "m.csv", columns: ["a", "b c"],
            entries: [.init(key: "k", values: [.string("x"), .integer(1)])])
        let sandbox = try Sandbox(
            layout: layout, vocabulary: vocabulary, library: ScriptLibrary(maps: [map]))
        #expect(try sandbox.evaluate("map 'm.csv'", chunkName: "typed") == "map \"m.csv\"")
        #expect(
            try sandbox.evaluate("map('m.csv').k", chunkName: "typed")
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

    @Test("of several keys without an order the same one is told every time")
    func wildKeys() {
        let messages = (0..<20).map { _ in
            loadError("pairs({[{}] = 1, [0.5] = 2, [print] = 3, [string] = 4})")?.message
        }
        #expect(
            Set(messages) == ["the keys of a table must be texts or whole numbers, not a number"])
    }
}
