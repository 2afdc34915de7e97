import Scripting
import TestSupport
import Testing

private func entry(_ key: String, _ values: ScriptValue...) -> ScriptMap.Entry {
    .init(key: key, values: values)
}

private let maps = [
    ScriptMap(
        name: "payees.csv", columns: ["name"],
        entries: [
            entry("SQ *CORNER  SHOP", .string("Corner Shop")), entry("netflix", .string("Netflix")),
            entry("NETFLIX", .string("second")), entry("5411", .string("groceries")),
            entry("get", .string("method")), entry("", .string("empty")),
        ]),
    ScriptMap(
        name: "shops.toml", columns: ["category", "share", "known", "visits"],
        entries: [
            entry("aldi", .string("groceries"), .number(0.5), .boolean(true), .integer(3)),
            entry("lidl", .string("groceries")),
        ]),
    ScriptMap(name: "set.csv", columns: [], entries: [entry("b"), entry("a")]),
    ScriptMap(name: "empty.csv", columns: ["x"], entries: []),
]

private let library = ScriptLibrary(maps: maps, brokenMaps: ["lists/broken.csv"])

private func loaded(_ source: String) throws -> Sandbox {
    let sandbox = try Sandbox(layout: layout, vocabulary: vocabulary, library: library)
    try sandbox.load(source: source, chunkName: file)
    return sandbox
}

@Suite("map")
struct MapTests {
    @Test(
        "a key is found as a person would write it",
        arguments: [
            ("map('payees.csv')['NetFlix']", ScriptValue.string("Netflix")),
            ("map('payees.csv').netflix", .string("Netflix")),
            ("map('payees.csv')['  sq *corner\\tshop ']", .string("Corner Shop")),
            ("map('payees.csv')[5411]", .string("groceries")),
            ("map('payees.csv'):get('get')", .string("method")),
            ("map('payees.csv'):get(' ')", .string("empty")),
            ("tostring(map('payees.csv')['hulu'])", .string("nil")),
            ("tostring(map('payees.csv')[nil])", .string("nil")),
            ("map('payees.csv'):has('NETFLIX')", .boolean(true)),
            ("map('payees.csv'):has('hulu')", .boolean(false)),
            ("#map('payees.csv')", .integer(6)), ("#map('empty.csv')", .integer(0)),
            ("map('empty.csv'):has('')", .boolean(false)),
            ("map('set.csv').a", .boolean(true)),
            ("map('payees.csv') == map('payees.csv')", .boolean(true)),
            ("tostring(map('set.csv'))", .string("map")),
        ])
    func look(expression: String, value: ScriptValue) throws {
        #expect(try loaded("rule(\(expression))").declarations.first?.value == value)
    }

    @Test(
        "several columns come as a row",
        arguments: [
            ("map('shops.toml').aldi.category", ScriptValue.string("groceries")),
            ("map('shops.toml').aldi.share", .number(0.5)),
            ("map('shops.toml').aldi.visits", .integer(3)),
            ("tostring(map('shops.toml').lidl.visits)", .string("nil")),
            (
                "map('shops.toml').aldi",
                .table(
                    ScriptTable(fields: [
                        "category": .string("groceries"), "share": .number(0.5),
                        "known": .boolean(true), "visits": .integer(3),
                    ]))
            ),
            (
                "map('shops.toml').lidl",
                .table(ScriptTable(fields: ["category": .string("groceries")]))
            ),
        ])
    func row(expression: String, value: ScriptValue) throws {
        #expect(try loaded("rule(\(expression))").declarations.first?.value == value)
    }

    @Test("pairs goes through a map in its own order, and through a row by its columns")
    func order() throws {
        let sandbox = try loaded(
            """
            local all = {}
            for key, value in pairs(map('payees.csv')) do all[#all + 1] = key .. "=" .. value end
            for key in pairs(map('set.csv')) do all[#all + 1] = key end
            for key in pairs(map('shops.toml').aldi) do all[#all + 1] = key end
            rule(table.concat(all, ","))
            """)
        #expect(
            sandbox.declarations.first?.value
                == .string(
                    """
                    SQ *CORNER  SHOP=Corner Shop,netflix=Netflix,NETFLIX=second,5411=groceries,\
                    get=method,=empty,b,a,category,share,known,visits
                    """))
    }

    @Test("an entry's hits are the records for which it was found, each once")
    func hits() throws {
        let sandbox = try loaded(
            """
            local payees, set = map('payees.csv'), map('set.csv')
            rule(function(tx) return payees:has('netflix') and set.a and payees.netflix end)
            rule(function(tx) return payees:get('netflix') or payees:has('hulu') end)
            """)
        let functions = sandbox.declarations.compactMap { declaration -> ScriptFunction? in
            guard case .function(let function) = declaration.value else { return nil }
            return function
        }
        try #require(functions.count == 2)
        try Transaction().withRecord { record in
            for row in 0..<3 {
                record.show(row: row)
                for function in functions {
                    let name = try sandbox.call(function, on: record)
                    #expect(name == .string("Netflix"))
                }
            }
        }
        #expect(sandbox.mapHits() == [[0, 3, 0, 0, 0, 0], [0, 0], [0, 3], []])
    }

    @Test("what is found while a file is read is no hit")
    func hitsWhileReading() throws {
        let sandbox = try loaded("local found = map('payees.csv'):has('netflix')")
        #expect(sandbox.mapHits() == [[0, 0, 0, 0, 0, 0], [0, 0], [0, 0], []])
    }

    @Test("a misuse of a map is told")
    func misuse() throws {
        let differences = try MistakeCatalogue("maps").differences { source in
            [try #require(throws: ScriptError.self) { try loaded(source) }.description]
        }
        #expect(differences == [])
    }

    @Test("a large map costs a sandbox only its counts")
    func memory() throws {
        let entries = (0..<10_000).map { entry("payee number \($0)", .string("Payee \($0)")) }
        let library = ScriptLibrary(
            maps: [ScriptMap(name: "m", columns: ["name"], entries: entries)])
        let sandbox = try Sandbox(layout: layout, vocabulary: vocabulary, library: library)
        let before = sandbox.bytesInUse
        try sandbox.load(source: "rule(map('m')['PAYEE number 9999'])", chunkName: file)
        #expect(sandbox.declarations.first?.value == .string("Payee 9999"))
        #expect(sandbox.bytesInUse - before < 100_000)
    }
}
