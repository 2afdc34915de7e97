import GRDB
import Model
import Testing
import Vault

@Suite("Storing conclusions")
struct ConclusionTests {
    private let stored: StoredVault
    private let ids: [Int64]

    init() throws {
        stored = try StoredVault()
        try stored.store(account((1...4).map { transaction("T\($0)") }))
        ids = try stored.vault.everything().map(\.id)
    }

    private static let groceries = Verdict(
        transactionClass: Decided(.expense, because: reason("sign")),
        category: Decided("groceries", because: reason("category map", rule: "shops")))

    /// The same by the same rules, for a reason in other words.
    private static let reworded = Verdict(
        transactionClass: Decided(
            .expense, because: Reason(by: "sign", rule: nil, Evidence(.corrected))),
        category: groceries.category)

    private static let transfer = Verdict(
        transactionClass: Decided(.transfer, because: reason("transfers")),
        category: Decided("other", because: reason("sign")), partner: reason("transfers"))

    /// Every attribute decided.
    private static let full = Verdict(
        transactionClass: Decided(.income, because: reason("a")),
        category: Decided("wages", because: reason("b", rule: "pay")),
        lens: Decided(.saving, because: reason("c")), partner: reason("d"),
        series: Decided("Car insurance", because: reason("i")),
        payee: Decided("Łódź \u{1F4B0}", because: reason("e")),
        loan: Decided("Sam", because: reason("k")),
        notes: Decided("two\nlines", because: reason("f")),
        tags: Decided(["cash", "large"], because: reason("g")),
        isExcluded: Decided(false, because: reason("h")),
        splits: plan.map { Decided($0, because: reason("j")) })

    private static let plan = SplitPlan(
        canonicalText: "dining\tshare 0.25\twant\ttwo\\nlines\nother\tremainder\t")

    private static func reason(_ stage: String, rule: String? = nil) -> Reason {
        Reason(
            by: stage, rule: rule, Evidence(.detected, "two\nlines", stage), Evidence(.corrected))
    }

    private func conclusions(
        _ verdicts: [Verdict], partners: [Int: Int] = [:]
    ) -> Conclusions {
        Conclusions(
            verdicts: verdicts,
            entries: verdicts.indices.map { position in
                Conclusions.Entry(
                    transaction: ids[position], verdict: Int32(position),
                    partner: partners[position].map { ids[$0] })
            })
    }

    @Test("one transaction is read without the verdicts of all others")
    func readsOne() throws {
        _ = try stored.vault.store(conclusions([Self.full, Self.groceries]), at: 0, dryRun: false)
        try stored.home.database().write { database in
            try database.execute(
                sql: "UPDATE verdicts SET class = 'damaged' WHERE category = 'groceries'")
        }
        #expect(try stored.vault.transaction(ids[0])?.verdict == Self.full)
        #expect(try stored.vault.transactions(numbered: [ids[0]]).count == 1)
        #expect(throws: VaultError.self) { try stored.vault.transaction(ids[1]) }
        #expect(throws: VaultError.self) { try stored.vault.everything() }
    }

    @Test("a verdict comes back with every attribute and reason")
    func roundTrip() throws {
        _ = try stored.vault.store(
            conclusions([Self.full, Self.transfer, Self.transfer], partners: [1: 2, 2: 1]),
            at: 0, dryRun: false)
        let records = try stored.vault.everything()
        #expect(records.map(\.verdict) == [Self.full, Self.transfer, Self.transfer, nil])
        #expect(records.map(\.partner) == [nil, ids[2], ids[1], nil])
        #expect(records[0].payee == "Łódź \u{1F4B0}")
        #expect(records[0].verdict?.splits?.value.parts.first?.note == "two\nlines")
    }

    @Test("every difference is reported with the former conclusion")
    func changes() throws {
        let first = try stored.vault.store(
            conclusions([Self.groceries, Self.groceries]), at: 0, dryRun: false)
        #expect(first.considered == 2)
        #expect(first.changes.map(\.transaction) == [ids[0], ids[1]])
        #expect(first.changes.allSatisfy { $0.before == nil && $0.after == Self.groceries })
        let second = try stored.vault.store(
            conclusions([Self.groceries, Self.full, Self.transfer]), at: 0, dryRun: false)
        #expect(second.changes.map(\.transaction) == [ids[1], ids[2]])
        #expect(second.changes.map(\.before) == [Self.groceries, nil])
        #expect(second.changes.map(\.after) == [Self.full, Self.transfer])
    }

    @Test("another partner is a difference, though the verdict is the same")
    func partnerChange() throws {
        let verdicts = [Self.transfer, Self.transfer, Self.transfer]
        _ = try stored.vault.store(
            conclusions(verdicts, partners: [0: 1, 1: 0]), at: 0, dryRun: false)
        let changes = try stored.vault.store(
            conclusions(verdicts, partners: [0: 2, 2: 0]), at: 0, dryRun: false
        ).changes
        #expect(changes.map(\.transaction) == ids.prefix(3).map { $0 })
        #expect(try stored.vault.everything().map(\.partner) == [ids[2], nil, ids[0], nil])
    }

    @Test("earlier results are kept whole, until there are too many of them")
    func keptSince() throws {
        let vault = stored.vault
        _ = try vault.store(conclusions([Self.groceries, Self.groceries]), at: 10, dryRun: false)
        _ = try vault.store(conclusions([Self.full, Self.transfer]), at: 20, dryRun: false)
        _ = try vault.store(conclusions([Self.full, Self.full]), at: 30, dryRun: false)
        let database = try stored.home.database()
        try database.write { try $0.execute(sql: "DELETE FROM former_conclusions WHERE id = 1") }
        #expect(try vault.conclusionHistory(of: ids[1])?.keptSince == nil)
        #expect(try vault.conclusionHistory(of: ids[1])?.former.map(\.until) == [20, 30])
        try database.write {
            try $0.execute(
                sql: "UPDATE sqlite_sequence SET seq = 500001 WHERE name = 'former_conclusions'")
        }
        #expect(try vault.conclusionHistory(of: ids[1])?.keptSince == 20)
    }

    @Test("a dry run reports the same differences and writes nothing")
    func dryRun() throws {
        _ = try stored.vault.store(conclusions([Self.groceries]), at: 0, dryRun: false)
        let pass = conclusions([Self.full, Self.transfer])
        let (told, wrote) = try watching { try stored.vault.store(pass, at: 0, dryRun: true) }
        #expect(told.changes.map(\.transaction) == [ids[0], ids[1]])
        #expect(!wrote)
        #expect(try stored.vault.everything().map(\.verdict) == [Self.groceries, nil, nil, nil])
    }

    @Test("a pass that concludes what is stored already writes nothing")
    func samePass() throws {
        let pass = conclusions([Self.full, Self.transfer, Self.transfer], partners: [1: 2, 2: 1])
        #expect(try watching { try stored.vault.store(pass, at: 0, dryRun: false) }.wrote)
        let (again, wrote) = try watching { try stored.vault.store(pass, at: 0, dryRun: false) }
        #expect(again.changes.isEmpty)
        #expect(!wrote)
    }

    @Test("a verdict is kept once however many transactions have it")
    func sharedVerdicts() throws {
        _ = try stored.vault.store(
            conclusions([Self.groceries, Self.groceries, Self.groceries]), at: 0, dryRun: false)
        #expect(try stored.home.count("verdicts") == 1)
        #expect(try stored.home.count("reasons") == 2)
    }

    @Test("verdicts and reasons that nothing refers to any more go")
    func unusedVerdicts() throws {
        _ = try stored.vault.store(
            conclusions([Self.groceries, Self.groceries]), at: 0, dryRun: false)
        _ = try stored.vault.store(
            conclusions([Self.reworded, Self.groceries]), at: 0, dryRun: false)
        #expect(try stored.home.count("verdicts") == 2)
        #expect(try stored.home.count("reasons") == 3)
        _ = try stored.vault.store(
            conclusions([Self.reworded, Self.reworded]), at: 0, dryRun: false)
        #expect(try stored.home.count("verdicts") == 1)
        #expect(try stored.home.count("reasons") == 2)
    }

    @Test("where they can't go, the pass is stored all the same, and a later pass sweeps")
    func sweepThatFails() throws {
        _ = try stored.vault.store(
            conclusions([Self.groceries, Self.groceries]), at: 0, dryRun: false)
        let database = try stored.home.database()
        try database.write { database in
            try database.execute(
                sql: """
                    CREATE TRIGGER kept BEFORE DELETE ON verdicts
                    BEGIN SELECT RAISE(ABORT, 'kept'); END
                    """)
        }
        let changes = try stored.vault.store(
            conclusions([Self.reworded, Self.reworded]), at: 0, dryRun: false)
        #expect(changes.changes.count == 2)
        #expect(changes.leftUnswept == .database(reason: "kept"))
        #expect(
            try stored.vault.everything().prefix(2).map(\.verdict)
                == [Self.reworded, Self.reworded])
        #expect(try stored.home.count("verdicts") == 2)

        try database.write { try $0.execute(sql: "DROP TRIGGER kept") }
        let later = try stored.vault.store(
            conclusions([Self.reworded, Self.reworded, Self.transfer]), at: 0, dryRun: false)
        #expect(later.leftUnswept == nil)
        #expect(try stored.home.count("verdicts") == 2)
        #expect(try stored.home.count("reasons") == 4)
    }

    @Test("what was concluded before is kept, but not other words of a reason")
    func former() throws {
        let passes: [(Int64, [Verdict])] = [
            (10, [Self.full, Self.groceries]), (20, [Self.groceries, Self.groceries]),
            (30, [Self.groceries, Self.reworded]), (40, [Self.transfer, Self.reworded]),
        ]
        for (instant, verdicts) in passes {
            _ = try stored.vault.store(conclusions(verdicts), at: instant, dryRun: false)
        }
        let history = try ids.prefix(2).map { try stored.vault.conclusionHistory(of: $0) }
        #expect(history.map { $0?.former.map(\.until) } == [[20, 40], []])
        #expect(history[0]?.former.map(\.verdict) == [Self.full, Self.groceries])
        #expect(history[0]?.keptSince == nil)
    }

    @Test("a conclusion about a transaction that is not there stores nothing of the pass")
    func unknownTransaction() throws {
        let pass = Conclusions(
            verdicts: [Self.groceries],
            entries: [
                Conclusions.Entry(transaction: ids[0], verdict: 0, partner: nil),
                Conclusions.Entry(transaction: 999, verdict: 0, partner: nil),
            ])
        #expect(throws: VaultError.self) { try stored.vault.store(pass, at: 0, dryRun: false) }
        #expect(try stored.vault.everything().allSatisfy { $0.verdict == nil })
        #expect(try stored.home.count("verdicts") == 0)
    }

    /// Runs a command and tells whether it wrote to the database: SQLite's
    /// `data_version` changes for others when a connection commits.
    private func watching<Value>(_ body: () throws -> Value) throws -> (value: Value, wrote: Bool) {
        let watcher = try stored.home.database()
        func version() throws -> Int? {
            try watcher.inDatabase { try Int.fetchOne($0, sql: "PRAGMA data_version") }
        }
        let before = try version()
        let value = try body()
        return (value, try version() != before)
    }
}
