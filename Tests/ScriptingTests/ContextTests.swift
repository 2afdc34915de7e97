import Scripting
import TestSupport
import Testing

private let context = ScriptValue.table(
    ScriptTable(fields: [
        "today": .string("2026-11-21"),
        "settings": .table(
            ScriptTable(fields: [
                "days": .integer(60), "share": .number(0.25), "strict": .boolean(false),
                "words": .table(ScriptTable(array: [.string("venmo"), .string("zelle")])),
            ])),
    ]))

/// Calls `function(tx, ctx)` with this body.
private func call(_ body: String, _ context: ScriptValue = context) throws -> ScriptValue {
    let one = try OneFunction(source: "rule(function(tx, ctx) \(body) end)")
    try one.sandbox.setContext(context)
    return try one.call()
}

@Suite("The context")
struct ContextTests {
    @Test(
        "a function reads what the host said",
        arguments: [
            ("ctx.today", ScriptValue.string("2026-11-21")),
            ("ctx.settings.days", .integer(60)), ("ctx.settings.share", .number(0.25)),
            ("ctx.settings.strict", .boolean(false)),
            ("ctx.settings.words[2]", .string("zelle")), ("#ctx.settings.words", .integer(2)),
            ("ctx.settings.words[3]", .nil), ("next(ctx.settings)", .string("days")),
            ("next(ctx.settings.words, 2)", .nil), ("#ctx.settings", .integer(0)),
        ])
    func reading(expression: String, value: ScriptValue) throws {
        #expect(try call("return \(expression)") == value)
    }

    @Test("it can be walked")
    func walking() throws {
        let value = try call(
            """
            local seen = ""
            for name in pairs(ctx.settings) do seen = seen .. name .. " " end
            for place, word in ipairs(ctx.settings.words) do seen = seen .. place .. word end
            for place, word in pairs(ctx.settings.words) do seen = seen .. place .. word end
            return seen
            """)
        #expect(value == .string("days share strict words 1venmo2zelle1venmo2zelle"))
    }

    @Test("it leaves Lua as the table that it stands for")
    func leaving() throws {
        #expect(try call("return ctx") == context)
    }

    @Test("a misuse of it is told")
    func misuse() throws {
        let differences = try MistakeCatalogue("context").differences { body in
            [try #require(throws: ScriptError.self) { try call(body) }.description]
        }
        #expect(differences == [])
    }

    @Test("nothing that a script has can change it", arguments: ["insert", "remove", "sort"])
    func libraries(function: String) throws {
        let value = try call(
            """
            pcall(table.\(function), ctx.settings.words, 1)
            return ctx.settings.words[1] .. #ctx.settings.words
            """)
        #expect(value == .string("venmo2"))
    }

    @Test("without one, and after nil took its place, the argument is nil")
    func noContext() throws {
        #expect(try call("return ctx", .nil) == .nil)
        let one = try OneFunction(source: "rule(function(...) return select('#', ...) end)")
        #expect(try one.call() == .integer(1))
        try one.sandbox.setContext(context)
        #expect(try one.call() == .integer(2))
        try one.sandbox.setContext(.nil)
        #expect(try one.call() == .integer(1))
    }

    @Test("a plain value is a context too", arguments: [ScriptValue.integer(1), .string("a\0b")])
    func plain(value: ScriptValue) throws {
        #expect(try call("return ctx", value) == value)
    }

    @Test("a later one takes the place of the earlier, which a script can keep")
    func replaced() throws {
        let one = try OneFunction(
            source: """
                local first
                rule(function(tx, ctx)
                    first = first or ctx
                    return { first.day, ctx.day }
                end)
                """)
        func context(_ day: Int64) -> ScriptValue {
            .table(ScriptTable(fields: ["day": .integer(day)]))
        }
        try one.sandbox.setContext(context(1))
        _ = try one.call()
        try one.sandbox.setContext(context(2))
        #expect(
            try one.call() == .table(ScriptTable(array: [.integer(1), .integer(2)])))
    }

    @Test("a value nested deeper than values may be is refused, and there is no context then")
    func deep() throws {
        let one = try OneFunction(source: "rule(function(tx, ctx) return ctx end)")
        try one.sandbox.setContext(.integer(1))
        let deep = (0..<20).reduce(ScriptValue.integer(1)) { value, _ in
            .table(ScriptTable(array: [value]))
        }
        let error = #expect(throws: ScriptError.self) { try one.sandbox.setContext(deep) }
        #expect(error?.kind == .unusableValue)
        #expect(try one.call() == .nil)
    }

    @Test("what no script could read is refused")
    func unusable() throws {
        let one = try OneFunction("return 1")
        let function = ScriptValue.function(one.function)
        let error = #expect(throws: ScriptError.self) {
            try one.sandbox.setContext(.table(ScriptTable(fields: ["f": function])))
        }
        #expect(error?.kind == .unusableValue)
    }

    @Test("a context too large for the sandbox is refused, and calls go on")
    func large() throws {
        let one = try OneFunction(
            source: "rule(function(tx, ctx) return ctx end)", limits: .init(memoryBytes: 100_000))
        let list = ScriptValue.table(
            ScriptTable(array: Array(repeating: .integer(1), count: 100_000)))
        let error = #expect(throws: ScriptError.self) { try one.sandbox.setContext(list) }
        #expect(error?.kind == .memoryLimit)
        #expect(try one.call() == .nil)
    }
}

@Suite("An answer with its reason")
struct AnswerTests {
    private func answer(_ body: String) throws -> ScriptAnswer {
        let one = try OneFunction(body)
        return try Transaction().withRecord { try one.sandbox.answer(one.function, on: $0) }
    }

    @Test(
        "a function may say why",
        arguments: [
            ("", ScriptValue.nil, nil), ("return nil", .nil, nil), ("return 1", .integer(1), nil),
            ("return 'a'", .string("a"), nil), ("return 1, 'why'", .integer(1), "why"),
            ("return nil, 'why'", .nil, "why"), ("return 1, nil, 3", .integer(1), nil),
            ("return {1}, ''", .table(ScriptTable(array: [.integer(1)])), ""),
            ("return {1}, 'why', 3", .table(ScriptTable(array: [.integer(1)])), "why"),
        ] as [(String, ScriptValue, String?)])
    func reason(body: String, value: ScriptValue, reason: String?) throws {
        let answer = try answer(body)
        #expect(answer.value == value)
        #expect(answer.reason == reason)
    }

    @Test("a reason that is not a string is reported", arguments: ["5", "{}", "tx", "true"])
    func badReason(reason: String) throws {
        let error = #expect(throws: ScriptError.self) { try answer("return {}, \(reason)") }
        #expect(error?.kind == .unusableValue)
        #expect(error?.message.hasPrefix("a reason is a text, not a ") == true)
    }

    @Test("an error is reported like that of any call")
    func error() throws {
        let error = #expect(throws: ScriptError.self) { try answer("error('no')") }
        #expect(error?.description == "rules.lua:1: no")
    }
}
