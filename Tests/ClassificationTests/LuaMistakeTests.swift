import Classification
import Testing

@Suite("Mistakes in Lua rules")
struct LuaMistakeTests {
    private static func when(_ when: String) -> String {
        "rule { name = \"R\", when = \(when), set = { notes = \"x\" } }"
    }

    private static func set(_ set: String) -> String {
        "rule { name = \"R\", when = {}, set = \(set) }"
    }

    static let parts: [(String, String)] = [
        ("rule \"R\"", "write rule { name = …, when = …, set = … } with named fields only"),
        ("rule { \"R\" }", "write rule { name = …, when = …, set = … } with named fields only"),
        (
            "rule { wen = {}, set = {} }",
            "a rule has no field \"wen\" (did you mean \"when\"?)"
        ),
        ("rule { colour = 1, when = {}, set = {} }", "a rule has no field \"colour\""),
        (
            "rule { name = \"R\", set = { notes = \"x\" } }",
            "R has no \"when\"; it would match everything"
        ),
        ("rule { name = \"R\", when = {} }", "R has no \"set\"; it would do nothing"),
        ("rule { when = {} }", "rule 1 has no \"set\"; it would do nothing"),
        ("rule { name = 3, when = {}, set = {} }", "\"name\" must be a text of one line"),
        ("rule { name = \"\", when = {}, set = {} }", "\"name\" must be a text of one line"),
        (
            "rule { name = \"a\\nb\", when = {}, set = {} }", "\"name\" must be a text of one line"
        ),
        (
            "rule { when = {}, set = {}, priority = 1.5 }",
            "\"priority\" must be a whole number from -1000000 to 1000000"
        ),
        (
            "rule { when = {}, set = {}, priority = 1000001 }",
            "\"priority\" must be a whole number from -1000000 to 1000000"
        ),
        ("rule { when = {}, set = {}, stop = 1 }", "\"stop\" must be true or false"),
        (
            "rule { name = 'A', when = { payee = 'X' }, set = { tags = {} } }",
            "\"tags\" is an empty list, which adds none; leave it out"
        ),
        (
            "rule { name = 'A', when = { payee = 'X', payee = 'Y' }, set = { tags = 'a' } }",
            "\"payee\" is twice in one table; Lua keeps only the last"
        ),
        (
            "rule { name = 'A', when = { payee = 'X' }, set = { tags = 'a', ['tags'] = 'b' } }",
            "\"tags\" is twice in one table; Lua keeps only the last"
        ),
        (
            "return { name = 'A', when = { payee = 'X' }, set = { tags = 'a' } }",
            "what a rule file returns is ignored; declare each rule with rule { … }"
        ),
    ]

    static let conditions: [(String, String)] = [
        ("true", "a condition must be a table such as { description = \"NETFLIX\" }"),
        (
            "{ \"NETFLIX\" }",
            "a condition must be a table such as { description = \"NETFLIX\" }"
        ),
        (
            "contains \"NETFLIX\"",
            "\"when\" can't be contains(…) alone; write when = { field = contains(…) }"
        ),
        (
            "{ amount = approx(-1850, 20) }",
            "\"amount\" in when must be approx with a share from 0 to 1, such as approx(-1850, "
                + "0.2) for 20 %; for an amount of money either way write approx(-1850, { within "
                + "= 20 })"
        ),
        (
            "{ amount = approx(-20, { with = 5 }) }",
            "\"amount\" in when must be approx with a share or { within = 20 }"
        ),
        (
            "{ tags = {} }",
            "\"tags\" in when is an empty list; for an empty text write tags = is \"\""
        ),
        ("{ amount = any {} }", "\"amount\" in when is an empty list"),
        ("any {}", "any in when has no parts"),
        ("any \"NETFLIX\"", "any takes one table; write any { … }"),
        ("any({ memo = \"a\" }, { memo = \"b\" })", "any takes one table; write any { … }"),
        ("{ memo = none \"a\" }", "none takes one table; write none { … }"),
        (
            "{ memo = none { word = \"a\" } }",
            "none of \"memo\" in when must be a list of tests; write memo = none { \"A\", \"B\" }"
        ),
        (
            "{ descripton = \"NETFLIX\" }",
            "unknown field \"descripton\" in when (did you mean \"description\"?)"
        ),
        ("{ vendor = \"NETFLIX\" }", "unknown field \"vendor\" in when"),
        (
            "{ memo = 3 }",
            "\"memo\" in when must be a text, or contains, word, starts_with, ends_with, is, "
                + "one_of or regex"
        ),
        (
            "{ memo = less(3) }",
            "\"memo\" in when must be a text, or contains, word, starts_with, ends_with, is, "
                + "one_of or regex"
        ),
        ("{ memo = \"\" }", "\"memo\" in when must be a text that is not empty"),
        ("{ memo = word \"  \" }", "\"memo\" in when must be a text that is not empty"),
        ("{ memo = regex \"\" }", "\"memo\" in when must be a text that is not empty"),
        (
            "{ memo = contains(\"a\", \"b\") }",
            "\"memo\" in when must be one text for each word; several stand in braces, "
                + "{ word \"A\", word \"B\" }"
        ),
        ("{ memo = contains { \"a\" } }", "\"memo\" in when must be a text"),
        ("{ memo = is() }", "\"memo\" in when must be a text"),
        ("{ memo = is(\"a\", \"b\") }", "\"memo\" in when must be a text"),
        ("{ memo = one_of \"a\" }", "\"memo\" in when must be one_of { \"A\", \"B\" }"),
        ("{ memo = one_of {} }", "\"memo\" in when must be one_of { \"A\", \"B\" }"),
        ("{ memo = one_of { 1 } }", "\"memo\" in when must be a list of texts"),
        (
            "{ memo = regex \"(a\" }",
            "R: the regular expression \"(a\" is wrong at character 3: missing closing parenthesis"
        ),
        (
            "{ amount = less() }",
            "\"amount\" in when must be a number, or less, greater, at_least, at_most, between "
                + "(two numbers) or approx"
        ),
        (
            "{ amount = between(1) }",
            "\"amount\" in when must be a number, or less, greater, at_least, at_most, between "
                + "(two numbers) or approx"
        ),
        ("{ amount = \"12,50\" }", "\"amount\" in when must be a number such as 12.50"),
        ("{ amount = less(true) }", "\"amount\" in when must be a number such as 12.50"),
        ("{ amount = 1 / 0 }", "\"amount\" in when must be a number such as 12.50"),
        (
            "{ amount = between(-10, -20) }",
            "\"amount\" in when must be a range whose first number is the smaller"
        ),
        (
            "{ day = \"2025-02-30\" }",
            "\"day\" in when must be a day such as \"2025-03-09\", or at_least, at_most or "
                + "between of days"
        ),
        (
            "{ day = less \"2025-03-09\" }",
            "\"day\" in when must be a day such as \"2025-03-09\", or at_least, at_most or "
                + "between of days"
        ),
        (
            "{ day = between(\"2025-03-09\", \"2025-03-08\") }",
            "\"day\" in when must be a range whose first day is the earlier"
        ),
        ("{ day_of_month = 32 }", "\"day_of_month\" in when must be a whole number from 1 to 31"),
        ("{ month = 0 }", "\"month\" in when must be a whole number from 1 to 12"),
        (
            "{ month = between(4, 3) }",
            "\"month\" in when must be a range whose first number is the smaller"
        ),
        (
            "{ weekday = \"someday\" }",
            "\"weekday\" in when must be one of monday, tuesday, wednesday, thursday, friday, "
                + "saturday, sunday, not \"someday\""
        ),
        ("{ pending = \"yes\" }", "\"pending\" in when must be true or false"),
        (
            "{ account_type = \"chequing\" }",
            "\"account_type\" in when must be one of checking, savings, credit, investment, "
                + "brokerage, loan, mortgage, other"
        ),
    ]

    static let effects: [(String, String)] = [
        ("true", "\"set\" must be a table such as { category = \"dining\" }"),
        ("{ \"dining\" }", "\"set\" must be a table such as { category = \"dining\" }"),
        ("{ categry = \"dining\" }", "a rule can't set \"categry\" (did you mean \"category\"?)"),
        ("{ amount = 3 }", "a rule can't set \"amount\""),
        (
            "{ category = \"dinning\" }",
            "there is no category \"dinning\" (did you mean \"dining\"?)"
        ),
        ("{ category = \"Space\" }", "there is no category \"Space\""),
        (
            "{ class = \"spending\" }",
            "\"class\" can't be \"spending\"; it is one of income, expense, transfer, ignore"
        ),
        (
            "{ lens = \"luxury\" }",
            "\"lens\" can't be \"luxury\"; it is one of need, want, saving"
        ),
        ("{ payee = 3 }", "\"payee\" must be a text of one line"),
        ("{ payee = \" \" }", "\"payee\" must be a text of one line"),
        ("{ notes = \"a\\nb\" }", "\"notes\" must be a text of one line"),
        ("{ tags = 3 }", "\"tags\" must be a text or a list of texts"),
        ("{ tags = { name = \"a\" } }", "\"tags\" must be a text or a list of texts"),
        ("{ tags = { \"\" } }", "\"tags\" must be a text of one line"),
        ("{ excluded = \"no\" }", "\"excluded\" must be true or false"),
    ]

    static let files: [(String, Int, String)] = [
        ("\nrule {\n", 2, "this { is never closed; write } where it ends"),
        ("rul { when = {} }", 1, "there is no name 'rul'; did you mean 'rule'?"),
        ("\nlocal x = nil + 1", 2, "attempt to perform arithmetic on a nil value"),
    ]

    @Test(
        "a mistake in a rule is reported with its line and how to mend it",
        arguments: parts + conditions.map { (when($0.0), $0.1) } + effects.map { (set($0.0), $0.1) }
    )
    func inRule(lua: String, message: String) throws {
        let problems = try mistakes("\n\n" + lua)
        #expect(problems.map(\.message) == [message])
        #expect(problems.map(\.line) == [3])
    }

    @Test("a mistake in the Lua of a file is reported with its line", arguments: files)
    func inFile(lua: String, line: Int, message: String) throws {
        let problems = try mistakes(lua)
        #expect(problems.map(\.line) == [line])
        #expect(problems.map(\.message) == [message])
    }

    @Test("two rules of one file can't have one name")
    func duplicateName() throws {
        let lua = "rule { name = \"R\", when = {}, set = {} }\n"
        #expect(
            try mistakes(lua + lua) == [
                RuleFileProblem(
                    file: "rules/1.lua", line: 2, column: 15,
                    message: "there are two rules named \"R\" in this file")
            ])
    }

    @Test("every mistake in every file is reported at once")
    func allAtOnce() throws {
        let problems = try mistakes(
            "rule { name = \"A\", when = {} }\nrule { name = \"B\", set = {} }", "rule {",
            "rule { name = \"C\", when = {}, set = {} }",
            Self.when("{ memo = any { regex \"(\", regex \"[\" } }"))
        #expect(
            problems.map { "\($0.file):\($0.line ?? 0)" } == [
                "rules/1.lua:1", "rules/1.lua:2", "rules/2.lua:1", "rules/4.lua:1",
                "rules/4.lua:1",
            ])
    }

    @Test("a broken regular expression is reported beside a file's other mistakes")
    func regexBesideOthers() throws {
        let problems = try mistakes(
            """
            rule { name = "A", when = { memo = "a" }, set = { category = "diner" } }
            rule { name = "B", when = { memo = regex "(" }, set = {} }
            rule { name = "C", when = { mem0 = "a" }, set = {} }
            """)
        #expect(problems.map(\.line) == [1, 2, 3])
    }

    @Test(
        "a broken regular expression is reported also where the file fails as it runs",
        arguments: [
            "local y = nil local z = y.z", "local x = nothing", "local x = nothing.at.all",
            "rule { name = \"C\", when = { memo = nothing }, set = { tags = \"x\" } }",
        ])
    func regexBeforeFailure(failing: String) throws {
        let problems = try mistakes(
            """
            rule { name = "A", when = { memo = regex "(" }, set = { tags = "x" } }
            rule { name = "B", when = { memo = "b" }, set = { tags = "x" } }
            \(failing)
            """)
        #expect(problems.map(\.line) == [1, 3])
        #expect(problems.first?.message.contains("regular expression") == true)
    }

    @Test("every mistake in one rule is reported, in the order in which they were written")
    func allInOneRule() throws {
        let problems = try mistakes(
            """
            rule {
                name = 7,
                when = {
                    paye = "COFFEE",
                    amount = less("x"),
                    memo = { "A", 3, word "" },
                },
                set = { category = "dinning", colour = "red" },
                prority = 1,
            }
            """)
        #expect(
            problems.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.message)" } == [
                "2:12 \"name\" must be a text of one line",
                "4:9 unknown field \"paye\" in when (did you mean \"payee\"?)",
                "5:18 \"amount\" in when must be a number such as 12.50",
                "6:23 \"memo\" in when must be a text, or contains, word, starts_with, "
                    + "ends_with, is, one_of or regex",
                "6:26 \"memo\" in when must be a text that is not empty",
                "8:24 there is no category \"dinning\" (did you mean \"dining\"?)",
                "8:35 a rule can't set \"colour\"",
                "9:5 a rule has no field \"prority\" (did you mean \"priority\"?)",
            ])
    }

    @Test("every name that means nothing is reported, and what is wrong beside it")
    func unknownNames() throws {
        let problems = try mistakes(
            """
            local limit = 5
            local function add(name, ...)
                for _, word in ipairs { ... } do
                    rule { name = name, when = { payee = contain(word) }, set = { notes = nam } }
                end
            end
            add("A", "x")
            rule { when = { payee = contain "y", amount = lessthan(limit) }, set = { notes = "x" } }
            rule { when = { descripton = "z" }, set = { colour = "x" } }
            rule { when = function(tx) return os.time() > limit end, set = { notes = "x" } }
            """)
        #expect(
            problems.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.message)" } == [
                "4:46 there is no name 'contain'; did you mean 'contains'?",
                "4:79 there is no name 'nam'; a string needs quotes: \"nam\"",
                "8:25 there is no name 'contain'; did you mean 'contains'?",
                "8:47 there is no name 'lessthan'; did you mean 'less'?",
                "9:17 unknown field \"descripton\" in when (did you mean \"description\"?)",
                "9:45 a rule can't set \"colour\"",
                "10:35 there is no name 'os': it is a part of Lua that scripts do without",
            ])
    }

    @Test("names that mean nothing are reported to a number that a person can read")
    func manyUnknownNames() throws {
        let names = String(repeating: "zz, ", count: 50_000)
        #expect(try mistakes("local x = nil + 1\nlocal t = { \(names) }").count == 21)
    }

    @Test(
        "a name that has a meaning is none of them",
        arguments: [
            "local a <const>, b = 1, 2", "a, b = 1, 2", "function a() return a end",
            "local a = { b = {} } function a.b:c(d, ...) return self, d, ... end",
            "for a, b in pairs({}) do print(a, b) end", "for a = 1, 2 do print(a) end",
            "goto a ::a:: print(math.pi, ('a'):len(), utf8.len('a'))",
            "local t = { a = 1, ['b'] = 2, t = contains 'x' } print(t.a, t.b)",
        ])
    func knownNames(lua: String) throws {
        #expect(try mistakes(lua + "\nlocal x = nil + 1").map(\.line) == [2])
    }

    @Test("a file with a mistake is left out whole, and the others are used")
    func leftOutWhole() throws {
        let rules = try load([
            Self.when("{}"),
            "rule { name = \"Good\", when = {}, set = {} }\n" + Self.when("{ paye = \"X\" }"),
            "rule {", Self.when("{ memo = regex \"(\" }"), Self.when("{ memo = \"x\" }"),
        ])
        #expect(rules.leftOut.map(\.file) == ["rules/2.lua", "rules/3.lua", "rules/4.lua"])
        #expect(rules.count == 2)
    }

    @Test(
        "a condition may be nested some levels deep, and no deeper",
        arguments: [(6, true), (50, false), (50_000, false)])
    func depth(levels: Int, isReadable: Bool) throws {
        let problems = try mistakes(
            """
            local condition = { memo = "x" }
            for _ = 1, \(levels) do condition = any { condition } end
            rule { when = condition, set = { notes = "x" } }
            """)
        #expect(
            problems.map(\.message)
                == (isReadable ? [] : ["the value is nested deeper than 16, or contains itself"]))
    }
}
