import Scripting
import Testing

/// What every use of a record beyond its callback says.
private let outside = "this transaction is used outside its callback; keep its copy() instead"

@Suite("A record kept beyond its callback")
struct KeptRecordTests {
    @Test(
        "any use of it in a later call is an error",
        arguments: [
            ("its field", "return kept.amount"),
            ("its copy", "return kept:copy()"),
            ("its search", "return kept:contains('x')"),
            ("its search by another's method", "return tx.starts_with(kept, 'x')"),
            ("a field that is not there", "return kept.amout"),
            ("a field of it from a table", "return keys[1].amount"),
            ("a field in a closure", "return later()"),
            ("its field caught", "local _, why = pcall(later) error(why, 0)"),
        ])
    func usedLater(name: String, body: String) throws {
        let keeper = try OneFunction(
            source: """
                local kept, later
                local keys = {}
                rule(function(tx)
                    if kept then \(body) end
                    kept = tx
                    keys[1] = tx
                    later = function() return tx.amount end
                    return tx.amount
                end)
                """)
        #expect(try keeper.call() == .integer(-1_599))
        #expect(keeper.error()?.message == outside)
        #expect(keeper.error()?.message == outside)
    }

    @Test("it is found out also when the call that kept it failed")
    func keptByFailure() throws {
        let keeper = try OneFunction(
            source: """
                local kept
                rule(function(tx)
                    if kept then return kept.amount end
                    kept = tx
                    error("no")
                end)
                """)
        #expect(keeper.error()?.message == "no")
        #expect(keeper.error()?.message == outside)
    }

    @Test("it is found out also when the call that kept it ran out of steps")
    func keptByLimit() throws {
        let keeper = try OneFunction(
            source: """
                local kept
                rule(function(tx)
                    if kept then return kept.amount end
                    kept = tx
                    while true do end
                end)
                """)
        #expect(keeper.error()?.kind == .instructionLimit)
        #expect(keeper.error()?.message == outside)
    }

    @Test("it equals no record of a later call, and finds nothing kept by that")
    func keyAndEquality() throws {
        let keeper = try OneFunction(
            source: """
                local kept
                local seen = {}
                rule(function(tx)
                    local isKnown = seen[tx] ~= nil
                    local isSame = kept == tx
                    kept = tx
                    seen[tx] = true
                    return { isKnown, isSame, kept == tx, seen[tx] }
                end)
                """)
        let expected = ScriptValue.table(
            ScriptTable(array: [.boolean(false), .boolean(false), .boolean(true), .boolean(true)]))
        #expect(try keeper.call() == expected)
        #expect(try keeper.call() == expected)
    }

    @Test(
        "what it is says nothing about the machine",
        arguments: [
            ("tostring(tx)", ScriptValue.string("transaction")),
            ("type(tx)", .string("userdata")),
            ("string.format('%s', tx)", .string("transaction")),
            ("select(2, pcall(function() return tx .. '' end))", nil),
            ("select(2, pcall(function() return tx < tx end))", nil),
            ("select(2, pcall(function() return #tx end))", nil),
            ("select(2, pcall(function() return tx() end))", nil),
            ("select(2, pcall(error, tx)) == tx", .boolean(true)),
            ("select(2, pcall(table.concat, {tx}))", nil),
            ("select(2, pcall(string.format, '%d', tx))", nil),
        ])
    func noAddress(expression: String, expected: ScriptValue?) throws {
        let value = try OneFunction("return \(expression)").call()
        if let expected {
            #expect(value == expected)
            return
        }
        guard case .string(let message) = value else {
            Issue.record("the message of an error is a text")
            return
        }
        #expect(!message.contains("0x"))
    }

    @Test("the keys of a table cannot be walked when a record is among them")
    func walkedKeys() throws {
        let error = try OneFunction("for key in pairs({ [tx] = 1 }) do end").error()
        #expect(
            error?.message
                == "the keys of a table must be texts or whole numbers, not a userdata")
    }
}

@Suite("A list of texts in a record")
struct TextListTests {
    private func call(_ body: String, _ texts: [String]) throws -> ScriptValue {
        let one = try OneFunction(body)
        return try Transaction().withRecord { record in
            let bytes = texts.flatMap { Array($0.utf8) }
            return try bytes.withUnsafeBufferPointer { bytes in
                var start = 0
                record.set(
                    texts: texts.map { text in
                        defer { start += text.utf8.count }
                        return UnsafeBufferPointer(
                            rebasing: bytes[start..<start + text.utf8.count])
                    }, at: 5)
                return try one.sandbox.call(one.function, on: record)
            }
        }
    }

    @Test("it is a table", arguments: [[], ["trip"], ["", "a", "Zürich"]])
    func table(texts: [String]) throws {
        #expect(
            try call("return tx.note", texts)
                == .table(ScriptTable(array: texts.map { .string($0) })))
        #expect(
            try call("return tx:copy().note", texts)
                == .table(ScriptTable(array: texts.map { .string($0) })))
    }

    @Test("each reading gives a new one, so that changing it changes nothing else")
    func fresh() throws {
        let value = try call("tx.note[1] = 'b' tx.note[2] = 'c' return tx.note", ["a"])
        #expect(value == .table(ScriptTable(array: [.string("a")])))
    }

    @Test("the search of a record does not look into it")
    func search() throws {
        #expect(try call("return tx:contains('trip')", ["trip"]) == .boolean(false))
    }

    @Test("reading it again and again runs out of steps or memory, not of either's limit")
    func hungry() throws {
        let error = #expect(throws: ScriptError.self) {
            try call(
                "local t = {} while true do t[#t + 1] = tx.note end",
                (0..<1_000).map { "tag \($0)" })
        }
        #expect(error?.kind == .memoryLimit || error?.kind == .instructionLimit)
    }
}
