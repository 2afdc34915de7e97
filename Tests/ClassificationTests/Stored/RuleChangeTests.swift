import Classification
import Model
import Rules
import TestSupport
import Testing

@Suite("Changes of stored rules")
struct RuleChangeTests {
    private static func change(_ edit: (inout RuleChange) -> Void) -> RuleChange {
        var change = RuleChange()
        edit(&change)
        return change
    }

    @Test("a new rule has what is said of it, and no more")
    func new() {
        let change = Self.change {
            $0.name = "Coffee"
            $0.conditions = [.init("description", "contains \"BLUE BOTTLE\"")]
            $0.effects = [.init("category", "\"dining\"")]
        }
        #expect(
            change.definition
                == "{ name = \"Coffee\", when = { description = contains \"BLUE BOTTLE\" }, "
                + "set = { category = \"dining\" } }")
    }

    @Test("a long rule has a line for each part")
    func long() {
        let change = Self.change {
            $0.name = String(repeating: "A", count: 60)
            $0.when = "{ text = \"A\" }"
            $0.set = "{ notes = \"a note\" }"
            $0.stops = true
        }
        #expect(
            change.definition == """
                {
                    name = "\(String(repeating: "A", count: 60))",
                    when = { text = "A" },
                    set = { notes = "a note" },
                    stop = true,
                }
                """)
    }

    @Test(
        "a change replaces what it says and keeps the rest",
        arguments: [
            (
                change { $0.effects = [.init("category", "\"gifts\"")] },
                "{ name = \"A\", when = { text = \"X, Y\" }, set = { tags = { \"t\" }, category = "
                    + "\"gifts\" } }"
            ),
            (
                change { $0.set = "{ lens = \"want\" }" },
                "{ name = \"A\", when = { text = \"X, Y\" }, set = { lens = \"want\" } }"
            ),
            (
                change { $0.conditions = [.init("account", "\"Card\"")] },
                "{ name = \"A\", when = { text = \"X, Y\", account = \"Card\" }, set = { tags = "
                    + "{ \"t\" } } }"
            ),
            (
                change { $0.priority = 3 },
                "{ name = \"A\", when = { text = \"X, Y\" }, set = { tags = { \"t\" } }, priority "
                    + "= 3 }"
            ),
            (
                change { $0.name = "B" },
                "{ name = \"B\", when = { text = \"X, Y\" }, set = { tags = { \"t\" } } }"
            ),
        ])
    func replaces(_ change: RuleChange, expected: String) {
        let definition = """
            {
                name = "A", -- a comment, with { a brace
                ["when"] = { text = "X, Y" };
                set = { tags = { "t" } },
            }
            """
        #expect(change.definition(changing: definition) == expected)
    }

    @Test(
        "what a table says already can't be said beside it",
        arguments: [
            ("{ payee = \"A\" }", ["payee"]), ("{ [\"payee\"] = \"A\" }", ["payee"]),
            ("{ account = \"A\", payee = \"B\" }", ["payee", "account"]),
            ("{ amount = less(0) }", []), ("any { payee = \"A\" }", []),
        ])
    func saidTwice(_ when: String, fields: [String]) {
        let change = Self.change {
            $0.when = when
            $0.conditions = [.init("payee", "\"X\""), .init("account", "\"Y\"")]
        }
        #expect(change.conditionsSaidTwice == fields)
    }

    @Test("a field that is written twice is not lost where others are replaced")
    func twice() {
        let change = Self.change { $0.conditions = [.init("account", "\"Card\"")] }
        #expect(
            change.definition(changing: "{ when = { payee = \"A\", payee = \"B\" }, set = {} }")
                == "{ when = { payee = \"A\", payee = \"B\", account = \"Card\" }, set = {} }")
    }

    @Test("a field that is written twice is written once where it is replaced")
    func replacesBoth() {
        let change = Self.change { $0.priority = 2 }
        #expect(
            change.definition(changing: "{ priority = 5, when = {}, priority = 7, set = {} }")
                == "{ priority = 2, when = {}, set = {} }")
    }

    @Test("a priority of 0 and no stop are not written")
    func customary() {
        let change = Self.change {
            $0.priority = 0
            $0.stops = false
        }
        #expect(
            change.definition(changing: "{ priority = 9, stop = true, when = {}, set = {} }")
                == "{ when = {}, set = {} }")
    }

    @Test("a field is added to a condition that is no table")
    func group() {
        let change = Self.change { $0.conditions = [.init("amount", "less(0)")] }
        #expect(
            change.definition(changing: "{ when = any { text = \"A\", payee = \"B\" }, set = {} }")
                == "{ when = { any { text = \"A\", payee = \"B\" }, amount = less(0) }, set = {} }")
    }

    @Test(
        "what is no table can't be changed",
        arguments: ["", "{", "any {}", "{} {}", "{ when = {} } x", "{ ( } )"])
    func noTable(_ definition: String) {
        #expect(Self.change { $0.priority = 1 }.definition(changing: definition) == nil)
    }

    @Test("any text comes back from a rule as it went in", arguments: Seeds.first(of: 50, few: 8))
    func texts(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let letters = Array("aZ09\"'\\[]{}=,;-\u{1}\u{7F}é中🙂 \n")
        let text = String((0..<20).map { _ in letters.randomElement(using: &random) ?? "a" })
        let change = Self.change {
            $0.conditions = [.init("description", LuaLiteral.text(text))]
            $0.set = "{}"
        }
        let rules = try load(stored: stored(change.definition))
        #expect(
            rules.listed.map(\.condition) == [.all([.text(.description, .contains(text))])])
    }

    @Test("a literal shows what a terminal would obey or hide")
    func hostileText() {
        #expect(LuaLiteral.text("A\u{202E}B\u{9B}C\u{1B}é") == #""A\u{202e}B\u{9b}C\027é""#)
    }
}
