import Scripting
import Testing

private func printed(_ source: String, limits: ScriptLimits = .standard) throws -> [ScriptOutput] {
    let sandbox = try makeSandbox(limits)
    try sandbox.load(source: source, chunkName: file)
    return sandbox.takeOutput()
}

@Suite("print")
struct OutputTests {
    @Test(
        "the values are joined by tabs, and none tells an address",
        arguments: [
            ("print()", ""), ("print(1, 2.5, 'x', nil, true)", "1\t2.5\tx\tnil\ttrue"),
            ("print({}, print, contains('x'), string)", "table\tfunction\tvalue\tvalue"),
            ("print('a\\xFFb')", "a\u{FFFD}b"), ("print('a\\0b')", "a\0b"),
        ])
    func text(source: String, text: String) throws {
        #expect(try printed(source).map(\.text) == [text])
    }

    @Test("a line knows its file and its line")
    func place() throws {
        let line = try #require(try printed("\n\nprint('x')").first)
        #expect(line.chunkName == file)
        #expect(line.line == 3)
    }

    @Test("a record is shown by its kind and by those of its fields that have a value")
    func record() throws {
        let one = try OneFunction("print(tx, tostring(tx))")
        _ = try one.call(on: Transaction(amount: -1_599, payee: "Netflix"))
        #expect(
            one.sandbox.takeOutput().map(\.text) == ["transaction Netflix -1599 0.25\ttransaction"])
    }

    @Test("a record that is kept beyond its call is shown by its kind alone")
    func keptRecord() throws {
        let one = try OneFunction(
            source: "local kept; rule(function(tx) if kept then print(kept) end kept = tx end)")
        _ = try one.call()
        _ = try one.call()
        #expect(one.sandbox.takeOutput().map(\.text) == ["transaction"])
    }

    @Test("what was taken is not taken again")
    func taken() throws {
        let one = try OneFunction("print(tx.amount)")
        _ = try one.call(on: Transaction(amount: 1))
        #expect(one.sandbox.takeOutput().map(\.text) == ["1"])
        _ = try one.call(on: Transaction(amount: 2))
        #expect(one.sandbox.takeOutput().map(\.text) == ["2"])
        #expect(one.sandbox.takeOutput().isEmpty)
    }

    @Test("output beyond the limit is cut, and the last line reports it")
    func limit() throws {
        let lines = try printed(
            "for i = 1, 1000 do print(i) end", limits: .init(outputLines: 3))
        #expect(lines.map(\.text) == ["1", "2", "3", "more was printed and is left out"])
        let bytes = try printed(
            "for i = 1, 1000 do print('12345') end", limits: .init(outputBytes: 12))
        #expect(
            bytes.map(\.text) == ["12345", "12345", "more was printed and is left out"])
    }

    @Test("what was printed before an error is kept")
    func beforeError() throws {
        let sandbox = try makeSandbox()
        #expect(throws: ScriptError.self) {
            try sandbox.load(source: "print('before') error('no')", chunkName: file)
        }
        #expect(sandbox.takeOutput().map(\.text) == ["before"])
    }
}
