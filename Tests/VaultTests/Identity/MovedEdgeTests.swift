import Model
import Testing
import Vault

@Suite("Transactions that a bank moves out of the days that it was asked for")
struct MovedEdgeTests {
    private let stored: StoredVault

    init() throws {
        stored = try StoredVault()
    }

    private func rows() throws -> [Int64: String] {
        Dictionary(uniqueKeysWithValues: try stored.vault.everything().map { ($0.id, $0.bankID) })
    }

    /// Paid the day before, as the bank says however it moves them.
    private func posted(
        _ id: String, _ amount: Int64, on number: Int, paidOn paid: Int
    ) -> ReceivedTransaction {
        ReceivedTransaction(
            bankID: id, day: day(2025, 3, number), amount: amount, description: "COFFEE",
            payee: "", memo: "", merchantCode: "", isPending: false,
            postedAt: day(2025, 3, number).secondsSinceEpoch,
            transactedAt: day(2025, 3, paid).secondsSinceEpoch)
    }

    /// Two of days that are asked for again, and one of the day behind them.
    private func known() throws {
        try stored.store(
            account(
                coverage: day(2025, 3, 1)..<day(2025, 4, 1),
                [
                    posted("T1", -100, on: 16, paidOn: 15), posted("T2", -200, on: 18, paidOn: 17),
                    posted("T3", -300, on: 19, paidOn: 18),
                ]))
    }

    private func receiveBefore19(_ rows: ReceivedTransaction...) throws -> StoredAnswer {
        try stored.store(account(coverage: day(2025, 3, 1)..<day(2025, 3, 19), rows))
    }

    @Test("are known if all of these days came under new ids and as many days earlier")
    func movedWithAll() throws {
        try known()
        let outcome = try receiveBefore19(
            posted("R1", -100, on: 15, paidOn: 15), posted("R2", -200, on: 17, paidOn: 17),
            posted("R3", -300, on: 18, paidOn: 18))
        #expect(outcome.newTransactions == 0)
        #expect(outcome.recognised == 3)
        #expect(try rows() == [1: "R1", 2: "R2", 3: "R3"])
    }

    @Test(
        "are others if one of these days kept its id, its day, or moved further",
        arguments: [("T2", 17), ("R2", 18), ("R2", 16)])
    func movedAlone(id: String, day: Int) throws {
        try known()
        _ = try receiveBefore19(
            posted("R1", -100, on: 15, paidOn: 15), posted(id, -200, on: day, paidOn: 17),
            posted("R3", -300, on: 18, paidOn: 18))
        #expect(try rows() == [1: "R1", 2: id, 3: "T3", 4: "R3"])
    }

    @Test("are others if nothing of these days is known")
    func unknown() throws {
        try stored.store(account([posted("T3", -300, on: 19, paidOn: 18)]))
        _ = try receiveBefore19(posted("R3", -300, on: 18, paidOn: 18))
        #expect(try rows() == [1: "T3", 2: "R3"])
    }

    @Test("are others if they were paid on another day")
    func paidOnAnotherDay() throws {
        try known()
        _ = try receiveBefore19(
            posted("R1", -100, on: 15, paidOn: 15), posted("R2", -200, on: 17, paidOn: 17),
            posted("R3", -300, on: 18, paidOn: 13))
        #expect(try rows() == [1: "R1", 2: "R2", 3: "T3", 4: "R3"])
    }
}
