import Classification
import Engine
import Model
import Rules
import Testing
import Vault

@Suite("Making and changing stored rules")
struct StoredRuleCommandTests {
    private let demo: DemoVault
    private var engine: Engine { demo.engine() }

    init() throws {
        demo = try DemoVault()
        try demo.importPayments([
            "UBER EATS 77", "UBER EATS 77", "UBER TRIP 81", "ZORBA HALL", "ZORBA HALL",
            "ZORBA HALL", "GREENLEAF GROCERY",
        ])
        _ = try engine.classify(dryRun: false)
    }

    private func add(_ when: String, _ set: String, _ rest: String = "") throws -> ListedRule {
        try engine.addRule("{ when = { \(when) }, set = { \(set) }\(rest) }").rule
    }

    private func order() throws -> [String] {
        try engine.rules().rules.filter { $0.kind == .stored }.map(\.reference)
    }

    private func categories() throws -> [String?] {
        try demo.vault.everything().map(\.verdict?.category.value)
    }

    private func problems(_ call: () throws -> some Any) -> RuleError? {
        do {
            _ = try call()
            return nil
        } catch {
            return error as? RuleError
        }
    }

    // MARK: Adding

    @Test("mistakes of a rule that has neither name nor number call it the new one")
    func nameless() {
        let definition = "{ when = { text = \"ZORBA\" } }"
        #expect(
            problems { try engine.addRule(definition) }
                == .broken(
                    definition: definition,
                    [
                        RuleFileProblem(
                            file: "stored-0", line: 1, column: 1,
                            message: "the new rule has no \"set\"; it would do nothing")
                    ]))
    }

    @Test("a duplicate rule is not stored")
    func saidAlready() throws {
        _ = try add("text = \"ZORBA\"", "category = \"dining\"")
        #expect(
            problems {
                try add("text = contains \"ZORBA\"", "category = \"dining\"", ", name = \"Z\"")
            }
                == .saidAlready(by: "stored-1"))
        let other = try add("text = \"ZORBA\"", "category = \"groceries\"")
        #expect(
            try other.rule.map { try engine.storedRules(withConditionOf: $0).map(\.reference) }
                == ["stored-2", "stored-1"])
        _ = try engine.enableRule(try engine.rule(meantBy: "stored-1"), false)
        _ = try add("text = \"ZORBA\"", "category = \"dining\"")
        #expect(try order().count == 3)
    }

    @Test("a rule can't be moved relative to itself")
    func besideItself() throws {
        let rule = try add("text = \"ZORBA\"", "category = \"dining\"", ", name = \"Z\"")
        #expect(problems { try engine.moveRule(rule, before: rule) } == .besideItself(name: "Z"))
    }

    @Test("a repeated field is rejected with the place of the second")
    func refusesRepetition() throws {
        let definition =
            "{ when = { text = \"ZORBA\", text = \"UBER\" }, set = { category = \"dining\" } }"
        #expect(
            problems { try engine.addRule(definition) }
                == .broken(
                    definition: definition,
                    [
                        RuleFileProblem(
                            file: "stored-0", line: 1, column: 28,
                            message: "\"text\" is twice in one table; Lua keeps only the last")
                    ]))
        #expect(try order().isEmpty)
    }

    @Test("a new rule decides at once, and a second pass changes nothing")
    func adds() throws {
        let (rule, report) = try engine.addRule(
            "{ when = { text = \"ZORBA\" }, set = { category = \"entertainment\" } }")
        #expect(report.changes.count == 3)
        #expect(try engine.rule(meantBy: rule.reference, isCounting: true).tally?.hits == 3)
        #expect(try categories()[3] == "entertainment")
        #expect(try engine.classify(dryRun: false).changes.isEmpty)
    }

    @Test("a new rule stands before those that are as specific or less, behind narrower ones")
    func placed() throws {
        let wide = try add("text = \"UBER\"", "category = \"transportation\"")
        let narrow = try add("text = \"UBER EATS\"", "category = \"dining\"")
        let equal = try add("text = \"EATS\"", "category = \"other\"")
        #expect(try order() == [narrow.reference, equal.reference, wide.reference])
        #expect(try categories().prefix(3) == ["dining", "dining", "transportation"])
    }

    @Test("only rules of its own priority decide where a new rule stands")
    func placedWithinPriority() throws {
        let high = try add("text = \"A\"", "notes = \"x\"", ", priority = 2")
        let low = try add("text = \"LONGER\"", "notes = \"x\"")
        #expect(try order() == [high.reference, low.reference])
    }

    @Test("a rule with a mistake is not stored")
    func refused() throws {
        let found = problems { try add("texd = \"A\"", "category = \"gone\"") }
        guard case .broken(_, let mistakes) = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        #expect(mistakes.count == 2)
        #expect(try order() == [])
        #expect(try demo.vault.history() == [])
    }

    // MARK: Changing

    @Test("a changed rule overrules earlier exceptions")
    func laterWord() throws {
        let rule = try add("text = \"ZORBA\"", "category = \"entertainment\"")
        _ = try engine.correct([4], CorrectionChange(Correction(category: "travel")))
        func category() throws -> String? {
            try demo.vault.transaction(4)?.verdict?.category.value
        }
        let renamed = try engine.changeRule(
            rule,
            to:
                "{ name = \"Z\", when = { text = \"ZORBA\" }, set = { category = \"entertainment\" } }"
        )
        #expect(try category() == "travel")
        _ = try engine.changeRule(
            renamed.rule, to: "{ when = { text = \"ZORBA\" }, set = { category = \"bills\" } }")
        #expect(try category() == "bills")
    }

    @Test("a rule is removed, and comes back with undo")
    func removed() throws {
        let rule = try add("text = \"ZORBA\"", "category = \"entertainment\"")
        #expect(try engine.removeRule(rule).changes.count == 3)
        #expect(try order() == [])
        _ = try demo.vault.undo()
        #expect(try order() == [rule.reference])
    }

    @Test("a rule is moved before another one or behind it")
    func moved() throws {
        let first = try add("text = \"UBER\"", "category = \"transportation\"")
        let second = try add("text = \"UBER EATS\"", "category = \"dining\"")
        _ = try engine.moveRule(first, before: second)
        #expect(try order() == [first.reference, second.reference])
        #expect(try categories()[0] == "transportation")
        _ = try engine.moveRule(first, before: second, behindIt: true)
        #expect(try order() == [second.reference, first.reference])
    }

    @Test("a rule is not moved to another priority")
    func otherPriority() throws {
        let high = try add("text = \"UBER\"", "notes = \"x\"", ", priority = 2")
        let low = try add("text = \"UBER\"", "notes = \"x\"")
        let found = problems { try engine.moveRule(low, before: high) }
        #expect(
            found
                == .otherPriority(
                    name: low.name, priority: 0, of: high.name, otherPriority: 2))
    }

    @Test("rules of files can be switched off, not changed", arguments: [true, false])
    func files(isBuiltIn: Bool) throws {
        let text = isBuiltIn ? "groceries/GROCERY" : "Fees that a bank takes"
        let rule = try engine.rule(meantBy: text)
        #expect(rule.kind == (isBuiltIn ? .builtIn : .file))
        guard case .notStored = problems({ try engine.removeRule(rule) }) else {
            Issue.record("it was removed")
            return
        }
        let (off, report) = try engine.enableRule(rule, false)
        #expect(!off.isEnabled)
        #expect(report.changes.count == (isBuiltIn ? 1 : 0))
        let (on, back) = try engine.enableRule(off, true)
        #expect(on.isEnabled)
        #expect(back.changes.count == report.changes.count)
    }

    @Test(
        "a rule that nobody named is called by what it looks for now, after edits and undoing too")
    func renamesItself() throws {
        let rule = try add("text = \"ZORBA\"", "category = \"entertainment\"")
        func names() throws -> [String] {
            let record = try #require(try demo.vault.transaction(4))
            let reason = try #require(record.verdict?.category.reason)
            return [try engine.rule(meantBy: rule.reference).name, reason.text]
        }
        #expect(try names() == ["ZORBA", "Matched: ZORBA (stored-1)"])
        let edited = try engine.changeRule(
            rule, to: "{ when = { text = \"HALL\" }, set = { category = \"entertainment\" } }")
        #expect(edited.rule.name == "HALL")
        #expect(try names() == ["HALL", "Matched: HALL (stored-1)"])
        #expect(try engine.classify(dryRun: false).changes.isEmpty)
        _ = try engine.undo()
        #expect(try names() == ["ZORBA", "Matched: ZORBA (stored-1)"])
        _ = try engine.redo()
        #expect(try names() == ["HALL", "Matched: HALL (stored-1)"])
    }

    @Test("a name that the person gave stays where the text changes")
    func keepsName() throws {
        let rule = try add("text = \"ZORBA\"", "notes = \"x\"", ", name = \"Dance Hall\"")
        var change = RuleChange()
        change.conditions = [.init("text", "\"HALL\"")]
        let definition = try #require(change.definition(changing: rule.stored?.definition ?? ""))
        #expect(try engine.changeRule(rule, to: definition).rule.name == "Dance Hall")
    }

    // MARK: Finding

    @Test("a rule is known by its reference, its number and its name or a part of that")
    func found() throws {
        let rule = try add("text = \"ZORBA\"", "notes = \"x\"", ", name = \"Dance Hall\"")
        for text in [rule.reference, "1", "Dance Hall", "dance hall", "HALL", "STORED-1"] {
            #expect(try engine.rule(meantBy: text).reference == "stored-1", "\(text)")
        }
        #expect(
            problems { try engine.rule(meantBy: "Dance Hell") }
                == .unknown("Dance Hell", hint: " (did you mean \"Dance Hall\"?)"))
    }

    @Test("what rules match is counted by them as they are, where no pass has seen them yet")
    func newerThanLastPass() throws {
        #expect(try !engine.rules().isNewerThanLastPass)
        try demo.write(
            "rule { name = \"Hall\", when = { text = \"ZORBA\" }, set = { notes = \"x\" } }",
            to: "rules/50-mine.lua")
        let list = try engine.rules()
        #expect(list.isNewerThanLastPass)
        #expect(list.rules.first { $0.name == "Hall" }?.tally?.hits == 3)
        _ = try engine.classify(dryRun: false)
        #expect(try !engine.rules().isNewerThanLastPass)
    }

    @Test("a name that two rules have is refused, with both")
    func ambiguous() throws {
        let narrow = try add("text = \"ZORBA HALL\"", "notes = \"x\"", ", name = \"Z\"")
        let wide = try add("text = \"ZORBA\"", "notes = \"x\"", ", name = \"Z\"")
        #expect(
            problems { try engine.rule(meantBy: "Z") }
                == .ambiguous("Z", candidates: [narrow.reference, wide.reference]))
    }

    @Test("a stored rule with a deleted category is reported, and others still decide")
    func broken() throws {
        _ = try demo.vault.addStoredRule(
            "{ when = {}, set = { category = \"gone\" } }", summary: "rules add")
        _ = try add("text = \"ZORBA\"", "category = \"entertainment\"")
        let list = try engine.rules()
        #expect(list.rules.first { $0.reference == "stored-1" }?.problems.count == 1)
        #expect(list.leftOut.isEmpty)
        #expect(try engine.classify(dryRun: false).leftOut.map(\.file) == ["stored-1"])
        #expect(try categories()[3] == "entertainment")
    }

    // MARK: Looking before

    @Test("a preview shows the changes and writes nothing")
    func preview() throws {
        let definition = "{ when = { text = \"UBER EATS\" }, set = { category = \"travel\" } }"
        let before = try demo.vault.contents()
        let preview = try engine.previewRule(definition)
        #expect(preview.shadowing.matches == 2)
        #expect(try demo.vault.contents() == before)
        #expect(try demo.vault.storedRules() == [])
        let report = try engine.addRule(definition).classified
        #expect(preview.changes.changes.map(\.transaction) == report.changes.map(\.transaction))
        #expect(preview.changes.changes.map(\.after.category.value) == ["travel", "travel"])
    }

    @Test("a preview calls a new rule what it will be called")
    func previewedName() throws {
        _ = try engine.removeRule(add("text = \"ZORBA\"", "category = \"entertainment\""))
        let definition = "{ when = { text = \"UBER EATS\" }, set = { category = \"travel\" } }"
        let previewed = try engine.previewRule(definition).changes.changes
        let added = try engine.addRule(definition)
        #expect(previewed.first?.after.category.reason.rule == added.rule.reference)
        #expect(added.rule.reference == "stored-2")
    }

    @Test("a preview of an existing rule compares with and without it")
    func previewOfKnown() throws {
        let on = try add("text = \"ZORBA\"", "category = \"entertainment\"")
        let off = try engine.enableRule(on, false).rule
        for rule in [on, off] {
            let changes = try engine.previewRule(rule).changes.changes
            #expect(changes.map(\.before?.category.value) == ["other", "other", "other"])
            #expect(changes.map(\.after.category.value).allSatisfy { $0 == "entertainment" })
        }
        let builtIn = try engine.previewRule(engine.rule(meantBy: "groceries/GROCERY"))
        #expect(builtIn.changes.changes.map(\.transaction) == [7])
    }

    @Test("a preview, and adding, tell which rule decides before a new one")
    func decidedBefore() throws {
        let narrow = try add("text = \"UBER EATS\"", "category = \"dining\"")
        let definition = "{ when = { text = \"UBER\" }, set = { category = \"travel\" } }"
        let preview = try engine.previewRule(definition).shadowing
        #expect(preview.predecessors.map(\.reason.rule) == [narrow.reference])
        #expect(preview.predecessors.map(\.transactions) == [2])
        #expect(preview.matches == 3)
        #expect(try engine.addRule(definition).classified.shadowing == preview)
    }

    @Test("a pass without a new rule reports no rule")
    func decidedBeforeNone() throws {
        #expect(try engine.classify(dryRun: false, isWhole: true).shadowing == nil)
    }

    // MARK: Suggestions

    @Test("a suggestion is accepted with another category")
    func suggestion() throws {
        let found = try engine.ruleSuggestions()
        #expect(found.map(\.payee) == ["Zorba Hall"])
        #expect(
            problems { try engine.addSuggestion(1, category: nil) }
                == .categoryNeeded(suggestion: 1))
        #expect(
            problems { try engine.addSuggestion(2, category: nil) }
                == .noSuchSuggestion(2, count: 1))
        let (rule, report) = try engine.addSuggestion(1, category: "entertainment")
        #expect(rule.stored?.origin == .hand)
        #expect(report.changes.count == 3)
        #expect(try engine.ruleSuggestions().isEmpty)
    }

    @Test("a suggested rule is tested on the texts of the payees that are the most like its own")
    func testsOfSuggestion() throws {
        let demo = try DemoVault()
        try demo.importPayments([
            "ZORBA HALL", "ZORBA HALL", "ZORBA HALL", "ZORBA HALL GARDEN", "ZORBAN TYRES",
            "TOWN HALL", "ZORBA 2000", "GREENLEAF GROCERY",
        ])
        _ = try demo.engine().classify(dryRun: false)
        let found = try #require(try demo.engine().ruleSuggestions().first)
        #expect(found.payee == "Zorba Hall")
        #expect(found.change.matching == ["ZORBA HALL"])
        #expect(found.change.notMatching == ["ZORBA HALL GARDEN", "ZORBA 2000"])
        let rule = try demo.engine().addSuggestion(1, category: "dining").rule
        #expect(
            rule.stored?.definition.contains(
                #"no_match = { "ZORBA HALL GARDEN", "ZORBA 2000" }"#) == true)
        let outcomes = try demo.engine().testRules().outcomes
        let others = outcomes.count { $0.sample.hasPrefix("no_match") }
        #expect(others >= 2)
        #expect(outcomes.allSatisfy { $0.hasPassed })
    }

    @Test("earlier corrections stay exceptions from the new rule")
    func suggestionWithException() throws {
        let dining = Correction(category: "dining")
        try demo.vault.correct(
            [4: dining, 5: dining, 6: Correction(category: "travel")], summary: "set")
        #expect(try engine.ruleSuggestions().map(\.contradictions) == [[6]])
        #expect(try engine.addSuggestion(1, category: nil).rule.stored?.origin == .correction)
        #expect(
            try [4, 5, 6].map { try demo.vault.transaction($0)?.verdict?.category.value }
                == ["dining", "dining", "travel"])
    }
}
