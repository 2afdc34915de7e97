import Scripting
import Testing

@Suite("Limits of work on a view")
struct ViewLimitTests {
    @Test("each record adds to the steps that a call may take")
    func budget() throws {
        let limits = ScriptLimits(loadInstructions: 1_000, rowInstructions: 100)
        let loop = try OneViewFunction("for i = 1, 20 * view:count() do end", limits: limits)
        #expect(try loop.decisions(over: Array(repeating: .init(), count: 1_000)).isEmpty)
        let greedy = try OneViewFunction("for i = 1, 200 * view:count() do end", limits: limits)
        let error = greedy.error(over: Array(repeating: .init(), count: 1_000))
        #expect(error?.message == "the script took more than 101000 steps")
    }

    @Test(
        "endless work is stopped",
        arguments: [
            "while true do end", "while true do view:count() end",
            "while true do pcall(view.count) end",
            "while true do for tx in view:each() do end end",
            "while true do local list = view:by_payee('Netflix') end",
            "while true do pcall(view.by_payee, view, 'Netflix') end",
            "while true do for tx in view:each() do local day = tx.day end end",
            "local text = ('x'):rep(100000) while true do view:by_payee(text) end",
            "while true do local tags = view:by_payee('Netflix')[1].tags end",
        ])
    func endless(body: String) throws {
        let limits = ScriptLimits(loadInstructions: 100_000)
        let error = try OneViewFunction(body, limits: limits)
            .error(over: Array(repeating: .init(tags: ["a", "b"]), count: 100))
        #expect(error?.kind == .instructionLimit)
    }

    @Test(
        "endless memory is stopped, and the next call has all of it",
        arguments: [
            "view:decide(tx, { text = ('x'):rep(1000) })",
            "view:decide(tx, { 1, 2, 3, 4, 5, 6, 7, 8, 9 })",
            "view:decide(tx, 1, ('x'):rep(1000))", "kept[#kept + 1] = view:by_payee('Netflix')",
            "pcall(view.decide, view, tx, { ('x'):rep(1000) })",
        ])
    func hungry(step: String) throws {
        let one = try OneViewFunction(
            """
            local kept = {}
            local tx = view:by_payee("Netflix")[1]
            repeat \(step) until view:count() < 100
            """, limits: .init(memoryBytes: 1 << 20, loadInstructions: 100_000_000))
        for _ in 0..<2 {
            let error = one.error(over: Array(repeating: .init(), count: 100))
            #expect(error?.kind == .memoryLimit)
            #expect(one.sandbox.bytesInUse <= 1 << 20)
            _ = try one.decisions(over: [.init()])
        }
    }

    @Test("what is decided is bounded as any value that leaves Lua")
    func unusable() throws {
        let limits = ScriptLimits(valueDepth: 3, valueNodes: 10)
        let body = "view:decide(view:by_payee('Netflix')[1], "
        #expect(
            try OneViewFunction(body + "{{{1}}})", limits: limits).error()?.kind
                == .unusableValue)
        #expect(
            try OneViewFunction(body + "{1, 2, 3, 4, 5, 6, 7, 8, 9})", limits: limits).error()?
                .kind == .unusableValue)
        let notText = try OneViewFunction("\n" + body + "'\\xFF')", limits: limits).error()
        #expect(notText?.description == "rules.lua:2: a text of the value is not UTF-8")
    }

    @Test("the limit for parts holds for each decision on its own")
    func parts() throws {
        let walk = try OneViewFunction(
            "for tx in view:each() do view:decide(tx, {1, 2, 3}) end",
            limits: .init(valueNodes: 7))
        #expect(try walk.decisions(over: Array(repeating: .init(), count: 50)).count == 50)
    }

    @Test("a closed sandbox and an unknown function refuse")
    func refusing() throws {
        let one = try OneViewFunction("")
        let other = try Sandbox(layout: Transactions.layout, vocabulary: vocabulary)
        var error = #expect(throws: ScriptError.self) {
            try other.decisions(of: one.function, over: Transactions(fewRows))
        }
        #expect(error?.kind == .unknownFunction)
        one.sandbox.close()
        #expect(one.error(over: fewRows)?.kind == .unknownFunction)
        error = #expect(throws: ScriptError.self) { try one.sandbox.setContext(.nil) }
        #expect(error?.kind == .unknownFunction)
    }

    @Test(
        "an index with the name of a method or of another is refused",
        arguments: ["count", "each", "decide", "by_payee"])
    func indexNames(name: String) {
        let layout = RecordLayout(
            typeName: "thing", fields: [],
            indexes: [
                .init("by_payee", parameters: [.text]), .init(name, parameters: [.text]),
            ])
        let error = #expect(throws: ScriptError.self) {
            // A worker tells of it with the first source.
            try Sandbox(layout: layout, vocabulary: vocabulary).load(source: "", chunkName: file)
        }
        #expect(error?.kind == .unusableVocabulary)
        #expect(error?.message == "a view cannot have the index '\(name)'")
    }

    @Test("whichever allocation fails, nothing crashes and nothing leaks")
    func failingAllocations() throws {
        let source = """
            rule(function(view, ctx)
                local seen = {}
                for tx in view:each() do
                    for _, other in ipairs(view:by_payee(tx.payee)) do
                        if other ~= tx then seen[#seen + 1] = other.day .. ctx.list[1] end
                    end
                    pcall(view.decide, view, tx, { [0.5] = 1 })
                    view:decide(tx, { tags = tx.tags, seen = seen, ctx = ctx }, "why " .. tx.day)
                end
            end)
            rule(function(tx, ctx) return { ctx }, "why " .. ctx.list[1] end)
            """
        let context = ScriptValue.table(
            ScriptTable(fields: ["list": .table(ScriptTable(array: [.string("a text")]))]))
        var firstFailure = 1
        var end: ScriptError.Kind?
        repeat {
            end = nil
            do {
                let sandbox = try Sandbox(
                    limits: .init(failsAllocationsFrom: firstFailure),
                    layout: Transactions.layout, vocabulary: vocabulary)
                defer { #expect(sandbox.close() == 0) }
                try sandbox.load(source: source, chunkName: file)
                try sandbox.setContext(context)
                for declaration in sandbox.declarations {
                    guard case .function(let function) = declaration.value else { continue }
                    if declaration.line == 1 {
                        #expect(
                            try sandbox.decisions(of: function, over: Transactions(fewRows)).count
                                == fewRows.count)
                    } else {
                        let record = RecordBuffer(layout: Transactions.layout)
                        let reason = try sandbox.answer(function, on: record).reason
                        #expect(reason == "why a text")
                    }
                }
            } catch {
                end = error.kind
            }
            #expect(end == nil || end == .memoryLimit)
            firstFailure += 1
        } while end != nil && firstFailure < 10_000
        #expect(end == nil)
        #expect(firstFailure > 100)
    }
}
