import Classification
import Engine
import Model
import TestSupport
import Testing
import Vault

@Suite("Rules that are kept from one pass to the next")
struct PassKeeperTests {
    private let rule = """
        rule { name = "Mine", when = { amount = less(0) }, set = { tags = { "x" } } }
        """

    @Test("decide what freshly read ones do")
    func sameAsFresh() throws {
        var life = try ChangingVault(seed: 3)
        let cache = RulebookCache()
        _ = try life.engine.classify(dryRun: false, cache: cache)
        for _ in 1...6 {
            _ = try life.change()
            _ = try life.engine.classify(dryRun: false, cache: cache)
            #expect(try life.engine.classify(dryRun: true, isWhole: true).changes.isEmpty)
        }
    }

    @Test("have everything looked at after an edit of one")
    func edited() throws {
        let life = try ChangingVault(seed: 1)
        let cache = RulebookCache()
        _ = try life.engine.classify(dryRun: false, cache: cache)
        try life.demo.write(rule, to: "rules/50-mine.lua")
        let pass = try life.engine.classify(dryRun: false, cache: cache)
        #expect(pass.isWhole && !pass.changes.isEmpty)
        #expect(try life.engine.classify(dryRun: false, isWhole: true).changes.isEmpty)
    }

    @Test("are asked about everything where a new function prints")
    func printing() throws {
        let life = try ChangingVault(seed: 1)
        let cache = RulebookCache()
        _ = try life.engine.classify(dryRun: false, cache: cache)
        try life.demo.write(
            """
            rule {
                name = "Told", when = function(tx) print("x") return false end,
                set = { tags = { "told" } },
            }
            """, to: "rules/50-mine.lua")
        let pass = try life.engine.classify(dryRun: false, cache: cache)
        #expect(pass.isWhole)
        #expect(try pass.printed.count == life.demo.vault.everything().count)
    }

    @Test("are read again after a file changed")
    func changedFile() throws {
        let life = try ChangingVault(seed: 1)
        let cache = RulebookCache()
        _ = try life.engine.classify(dryRun: false, cache: cache)
        try life.demo.write(rule, to: "rules/50-mine.lua")
        let pass = try life.engine.classify(dryRun: false, cache: cache)
        #expect(pass.uses.contains { $0.name == "Mine" && $0.matches > 0 })
    }

    @Test("count each pass by itself")
    func uses() throws {
        let life = try ChangingVault(seed: 1)
        try life.demo.write(rule, to: "rules/50-mine.lua")
        let cache = RulebookCache()
        let first = try life.engine.classify(dryRun: false, isWhole: true, cache: cache)
        let second = try life.engine.classify(dryRun: false, isWhole: true, cache: cache)
        #expect(first.uses == second.uses)
    }

    @Test("report a function that keeps something in every pass")
    func functionWithMemory() throws {
        let life = try ChangingVault(seed: 1)
        try life.demo.write(
            """
            local count = 0
            rule {
                name = "First ten",
                when = function()
                    count = count + 1
                    return count <= 10
                end,
                set = { tags = { "first" } },
            }
            """, to: "rules/50-first.lua")
        let cache = RulebookCache()
        for _ in 1...2 {
            let pass = try life.engine.classify(dryRun: false, isWhole: true, cache: cache)
            let problem = try #require(pass.problems.first)
            #expect(problem.message.hasPrefix("a function can't set 'count'"))
            #expect(problem.line == 5)
            #expect(problem.transactions >= UserRules.failuresUntilSetAside)
        }
    }
}
