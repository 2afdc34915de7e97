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
        let keeper = PassKeeper()
        _ = try life.engine.classify(dryRun: false, keeper: keeper)
        for _ in 1...6 {
            _ = try life.change()
            _ = try life.engine.classify(dryRun: false, keeper: keeper)
            #expect(try life.engine.classify(dryRun: true, isWhole: true).changes.isEmpty)
        }
    }

    @Test("an edit of a rule that is switched off has nothing looked at")
    func editOfSwitchedOff() throws {
        let life = try ChangingVault(seed: 3)
        let keeper = PassKeeper()
        func write(_ amount: Int, _ name: String, asked: String = "") throws {
            let off = """
                rule { name = "\(name)", when = { amount = less(\(amount)) }, set = { tags = { "y" } } }
                """
            try life.demo.write(
                [rule + asked, off].joined(separator: "\n"), to: "rules/50-mine.lua")
        }
        try write(0, "Off")
        _ = try life.engine.enableRule(try life.engine.rule(meantBy: "Off"), false)
        _ = try life.engine.classify(dryRun: false, keeper: keeper)
        for (amount, name, remark) in [
            (-5, "Off", ""), (-5, "Still off", ""), (-5, "Still off", " -- as ever"),
        ] {
            try write(amount, name, asked: remark)
            let pass = try life.engine.classify(dryRun: false, keeper: keeper)
            #expect(!pass.isWhole)
            #expect(pass.considered == 0)
            #expect(pass.changes.isEmpty)
            #expect(try !life.engine.rule(meantBy: name).isEnabled)
        }
        #expect(try life.engine.classify(dryRun: true, isWhole: true).changes.isEmpty)
        try life.demo.write(
            rule.replacing("\"x\"", with: "\"z\""), to: "rules/50-mine.lua")
        #expect(try !life.engine.classify(dryRun: false, keeper: keeper).changes.isEmpty)
    }

    /// Of files; each may match anything, and some do what the pipeline makes more
    /// of: payees, series, classes and an end of the rules.
    private func anyRule(_ number: Int, using random: inout RandomNumbers) -> String {
        let size = Int.random(in: 5...400, using: &random)
        let when = [
            "{ size = greater(\(size)) }", "{ size = less(\(size)), amount = less(0) }",
            "{ weekday = \"monday\" }", "{ description = contains \"MARKET\" }",
            "{ payee = one_of { \"Netflix\", \"Safeway\" } }", "{ tags = \"work\" }",
            "{ none { notes = \"ann\" }, payee = starts_with \"C\" }",
            "function(tx) return #tx.tags > 1 end",
            "function(tx) return tx.amount < -\(size) end",
            "function(tx) return tx.day_of_month % 3 == least - 1 end",
        ].randomElement(using: &random)
        let set = [
            "{ class = \"expense\", payee = \"Large\" }", "{ series = \"Mine\" }",
            "{ tags = { \"x\" } }", "{ class = \"ignore\" }", "{ category = \"travel\" }",
            "function(tx) return { notes = tx.description .. least } end",
        ].randomElement(using: &random)
        let stop = Int.random(in: 0..<4, using: &random) == 0 ? "stop = true, " : ""
        return "rule { name = \"Rule \(number)\", \(stop)when = \(when ?? ""), set = \(set ?? "") }"
    }

    @Test("decide what freshly read ones do after any edit of them", arguments: [1, 2])
    func edited(seed: UInt64) throws {
        var life = try ChangingVault(seed: seed)
        var random = RandomNumbers(seed: seed)
        let keeper = PassKeeper()
        var files = [[String]](repeating: [], count: 3)
        var parts = 0
        _ = try life.engine.classify(dryRun: false, keeper: keeper)
        for step in 1...15 {
            let file = Int.random(in: 0..<3, using: &random)
            if files[file].count < 3 || Bool.random(using: &random) {
                let place = Int.random(in: 0...files[file].count, using: &random)
                files[file].insert(anyRule(step, using: &random), at: place)
            } else {
                files[file].shuffle(using: &random)
                files[file].removeLast()
            }
            let least = Int.random(in: 1...3, using: &random)
            try life.demo.write(
                (["local least = \(least)"] + files[file]).joined(separator: "\n"),
                to: "rules/\(50 + file)-mine.lua")
            if step.isMultiple(of: 5) { _ = try life.change() }
            if step.isMultiple(of: 3) { _ = try life.changeGivenTexts() }
            if step.isMultiple(of: 4) {
                // Against the rules that match it.
                let corrected = try life.demo.vault.everything().randomElement(using: &random)
                _ = try life.engine.correct(
                    [try #require(corrected).id],
                    CorrectionChange(Correction(class: .expense, category: "entertainment")))
            }
            let pass = try life.engine.classify(dryRun: false, keeper: keeper)
            #expect(pass.problems.isEmpty && pass.leftOut.isEmpty)
            if !pass.isWhole { parts += 1 }
            let series = try life.demo.vault.series()
            let tallies = try life.engine.ruleTallies()
            let whole = try life.engine.classify(dryRun: false, isWhole: true)
            try #require(
                whole.changes.isEmpty,
                "step \(step): \(whole.changes.prefix(3).map { ($0.before, $0.after) })")
            try #require(try life.demo.vault.series() == series, "step \(step)")
            try #require(try life.engine.ruleTallies() == tallies, "step \(step)")
        }
        #expect(parts >= 6)
    }

    @Test("that were edited have only those transactions looked at that they match")
    func editedAlone() throws {
        let life = try ChangingVault(seed: 1)
        let keeper = PassKeeper()
        let few =
            "rule { name = \"Few\", when = { size = greater(1000) }, set = { tags = { \"x\" } } }"
        _ = try life.engine.classify(dryRun: false, keeper: keeper)
        try life.demo.write(few, to: "rules/50-mine.lua")
        let pass = try life.engine.classify(dryRun: false, keeper: keeper)
        #expect(!pass.isWhole)
        #expect(!pass.changes.isEmpty)
        #expect(try pass.considered < life.demo.vault.everything().count / 2)
    }

    @Test("that were edited find payees as they are named, and not as a bank writes them")
    func editedForPayee() throws {
        let life = try ChangingVault(seed: 1)
        let keeper = PassKeeper()
        _ = try life.engine.classify(dryRun: false, keeper: keeper)
        let all = try life.demo.vault.everything()
        let written = Set(all.flatMap { [$0.bankPayee.lowercased(), $0.description.lowercased()] })
        let payee = try #require(
            all.map(\.payee).first { !$0.isEmpty && !written.contains($0.lowercased()) })
        let payments = all.filter { $0.payee == payee }
        try life.demo.write(
            "rule { name = \"N\", when = { payee = is \"\(payee)\" }, set = { tags = \"x\" } }",
            to: "rules/50-mine.lua")
        let pass = try life.engine.classify(dryRun: false, keeper: keeper)
        #expect(!pass.isWhole)
        #expect(Set(pass.changes.map(\.transaction)) == Set(payments.map(\.id)))
    }

    @Test("have everything looked at where something else was edited too")
    func editedWithConfiguration() throws {
        let life = try ChangingVault(seed: 1)
        let keeper = PassKeeper()
        _ = try life.engine.classify(dryRun: false, keeper: keeper)
        try life.demo.write(rule, to: "rules/50-mine.lua")
        try life.demo.write("# None.\n", to: "config/rates.toml")
        #expect(try life.engine.classify(dryRun: false, keeper: keeper).isWhole)
    }

    @Test("are asked about everything where a new function prints")
    func printing() throws {
        let life = try ChangingVault(seed: 1)
        let keeper = PassKeeper()
        _ = try life.engine.classify(dryRun: false, keeper: keeper)
        try life.demo.write(
            """
            rule {
                name = "Told", when = function(tx) print("x") return false end,
                set = { tags = { "told" } },
            }
            """, to: "rules/50-mine.lua")
        let pass = try life.engine.classify(dryRun: false, keeper: keeper)
        #expect(pass.isWhole)
        #expect(try pass.printed.count == life.demo.vault.everything().count)
    }

    @Test("are read again after a file changed")
    func changedFile() throws {
        let life = try ChangingVault(seed: 1)
        let keeper = PassKeeper()
        _ = try life.engine.classify(dryRun: false, keeper: keeper)
        try life.demo.write(rule, to: "rules/50-mine.lua")
        let pass = try life.engine.classify(dryRun: false, keeper: keeper)
        #expect(pass.uses.contains { $0.name == "Mine" && $0.matches > 0 })
    }

    @Test("count each pass by itself")
    func uses() throws {
        let life = try ChangingVault(seed: 1)
        try life.demo.write(rule, to: "rules/50-mine.lua")
        let keeper = PassKeeper()
        let first = try life.engine.classify(dryRun: false, isWhole: true, keeper: keeper)
        let second = try life.engine.classify(dryRun: false, isWhole: true, keeper: keeper)
        #expect(first.uses == second.uses)
    }

    @Test("forget what a function kept in an earlier pass")
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
        let keeper = PassKeeper()
        _ = try life.engine.classify(dryRun: false, keeper: keeper)
        #expect(try life.engine.classify(dryRun: false, keeper: keeper).changes.isEmpty)
    }
}
