import Classification
import Scripting
import Testing

@Suite("Slips that Lua takes for something else")
struct LuaSlipMessageTests {
    private static func when(_ when: String) -> String {
        "rule { name = \"R\", when = { \(when) }, set = { notes = \"x\" } }"
    }

    private static func set(_ set: String) -> String {
        "rule { name = \"R\", when = { payee = \"X\" }, set = { \(set) } }"
    }

    static let slips: [(String, String)] = [
        (
            set("category = \"grocery\""),
            "there is no category \"grocery\" (did you mean \"groceries\"?)"
        ),
        (when("amount < 0"), "there is no name 'amount'; write amount = less(0)"),
        (when("size >= 20"), "there is no name 'size'; write size = at_least(20)"),
        (when("amount < -5.50"), "there is no name 'amount'; write amount = less(-5.50)"),
        (
            when("payee = \"A\" or \"B\""),
            "\"A\" or \"B\" is always \"A\"; for either write { \"A\", \"B\" }, or compare with each"
        ),
        (
            when("function(tx) return tx.payee == \"A\" or \"B\" end"),
            "\"A\" or \"B\" is always \"A\"; for either write { \"A\", \"B\" }, or compare with each"
        ),
        (
            set("tags = \"a\", \"b\""),
            "\"b\" stands alone in \"set\"; a list has braces, such as tags = { \"a\", \"b\" }"
        ),
        (
            when("payee = word(\"A\", \"B\")"),
            "\"payee\" in when must be one text for each word; several stand in braces, "
                + "{ word \"A\", word \"B\" }"
        ),
        (
            when("weekday = \"Sat\""),
            "\"weekday\" in when must be one of monday, tuesday, wednesday, thursday, friday, "
                + "saturday, sunday, not \"Sat\""
        ),
        (when("amount = lessthan(0)"), "there is no name 'lessthan'; did you mean 'less'?"),
        (
            when("size = less(-10)"),
            "\"size\" in when must be a number above zero, because a size has no sign; for money "
                + "that went out write amount = …"
        ),
        (when("desc = \"X\""), "unknown field \"desc\" in when (did you mean \"description\"?)"),
        (
            when("payee = regex \"uber|\""),
            "R: the regular expression \"uber|\" matches the empty text, so it would match everything; "
                + "for an empty field write is \"\""
        ),
    ]

    @Test("are told with what is meant", arguments: slips)
    func slip(lua: String, message: String) throws {
        #expect(try mistakes(lua).map(\.message).first == message)
    }

    @Test("a misspelt variable is one mistake, with the name that the file has")
    func misspeltVariable() throws {
        let lua = "local limit = -20\n" + Self.when("amount = less(limt), payee = \"X\"")
        #expect(
            try mistakes(lua).map(\.message)
                == ["there is no name 'limt' (did you mean \"limit\"?)"])
    }

    @Test("not before a text is told with what is meant")
    func notText() throws {
        #expect(
            try mistakes(Self.when("payee = not \"X\"")).map(\.message).contains(
                "not \"X\" is always false; write none { … } around the test"))
    }

    @Test(
        "are no mistakes where Lua means the same",
        arguments: [
            when("function(tx) return tx.payee == \"A\" or tx.payee == \"B\" end"),
            when("function(tx) return \"A\" == tx.payee or \"B\" == tx.payee end"),
            when("function(tx) return (tx.memo and \"A\" or \"B\") == \"B\" end"),
            when("function(tx) return (tx.memo == \"\" and tx.day .. \"A\" or \"B\") == \"B\" end"),
            when("function(tx) return (tx.memo or \"A\") == \"B\" end"),
            when("function(tx) return not (\"AB\"):find(tx.payee) end"),
        ])
    func fine(lua: String) throws {
        #expect(try mistakes(lua) == [])
    }

    @Test("Rows of a map whose key was there are noted")
    func repeatedKeys() {
        let map = ScriptMap(
            name: "p.csv", columns: [],
            entries: [("ALDI", 2), ("REWE", 3), ("Aldi", 4)].map {
                ScriptMap.Entry(key: $0, values: [], line: $1)
            })
        #expect(
            map.repeatedKeys(folder: "rules/") == [
                RuleFileProblem(
                    file: "rules/p.csv", line: 4,
                    message:
                        "the key \"Aldi\" is there already on line 2; only the first row counts")
            ])
    }
}
