import Model
import Rules
import Testing

@Suite("The order of a rulebook")
struct RulebookTests {
    @Test("higher priorities come first, and equal ones stay as declared")
    func ordersByPriority() throws {
        let rulebook = try Rulebook([
            rule("first", .always), rule("low", .always, priority: -1),
            rule("off", .always, priority: 9, isEnabled: false),
            rule("high", .always, priority: 5), rule("second", .always),
        ])
        #expect(rulebook.rules.map(\.id) == ["high", "first", "second", "low"])
    }

    @Test("can sort equal priorities by specificity")
    func ordersBySpecificity() throws {
        let rules = [
            rule("uber", .text(.description, .contains("UBER"))),
            rule("eats", .text(.description, .contains("UBER EATS"))),
            rule("important", .always, priority: 1),
        ]
        let rulebook = try Rulebook(rules, order: .mostSpecificFirst)
        #expect(rulebook.rules.map(\.id) == ["important", "eats", "uber"])
    }

    @Test("a narrower condition is more specific")
    func ranksSpecificity() {
        let ascending: [Condition] = [
            .always,
            .pending(false),
            .text(.payee, .matches("a very long pattern that says nothing")),
            .text(.payee, .contains("uber")),
            .text(.payee, .containsWord("uber eats")),
            .text(.payee, .startsWith("uber")),
            .text(.payee, .endsWith("uber eats")),
            .text(.payee, .oneOf(["eats", "uber eats"])),
            .text(.payee, .equals("uber eats")),
            .all([.text(.payee, .equals("uber eats")), .pending(false)]),
        ]
        let ranks = ascending.map { rule("ranked", $0).specificity }
        #expect(zip(ranks, ranks.dropFirst()).allSatisfy(<))
    }

    @Test("alternatives are as specific as the widest of them")
    func ranksAlternatives() {
        let wide = Condition.text(.payee, .contains("uber"))
        let narrow = Condition.text(.payee, .equals("uber"))
        #expect(
            rule("both", .any([narrow, wide])).specificity
                == rule("wide", wide).specificity)
    }

    @Test("matches come in evaluation order, whether or not a text announced the rule")
    func matchesInOrder() throws {
        let rulebook = try Rulebook([
            rule("d", .always), rule("a", .text(.memo, .contains("m")), priority: 3),
            rule("b", .none([]), priority: 2),
            rule("c", .text(.payee, .contains("p")), priority: 1),
            rule("e", .text(.payee, .contains("p"))),
        ])
        let transaction = Example(payee: "p", memo: "m")
        #expect(matches(of: rulebook, in: transaction) == ["a", "b", "c", "d", "e"])
    }

    @Test("looking for matches ends when the caller has enough")
    func stopsWhenTold() throws {
        let rulebook = try Rulebook(["a", "b", "c"].map { rule($0, .always) })
        let matcher = RulebookMatcher(rulebook: rulebook, snapshot: snapshot(of: [Example()]))
        var seen: [Int] = []
        matcher.forEachMatch(row: 0) { position in
            seen.append(position)
            return seen.count < 2
        }
        #expect(seen == [0, 1])
    }

    @Test("a caller may ask for another transaction while it is given matches")
    func allowsNestedQuestions() throws {
        let rulebook = try Rulebook(["x", "y"].map { rule($0, .text(.payee, .contains($0))) })
        let examples = [Example(payee: "xy"), Example(payee: "y")]
        let matcher = RulebookMatcher(rulebook: rulebook, snapshot: snapshot(of: examples))
        var seen: [[Int?]] = []
        matcher.forEachMatch(row: 0) { position in
            seen.append([position, matcher.firstMatch(row: 1)])
            return true
        }
        #expect(seen == [[0, 1], [1, 1]])
    }

    @Test("an empty rulebook matches nothing")
    func matchesNothing() throws {
        #expect(try matches(of: Rulebook([]), in: Example()).isEmpty)
    }
}
