import GRDB
import Model
import TestSupport
import Testing
import Vault

@Suite("Stored rules in a vault")
struct StoredRuleStoreTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }

    init() throws {
        stored = try StoredVault()
        try stored.store(account("A1", (1...3).map { transaction("T\($0)") }))
    }

    @discardableResult
    private func add(_ definition: String, before: Int64? = nil) throws -> Int64 {
        try vault.addStoredRule(definition, before: before, summary: "rules add")
    }

    private func order() throws -> [String] { try vault.storedRules().map(\.definition) }

    @Test("a new vault has none")
    func none() throws {
        #expect(try vault.storedRules() == [])
        #expect(try vault.disabledRules() == [])
        #expect(try vault.ruleTallies() == [:])
    }

    @Test("a rule keeps what it was made with")
    func keeps() throws {
        let vault = try Vault.open(stored.home.folder, clock: { 1_773_532_800 })
        let id = try vault.addStoredRule(
            "{ \"é\\0\" }", origin: .correction, summary: "rules suggest --add 1")
        let rule = try #require(try vault.storedRules().first)
        #expect(
            rule
                == StoredRule(
                    id: id, position: rule.position, definition: "{ \"é\\0\" }",
                    origin: .correction, createdAt: 1_773_532_800))
    }

    @Test("a rule stands behind all others, or directly before the one that is named")
    func places() throws {
        let first = try add("a")
        let second = try add("b")
        try add("c", before: second)
        try add("d", before: first)
        try add("e", before: 999)
        #expect(try order() == ["d", "a", "c", "b", "e"])
    }

    @Test("moving keeps the order of all others, like moving in a list", arguments: 1...5)
    func moves(seed: Int) throws {
        var random = RandomNumbers(seed: UInt64(seed))
        var ids: [Int64] = []
        for number in 1...6 { ids.append(try add("\(number)")) }
        for _ in 0..<60 {
            // The same few places again and again, until there is no room left.
            let moved = ids.remove(at: Int.random(in: 0..<3, using: &random))
            let place = Int.random(in: 0...2, using: &random)
            try vault.moveStoredRule(moved, before: ids[place], summary: "rules move")
            ids.insert(moved, at: place)
            #expect(try vault.storedRules().map(\.id) == ids)
        }
    }

    @Test("a rule moves behind all others, and not before itself")
    func movesToEnd() throws {
        let first = try add("a")
        try add("b")
        try vault.moveStoredRule(first, before: first, summary: "rules move")
        #expect(try order() == ["a", "b"])
        try vault.moveStoredRule(first, before: nil, summary: "rules move")
        #expect(try order() == ["b", "a"])
    }

    @Test("each change can be undone, one by one")
    func undone() throws {
        let first = try add("a")
        try add("b")
        try vault.moveStoredRule(first, before: nil, summary: "rules move")
        try vault.changeStoredRule(
            first, to: "c", overturning: Set(Attribute.allCases), summary: "rules edit")
        try vault.enableStoredRule(first, false, summary: "rules disable")
        try vault.removeStoredRule(first, summary: "rules remove")
        var seen: [[String]] = []
        for _ in 0..<6 {
            _ = try vault.undo()
            seen.append(try vault.storedRules().map { $0.definition + ($0.isEnabled ? "" : "-") })
        }
        #expect(seen == [["b", "c-"], ["b", "c"], ["b", "a"], ["a", "b"], ["a"], []])
    }

    @Test("what changes nothing is no entry of the journal")
    func nothing() throws {
        let id = try add("a")
        try vault.changeStoredRule(
            id, to: "a", overturning: Set(Attribute.allCases), summary: "rules edit")
        try vault.enableStoredRule(id, true, summary: "rules enable")
        try vault.enableRule(knownAs: [RuleIdentity("map.toml:x")], summary: "rules enable")
        try vault.removeStoredRule(999, summary: "rules remove")
        #expect(try vault.history().count == 1)
    }

    @Test("a number is never given to another rule")
    func numbers() throws {
        #expect(try vault.nextStoredRule() == 1)
        let first = try add("a")
        try vault.removeStoredRule(first, summary: "rules remove")
        let next = try vault.nextStoredRule()
        #expect(next != first)
        #expect(try add("b") == next)
    }

    @Test("a rule has the number of the command that made it, and of those that changed it")
    func journalNumbers() throws {
        try vault.correct([1: Correction(category: "dining")], summary: "set")
        let id = try vault.addStoredRule("a", summary: "rules add")
        let reference = StoredRule.reference(of: id)
        func numbers() throws -> AttributeNumbers? { try vault.wordOrder().rules[reference] }
        #expect(try numbers() == AttributeNumbers(all: 2))
        try vault.changeStoredRule(id, to: "b", overturning: [], summary: "rules edit")
        #expect(try numbers() == AttributeNumbers(all: 2))
        try vault.changeStoredRule(id, to: "c", overturning: [.lens], summary: "rules edit")
        #expect(try numbers() == AttributeNumbers(all: 2, "lens 4"))
        try vault.changeStoredRule(
            id, to: "d", overturning: Set(Attribute.allCases), summary: "rules edit")
        #expect(try numbers() == AttributeNumbers(all: 5))
        _ = try vault.undo()
        #expect(try numbers() == AttributeNumbers(all: 2, "lens 4"))
        let yielding = try vault.addStoredRule("e", yields: true, summary: "rules add")
        #expect(
            try vault.wordOrder().rules[StoredRule.reference(of: yielding)]
                == AttributeNumbers())
    }

    @Test("a rule of a file gets the number that is next, or the one that it had")
    func numbersOfFiles() throws {
        func number(_ name: String, _ content: String, _ number: Int64? = nil) throws {
            try vault.number([
                (RuleIdentity("rules/1.lua:\(name)", fingerprint: content), number)
            ])
        }
        try number("A", "1")
        try vault.correct([1: Correction(category: "dining")], summary: "set")
        try number("B", "1", 1)
        try number("C", "3")
        try number("C", "3", 0)
        let order = try vault.wordOrder()
        #expect(
            order.rules.mapValues(\.all)
                == ["rules/1.lua:A": 1, "rules/1.lua:B": 1, "rules/1.lua:C": 0])
        #expect(
            order.contents == [
                "1": ["rules/1.lua:A": 1, "rules/1.lua:B": 1], "3": ["rules/1.lua:C": 0],
            ])
        _ = try vault.undo()
        #expect(try vault.wordOrder().rules.count == 3)
    }

    @Test("rules of files are switched off and on by what they are known by")
    func disabled() throws {
        let ofProgram = RuleIdentity("map.toml:a")
        let own = RuleIdentity("rules/1.lua:B", fingerprint: "1f")
        try vault.disableRule(ofProgram, summary: "rules disable")
        try vault.disableRule(ofProgram, summary: "rules disable")
        try vault.disableRule(own, summary: "rules disable")
        #expect(try vault.disabledRules() == [ofProgram, own])
        try vault.enableRule(knownAs: [ofProgram], summary: "rules enable")
        #expect(try vault.disabledRules() == [own])
        #expect(try vault.history().count == 3)
    }
}
