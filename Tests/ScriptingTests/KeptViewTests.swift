import Scripting
import Testing

@Suite("A view kept beyond its callback")
struct KeptViewTests {
    @Test(
        "any use of it, of its records or of its loop in a later call is an error",
        arguments: [
            "kept:count()", "kept:by_payee('Netflix')", "for tx in kept:each() do end",
            "next_of(kept, nil)", "kept:decide(tx, {})", "view:decide(tx, {})", "return tx.amount",
            "tx:contains('x')", "tx:copy()", "list[2]:copy()", "next_of(view, tx)",
            "return #kept", "return kept[1]", "kept:first(1)", "kept:like {}", "kept:total('x')",
        ])
    func usedLater(use: String) throws {
        let keeper = try OneViewFunction(
            source: """
                local kept, tx, list, next_of
                rule(function(view)
                    if kept then \(use) end
                    kept, list = view, view:by_payee("Netflix")
                    tx = list[1]
                    next_of = view:each()
                    view:decide(tx, tx.amount)
                end)
                """)
        #expect(try keeper.decisions(over: fewRows).count == 1)
        for _ in 0..<2 {
            let message = keeper.error(over: fewRows)?.message ?? ""
            #expect(message.contains(" is used outside its callback"), "\(message)")
        }
    }

    @Test("records of a view and of single calls don't mix")
    func betweenKinds() throws {
        let sandbox = try Sandbox(layout: Transactions.layout, vocabulary: vocabulary)
        try sandbox.load(
            source: """
                local kept
                local function keep(tx)
                    if kept then return kept.amount end
                    kept = tx
                end
                rule(keep)
                rule(function(view) keep(view:by_payee("Netflix")[1]) end)
                rule(function() kept = nil end)
                """, chunkName: file)
        let functions = sandbox.declarations.compactMap { declaration -> ScriptFunction? in
            guard case .function(let function) = declaration.value else { return nil }
            return function
        }
        try #require(functions.count == 3)
        let outside = "this transaction is used outside its callback; keep its copy() instead"
        let record = RecordBuffer(layout: Transactions.layout)
        let view = Transactions(fewRows)

        _ = try sandbox.call(functions[0], on: record)
        var error = #expect(throws: ScriptError.self) {
            try sandbox.decisions(of: functions[1], over: view)
        }
        #expect(error?.message == outside)
        _ = try sandbox.call(functions[2], on: record)
        _ = try sandbox.decisions(of: functions[1], over: view)
        error = #expect(throws: ScriptError.self) { try sandbox.call(functions[0], on: record) }
        #expect(error?.message == outside)
    }

    @Test("after a call that failed, the next has a view of its own")
    func afterError() throws {
        let one = try OneViewFunction(
            "for tx in view:each() do view:decide(tx, {}) if tx.amount > 0 then error('no') end end"
        )
        #expect(one.error(over: fewRows)?.message == "no")
        #expect(try one.decisions(over: Array(fewRows.prefix(2))).map(\.row) == [0, 1])
    }
}
