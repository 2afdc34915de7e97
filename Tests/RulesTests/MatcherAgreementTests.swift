import BenchmarkData
import Model
import Rules
import TestSupport
import Testing

@Suite("The fast matcher gives the answers of the plain one")
struct MatcherAgreementTests {
    @Test(
        "for random rulebooks and transactions of a few hostile characters",
        arguments: Seeds.first(of: 8, few: 2))
    func agreesWithPlainMatcher(seed: UInt64) throws {
        var random = RandomRules(seed: seed)
        var refused = 0
        for _ in 0..<250 {
            let rules = withoutEmptyPatterns(random.rules()), order = random.order()
            let snapshot = snapshot(of: random.examples())
            do throws(RulebookError) {
                expectAgreement(on: try Rulebook(rules, order: order), snapshot)
            } catch {
                // A pattern of random parts may run without end.
                guard error.problems.allSatisfy(\.kind.isEndlessRegex) else { throw error }
                refused += 1
            }
        }
        #expect(refused < 10)
    }

    @Test("for transactions near each other", arguments: Seeds.first(of: 8, few: 2))
    func agreesOnNeighbours(seed: UInt64) throws {
        var random = RandomRules(seed: seed)
        for _ in 0..<40 {
            let rules = withoutEmptyPatterns((0..<6).map { rule("\($0)", random.near()) })
            do throws(RulebookError) {
                expectAgreement(on: try Rulebook(rules), snapshot(of: random.neighbours()))
            } catch {
                guard error.problems.allSatisfy(\.kind.isEndlessRegex) else { throw error }
            }
        }
    }

    @Test("for what was spent so far", arguments: Seeds.first(of: 8, few: 2))
    func agreesOnTotals(seed: UInt64) throws {
        var random = RandomRules(seed: seed)
        var generator = RandomNumbers(seed: seed)
        for _ in 0..<40 {
            let facts = snapshot(of: random.neighbours())
            let values = ["dining", "gifts", "other"].flatMap { category in
                TransactionClass.allCases.map {
                    DecidedValues(
                        transactionClass: $0, category: category,
                        isExcluded: Int.random(in: 0..<4, using: &generator) == 0)
                }
            }
            let rows = facts.transactions.indices
            let split = rows.filter { _ in Int.random(in: 0..<5, using: &generator) == 0 }.map {
                (
                    $0,
                    [
                        SplitPart(
                            category: "gifts", minorUnits: -1, isExcluded: $0.isMultiple(of: 2)),
                        SplitPart(category: "dining", minorUnits: 2, class: .expense),
                    ]
                )
            }
            let decided = Snapshot(
                asOf: facts.asOf, accounts: facts.accounts, transactions: facts.transactions,
                texts: facts.texts,
                decided: DecidedColumn(
                    values: values,
                    valueOfRow: rows.map { _ in .random(in: 0..<12, using: &generator) },
                    parts: Dictionary(uniqueKeysWithValues: split)))
            let limit = DecimalAmount(
                coefficient: Int64.random(in: -4...9, using: &generator), decimals: 2)
            let rules = [[], ["dining"], ["dining", "gifts"]].flatMap { categories in
                [SpendingTotal.Period.month, .year].map { period in
                    rule(
                        "\(categories) \(period)",
                        .decided(.total(SpendingTotal(period, of: categories), .greater(limit))))
                }
            }
            expectAgreement(on: try Rulebook(rules), decided)
        }
    }

    @Test("for the two spellings of an accented letter, in texts, notes and rules")
    func agreesOnSpellings() throws {
        let spellings = ["caf\u{E9}", "cafe\u{301}"]
        let rules = spellings.flatMap { spelling in
            [
                rule("memo " + spelling, .text(.memo, .contains(spelling))),
                rule("note " + spelling, .text(.notes, .matches(spelling))),
            ]
        }
        let examples = spellings.map { Example(memo: $0, note: $0) }
        expectAgreement(on: try Rulebook(rules), snapshot(of: examples))
        let plain = PlainMatcher(rulebook: try Rulebook(rules), snapshot: snapshot(of: examples))
        #expect(plain.matches(row: 0) == [0, 1])
        #expect(plain.matches(row: 1) == [2, 3])
    }

    @Test(
        "for long texts and the texts within them, of few letters",
        arguments: Seeds.first(of: 4, few: 2))
    func agreesOnLongTexts(seed: UInt64) throws {
        var generator = RandomNumbers(seed: seed)
        func word(_ lengths: ClosedRange<Int>) -> String {
            let length = Int.random(in: lengths, using: &generator)
            return String(
                (0..<length).map { _ in "aabbbcC ".randomElement(using: &generator) ?? "a" })
        }
        for _ in 0..<40 {
            let rules = (0..<Int.random(in: 1...40, using: &generator)).map { number in
                rule("\(number)", .text(.memo, .contains("b" + word(0...7))))
            }
            let examples = (0..<20).map { _ in Example(memo: word(0...40)) }
            expectAgreement(on: try Rulebook(rules), snapshot(of: examples))
        }
    }

    @Test(
        "for amounts and numbers at the ends of what they can be",
        arguments: Seeds.first(of: 4, few: 2))
    func agreesOnExtremeAmounts(seed: UInt64) throws {
        var generator = RandomNumbers(seed: seed)
        func minorUnits() -> Int64 {
            let near: [Int64] = [
                .min, .max, 0, 1_000_000_000, .random(in: .min ... .max, using: &generator),
            ]
            return (near.randomElement(using: &generator) ?? 0)
                &+ .random(in: -1...1, using: &generator)
        }
        func currency() -> Currency {
            Currency(code: "", exponent: .random(in: 0...18, using: &generator))
        }
        func number() -> DecimalAmount {
            DecimalAmount(coefficient: minorUnits(), decimals: currency().exponent)
        }
        for _ in 0..<40 {
            let tests: [AmountTest] = [
                .less(number()), .greater(number()), .atMost(number()), .atLeast(number()),
                .equals(number()), .between(number(), number()), .approximately(number()),
                .approximately(number(), tolerance: number()),
            ]
            let rules = tests.enumerated().flatMap { position, test in
                [rule("amount \(position)", .amount(test)), rule("size \(position)", .size(test))]
            }
            let examples = (0..<20).map { _ in
                Example(minorUnits: minorUnits(), currency: currency())
            }
            expectAgreement(on: try Rulebook(rules), snapshot(of: examples))
        }
    }

    @Test("for the rules and the household that are measured", arguments: [UInt64(1), 2])
    func agreesOnMeasuredRules(seed: UInt64) throws {
        let household = HouseholdSnapshot.make(transactions: 2_000)
        let snapshot = Snapshot(
            asOf: household.asOf, accounts: household.accounts,
            transactions: stride(from: 0, to: household.transactions.count, by: 13).map {
                household.transactions[$0]
            },
            texts: household.texts)
        expectAgreement(on: try Rulebook(RuleMix.rules(100, seed: seed)), snapshot)
    }

    /// Random patterns often match the empty text, which no rule may.
    private func withoutEmptyPatterns(_ rules: [Rule]) -> [Rule] {
        do throws(RulebookError) {
            _ = try Rulebook(rules)
            return rules
        } catch {
            let empty = Set(
                error.problems.filter {
                    if case .regexOfEmptyText = $0.kind { true } else { false }
                }.map(\.rule))
            return rules.filter { !empty.contains($0.id) }
        }
    }

    private func expectAgreement(on rulebook: Rulebook, _ snapshot: Snapshot) {
        let fast = RulebookMatcher(rulebook: rulebook, snapshot: snapshot)
        let plain = PlainMatcher(rulebook: rulebook, snapshot: snapshot)
        for row in snapshot.transactions.indices {
            var found: [Int] = []
            fast.forEachMatch(row: row) { position in
                found.append(position)
                return true
            }
            let expected = plain.matches(row: row)
            #expect(found == expected, "\(rulebook.rules) \(snapshot.transactions[row])")
            #expect(fast.firstMatch(row: row) == expected.first)
        }
    }
}

extension RuleProblem.Kind {
    fileprivate var isEndlessRegex: Bool { if case .endlessRegex = self { true } else { false } }
}

/// Rules and transactions made of few characters, so that they often meet.
private struct RandomRules {
    private var generator: RandomNumbers
    /// Often one field only, so that many texts are looked for in it.
    private var fields = TextField.allCases

    init(seed: UInt64) {
        generator = RandomNumbers(seed: seed)
    }

    mutating func rules() -> [Rule] {
        fields = below(2) == 0 ? TextField.allCases : [pick(TextField.allCases)]
        return (0..<below(13)).map { number in
            rule(
                "\(number)", condition(depth: 3), priority: below(3), isEnabled: below(8) > 0)
        }
    }

    mutating func order() -> Rulebook.Order {
        below(2) == 0 ? .declared : .mostSpecificFirst
    }

    mutating func examples() -> [Example] {
        (0..<12).map { _ in
            Example(
                description: text(), payee: text(), bankPayee: text(), memo: text(),
                merchantCode: text(),
                minorUnits: Int64(below(7)) - 3, day: "2025-0\(1 + below(9))-1\(below(10))",
                isPending: below(2) == 0, accountName: text(), institution: text(),
                type: pick(AccountType.allCases),
                currency: Currency(code: pick(["A", "b", ""]), exponent: below(3)),
                tags: (0..<below(3)).map { _ in text() }, note: pick([nil, text()]))
        }
    }

    private mutating func condition(depth: Int) -> Condition {
        switch below(depth > 0 ? 16 : 12) {
        case 0...7: .text(pick(fields), textTest())
        case 8: .amount(amountTest())
        case 9: .size(amountTest())
        case 10:
            pick([
                .dayOfMonth([below(32), below(32)]), .weekday([below(8), below(8)]),
                .month([below(13), below(13)]), .day(DayTest(from: CalendarDay("2025-05-05"))),
            ])
        case 11:
            pick([
                .pending(below(2) == 0), .always, .accountType([pick(AccountType.allCases)]),
                .history(.count(amountTest())), .history(.last(amountTest())),
                .history(.timesUsual(amountTest())), .decided(.guessed(false)),
                .history(.daysSinceLast(amountTest())), near(depth: depth),
                .fact(.transaction([Int64(below(12)), Int64(below(12))])),
                .fact(.account([Int64(below(4))])), .fact(.balance(amountTest())),
                .fact(.transactedDay(DayTest(through: CalendarDay("2025-05-05")))),
            ])
        case 12, 13: .all(parts(depth: depth))
        case 14: .any(parts(depth: depth))
        default: .none(parts(depth: depth))
        }
    }

    /// A condition that asks for a neighbour.
    mutating func near(depth: Int = 0) -> Condition {
        .near(
            NearTest(
                before: below(5), after: below(5), amount: pick([nil, .same, .opposite]),
                hasSamePayee: below(3) == 0), condition(depth: depth - 1))
    }

    /// Transactions that are near each other.
    mutating func neighbours() -> [Example] {
        (0..<30).map { _ in
            Example(
                payee: pick(["a", "b"]), minorUnits: Int64(below(5)) - 2,
                day: "2025-05-1\(below(10))", accountName: pick(["a", "b"]))
        }
    }

    private mutating func parts(depth: Int) -> [Condition] {
        (0..<below(4)).map { _ in condition(depth: depth - 1) }
    }

    private mutating func textTest() -> TextTest {
        switch below(9) {
        case 0: .contains(searchedText())
        case 1, 2: .containsWord(searchedText())
        case 3: .startsWith(searchedText())
        case 4: .endsWith(searchedText())
        case 5: .equals(text())
        case 6: .oneOf((0..<below(4)).map { _ in text() })
        case 7:
            .anyOf([.contains(searchedText()), .startsWith(searchedText()), .equals(text())])
        default: .matches("a?" + pattern(depth: 2))
        }
    }

    private mutating func amountTest() -> AmountTest {
        let low = amount()
        return pick([
            .less(low), .greater(low), .atMost(low), .atLeast(low), .equals(low),
            .between(low, amount()), .approximately(low),
        ])
    }

    private mutating func amount() -> DecimalAmount {
        DecimalAmount(coefficient: Int64(below(7)) - 3, decimals: below(3))
    }

    /// A text that is not empty once its case is folded.
    private mutating func searchedText() -> String {
        pick(["a", "b", "S", "é", "&", "*"]) + text(upTo: 2)
    }

    private mutating func text(upTo length: Int = 6) -> String {
        let characters = [
            "a", "b", "A", "B", "s", "S", "\u{17F}", "é", "É", "e\u{301}", "&", "*", "-", "1", " ",
            " ", "\t", "\u{A0}", "ß", "\u{212A}",
        ]
        return (0..<below(length + 1)).map { _ in pick(characters) }.joined()
    }

    private mutating func pattern(depth: Int) -> String {
        let pieces = [
            "a", "b", "s", "k", "é", "1", " ", "ab", "Sa", ".", "^", "$", "|", #"\b"#, #"\w"#,
            #"\s"#, #"\*"#, "&", "[ab]", "[^a-s]", #"[\]s]"#, "[]b]", "a?", "b*", "s+", "a{0}",
            "b{1,2}", "s{,2}", "k??", "a+?", "(ab|s)", "(?:a|b)*", "(a)?", "(?=a)", "(?!s)",
            "(?<=b)", "(?<!b)", "(?>ab)", "(?i)", "(?-i)", "((a)|[(]b)", #"(\))"#,
            #"\x61"#, #"\p{L}"#, #"\Qa*\E"#, "(?#a)", "(*ACCEPT)", "[[:alpha:]]",
        ]
        return (0..<below(6)).map { _ in
            depth > 0 && below(4) == 0 ? group(depth: depth) : pick(pieces)
        }.joined()
    }

    private mutating func group(depth: Int) -> String {
        let openings = ["(", "(", "(?:", "(?=", "(?!", "(?>"]
        let quantifiers = ["", "", "", "?", "*", "+", "+?", "??", "*+", "{0}", "{1,2}"]
        let alternatives = (0...below(3)).map { _ in pattern(depth: depth - 1) }
        return pick(openings) + alternatives.joined(separator: "|") + ")" + pick(quantifiers)
    }

    private mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &generator)
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}
