import GRDB
import Model
import Testing
import Vault

@Suite("Storing split transactions")
struct SplitTests {
    private let stored: StoredVault
    private let ids: [Int64]
    private let march = day(2025, 3, 1)..<day(2025, 4, 1)

    init() throws {
        stored = try StoredVault()
        try stored.store(
            account([transaction("T1", -1000), transaction("T2", -3000), transaction("T3", -500)]))
        ids = try stored.vault.everything().map(\.id)
    }

    private static let parts = [
        SplitPart(category: "dining", minorUnits: -400, lens: .want, note: "Łódź\nlunch"),
        SplitPart(category: "groceries", minorUnits: -500, lens: .need),
        SplitPart(category: "dining", minorUnits: -100),
    ]

    private func plan() throws -> SplitPlan {
        try SplitPlan([
            SplitPlan.Part(
                category: "dining", size: .amount(DecimalAmount(coefficient: 4, decimals: 0)),
                lens: .want),
            SplitPlan.Part(category: "groceries", size: .remainder),
        ])
    }

    /// A pass that splits as it is told and puts everything under "shopping".
    private func pass(_ splits: [Int: [SplitPart]], partner: Int? = nil) throws -> Conclusions {
        let reason = Reason(by: "test", rule: nil)
        let whole = Verdict(
            transactionClass: Decided(.expense, because: reason),
            category: Decided("shopping", because: reason))
        var divided = whole
        divided.splits = Decided(try plan(), because: reason)
        return Conclusions(
            verdicts: [whole, divided],
            entries: ids.indices.map { position in
                Conclusions.Entry(
                    transaction: ids[position], verdict: splits[position] == nil ? 0 : 1,
                    partner: position == 0 ? partner.map { ids[$0] } : nil)
            },
            splits: Dictionary(
                uniqueKeysWithValues: splits.filter { !$1.isEmpty }.map { (ids[$0], $1) }))
    }

    private func store(_ splits: [Int: [SplitPart]]) throws {
        _ = try stored.vault.store(try pass(splits), at: 0, dryRun: false)
    }

    private func totals() throws -> [String: Int128] {
        try stored.vault.dailyFigures(march).reduce(into: [:]) {
            $0[$1.category, default: 0] += $1.total.minorUnits
        }
    }

    @Test("parts come back in their order, with lens and note")
    func roundTrip() throws {
        try store([0: Self.parts])
        #expect(try stored.vault.everything().map(\.splits) == [Self.parts, [], []])
        #expect(try stored.vault.transaction(ids[0])?.splits == Self.parts)
    }

    @Test("a second pass with the same parts writes nothing")
    func twice() throws {
        try store([0: Self.parts])
        #expect(
            try stored.vault.store(try pass([0: Self.parts]), at: 0, dryRun: false).changes.isEmpty)
    }

    @Test("other parts are a difference, though the verdict is the same")
    func otherParts() throws {
        try store([0: Self.parts])
        let others = [SplitPart(category: "dining", minorUnits: -1000)]
        let told = try stored.vault.store(try pass([0: others]), at: 0, dryRun: true).changes
        #expect(told.map(\.transaction) == [ids[0]])
        #expect(try stored.vault.everything()[0].splits == Self.parts)
        try store([0: others])
        #expect(try stored.vault.everything()[0].splits == others)
        #expect(try stored.home.count("split_parts") == 1)
    }

    @Test("a split that is gone takes its parts along")
    func unsplit() throws {
        try store([0: Self.parts, 1: Self.parts])
        try store([1: Self.parts])
        #expect(try stored.vault.everything().map(\.splits) == [[], Self.parts, []])
        #expect(try stored.home.count("split_parts") == 3)
    }

    @Test("parts go with their conclusion")
    func deletedConclusions() throws {
        try store([0: Self.parts])
        try stored.home.database().write { try $0.execute(sql: "DELETE FROM conclusions") }
        #expect(try stored.home.count("split_parts") == 0)
        try store([0: Self.parts])
        #expect(try stored.vault.everything()[0].splits == Self.parts)
    }

    @Test("figures count the parts in place of the whole, and come to the same total")
    func figures() throws {
        try store([:])
        #expect(try totals() == ["shopping": -4500])
        try store([0: Self.parts])
        #expect(try totals() == ["dining": -500, "groceries": -500, "shopping": -3500])
    }

    @Test("an amount that changed counts as a whole until the next pass makes its parts anew")
    func changedAmount() throws {
        try store([0: Self.parts, 1: Self.parts.map { $0 }])
        try stored.store(account([transaction("T1", -2000), transaction("T2", -3000)]))
        #expect(try stored.vault.everything().map(\.splits) == [[], Self.parts, []])
        #expect(
            try stored.vault.dailyFigures(march).first { $0.category == "shopping" }?.total
                .minorUnits == -2500)
        let again = try stored.vault.store(
            try pass([0: Self.parts, 1: Self.parts]), at: 0, dryRun: false)
        #expect(again.changes.map(\.transaction) == [ids[0]])
    }

    @Test("a change of texts alone leaves the parts")
    func changedTexts() throws {
        try store([0: Self.parts])
        try stored.store(account([transaction("T1", -1000, description: "TEA")]))
        #expect(try stored.vault.everything()[0].splits == Self.parts)
    }

    @Test(
        "a category finds transactions with a part in it, and split ones no longer by their own",
        arguments: [
            ("dining", [0]), ("groceries", [0]), ("shopping", [1, 2]), ("bills", []),
        ] as [(String, [Int])])
    func category(category: String, positions: [Int]) throws {
        // The plan of the second one came to nothing.
        try store([0: Self.parts, 1: []])
        var query = TransactionQuery()
        query.categories = [category]
        query.order = .oldestFirst
        #expect(try stored.vault.transactions(query).map(\.id) == positions.map { ids[$0] })
        #expect(try stored.vault.transactionCount(query) == positions.count)
    }

    @Test("a plan or lens that nobody could have written is damage, not a guess")
    func damage() throws {
        try store([0: Self.parts])
        try stored.home.database().write { database in
            try database.execute(sql: "UPDATE split_parts SET lens = 'luxury'")
        }
        #expect(
            failure { try stored.vault.everything() }
                == .damagedRow(
                    table: "split_parts", id: ids[0], reason: "unknown lens",
                    path: stored.home.folder.databasePath))
        try stored.home.database().write { database in
            try database.execute(sql: "UPDATE verdicts SET splits = 'half' WHERE splits NOT NULL")
        }
        guard
            case .damagedRow("verdicts", _, _, _)? = failure(of: { try stored.vault.everything() })
        else {
            Issue.record("the vault was read")
            return
        }
    }
}
