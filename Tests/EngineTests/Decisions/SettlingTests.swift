import Engine
import Model
import Testing
import Vault

@Suite("Settling a hold by the person's word")
struct SettlingTests {
    private let demo: DemoVault

    /// Two holds that could be one posted transaction, 3. Then there are one
    /// that came in, 4, one that is pending, 5, and one of another account, 6.
    init() throws {
        demo = try DemoVault()
        let connection = try demo.vault.fileConnection(createdAt: 0)
        func row(
            _ id: String, _ amount: Int64, isPending: Bool = false
        ) -> ReceivedTransaction {
            ReceivedTransaction(
                bankID: id, day: today, amount: amount, description: "SHOP", payee: "", memo: "",
                merchantCode: "", isPending: isPending, postedAt: nil, transactedAt: nil)
        }
        for (rows, others) in [
            ([row("P1", -500, isPending: true), row("P2", -500, isPending: true)], []),
            (
                [row("T1", -500), row("T3", 500), row("P3", -9, isPending: true)],
                [row("T2", -500)]
            ),
        ] {
            _ = try demo.vault.store(
                ReceivedAnswer(
                    institutions: [ReceivedInstitution(key: "bank", name: "Bank", url: nil)],
                    accounts: [("A", rows), ("B", others)].map { id, rows in
                        ReceivedAccount(
                            institutionKey: "bank", bankID: id, name: id,
                            currency: Currency(code: "USD", exponent: 2), balance: nil,
                            transactions: rows,
                            coverage: today.adding(days: -9)..<today.adding(days: 1))
                    }, receivedAt: today.noon),
                connection: connection.id, sync: nil)
        }
        _ = try demo.engine().classify(dryRun: false)
    }

    @Test("moves its decisions to the posted transaction")
    func settles() throws {
        let engine = demo.engine()
        #expect(try demo.vault.doubtfulHolds().map(\.hold.id) == [2, 1])
        try demo.vault.correct([1: Correction(category: "travel")], summary: "set")
        let report = try engine.settle(hold: 1, as: 3)
        // The other purchase learns from it.
        #expect(report.changes.map(\.transaction) == [3, 5])
        #expect(try demo.vault.transaction(3)?.verdict?.category.value == "travel")
        _ = try engine.undo()
        #expect(try demo.vault.transaction(3)?.verdict?.category.value == "other")
    }

    @Test(
        "brings the parts that it was split into, unless a category was given to what it became",
        arguments: [nil, "travel"])
    func settlesParts(category: String?) throws {
        let plan = try SplitPlan([
            SplitPlan.Part(
                category: "dining", size: .amount(DecimalAmount(coefficient: 2, decimals: 0))),
            SplitPlan.Part(category: "groceries", size: .remainder),
        ])
        let parts = [
            SplitPart(category: "dining", minorUnits: -200, lens: .want),
            SplitPart(category: "groceries", minorUnits: -300, lens: .need),
        ]
        try demo.vault.correct([1: Correction(splits: plan)], summary: "split")
        if let category {
            try demo.vault.correct([3: Correction(category: category)], summary: "set")
        }
        _ = try demo.engine().settle(hold: 1, as: 3)
        let posted = try #require(try demo.vault.transaction(3))
        #expect(posted.splits == (category == nil ? parts : []))
        #expect(try demo.vault.corrections(of: [1, 3]).keys.sorted() == [3])
        _ = try demo.engine().undo()
        #expect(try demo.vault.transaction(3)?.splits == [])
        #expect(try demo.vault.corrections(of: [1]) == [1: Correction(splits: plan)])
    }

    @Test(
        "is refused where the two can't be one",
        arguments: [
            (3, 3, .noVanishedHold(3)), (99, 3, .noVanishedHold(99)),
            (1, 6, .differentAccounts(hold: 1, posted: 6)),
            (1, 4, .differentDirections(hold: 1, posted: 4)), (1, 5, .stillPending(5)),
        ] as [(Int64, Int64, SettlementError)])
    func refused(hold: Int64, posted: Int64, error: SettlementError) throws {
        #expect(throws: error) { try demo.engine().settle(hold: hold, as: posted) }
    }

    @Test("is said once: it has to be taken back before something else is said")
    func again() throws {
        let engine = demo.engine()
        _ = try engine.settle(hold: 1, as: nil)
        _ = try engine.settle(hold: 1, as: 3)
        #expect(throws: SettlementError.settled(hold: 1, posted: 3)) {
            try engine.settle(hold: 1, as: nil)
        }
        _ = try engine.undo()
        #expect(try demo.vault.settlement(ofHold: 1) == nil)
    }

    @Test("is refused where there is no such transaction")
    func unknown() throws {
        #expect(throws: EngineError.noSuchTransaction(99)) {
            try demo.engine().settle(hold: 1, as: 99)
        }
    }
}
