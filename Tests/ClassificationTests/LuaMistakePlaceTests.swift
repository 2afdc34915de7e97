import Classification
import TestSupport
import Testing

@Suite("The place of a mistake in a rule")
struct LuaMistakePlaceTests {
    /// Each source has one mistake, at the mark.
    static let markedSources: [String] = [
        "rule { ¶colour = 1, when = {}, set = {} }",
        "rule { when = {}, set = { category = ¶\"diner\" } }",
        "rule { when = { ¶vendor = \"X\" }, set = {} }",
        "rule { when = { [\"memo\"] = ¶3 }, set = {} }",
        "rule { when = { memo = any { \"a\", none { ¶4, \"b\" } } }, set = {} }",
        "rule { when = { memo = { \"a\", \"b\", ¶5 } }, set = {} }",
        "rule { when = { memo = one_of { \"a\", ¶5 } }, set = {} }",
        "rule { when = any { { memo = \"a\" }, { ¶mem0 = \"b\" } }, set = {} }",
        "rule({ when = { memo = \"a\", none({ { memo = ¶word(\"\") } }) }, set = {} })",
        "rule { when = { memo = regex ¶\"(\" }, set = {} }",
        "rule { when = { memo = { regex \"a\", regex(¶[[(]]) } }, set = {} }",
        "rule { name = \"{ when = 3\", when = {}, -- set = {\n  set = ¶3 }",
        "--[[ rule { when = 1 }\n]] rule {\n\twhen = {\n\t\tmemo = ¶1 }, set = {} }",
        "local text = [==[\n]] ]=] rule {]==]\nrule { when = { memo = text, ¶x = 1 }, set = {} }",
        "rule { when = { memo = \"\\\"\\z\n  }\" }, set = { notes = ¶1 } }",
        "rule { when = function(tx) return { 1, 2 }, { a = 3 } end, set = { notes = ¶1 } }",
        "rule { when = { memo = ('a' .. 'b') }, set = { tags = ¶{ a = 1 } } }",
        "rule { when = {}, set = {}, priority = ¶2 ^ 0.5 }",
        "rule { when = {}, set = { notes = \"äöü €\", payee = ¶1 } }",
        "rule { when = {}, set = {} } rule { when = ¶1, set = {} }",
        "for i = 1, 1 do rule { when = {}, set = { lens = ¶\"luxury\" } } end",
        "local function add(set) rule { when = {}, set = set, ¶x = 1 } end\nadd {}",
        "local categories = { \"a\" }\nrule { when = {}, set = { category = ¶categories[1] } }",
        "local when = { memo = 3 }\nrule { when = ¶when, set = {} }",
    ]

    @Test("is the line and column where its author wrote it", arguments: markedSources)
    func marked(text: String) throws {
        let before = text.prefix { $0 != "¶" }
        let line = before.count { $0 == "\n" } + 1
        let column = before.reversed().prefix { $0 != "\n" }.count + 1
        let problems = try mistakes(text.filter { $0 != "¶" })
        #expect(problems.map(\.line) == [line])
        #expect(problems.map(\.column) == [column])
    }

    @Test("is the line alone where a declaration can't be told from its neighbour")
    func sameLine() throws {
        let problems = try mistakes(
            "for i = 1, 2 do rule { name = i } rule { name = \"a\", when = {}, set = {} } end")
        #expect(Set(problems.map(\.line)) == [1])
        #expect(problems.allSatisfy { $0.column == nil })
    }

    @Test("is found in hostile sources too, in whatever they are nested")
    func hostile() throws {
        let pieces = [
            "rule", "{", "}", "(", ")", "[[", "]]", "[=[", "--", "--[[", "\"", "'", "\\", "\n",
            "\r\n", "when", "set", "=", ",", ";", "end", "function", "if", "“", "\u{0}", "0x", "..",
            "repeat", "until", "\u{FEFF}", "é",
        ]
        var random = RandomNumbers(seed: 7)
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 0...200, using: &random))
                .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }
                .joined(separator: " ")
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            for problem in try mistakes(text + "\nrule { when = 1, set = {} }") {
                #expect((1...lines.count + 1).contains(problem.line ?? 1))
            }
        }
    }

    @Test("is found in a source of many thousand levels")
    func deep() throws {
        for bracket in ["{", "(", "[", "function() ", "any {", "x = {"] {
            let text = String(repeating: bracket, count: 30_000)
            #expect(try mistakes(text).count == 1)
        }
    }
}
