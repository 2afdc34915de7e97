import Scripting
import TestSupport
import Testing

@Suite("The record")
struct RecordTests {
    @Test(
        "a field has the value that the host set",
        arguments: [
            ("amount", ScriptValue.integer(-1_599)),
            ("description", .string("NETFLIX.COM 866-579-7172")), ("pending", .boolean(false)),
            ("rate", .number(0.25)), ("note", .nil),
        ])
    func field(name: String, value: ScriptValue) throws {
        #expect(try OneFunction("return tx.\(name)").call() == value)
    }

    @Test("an empty text is a text")
    func emptyText() throws {
        let value = try OneFunction("return tx.payee").call(on: Transaction(payee: ""))
        #expect(value == .string(""))
    }

    @Test("a field can be set back to nil")
    func setBack() throws {
        let amount = try OneFunction("return tx.amount")
        let value = try Transaction().withRecord { record in
            record.setNil(at: 0)
            return try amount.sandbox.call(amount.function, on: record)
        }
        #expect(value == .nil)
    }

    @Test(
        "a search method looks into every searchable field, whatever the case of ASCII",
        arguments: [
            ("contains", "flix.com", true), ("contains", "FLIX", true), ("contains", "", true),
            ("contains", "hulu", false), ("starts_with", "netflix.", true),
            ("starts_with", "Netflix", true), ("starts_with", ".com", false),
            ("ends_with", "7172", true), ("ends_with", "FLIX", true),
            ("ends_with", "866", false),
        ])
    func search(method: String, text: String, isFound: Bool) throws {
        let value = try OneFunction("return tx:\(method)(\"\(text)\")").call()
        #expect(value == .boolean(isFound))
    }

    @Test("contains agrees with trying every place")
    func containsProperty() throws {
        let search = try OneFunction("return tx.description:contains(tx.payee)")
        var generator = RandomNumbers(seed: 42)
        func randomText(upTo length: Int) -> String {
            let letters = (0..<Int.random(in: 0...length, using: &generator)).map { _ in
                "aAbB@`".randomElement(using: &generator) ?? "a"
            }
            return String(letters)
        }
        for _ in 0..<2_000 {
            let text = randomText(upTo: 40)
            let part = randomText(upTo: 4)
            let places = text.indices + [text.endIndex]
            let isThere = places.contains {
                text[$0...].lowercased().hasPrefix(part.lowercased())
            }
            let found = try search.call(on: Transaction(description: text, payee: part))
            #expect(found == .boolean(isThere), "\(part) in \(text)")
        }
    }

    @Test("a copy is a table of the fields that are not nil")
    func copy() throws {
        let value = try OneFunction("return tx:copy()").call()
        #expect(
            value
                == .table(
                    ScriptTable(fields: [
                        "amount": .integer(-1_599),
                        "description": .string("NETFLIX.COM 866-579-7172"),
                        "payee": .string("Netflix"), "pending": .boolean(false),
                        "rate": .number(0.25),
                    ])))
    }

    @Test("a misuse of the record is told")
    func misuse() throws {
        let differences = try MistakeCatalogue("records").differences { body in
            [try #require(OneFunction(body).error()).description]
        }
        #expect(differences == [])
    }

    @Test("a copy kept from an earlier call stays as it was")
    func keptCopy() throws {
        let keeper = try OneFunction(
            source: """
                local kept
                rule(function(tx)
                    kept = kept or tx:copy()
                    return kept.amount
                end)
                """)
        #expect(try keeper.call(on: Transaction(amount: 1)) == .integer(1))
        #expect(try keeper.call(on: Transaction(amount: 2)) == .integer(1))
    }

    @Test("a sandbox that loaded the same source can call the other's functions")
    func sameNumbers() throws {
        let source = "rule { z = function() return 1 end, a = function() return 2 end }"
        let first = try makeSandbox()
        let second = try makeSandbox()
        try first.load(source: source, chunkName: file)
        try second.load(source: source, chunkName: file)
        #expect(first.declarations == second.declarations)
        guard case .table(let table) = first.declarations.first?.value,
            case .function(let function) = table.fields["z"]
        else {
            Issue.record("the source declares a table of functions")
            return
        }
        let value = try Transaction().withRecord { try second.call(function, on: $0) }
        #expect(value == .integer(1))
    }

    @Test("a function that was not loaded is not called")
    func unknownFunction() throws {
        let loaded = try OneFunction("return 1")
        let empty = try makeSandbox()
        let error = Transaction().withRecord { record in
            #expect(throws: ScriptError.self) { try empty.call(loaded.function, on: record) }
        }
        #expect(error?.kind == .unknownFunction)
    }
}
