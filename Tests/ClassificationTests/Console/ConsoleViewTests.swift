import Classification
import Model
import Scripting
import TestSupport
import Testing

@Suite("Views at the Lua prompt")
struct ConsoleViewTests {
    private static let rows = [
        Row(account: 0, cents: -450, day: 0, description: "CORNER COFFEE"),
        Row(account: 2, cents: -1_005, day: 1, description: "CORNER COFFEE"),
        Row(account: 3, cents: -300, day: 1, description: "CORNER COFFEE"),
        Row(account: 0, cents: -8_000, day: 30, description: "COFFEEHOUSE BOOKS"),
        Row(account: 4, cents: -900, day: 31, description: "TEA"),
        Row(account: 0, cents: 9_007_199_254_740_993, day: 31, description: "SALARY"),
    ]

    @Test(
        "a condition chooses as it would in a rule",
        arguments: [
            ("payee = word 'coffee'", [1, 2, 3]), ("payee = 'coffee'", [1, 2, 3, 4]),
            ("payee = word 'coffee', amount = between(-5, 0)", [1, 3]),
            ("payee = { 'tea', 'salary' }", [5, 6]), ("account_type = 'credit'", [2]),
            ("any { payee = 'tea', amount = greater(0) }", [5, 6]),
            ("none { currency = 'USD' }", [3, 5]), ("day = at_least '2025-04-08'", [4, 5, 6]),
            ("category = 'dining'", [4]), ("class = 'income'", [6]), ("earlier = 1", [2]),
            ("text = is(map 'list.csv')", [5]), ("tags = 'books'", [4]), ("", [1, 2, 3, 4, 5, 6]),
        ] as [(String, [Int])])
    func conditions(when: String, ids: [Int]) throws {
        let line = "for t in view:where { \(when) }:each() do print(t.id) end"
        #expect(try inConsole(line) == ids.map { "\($0)" })
    }

    @Test("conditions narrow each other")
    func narrowing() throws {
        #expect(
            try inConsole(
                "view:where { payee = 'coffee' }:where { currency = 'USD' }:last(2):count()")
                == ["2"])
        #expect(
            try inConsole("#view:where { payee = 'coffee' }:by_account('Rewards Card')") == ["1"])
    }

    @Test("a mistake in a condition is told as in a rule")
    func mistakes() throws {
        let differences = try MistakeCatalogue("console").differences { line in
            [try #require(throws: ScriptError.self) { try inConsole(line) }.message]
        }
        #expect(differences == [])
    }

    @Test(
        "a sum is exact in each currency",
        arguments: [
            ("view:where { payee = 'coffee' }:sum()", ["-94.55 USD, -3.00 EUR"]),
            ("view:where { payee = 'coffee' }:sum().USD", ["-9455"]),
            ("view:where { payee = 'coffee' }:sum().JPY", ["0"]),
            ("view:where { payee = 'tea' }:sum()", ["-900 JPY"]),
            ("view:where { payee = 'none' }:sum()", ["0.00 USD"]),
            // Beyond what a float holds.
            ("view:where { payee = 'salary' }:sum().USD", ["9007199254740993"]),
            ("print('all', view:where { payee = 'tea' }:sum())", ["all\t-900 JPY"]),
            ("view:where { payee = 'tea' }:sum().text .. '!'", ["\"-900 JPY!\""]),
        ])
    func sums(line: String, lines: [String]) throws {
        #expect(try inConsole(line) == lines)
    }

    @Test(
        "groups have sums and counts, times in their order, others the largest first",
        arguments: [
            (
                "view:where { payee = 'coffee' }:by 'payee'",
                [
                    "COFFEEHOUSE BOOKS -80.00 USD 1", "CORNER COFFEE -14.55 USD 2",
                    "CORNER COFFEE -3.00 EUR 1",
                ]
            ),
            (
                "view:where { payee = 'coffee', currency = 'USD' }:by 'month'",
                ["2025-03 -14.55 USD 2", "2025-04 -80.00 USD 1"]
            ),
            (
                // A split transaction counts by its parts.
                "view:where { currency = 'USD', amount = at_most(-10) }:by 'category'",
                ["dining -60.00 USD 1", "groceries -20.00 USD 1", "other -10.05 USD 1"]
            ),
            ("view:where { payee = 'none' }:by 'day'", []),
            ("view:where { payee = 'tea' }:by('weekday')[1].key", ["\"wednesday\""]),
            ("view:where { payee = 'tea' }:by('year')[1].amount_minor", ["-900"]),
            ("view:where { payee = 'tea' }:by('year')[1]", ["2025: -900 JPY"]),
        ] as [(String, [String])])
    func groups(line: String, lines: [String]) throws {
        #expect(try inConsole(line) == lines)
    }

    @Test("an unknown group is refused with a similar one")
    func unknownGroup() throws {
        let error = #expect(throws: ScriptError.self) { try inConsole("view:by 'moth'") }
        #expect(
            error?.message.hasPrefix("there is no group \"moth\" (did you mean \"month\"?)") == true
        )
    }

    @Test("a view changes nothing, and what it gives neither")
    func readOnly() {
        for line in [
            "view:where({}).x = 1", "view:sum().USD = 1", "view:by('payee')[1].count = 2",
            "view:where({})[1].payee = 'x'",
        ] {
            #expect(throws: ScriptError.self, "\(line)") { try inConsole(line) }
        }
    }

    private func inConsole(_ line: String) throws -> [String] {
        let classifier = Classifier(
            pipeline: try makeBarePipeline(),
            userRules: try load([
                """
                rule { when = { text = 'BOOKS' }, set = { category = 'dining', tags = 'books',
                    splits = { { category = 'groceries', amount = 20 }, { category = 'dining' } } } }
                """,
                "rule { when = { text = 'SALARY' }, set = { class = 'income' } }",
            ]))
        let map = ScriptMap(
            name: "list.csv", columns: ["x"], entries: [.init(key: "TEA", values: [.nil])])
        return try LuaConsole.open(
            over: makeSnapshot(Self.rows), classifier: classifier,
            library: ScriptLibrary(maps: [map])
        ) { try $0.lines(line) }
    }
}
