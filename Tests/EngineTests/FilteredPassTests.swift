import Engine
import Model
import TestSupport
import Testing
import Vault

/// A pass over transactions that the person chose. What it stores must be what
/// a pass over everything concludes about them, and it must store no more.
@Suite("A pass over chosen transactions")
struct FilteredPassTests {
    private let demo: DemoVault
    private let engine: Engine

    init() throws {
        demo = try DemoVault()
        engine = demo.engine()
        try demo.importAll()
        _ = try engine.classify(dryRun: false)
    }

    /// Changes what is concluded about every transaction.
    private func tagEverything() throws {
        try demo.write(
            "rule { name = \"Mine\", when = {}, set = { tags = \"mine\" } }",
            to: "rules/50-mine.lua")
    }

    private func filter(
        since: CalendarDay? = nil, account: Int64? = nil, isOnlyUnclassified: Bool = false
    ) -> PassFilter {
        var filter = PassFilter()
        filter.since = since
        filter.account = account
        filter.isOnlyUnclassified = isOnlyUnclassified
        return filter
    }

    private func tagged() throws -> [TransactionRecord] {
        try demo.vault.everything().filter { $0.verdict?.tags?.value.contains("mine") ?? false }
    }

    @Test("by day changes those of the day and later, and the other sides of their transfers")
    func since() throws {
        try tagEverything()
        let all = try demo.vault.everything()
        let day = all[all.count / 2].day
        _ = try engine.classify(dryRun: false, only: filter(since: day))
        let chosen = Set(all.filter { $0.day >= day }.map(\.id))
        let partners = Set(all.filter { chosen.contains($0.id) }.compactMap(\.partner))
        #expect(try Set(tagged().map(\.id)) == chosen.union(partners))
    }

    @Test("by account changes those of the account, and the other sides of their transfers")
    func account() throws {
        try tagEverything()
        let all = try demo.vault.everything()
        let account = try engine.account(meantBy: "high yield").id
        _ = try engine.classify(dryRun: false, only: filter(account: account))
        let chosen = Set(all.filter { $0.account == account }.map(\.id))
        let partners = Set(all.filter { chosen.contains($0.id) }.compactMap(\.partner))
        #expect(!partners.isSubset(of: chosen))
        #expect(try Set(tagged().map(\.id)) == chosen.union(partners))
    }

    @Test("by what is unclassified leaves all that a rule or stage has decided")
    func unclassified() throws {
        try tagEverything()
        let open = try demo.vault.everything().filter { record in
            record.verdict?.transactionClass.reason.by == "default"
                && record.verdict?.category.reason.by == "default"
        }
        try #require(!open.isEmpty)
        _ = try engine.classify(dryRun: false, only: filter(isOnlyUnclassified: true))
        #expect(try tagged().map(\.id) == open.map(\.id))
    }

    @Test("takes all transactions of a series that one of them leaves")
    func series() throws {
        let all = try demo.vault.everything()
        let member = try #require(all.last { $0.verdict?.series != nil })
        let name = member.verdict?.series?.value
        let members = all.filter { $0.verdict?.series?.value == name }
        try #require(members.first?.day != member.day)
        try demo.write(
            """
            rule {
                name = "Mine",
                when = function(tx) return tx.id == \(member.id) end,
                set = { series = "Mine" },
            }
            """, to: "rules/50-mine.lua")
        let report = try engine.classify(
            dryRun: true, only: filter(since: member.day, account: member.account))
        #expect(report.considered >= members.count)
    }

    @Test("tells how many it left, and shows the same in a dry run that writes nothing")
    func dryRun() throws {
        try tagEverything()
        let before = try demo.vault.contents()
        let account = try engine.account(meantBy: "high yield").id
        let dry = try engine.classify(dryRun: true, only: filter(account: account))
        #expect(try demo.vault.contents() == before)
        let real = try engine.classify(dryRun: false, only: filter(account: account))
        #expect(dry.changes.map(\.transaction) == real.changes.map(\.transaction))
        #expect(dry.scope == real.scope)
        #expect(real.scope == .chosen(heldBack: before.verdicts.count - real.changes.count))
    }

    @Test("is a whole pass where it leaves nothing that would change")
    func nothingHeldBack() throws {
        let last = try #require(try demo.vault.everything().last)
        try demo.vault.correct([last.id: Correction(category: "travel")], summary: "Corrected")
        let report = try engine.classify(dryRun: false, only: filter(account: last.account))
        #expect(report.scope == .chosen(heldBack: 0))
        let next = try engine.classify(dryRun: false)
        #expect(next.scope == .nothing)
        #expect(next.considered == 0)
    }

    @Test("leaves transactions without a conclusion told as such")
    func unseen() throws {
        let fresh = try DemoVault()
        try fresh.importAll()
        let newest = try #require(try fresh.vault.everything().map(\.id).max())
        let account = try #require(try fresh.vault.transaction(newest)).account
        _ = try fresh.engine().classify(dryRun: false, only: filter(account: account))
        #expect(try fresh.vault.hasUnclassified())
        _ = try fresh.engine().classify(dryRun: false)
        #expect(try !fresh.vault.hasUnclassified())
    }

    @Test(
        "stores what a whole pass concludes, once, and the next pass does the rest",
        arguments: [1, 2, 3] as [UInt64])
    func agreesWithWholePasses(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let all = try demo.vault.everything()
        let accounts = try demo.vault.accounts().map(\.id)
        for step in 1...6 {
            let amount = Int.random(in: 5...500, using: &random)
            try demo.write(
                """
                rule {
                    name = "Mine",
                    when = { size = greater(\(amount)) },
                    set = { class = "expense", payee = "Large" },
                }
                """, to: "rules/50-mine.lua")
            let chosen = filter(
                since: Bool.random(using: &random) ? all.randomElement(using: &random)?.day : nil,
                account: Bool.random(using: &random) ? accounts.randomElement(using: &random) : nil,
                isOnlyUnclassified: Int.random(in: 0..<4, using: &random) == 0)
            let wanted = try engine.classify(dryRun: true, isWhole: true)
            let pass = try engine.classify(dryRun: false, only: chosen)
            let records = Dictionary(
                uniqueKeysWithValues: try demo.vault.everything().map { ($0.id, $0) })
            let written = Set(pass.changes.map(\.transaction))
            for change in wanted.changes {
                let verdict = records[change.transaction]?.verdict
                #expect(
                    verdict == (written.contains(change.transaction) ? change.after : change.before)
                )
            }
            for record in records.values {
                guard let partner = record.partner else { continue }
                #expect(records[partner]?.partner == record.id, "step \(step)")
            }
            let again = try engine.classify(dryRun: false, only: chosen)
            #expect(again.changes.isEmpty, "step \(step)")
            let rest = try engine.classify(dryRun: true)
            #expect(rest.changes.count == wanted.changes.count - written.count, "step \(step)")
            if Bool.random(using: &random) { _ = try engine.classify(dryRun: false) }
        }
        _ = try engine.classify(dryRun: false)
        #expect(try engine.classify(dryRun: true, isWhole: true).changes.isEmpty)
    }
}
