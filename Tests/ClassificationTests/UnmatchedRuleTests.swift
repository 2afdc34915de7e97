import Classification
import Model
import Testing

@Suite("A rule that matches nothing in the vault")
struct UnmatchedRuleTests {
    private static let rows = [
        Row(description: "TRADER JOE'S #55 MADISON"), Row(description: "COFFEEHOUSE BOOKS"),
        Row(account: 2, description: "7-ELEVEN 120"),
    ]

    private func notes(_ when: String, more: String = "", except files: Set<String> = []) throws
        -> [String]
    {
        let lua = "rule { name = 'A', when = { \(when) }, set = { tags = 'a' } \(more) }"
        return try makeClassifier(
            lua,
            stages: [userStage, Stage(name: "rules after", kind: .rulesAfter), defaultStage]
        ).notesOnUnmatchedRules(in: makeSnapshot(Self.rows), except: files).map(\.message)
    }

    @Test(
        "is noted, with a text that is only spelled otherwise",
        arguments: [
            ("text = 'WHOLE FOODS'", ""),
            (
                "description = 'TRADER JOES'",
                "; \"TRADER JOE'S #55 MADISON\" is spelled differently from \"TRADER JOES\"; "
                    + "punctuation counts"
            ),
            (
                "text = { 'ALDI', word '7 eleven' }",
                "; \"7-ELEVEN 120\" is spelled differently from \"7 eleven\"; punctuation counts"
            ),
            (
                "text = word 'COFFEE'",
                "; \"COFFEEHOUSE BOOKS\" has \"COFFEE\", but not as a whole word"
            ),
            (
                "text = starts_with 'BOOKS'",
                "; \"COFFEEHOUSE BOOKS\" has \"BOOKS\", but not at its start"
            ),
            (
                "text = is 'COFFEEHOUSE'",
                "; \"COFFEEHOUSE BOOKS\" has \"COFFEEHOUSE\", but not as the whole text"
            ),
            // The text is there; something else does not hold.
            ("text = 'BOOKS', day_of_month = 31", ""),
            (
                "text = 'BOOKS', amount = greater(0)",
                "; money that went out is negative, so compare size in place of amount"
            ),
            ("text = 'ALDI', amount = greater(0)", ""),
        ])
    func noted(when: String, hint: String) throws {
        #expect(try notes(when) == ["A: it matches none of your 3 transactions" + hint])
    }

    @Test("many of one file are summed")
    func many() throws {
        func notes(_ count: Int) throws -> [String] {
            let lua = (1...count).map {
                "rule { name = 'R\($0)', when = { text = 'SHOP\($0)' }, set = { tags = 'a' } }"
            }.joined(separator: "\n")
            return try makeClassifier(lua).notesOnUnmatchedRules(
                in: makeSnapshot(Self.rows), except: []
            ).map(\.message)
        }
        #expect(try notes(6).count == 6)
        let many = try notes(1_000)
        #expect(many.count == 6)
        #expect(many.last == "995 more of its rules match none of your 3 transactions")
    }

    @Test(
        "one that matches is not noted, even if its function never holds",
        arguments: [
            "text = 'BOOKS'", "", "account_type = 'credit'", "text = none { 'ALDI' }",
            "function() end",
        ])
    func matching(when: String) throws {
        #expect(try notes(when) == [])
    }

    @Test("one that runs after the stages is judged by what they decided")
    func after() throws {
        #expect(try notes("class = 'expense'", more: ", after = true") == [])
        #expect(
            try notes("class = 'income'", more: ", after = true")
                == ["A: it matches none of your 3 transactions"])
    }

    @Test(
        "one whose matches earlier rules decide is noted, unless it may decide something",
        arguments: [
            ("text = 'BOOKS'", "{ lens = 'want' }", true),
            ("description = 'COFFEEHOUSE'", "{ lens = 'want' }", true),
            ("text = 'BOOKS'", "{ lens = 'want', tags = 'a' }", false),
            ("text = 'BOOKS'", "function(tx) return { lens = 'want' } end", true),
            ("text = 'BOOKS'", "{ append_notes = 'a' }", false),
            ("text = '7-ELEVEN'", "{ lens = 'want' }", false),
        ])
    func shadowed(when: String, set: String, isNoted: Bool) throws {
        let classifier = try makeClassifier(
            """
            rule { name = 'Wide', when = { text = 'COFFEE' }, set = { lens = 'need' } }
            rule { name = 'Narrow', when = { \(when) }, set = \(set) }
            """)
        func notes(except files: Set<String>) throws -> [String] {
            try classifier.functionTrial(on: makeSnapshot(Self.rows), except: files).notes
                .map(\.message)
        }
        let note = "Narrow: its only match is decided before it: \"Matched: Wide (rules/1.lua:1)\""
        #expect(try notes(except: []) == (isNoted ? [note] : []))
        #expect(try notes(except: ["rules/1.lua"]) == [])
    }

    @Test("one of a shipped file, or of an empty vault, is not noted")
    func shipped() throws {
        #expect(try notes("text = 'ALDI'", except: ["rules/1.lua"]) == [])
        let classifier = try makeClassifier(
            "rule { when = { text = 'ALDI' }, set = { tags = 'a' } }")
        #expect(try classifier.notesOnUnmatchedRules(in: makeSnapshot([]), except: []).isEmpty)
    }
}
