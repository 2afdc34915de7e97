import Scripting
import Testing

@Suite("What a source made, once it is frozen")
struct FreezeTests {
    private static let library = ScriptLibrary(
        modules: [
            ("lib.counter", "local n = 0 return function() n = n + 1 return n end"),
            (
                "lib.list",
                "local M = { seen = {} } function M.note(x) M.seen[x] = true end return M"
            ),
            ("lib.names", "return { a = { \"x\", \"y\" } }"),
        ].map {
            ScriptModule(
                name: $0, source: Array($1.utf8),
                chunkName: "\($0.replacing(".", with: "/")).lua")
        })

    private func sandbox(freezes: Bool = true) throws -> Sandbox {
        try Sandbox(
            limits: ScriptLimits(freezes: freezes), layout: layout, vocabulary: vocabulary,
            library: Self.library)
    }

    /// What each of two calls of the last function that a source declares gives.
    private func calls(
        _ source: String, freezes: Bool = true
    ) throws -> [Result<ScriptValue, ScriptError>] {
        let sandbox = try sandbox(freezes: freezes)
        defer { #expect(sandbox.close() == 0) }
        try sandbox.load(source: source, chunkName: file)
        guard case .function(let function)? = sandbox.declarations.last?.value else {
            Issue.record("the source declares no function")
            return []
        }
        return (1...2).map { _ in
            Transaction().withRecord { record in
                Result { () throws(ScriptError) in try sandbox.call(function, on: record) }
            }
        }
    }

    private static let ofTables =
        "a function can't change a table made outside it, because the result would depend on the "
        + "order of the transactions"

    private static func ofVariable(_ name: String) -> String {
        "a function can't set '\(name)', a variable outside it, because the result would depend "
            + "on the order of the transactions"
    }

    @Test(
        "can't be changed by a function",
        arguments: [
            ("local n = 0; rule(function()\nn = n + 1\nreturn n end)", 2, ofVariable("n")),
            ("local n = 0; rule(function() n = n + 1 end)", 1, ofVariable("n")),
            ("local a, b = 1, 2; rule(function()\na, b = b, a\nend)", 2, ofVariable("b")),
            (
                "local n; rule(function() if not n then\nn = 1 end\nreturn n end)", 2,
                ofVariable("n")
            ),
            ("local kept; rule(function(tx)\nkept = tx\nend)", 2, ofVariable("kept")),
            ("local f; rule(function()\nfunction f() end\nend)", 2, ofVariable("f")),
            ("rule(function()\n_ENV = {}\nend)", 2, ofVariable("_ENV")),
            (
                "local n = 0; rule(function()\nlocal function add() n = n + 1 end\nadd() end)", 2,
                ofVariable("n")
            ),
            (
                """
                local function counter()
                    local n = 0
                    return function() n = n + 1; return n end
                end
                local count = counter()
                rule(function() return count() end)
                """, 3, ofVariable("n")
            ),
            (
                "local n = 0\nlocal function add() n = n + 1 end\nrule(function() add() end)", 2,
                ofVariable("n")
            ),
            (
                "local case = string.upper; rule(function() case = string.lower end)", 1,
                ofVariable("case")
            ),
            ("local seen = {}; rule(function()\nseen[#seen + 1] = true\nend)", 2, ofTables),
            ("local last = { day = 1 }; rule(function() last.day = 2 end)", 1, ofTables),
            ("local last = { day = 1 }; rule(function() last.day = nil end)", 1, ofTables),
            ("seen = { n = 1 }; rule(function() seen.n = seen.n + 1 end)", 1, ofTables),
            ("local t = { { { n = 0 } } }; rule(function() t[1][1].n = 1 end)", 1, ofTables),
            ("local t = { 2, 1 }; rule(function() table.sort(t) end)", 1, ofTables),
            ("local t = {}; rule(function() table.insert(t, 1) end)", 1, ofTables),
            ("local t = { 1 }; rule(function() table.remove(t) end)", 1, ofTables),
            (
                "local t = { f = {} }; function t:add() self.f.x = 1 end; rule(function() t:add() end)",
                1, ofTables
            ),
            (
                "local t = {}; rule { f = function() t.x = 1 end }; rule(function() t.x = 1 end)",
                1, ofTables
            ),
        ])
    func change(source: String, line: Int, message: String) throws {
        for outcome in try calls(source) {
            guard case .failure(let error) = outcome else {
                Issue.record("the function kept something")
                continue
            }
            #expect(error.message.hasPrefix(message), "\(error.message)")
            #expect(error.line == line)
        }
    }

    @Test(
        "can't be changed through a module either",
        arguments: [
            (
                "local count = require(\"lib.counter\"); rule(function() return count() end)",
                "lib/counter.lua"
            ),
            (
                "local list = require(\"lib.list\"); rule(function() list.note(1) end)",
                "lib/list.lua"
            ),
            ("require(\"lib.list\"); rule(function() require(\"lib.list\").seen.x = 1 end)", file),
        ])
    func module(source: String, chunkName: String) throws {
        for outcome in try calls(source) {
            guard case .failure(let error) = outcome else {
                Issue.record("the module kept something")
                continue
            }
            #expect(error.kind == .keptState)
            #expect(error.chunkName == chunkName)
        }
    }

    @Test("is as it was after a change that the script catches")
    func caught() throws {
        let source = """
            local n, seen = 0, {}
            rule(function()
                pcall(function() n = n + 1 end)
                pcall(function() seen[1] = true end)
                return n + #seen
            end)
            """
        #expect(try calls(source).map { try $0.get() } == [.integer(0), .integer(0)])
    }

    @Test(
        "gives functions no iterator that goes on where it was",
        arguments: [
            "local letters = (\"abc\"):gmatch(\"%a\"); rule(function() return letters() end)",
            "local walk = pairs({ a = 1, b = 2 }); rule(function() return walk() end)",
        ])
    func iterator(source: String) throws {
        let sandbox = try sandbox()
        let error = #expect(throws: ScriptError.self) {
            try sandbox.load(source: source, chunkName: file)
        }
        #expect(
            error?.message.hasPrefix("a function can't use an iterator made outside it") == true)
    }

    @Test(
        "reads as before",
        arguments: [
            (
                "local t = { 1, 2, x = 3 }; rule(function() return #t + t.x + t[2] end)",
                ScriptValue.integer(7)
            ),
            (
                "local t = { 1, 2, 3 }; rule(function() local s = 0; for _, v in ipairs(t) do s = s + v end return s end)",
                .integer(6)
            ),
            (
                "local t = { a = 1, b = 2 }; rule(function() local s = \"\"; for k, v in pairs(t) do s = s .. k .. v end return s end)",
                .string("a1b2")
            ),
            ("local t = { a = 1 }; rule(function() return next(t) end)", .string("a")),
            (
                "local t = { \"a\", \"b\" }; rule(function() return table.concat(t, \"+\") end)",
                .string("a+b")
            ),
            (
                "local t = { 4, 5 }; rule(function() return select(\"#\", table.unpack(t)) end)",
                .integer(2)
            ),
            ("local t = {}; rule(function() return type(t) end)", .string("table")),
            (
                "local t = {}; rule(function() return t.x == nil and t[1] == nil and #t == 0 end)",
                .boolean(true)
            ),
            (
                "local t = { a = { b = 1 } }; rule(function() return t.a end)",
                .table(ScriptTable(fields: ["b": .integer(1)]))
            ),
            ("local t = {}; t.me = t; rule(function() return t.me.me == t end)", .boolean(true)),
            ("local t = { 3, 1, 2 }; table.sort(t); rule(function() return t[1] end)", .integer(1)),
            (
                "local n = 0; for i = 1, 3 do n = n + i end; rule(function() return n end)",
                .integer(6)
            ),
            (
                "local n = 0; local function add(x) n = n + x end; add(2); add(3); rule(function() return n end)",
                .integer(5)
            ),
            (
                "local names = require(\"lib.names\"); rule(function() return names.a[2] end)",
                .string("y")
            ),
            (
                "rule(function() local t = {}; t.x = 1; local n = 0; n = n + t.x; return n end)",
                .integer(1)
            ),
            (
                "rule(function() local n = 0; local function add() n = n + 1 end; add(); add(); return n end)",
                .integer(2)
            ),
            (
                "local limit = 0/0; local x = 1; local function no() x = 2 end; rule(function() if limit > 1 then no() end return limit ~= limit end)",
                .boolean(true)
            ),
            (
                "local f; function f(n) return n == 0 and 0 or f(n - 1) end; rule(function() return f(3) end)",
                .integer(0)
            ),
        ])
    func read(source: String, value: ScriptValue) throws {
        #expect(try calls(source).map { try $0.get() } == [value, value])
        #expect(try calls(source, freezes: false).first?.get() == value)
    }

    @Test("is printed like any table")
    func printed() throws {
        let sandbox = try sandbox()
        try sandbox.load(
            source: "local t = { 1, x = { 2 } }; rule(function() print(t) end)", chunkName: file)
        guard case .function(let function)? = sandbox.declarations.last?.value else { return }
        _ = try Transaction().withRecord { try sandbox.call(function, on: $0) }
        let frozen = sandbox.takeOutput().map(\.text)
        let plain = try Sandbox(layout: layout, vocabulary: vocabulary)
        try plain.load(source: "print({ 1, x = { 2 } })", chunkName: file)
        #expect(frozen == plain.takeOutput().map(\.text))
    }
}
