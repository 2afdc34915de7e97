import Scripting
import TestSupport
import Testing

@Suite("What scripts can use")
struct LibraryTests {
    @Test(
        "a function does what its name says",
        arguments: [
            ("('NETFLIX.com'):contains('flix.COM')", ScriptValue.boolean(true)),
            ("('abc'):contains('')", .boolean(true)), ("('abc'):contains('abcd')", .boolean(false)),
            ("('Straße'):contains('STRASSE')", .boolean(false)),
            ("('aab'):contains('ab')", .boolean(true)),
            ("('abc'):starts_with('AB')", .boolean(true)),
            ("('abc'):ends_with('BC')", .boolean(true)),
            ("('abc'):ends_with('xabc')", .boolean(false)),
            ("(' \\t a b \\n'):trim()", .string("a b")), ("('  '):trim()", .string("")),
            ("table.concat(('a,,b'):split(','), '|')", .string("a||b")),
            ("#(''):split(',')", .integer(1)), ("#('a<>b<c'):split('<>')", .integer(2)),
            ("('ab'):rep(3, '-')", .string("ab-ab-ab")), ("('ab'):rep(-1)", .string("")),
            ("('AbC'):lower() .. ('AbC'):upper()", .string("abcABC")),
            ("('abc'):sub(-2) .. #'abc'", .string("bc3")),
            ("('abc'):byte(-1)", .integer(99)), ("select('#', ('abc'):byte(1, -1))", .integer(3)),
            ("select('#', ('abc'):byte(10))", .integer(0)), ("string.char(72, 105)", .string("Hi")),
            ("('abc'):reverse()", .string("cba")),
            (
                "string.format('%5.2f|%d|%s|%%|%s', 1.5, 3, nil, {})",
                .string(" 1.50|3|nil|%|table")
            ),
            (
                "tostring({}) .. tostring(tostring) .. tostring(contains())",
                .string("tablefunctionvalue")
            ),
            ("tostring(nil) .. tostring(true) .. tostring(1.0)", .string("niltrue1.0")),
            ("tonumber('0x10') + tonumber('11', 2)", .integer(19)),
            ("math.floor(2.7) + math.max(1, 3) + math.abs(-1)", .integer(6)),
            ("math.type(1.0) .. type(rule)", .string("floatfunction")),
            ("select(2, pcall(error, 'no'))", .string("no")),
            ("select(2, pcall(select, 2, 'a', 'b'))", .string("b")),
            ("table.unpack({1, 2, 3}, 2, 2)", .integer(2)),
        ])
    func library(expression: String, value: ScriptValue) throws {
        #expect(try evaluated("(\(expression))") == value)
    }

    @Test("pairs gives whole numbers in order, then texts by their bytes")
    func pairsOrder() throws {
        let value = try declared(
            """
            local t = {b = 1, a = 1, B = 1, [2020] = 1, [-1] = 1, 1, 1, ["a\\0"] = 1, ["é"] = 1}
            local keys = {}
            for key in pairs(t) do keys[#keys + 1] = key end
            rule(keys)
            """)
        #expect(
            value
                == .table(
                    ScriptTable(array: [
                        .integer(-1), .integer(1), .integer(2), .integer(2_020), .string("B"),
                        .string("a"), .string("a\0"), .string("b"), .string("é"),
                    ])))
    }

    @Test("pairs leaves out what the loop takes away")
    func pairsWhileChanging() throws {
        let value = try declared(
            """
            local t, seen = {a = 1, b = 2, c = 3}, ""
            for key in pairs(t) do seen = seen .. key t.b = nil t.d = 4 end
            rule(seen)
            """)
        #expect(value == .string("ac"))
    }

    @Test("insert and remove keep a list in order")
    func insertAndRemove() throws {
        let value = try declared(
            """
            local t = {"b", "d"}
            table.insert(t, 1, "a") table.insert(t, "e") table.insert(t, 3, "c")
            rule(table.concat(t) .. table.remove(t, 1) .. table.remove(t) .. table.concat(t))
            """)
        #expect(value == .string("abcdeaebcd"))
    }

    @Test("sort agrees with a stable sort")
    func sortProperty() throws {
        var generator = RandomNumbers(seed: 99)
        for length in 0..<60 {
            let items = (0..<length).map { place in
                (key: Int.random(in: 0..<10, using: &generator), place: place)
            }
            let expected = items.sorted { ($0.key, $0.place) < ($1.key, $1.place) }.map(\.place)
            let list = items.map { "{\($0.key), \($0.place)}" }.joined(separator: ", ")
            let value = try declared(
                """
                local t = {\(list)}
                table.sort(t, function(a, b) return a[1] < b[1] end)
                local places = {}
                for i, item in ipairs(t) do places[i] = item[2] end
                rule(places)
                """)
            let places = expected.map { ScriptValue.integer(Int64($0)) }
            #expect(value == .table(ScriptTable(array: places)))
        }
    }

    @Test("a comparison without sense sorts somehow and loses nothing")
    func senselessSort() throws {
        let value = try declared(
            """
            local t = {5, 3, 1, 4, 2}
            table.sort(t, function() return true end)
            local sum = 0
            for _, item in ipairs(t) do sum = sum + item end
            rule(sum)
            """)
        #expect(value == .integer(15))
    }
}
