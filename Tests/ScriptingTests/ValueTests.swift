import Scripting
import TestSupport
import Testing

@Suite("Values that leave Lua")
struct ValueTests {
    @Test(
        "a plain value arrives as it is",
        arguments: [
            ("true", ScriptValue.boolean(true)), ("false", .boolean(false)),
            ("42", .integer(42)), ("math.mininteger", .integer(.min)),
            ("math.maxinteger", .integer(.max)), ("0.5", .number(0.5)), ("2.0", .number(2)),
            ("1e300", .number(1e300)), ("math.huge", .number(.infinity)), ("''", .string("")),
            ("'Zürich\\0Bern'", .string("Zürich\0Bern")), ("{}", .table(ScriptTable())),
            (
                "{1, 'b', {3}}",
                .table(
                    ScriptTable(array: [
                        .integer(1), .string("b"), .table(ScriptTable(array: [.integer(3)])),
                    ]))
            ),
            (
                "{'first', name = 'last', [2] = false}",
                .table(
                    ScriptTable(
                        array: [.string("first"), .boolean(false)],
                        fields: ["name": .string("last")]))
            ),
        ])
    func plain(expression: String, value: ScriptValue) throws {
        #expect(try evaluated(expression) == value)
    }

    @Test("a long text arrives whole")
    func longText() throws {
        let text = String(repeating: "é", count: 10_000)
        #expect(try evaluated("'\(text)'") == .string(text))
    }

    @Test("random tables arrive as they were written")
    func roundTrip() throws {
        var generator = RandomNumbers(seed: 7)
        for _ in 0..<200 {
            let value = randomValue(depth: 4, using: &generator)
            #expect(try evaluated(luaText(of: value)) == value)
        }
    }

    private func randomValue(
        depth: Int, using generator: inout RandomNumbers
    ) -> ScriptValue {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &generator) {
        case 0: return .boolean(Bool.random(using: &generator))
        case 1: return .integer(Int64.random(in: 0 ... .max, using: &generator))
        case 2: return .number(Double(Int.random(in: 0..<1_000, using: &generator)) + 0.5)
        case 3: return .string("text \(Int.random(in: 0..<100, using: &generator))")
        default:
            let array = (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
                randomValue(depth: depth - 1, using: &generator)
            }
            var fields: [String: ScriptValue] = [:]
            for _ in 0..<Int.random(in: 0..<4, using: &generator) {
                let name = "key\(Int.random(in: 0..<50, using: &generator))"
                fields[name] = randomValue(depth: depth - 1, using: &generator)
            }
            return .table(ScriptTable(array: array, fields: fields))
        }
    }

    private func luaText(of value: ScriptValue) -> String {
        switch value {
        case .boolean(let value): return "\(value)"
        case .integer(let value): return "\(value)"
        case .number(let value): return "\(value)"
        case .string(let value): return "'\(value)'"
        case .table(let table):
            let elements = table.array.map { luaText(of: $0) }
            let pairs = table.fields.map { "\($0) = \(luaText(of: $1))" }
            return "{" + (elements + pairs).joined(separator: ", ") + "}"
        case .nil, .function, .constructed: return "nil"
        }
    }

    @Test("a function that returns nothing gives nil")
    func nothing() throws {
        #expect(try OneFunction("").call() == .nil)
    }

    @Test("of many results the first arrives")
    func firstResult() throws {
        #expect(try OneFunction("return 'a', 'b'").call() == .string("a"))
    }
}

@Suite("The host's words")
struct VocabularyTests {
    @Test("a declaration has its word, its line and its value")
    func declaration() throws {
        let sandbox = try makeSandbox()
        try sandbox.load(
            source: """
                rule "first"
                rule {
                    name = "second",
                }
                """, chunkName: file)
        #expect(sandbox.declarations.map(\.verb) == ["rule", "rule"])
        #expect(sandbox.declarations.map(\.line) == [1, 2])
        #expect(sandbox.declarations.first?.value == .string("first"))
    }

    @Test("a constructed value has its word, its line and its arguments")
    func construction() throws {
        let value = try declared(
            """
            rule {
                when = any { contains "NETFLIX", between(1, nil, 3) },
            }
            """)
        let contains = ScriptConstruction(
            name: "contains", arguments: [.string("NETFLIX")], line: 2)
        let between = ScriptConstruction(
            name: "between", arguments: [.integer(1), .nil, .integer(3)], line: 2)
        let list = ScriptTable(array: [.constructed(contains), .constructed(between)])
        let any = ScriptConstruction(name: "any", arguments: [.table(list)], line: 2)
        #expect(value == .table(ScriptTable(fields: ["when": .constructed(any)])))
    }

    @Test("a function knows its file and its line")
    func functionPlace() throws {
        let one = try OneFunction(source: "\n\nrule(function() end)")
        #expect(one.function.line == 3)
        #expect(one.function.chunkName == file)
    }

    @Test(
        "a constructed value cannot be read or changed by the script",
        arguments: ["contains('x').name", "contains('x')[1]"])
    func opaque(expression: String) {
        #expect(loadError("return \(expression)")?.kind == .runtime)
    }

    @Test("each source has its own globals")
    func ownGlobals() throws {
        let sandbox = try makeSandbox()
        try sandbox.load(source: "shared = 1 rule(shared)", chunkName: "a.lua")
        let error = #expect(throws: ScriptError.self) {
            try sandbox.load(source: "rule(shared)", chunkName: "b.lua")
        }
        #expect(error?.description == "b.lua:1: there is no name 'shared'")
        #expect(sandbox.declarations.isEmpty)
    }

    @Test("the functions of an earlier source stay callable")
    func earlierSource() throws {
        let first = try OneFunction("return 'first'")
        try first.sandbox.load(source: "rule(function() return 2 end)", chunkName: "b.lua")
        #expect(try first.call() == .string("first"))
    }

    @Test(
        "a word with two meanings is refused",
        arguments: [
            Vocabulary(declarations: ["rule", "rule"]),
            Vocabulary(declarations: ["rule"], constructors: ["rule"]),
            Vocabulary(constructors: ["pairs"]),
        ])
    func twoMeanings(vocabulary: Vocabulary) {
        let error = #expect(throws: ScriptError.self) {
            try Sandbox(layout: layout, vocabulary: vocabulary)
        }
        #expect(error?.kind == .unusableVocabulary)
    }

    @Test("a field with the name of a method or of another is refused", arguments: ["copy", "a"])
    func fieldNames(name: String) {
        let layout = RecordLayout(typeName: "thing", fields: [.init("a"), .init(name)])
        let error = #expect(throws: ScriptError.self) {
            try Sandbox(layout: layout, vocabulary: vocabulary)
        }
        #expect(error?.message == "a record cannot have the field '\(name)'")
    }
}
