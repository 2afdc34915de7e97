import GRDB
import Model
import Testing
import Vault

@Suite("How often rules were of use, in a vault")
struct RuleTallyStoreTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }
    private let ids: [Int64]

    private let first = RuleTally(rule: "a", hits: 2, lastDay: day(2025, 3, 9))
    private let second = RuleTally(rule: "b", hits: 1, lastDay: day(2025, 3, 10))

    init() throws {
        stored = try StoredVault()
        try stored.store(account("A1", (1...2).map { transaction("T\($0)") }))
        ids = try stored.vault.everything().map(\.id)
    }

    private func pass(
        _ tallies: [RuleTally]?, category: String = "groceries", dryRun: Bool = false
    ) throws {
        let reason = Reason(by: "map", rule: nil)
        let verdict = Verdict(
            transactionClass: Decided(.expense, because: reason),
            category: Decided(category, because: reason))
        let stamp = try vault.readForPass { try $0.stamp(rulebookDigest: "r", balancesDigest: nil) }
        _ = try vault.store(
            Conclusions(
                verdicts: [verdict],
                entries: ids.map { Conclusions.Entry(transaction: $0, verdict: 0, partner: nil) }),
            of: stamp, tallies: tallies, at: 0, dryRun: dryRun)
    }

    @Test("the counts of a pass take the place of those before, outside the journal")
    func replaced() throws {
        try pass([first, RuleTally(rule: "c", hits: 0, lastDay: nil)])
        #expect(try vault.ruleTallies() == ["a": first])
        try pass([second])
        #expect(try vault.ruleTallies() == ["b": second])
        #expect(try vault.history() == [])
    }

    @Test("a pass that counts what was counted before writes nothing")
    func same() throws {
        try pass([first])
        let watcher = try stored.home.database()
        func version() throws -> Int? {
            try watcher.read { try Int.fetchOne($0, sql: "PRAGMA data_version") }
        }
        let before = try version()
        try pass([first])
        #expect(try version() == before)
    }

    @Test("a dry run leaves the counts as they were")
    func dryRun() throws {
        try pass([first])
        try pass([second], category: "dining", dryRun: true)
        try pass(nil, category: "dining", dryRun: true)
        #expect(try vault.ruleTallies() == ["a": first])
    }

    @Test("a pass without counts that changes something drops those before")
    func unknown() throws {
        try pass([first])
        try pass(nil, category: "dining")
        #expect(try vault.ruleTallies() == [:])
    }

    @Test("a pass that finds nothing new keeps the counts")
    func nothingNew() throws {
        try pass([first])
        try pass(nil)
        #expect(try vault.ruleTallies() == ["a": first])
    }
}
