import Classification
import Model
import Rules
import Scripting
import Testing

@Suite("A map in a condition")
struct MapConditionTests {
    private static let list = ScriptMap(
        name: "list.csv", columns: ["payee", "category", "tag"],
        entries: [
            entry("AMAZON", "Amazon", "gifts", "", line: 2),
            entry("amazon fresh", "Amazon Fresh", "groceries", "food", line: 3),
            entry("B.AR", "Bar", "dining", "", line: 4),
        ])

    private static func entry(_ key: String, _ values: String..., line: Int) -> ScriptMap.Entry {
        ScriptMap.Entry(
            key: key, values: values.map { $0.isEmpty ? .nil : .string($0) }, line: line)
    }

    private func rules(_ lua: String, _ map: ScriptMap = list) throws -> UserRules {
        try UserRules(
            [RuleSource(file: "rules/1.lua", bytes: Array(lua.utf8))],
            categories: makeCategories(), library: ScriptLibrary(maps: [map]))
    }

    private func verdicts(_ lua: String, _ descriptions: String...) throws -> [Verdict] {
        let pass = try makeClassifier(rules(lua))
            .conclude(makeSnapshot(descriptions.map { Row(description: $0) }))
        return pass.conclusions.entries.map { pass.conclusions.verdict(of: $0) }
    }

    private static func rule(_ when: String, set: String = "{ category = column 'category' }")
        -> String
    {
        "local list = map 'list.csv' rule { name = 'L', when = \(when), set = \(set) }"
    }

    @Test(
        "finds keys that are whole, contained or patterns",
        arguments: [
            ("is", ["other", "gifts", "groceries", "other", "other"]),
            ("contains", ["gifts", "gifts", "groceries", "other", "dining"]),
            ("word", ["other", "gifts", "groceries", "other", "dining"]),
            ("starts_with", ["gifts", "gifts", "groceries", "other", "other"]),
            ("ends_with", ["other", "gifts", "groceries", "other", "dining"]),
            ("regex", ["gifts", "gifts", "gifts", "dining", "dining"]),
        ])
    func words(word: String, categories: [String]) throws {
        let lua = Self.rule("{ description = \(word)(list), amount = less(0) }")
        let verdicts = try verdicts(
            lua, "AMAZONIA", "Amazon", "AMAZON  FRESH", "BIAR", "THE B.AR")
        #expect(verdicts.map(\.category.value) == categories)
    }

    @Test(
        "is explained by its name",
        arguments: ["is", "contains", "word", "starts_with", "ends_with", "regex"])
    func explained(word: String) throws {
        let rules = try rules(Self.rule("{ description = \(word)(list), amount = less(0) }"))
        let rule = try #require(rules.listed.first)
        let explanation = try #require(
            try makeClassifier(rules).explanation(
                of: rule, for: 1, in: makeSnapshot([Row(description: "AMAZON FRESH")])))
        let parts = explanation.condition.parts.map(\.words)
        #expect(parts == ["amount = less(0)", "description = \(word)(map \"list.csv\")"])
        #expect(rule.lines.map(\.words) == parts)
    }

    @Test("sets the columns that a row has, beside what is the same for all")
    func columns() throws {
        let lua = Self.rule(
            "{ text = contains(list) }",
            set: "{ payee = column 'payee', tags = { 'list', column 'tag' }, lens = 'want' }")
        let verdicts = try verdicts(lua, "AMAZON FRESH 7", "AMAZON 8")
        #expect(verdicts.map(\.payee?.value) == ["Amazon Fresh", "Amazon"])
        #expect(verdicts.map(\.tags?.value) == [["list", "food"], ["list"]])
        #expect(verdicts.map(\.lens?.value) == [.want, .want])
    }

    @Test("names the matched row")
    func reason() throws {
        let verdict = try #require(
            try verdicts(Self.rule("{ text = contains(list) }"), "AMAZON FRESH 7").first)
        #expect(
            verdict.category.reason.text
                == "Matched: L (rules/1.lua:1), row \"amazon fresh\" in line 3")
    }

    @Test("counts the transactions of each row")
    func hits() throws {
        let rules = try rules(
            Self.rule("{ text = contains(list) }", set: "{ category = 'dining' }"))
        _ = try makeClassifier(rules).conclude(
            makeSnapshot(
                ["AMAZON 1", "AMAZON 2", "AMAZON FRESH", "X"].map { Row(description: $0) })
        )
        #expect(rules.mapHits() == [[2, 1, 0]])
    }

    @Test("inside none matches texts without a key")
    func none() throws {
        let lua = Self.rule(
            "{ none { description = contains(list) } }", set: "{ category = 'dining' }")
        #expect(try verdicts(lua, "AMAZON", "X").map(\.category.value) == ["other", "dining"])
    }

    @Test(
        "has its rows checked as the file is loaded",
        arguments: [
            (
                rule("{ text = is(list) }"), entry("X", "X", "dinning", "", line: 9),
                "rules/list.csv:9: there is no category \"dinning\" (did you mean \"dining\"?)"
            ),
            (
                rule("{ text = contains(list) }"), entry("", "X", "dining", "", line: 9),
                "rules/list.csv:9: the row has no key"
            ),
            (
                rule("{ text = regex(list) }"), entry("(a", "X", "dining", "", line: 9),
                "rules/list.csv:9: the regular expression \"(a\" is wrong at character 3: "
                    + "missing closing parenthesis"
            ),
            (
                rule("{ text = regex(list) }"), entry("UBER|", "X", "dining", "", line: 9),
                "rules/list.csv:9: the regular expression \"UBER|\" matches the empty text, so it "
                    + "would match everything; for an empty field write is \"\""
            ),
            (
                rule("{ text = is(list) }", set: "{ payee = column 'paye' }"),
                entry("X", "X", "dining", "", line: 9),
                "rules/1.lua:1: list.csv has no column \"paye\" (did you mean \"payee\"?)"
            ),
            (
                rule("{ text = 'x' }"), entry("X", "X", "dining", "", line: 9),
                "rules/1.lua:1: column needs one map in when, such as payee = is(map "
                    + "\"payees.csv\")"
            ),
            (
                rule("{ text = list }", set: "{}"), entry("X", "X", "dining", "", line: 9),
                "rules/1.lua:1: \"text\" in when must be is(…), contains(…) or another word with "
                    + "the map in it"
            ),
        ])
    func mistake(lua: String, entry: ScriptMap.Entry, message: String) throws {
        let map = ScriptMap(
            name: "list.csv", columns: Self.list.columns, entries: Self.list.entries + [entry])
        let problems = try rules(lua, map).leftOut.flatMap(\.problems)
        #expect(problems.map { "\($0.file):\($0.line ?? 0): \($0.message)" } == [message])
    }

    @Test("stays the rule that it was as rows come and go")
    func identity() throws {
        let lua = Self.rule("{ text = is(list) }").replacing("name = 'L', ", with: "")
        let fewer = ScriptMap(
            name: "list.csv", columns: Self.list.columns,
            entries: Array(Self.list.entries.dropLast()))
        func identity(_ rules: UserRules) throws -> RuleIdentity {
            rules.identities.identity(of: try #require(rules.listed.first))
        }
        #expect(try identity(rules(lua)) == identity(rules(lua, fewer)))
    }

    @Test("is noted where a function would find a category that is not there")
    func notes() throws {
        let map = ScriptMap(
            name: "list.csv", columns: Self.list.columns,
            entries: Self.list.entries + [Self.entry("X", "X", "dinning", "", line: 9)])
        let notes = map.notes(folder: "rules/", categories: try makeCategories())
        #expect(notes.map(\.line) == [9])
        #expect(
            notes.map(\.message)
                == ["there is no category \"dinning\" (did you mean \"dining\"?)"])
    }

    @Test("counts the rules that a loop made of its rows")
    func loops() throws {
        let rules = try rules(
            """
            for key, row in pairs(map 'list.csv') do
                rule { when = { text = key }, set = { category = row.category } }
            end
            """)
        _ = try makeClassifier(rules).conclude(
            makeSnapshot(["AMAZON 1", "AMAZON 2"].map { Row(description: $0) }))
        #expect(rules.matchesOfLoops(lookingFor: ["AMAZON", "B.AR"]) == [2, 0])
    }

    @Test("notes its rows whose key was there")
    func repeatedKeys() {
        let map = ScriptMap(
            name: "p.csv", columns: [],
            entries: [("ALDI", 2), ("REWE", 3), ("Aldi", 4)].map {
                ScriptMap.Entry(key: $0, values: [], line: $1)
            })
        let found = map.repeatedKeys(folder: "rules/")
        #expect(found.map(\.file) == ["rules/p.csv"])
        #expect(found.map(\.line) == [4])
    }
}
