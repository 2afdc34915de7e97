import Model
import Testing

@testable import Rules

@Suite("Regular expressions")
struct RegexTests {
    struct Case: Sendable {
        let pattern: String
        let text: String
        let holds: Bool
    }

    @Test(
        "are looked for by the text that they need, whatever their groups are called",
        arguments: [
            ("POS@(.+)", ["POS@"]), ("POS@(?<shop>.+)", ["POS@"]),
            ("(?<what>NETFLIX|HULU) (?P<n>\\d+)", ["NETFLIX", "HULU"]),
            ("(?'q'UBER)+ (?:TRIP|EATS)", ["UBER"]), ("(?<=X)LYFT(?!Y)(?=Z)", ["LYFT"]),
            ("(?<a b>NETFLIX)", nil), ("(?i)NETFLIX", nil), ("(?<n>.+)", nil),
        ] as [(String, [String]?)])
    func neededTexts(pattern: String, texts: [String]?) {
        #expect(
            RequiredLiterals.of(pattern)?.map { $0.uppercased() } == texts?.map { $0.uppercased() })
    }

    @Test(
        "is tried on every text only where it needs none, named groups or not",
        arguments: [
            ("POS@ (.+)", 0), ("POS@ (?<shop>.+)", 0), ("(?P<shop>.+) POS@", 0), ("(.+)", 1),
            ("(?<shop>.+)", 1),
        ])
    func triedOnEveryText(pattern: String, count: Int) throws {
        let rulebook = try Rulebook([rule("shops", .text(.payee, .matches(pattern)))])
        #expect(rulebook.program.channels.map(\.unannouncedRegexes.count) == [count])
    }

    @Test("a pattern matches anywhere, without case", arguments: cases)
    func matches(example: Case) throws {
        let transaction = Example(description: example.text)
        let condition = Condition.text(.description, .matches(example.pattern))
        #expect(try holds(condition, for: transaction) == example.holds)
    }

    static let cases = [
        Case(pattern: "EMPLOYER.*DEPOSIT", text: "Employer Inc deposit 3", holds: true),
        Case(pattern: "PAYROLL|DIR DEP|SALARY", text: "ACME dir dep", holds: true),
        Case(pattern: "PAYROLL|DIR DEP|SALARY", text: "ACME direct dep", holds: false),
        Case(pattern: #"^uber\s+(?!eats)"#, text: "UBER TRIP", holds: true),
        Case(pattern: #"^uber\s+(?!eats)"#, text: "UBER EATS", holds: false),
        Case(pattern: "^two words$", text: "  two \t words ", holds: true),
        Case(pattern: #"\bcafé\b"#, text: "LE CAFÉ NOIR", holds: true),
        Case(pattern: #"\d{4}"#, text: "card ١٢٣٤", holds: true),
        Case(pattern: "shell", text: "\u{17F}HELL", holds: true),
        Case(pattern: "kroger", text: "\u{212A}ROGER", holds: true),
        Case(pattern: "colou?r", text: "COLOR", holds: true),
        Case(pattern: "ab{0}c", text: "ac", holds: true),
        Case(pattern: "ab*c", text: "ac", holds: true),
        Case(pattern: "(card|loan)? payment", text: "a payment", holds: true),
        Case(pattern: "(card|loan)* payment", text: "a payment", holds: true),
        Case(pattern: "(card|loan){0} payment", text: "a payment", holds: true),
        Case(pattern: "(card|loan) (no.)?payment", text: "LOAN PAYMENT", holds: true),
        Case(pattern: "(card|(home|auto) loan)+", text: "AUTO LOAN", holds: true),
        Case(pattern: "(card|)payment", text: "payment", holds: true),
        Case(pattern: "(?!.*(card|loan))payment", text: "payment", holds: true),
        Case(pattern: "(?x) pay  roll # comment", text: "PAYROLL", holds: true),
        Case(pattern: "(?-i)PAY", text: "pay", holds: false),
        Case(pattern: "a(*ACCEPT)b", text: "a", holds: true),
        Case(pattern: #"\x41cme"#, text: "acme", holds: true),
        Case(pattern: #"\Qa.b\E"#, text: "a.b", holds: true),
        Case(pattern: "[]x]y", text: "]y", holds: true),
        Case(pattern: "[[:digit:]|]x", text: "7x", holds: true),
    ]

    @Test(
        "a pattern that takes too many steps on a short text is refused, with the text",
        arguments: [
            "^(a+a+)+$", "(a|aa)+$", "(a+)+(b+)+c", "^(\\w+\\s?)*$", "(\\d+)*-x", "(x+x+)+y",
        ])
    func endless(pattern: String) throws {
        let error = #expect(throws: RulebookError.self) {
            try Rulebook([rule("slow", .text(.payee, .matches(pattern)))])
        }
        guard case .endlessRegex(pattern, let text)? = error?.problems.first?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.count < 80)
    }

    @Test(
        "a pattern of a person is not",
        arguments: [
            "^(sq|tst)\\s*\\*\\s*(.+)$", ".*amazon.*prime.*", "(\\w+ )?rent (\\d{4})?-?\\d*",
            "\\bATM\\b.*\\d+",
            "^([a-z]+ ?){1,4}llc$", "inv(oice)?[ #-]*(\\d+[-/]?)+", "^.*(card|loan).*payment.*$",
        ])
    func honest(pattern: String) throws {
        #expect(throws: Never.self) {
            try Rulebook([rule("fine", .text(.payee, .matches(pattern)))])
        }
    }

    /// What no text that is tried has.
    private static let odd = "[^a-z0-9! ]+"

    @Test("a pattern that takes too many steps on another text is no match, and is counted")
    func givesUp() throws {
        let condition = Condition.text(.description, .matches("^(\(Self.odd)\(Self.odd))+$"))
        let text = String(repeating: "€", count: 60) + "!"
        let matcher = try RulebookMatcher(
            rulebook: Rulebook([rule("asked", condition)]),
            snapshot: snapshot(of: [Example(description: text)]))
        #expect(matcher.firstMatch(row: 0) == nil)
        #expect(matcher.regexesGivenUp == 1)
    }

    @Test(
        "a pattern is not tried where a text has none of the words that it needs",
        arguments: [
            "^(\(odd)\(odd))+(card|loan)$", "^(\(odd)\(odd))+(?:card|(home|auto) loan)$",
            "^(\(odd)\(odd))+(card|loan)+?", "^(?!card)(\(odd)\(odd))+ ?(card|loan)s*$",
        ])
    func isNotTried(pattern: String) throws {
        let condition = Condition.text(.description, .matches(pattern))
        let text = String(repeating: "€", count: 60) + "!"
        let matcher = try RulebookMatcher(
            rulebook: Rulebook([rule("asked", condition)]),
            snapshot: snapshot(of: [Example(description: text)]))
        #expect(matcher.firstMatch(row: 0) == nil)
        #expect(matcher.regexesGivenUp == 0)
    }

    @Test(
        "a pattern that matches the empty text is refused, because it matches everything",
        arguments: [
            "uber|", "|uber", "(uber|)", "a*", "^", "$", "^$", "\\s*", "(?=a)?", ".*", "a?b{0}",
            "(?<name>\\w*)",
        ])
    func ofEmptyText(pattern: String) throws {
        let error = #expect(throws: RulebookError.self) {
            try Rulebook([rule("empty", .text(.payee, .matches(pattern)))])
        }
        #expect(
            error?.problems.map(\.kind.description).map { $0.contains("the empty text") } == [true])
    }

    @Test("every text that cannot be matched is reported at once, with its rule and place")
    func reportsProblems() throws {
        let rules = [
            rule("open group", .text(.payee, .matches("é(abc"))),
            rule("good", .text(.payee, .matches("abc"))),
            rule("nothing", .all([.text(.memo, .contains(" ")), .text(.memo, .matches(""))])),
            rule("half characters", .none([.text(.anyText, .matches(#"ab\C"#))])),
        ]
        let error = #expect(throws: RulebookError.self) { try Rulebook(rules) }
        let reported = error?.problems.map { problem in
            switch problem.kind {
            case .emptyText, .endlessRegex, .regexOfEmptyText: "\(problem.rule)"
            case .invalidRegex(_, let offset, let message):
                "\(problem.rule) at \(offset)\(message.isEmpty ? "" : ": explained")"
            }
        }
        #expect(
            reported == [
                "open group at 5: explained", "nothing", "nothing",
                "half characters at 4: explained",
            ])
    }

    @Test("a rule that is not enabled is not read")
    func skipsDisabledRules() throws {
        let rules = [rule("off", .text(.payee, .matches("(")), isEnabled: false)]
        #expect(try Rulebook(rules).rules.isEmpty)
    }
}
