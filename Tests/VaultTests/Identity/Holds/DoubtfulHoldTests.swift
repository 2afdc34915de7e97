import GRDB
import Model
import Testing
import Vault

// Holds that could be several posted transactions.
extension SettlementTests {
    /// Two holds that could be one posted transaction.
    func doubt() throws {
        _ = try receive(hold("P1"), hold("P2"))
        try vault.correct(
            [
                1: Correction(category: "gifts", note: "for Ann", tags: ["trip"]),
                2: Correction(note: "for Bob"),
            ], summary: "set")
        _ = try receive(posted())
    }

    @Test("in doubt are void, and listed with what they may have become")
    func listed() throws {
        try doubt()
        #expect(try rows() == [3: "T1"])
        let doubts = try vault.doubtfulHolds()
        #expect(doubts.map(\.hold.id) == [2, 1])
        #expect(doubts.map { $0.candidates.map(\.id) } == [[3], [3]])
        #expect(try vault.doubtfulHoldCount() == 2)
    }

    @Test("in doubt are counted at once, and each of them and of the posted ones is read once")
    func statements() throws {
        let holds = (1...40).map { hold("P\($0)") }
        try stored.store(account(coverage: march, holds))
        try stored.store(account(coverage: march, []))
        try stored.store(account((1...39).map { posted("T\($0)", 500 + Int64($0)) }))
        try stored.home.database().write { database in
            try database.execute(
                sql: """
                    INSERT INTO settlement_candidates (hold_id, posted_id)
                    SELECT one.id, other.id FROM transactions AS one, transactions AS other
                    WHERE one.voided_at IS NOT NULL AND other.voided_at IS NULL
                    """)
        }
        var found: [DoubtfulHold] = []
        // Beside the reading of a transaction, that of its verdict and of its parts.
        #expect(try statements { found = try vault.doubtfulHolds() } < 3 * (40 + 39))
        #expect(found.map(\.candidates.count) == Array(repeating: 39, count: 40))
        var count = 0
        #expect(try statements { count = try vault.doubtfulHoldCount() } < 10)
        #expect(count == 40)
    }

    /// How many statements the vault runs for something.
    private func statements(for body: () throws -> Void) throws -> Int {
        var count = 0
        try vault.read { $0.trace { _ in count += 1 } }
        try body()
        try vault.read { $0.trace() }
        return count
    }

    @Test("that are equal each go on as another of as many equal posted ones")
    func equals() throws {
        let holds = (1...3).map { hold("P\($0)") }
        let posted = (1...3).map { self.posted("T\($0)") }
        try stored.store(account(coverage: march, holds))
        try vault.correct(
            Dictionary(
                uniqueKeysWithValues: (1...3).map { (Int64($0), Correction(note: "\($0)")) }),
            summary: "notes")
        try stored.store(account(coverage: march, holds + posted), receivedAt: firstOfMarch + 1)
        try stored.store(account(coverage: march, posted), receivedAt: firstOfMarch + 2)
        #expect(try rows() == [1: "T1", 2: "T2", 3: "T3"])
    }

    @Test("are the person's to settle: what was said goes with them, and undo takes it back")
    func settle() throws {
        try doubt()
        try vault.correct([3: Correction(category: "dining", tags: ["food"])], summary: "set")
        let before = try vault.corrections(of: [1, 2, 3])
        try vault.settle(hold: 1, as: 3, summary: "transactions settle 1 3")
        #expect(
            try vault.corrections(of: [1, 2, 3]) == [
                2: Correction(note: "for Bob"),
                3: Correction(category: "dining", note: "for Ann", tags: ["food", "trip"]),
            ])
        #expect(try vault.doubtfulHolds().isEmpty)
        #expect(try rows() == [3: "T1"])
        #expect(try vault.undo().summary == "transactions settle 1 3")
        #expect(try vault.corrections(of: [1, 2, 3]) == before)
        #expect(try vault.doubtfulHolds().map(\.hold.id) == [2, 1])
        _ = try vault.redo()
        #expect(try vault.corrections(of: [3])[3]?.note == "for Ann")
    }

    @Test("became none of them if the person says so, and are not asked about again")
    func neither() throws {
        try doubt()
        try vault.settle(hold: 1, as: nil, summary: "transactions settle 1 --neither")
        #expect(try vault.doubtfulHolds().map(\.hold.id) == [2])
        _ = try receive(posted(), posted("T2", on: day(2025, 3, 12)))
        #expect(try vault.doubtfulHolds().map(\.hold.id) == [2])
        #expect(try vault.corrections(of: [1])[1]?.note == "for Ann")
    }

    @Test("stay the person's to settle when more is posted")
    func more() throws {
        try doubt()
        _ = try receive(posted(), posted("T2", on: day(2025, 3, 12)))
        #expect(try rows() == [3: "T1", 4: "T2"])
        #expect(try vault.doubtfulHolds().map { $0.candidates.map(\.id) } == [[3, 4], [3, 4]])
    }

    @Test("are out of doubt when their bank names them again")
    func named() throws {
        try doubt()
        _ = try receive(posted(), hold("P1"))
        #expect(try vault.doubtfulHolds().map(\.hold.id) == [2])
        #expect(try rows() == [1: "P1", 3: "T1"])
    }

    @Test("take series, reminders and pairs along")
    func otherDecisions() throws {
        try doubt()
        try stored.store(account("A2", [transaction("S1", 1000)]))
        try vault.decide(.unlinked, TransactionPair(1, 4), summary: "unlink")
        try vault.decide(aboutSeriesOf: 1, .confirmed, summary: "confirm")
        try vault.settle(hold: 1, as: 3, summary: "settle")
        #expect(try vault.pairDecisions() == [TransactionPair(3, 4): .unlinked])
        let snapshot = try vault.snapshot(asOf: day(2025, 3, 31))
        #expect(snapshot.decisions.series == [3: .confirmed])
    }
}
