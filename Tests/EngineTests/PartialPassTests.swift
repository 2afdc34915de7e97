import Engine
import GRDB
import Model
import Testing
import Vault

/// A pass looks only at what changed and what that can have an effect on. What
/// it leaves must be what a pass over everything would.
@Suite("A pass after changes")
struct PartialPassTests {
    @Test("leaves what a pass over everything leaves", arguments: [1, 2, 7])
    func agreesWithWholePasses(seed: UInt64) throws {
        var life = try ChangingVault(seed: seed)
        #expect(try partsAmongChanges(of: &life, steps: 15) >= 7)
    }

    @Test("leaves the same where a payee has more payments than are remembered", arguments: [1, 2])
    func agreesBeyondMemory(seed: UInt64) throws {
        var life = try ChangingVault(seed: seed, visits: 1_100)
        #expect(try partsAmongChanges(of: &life, steps: 12) >= 5)
    }

    @Test("leaves the same where rules ask for tags and notes", arguments: [1, 2])
    func agreesOnGivenTexts(seed: UInt64) throws {
        var life = try ChangingVault(seed: seed)
        try life.demo.write(
            """
            rule { name = "Work", when = { tags = "work" }, set = { class = "ignore" } }
            rule {
                name = "Trips", when = { tags = starts_with "trip" },
                set = { series = "Trips", payee = "Travel" },
            }
            rule { name = "Ann", when = { notes = "ann" }, set = { lens = "saving" } }
            rule {
                name = "Asked",
                when = function(tx) return #tx.tags > 1 or tx.notes ~= "" end,
                set = function(tx) return { notes = tx.notes .. #tx.tags } end,
            }
            """, to: "rules/40-given.lua")
        _ = try life.engine.classify(dryRun: false)
        let parts = try partsAmongChanges(of: &life, steps: 14) { life, step in
            step.isMultiple(of: 4) ? try life.change() : try life.changeGivenTexts()
        }
        #expect(parts >= 6)
    }

    @Test("leaves the same where people and firms pay and are paid", arguments: [1, 3])
    func agreesOnMoneyBack(seed: UInt64) throws {
        var life = try ChangingVault(seed: seed)
        var told: Set<String> = []
        let parts = try partsAmongChanges(of: &life, steps: 16) { life, step in
            for record in try life.demo.vault.everything() {
                if let reason = record.verdict?.transactionClass.reason.text { told.insert(reason) }
            }
            return step.isMultiple(of: 8) ? try life.change() : try life.changeAmong([0, 1, 2])
        }
        #expect(parts >= 12)
        // Else nothing of it would have been tried.
        #expect(told.contains { $0.contains("who was paid little") })
        #expect(told.contains { $0.contains("Money back for what was paid on") })
        #expect(told.contains { $0.contains("Money back from a friend") })
    }

    @Test("leaves the same where a shop pays wages and is paid", arguments: [2, 3])
    func agreesOnWages(seed: UInt64) throws {
        var life = try ChangingVault(seed: seed)
        var told: Set<String> = []
        let parts = try partsAmongChanges(of: &life, steps: 10) { life, _ in
            let change = try life.changeAmong([3])
            for record in try life.demo.vault.everything() where record.amount.minorUnits > 0 {
                guard record.description.hasSuffix("SAFEWAY"),
                    let reason = record.verdict?.transactionClass.reason.text
                else { continue }
                told.insert(reason)
            }
            return change
        }
        #expect(parts >= 8)
        // Else nothing of it would have been tried.
        #expect(told.contains { $0.contains("who was paid little") })
        #expect(told.contains { $0.contains("Money back: Groceries") })
    }

    /// Asks after each change for a pass over everything, which must find nothing
    /// to change.
    ///
    /// - Returns: how many passes did not look at everything.
    private func partsAmongChanges(
        of life: inout ChangingVault, steps: Int,
        by change: (inout ChangingVault, Int) throws -> String = { life, _ in try life.change() }
    ) throws -> Int {
        var parts = 0
        for step in 1...steps {
            let change = try change(&life, step)
            let pass = try life.engine.classify(dryRun: false)
            if !pass.isWhole { parts += 1 }
            let series = try life.demo.vault.series()
            let tallies = try life.engine.ruleTallies()
            let whole = try life.engine.classify(dryRun: false, isWhole: true)
            try #require(
                whole.changes.isEmpty,
                "step \(step), \(change): \(whole.changes.map { ($0.before, $0.after) })")
            try #require(try life.demo.vault.series() == series, "step \(step), \(change)")
            try #require(try life.engine.ruleTallies() == tallies, "step \(step), \(change)")
        }
        return parts
    }

    @Test("looks at everything of a payee where too much was taken back to know the newest")
    func forgotten() throws {
        let life = try ChangingVault(seed: 1, visits: 1_100)
        let newest = try life.demo.vault.everything()
            .filter { $0.description == "BLUE DOOR CAFE" }.sorted { $0.day > $1.day }.prefix(150)
        try life.demo.vault.correct(
            Dictionary(uniqueKeysWithValues: newest.map { ($0.id, Correction(class: .ignore)) }),
            summary: "Ignored")
        let pass = try life.engine.classify(dryRun: false)
        #expect(!pass.isWhole)
        #expect(pass.considered > 900)
        #expect(try life.engine.classify(dryRun: true, isWhole: true).changes.isEmpty)
    }

    @Test("makes damaged memories of payments anew, and leaves what it should")
    func damagedMemory() throws {
        var life = try ChangingVault(seed: 1, visits: 300)
        try DatabaseQueue(path: life.demo.folder.databasePath).write { database in
            try database.execute(sql: "UPDATE payment_histories SET payments = x'FF'")
        }
        let damaged = try life.demo.vault.damagedPaymentHistories()
        try life.receiveVisit()
        let pass = try life.engine.classify(dryRun: false)
        #expect(!pass.isWhole)
        #expect(try life.demo.vault.damagedPaymentHistories() == damaged - 1)
        #expect(try life.engine.classify(dryRun: true, isWhole: true).changes.isEmpty)
    }

    @Test("looks at a new payment alone where its payee's series goes on as it was")
    func seriesGoesOn() throws {
        var life = try ChangingVault(seed: 1, visits: 1_100)
        #expect(try life.demo.vault.series().map(\.payee).contains("Blue Door Cafe"))
        try life.receiveVisit()
        let pass = try life.engine.classify(dryRun: false)
        #expect(!pass.isWhole)
        #expect(pass.considered == 1)
    }

    @Test("looks at all of a series of which something else is said")
    func seriesIsToldOtherwise() throws {
        let life = try ChangingVault(seed: 1)
        let series = try #require(
            try life.demo.vault.series().first {
                $0.isFixed && $0.frequency == .monthly && $0.transactionCount > 3
            })
        for month in 1...2 {
            try life.receivePayment(
                of: series, priced: series.usualAmount * 11 / 10, monthsLater: month)
        }
        let pass = try life.engine.classify(dryRun: false)
        #expect(!pass.isWhole)
        #expect(pass.considered == series.transactionCount + 2)
        #expect(try life.engine.classify(dryRun: true, isWhole: true).changes.isEmpty)
    }

    @Test("looks at nothing where nothing changed")
    func nothingChanged() throws {
        let life = try ChangingVault(seed: 1)
        let pass = try life.engine.classify(dryRun: false)
        #expect(!pass.isWhole)
        #expect(pass.considered == 0)
        #expect(pass.changes.isEmpty)
    }

    @Test("looks at everything after a rule changed")
    func changedRule() throws {
        let life = try ChangingVault(seed: 1)
        try life.demo.write(
            "rule { name = \"Mine\", when = { amount = less(0) }, set = { tags = { \"x\" } } }",
            to: "rules/50-mine.lua")
        let pass = try life.engine.classify(dryRun: false)
        #expect(pass.isWhole)
        #expect(!pass.changes.isEmpty)
        #expect(try !life.engine.classify(dryRun: false).isWhole)
    }

    @Test("looks at everything where a function counts from one transaction to the next")
    func functionWithMemory() throws {
        let life = try ChangingVault(seed: 1)
        try life.demo.write(
            """
            local seen = {}
            rule {
                name = "First of a day",
                when = function(tx)
                    local isFirst = not seen[tx.day]
                    seen[tx.day] = true
                    return isFirst
                end,
                set = { tags = { "first" } },
            }
            """, to: "rules/50-first.lua")
        _ = try life.engine.classify(dryRun: false)
        #expect(try life.engine.classify(dryRun: false).isWhole)
    }

    @Test("looks at everything after balances changed, where a rule reads them")
    func balances() throws {
        var life = try ChangingVault(seed: 1)
        try life.demo.write(
            """
            rule {
                name = "Low",
                when = function(tx) return (tx.account_balance or 0) < 0 end,
                set = { tags = { "owed" } },
            }
            """, to: "rules/50-low.lua")
        _ = try life.engine.classify(dryRun: false)
        #expect(try !life.engine.classify(dryRun: false).isWhole)
        try life.setBalances(to: 1)
        #expect(try life.engine.classify(dryRun: false).isWhole)
    }
}
