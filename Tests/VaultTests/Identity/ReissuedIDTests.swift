import Model
import Testing
import Vault

@Suite("Ids that a bank issues anew")
struct ReissuedIDTests {
    private let stored: StoredVault
    private let march = day(2025, 3, 1)..<day(2025, 4, 1)

    init() throws {
        stored = try StoredVault()
    }

    private func rows() throws -> [Int64: String] {
        Dictionary(uniqueKeysWithValues: try stored.vault.everything().map { ($0.id, $0.bankID) })
    }

    @Test("a block of new ids for the same transactions changes no row, and brings none")
    func block() throws {
        let days = (1...20).map { day(2025, 3, $0) }
        let first = days.enumerated().map { transaction("T\($0)", Int64($0) * -100, on: $1) }
        try stored.store(account(coverage: march, first))
        let before = try stored.vault.everything().map(\.id)
        let again = days.enumerated().map {
            transaction($0 < 10 ? "R\($0)" : "T\($0)", Int64($0) * -100, on: $1)
        }
        let outcome = try stored.store(account(coverage: march, again))
        #expect(outcome == StoredAnswer())
        let after = try stored.vault.everything()
        #expect(after.map(\.id) == before)
        #expect(after.map(\.bankID) == again.map(\.bankID))
        #expect(try stored.vault.formerBankIDs(of: before[3]) == ["T3"])
        #expect(try stored.vault.formerBankIDs(of: before[15]) == [])
    }

    @Test("what the person said stays with the transaction")
    func correction() throws {
        try stored.store(account(coverage: march, [transaction("T1")]))
        try stored.vault.correct([1: Correction(note: "for Ann")], summary: "a note")
        try stored.store(account(coverage: march, [transaction("R1")]))
        #expect(try rows() == [1: "R1"])
        #expect(try stored.vault.corrections(of: [1])[1]?.note == "for Ann")
    }

    @Test("equal transactions get the new ids in their order")
    func order() throws {
        try stored.store(account(coverage: march, [transaction("T1"), transaction("T2")]))
        try stored.store(account(coverage: march, [transaction("R1"), transaction("R2")]))
        #expect(try rows() == [1: "R1", 2: "R2"])
    }

    @Test("an id that comes back is taken back by the same rule")
    func back() throws {
        for id in ["T1", "R1", "T1", "R2"] {
            try stored.store(account(coverage: march, [transaction(id)]))
        }
        #expect(try rows() == [1: "R2"])
        #expect(try stored.vault.formerBankIDs(of: 1).sorted() == ["R1", "T1"])
        try stored.store(account(coverage: march, [transaction("T1"), transaction("R2")]))
        #expect(try rows() == [1: "R2", 2: "T1"])
    }

    @Test(
        "of equal ones as many stay as are both gone and new, and the rest is as it is",
        arguments: [
            (gone: 1, new: 2, kept: ["R1", "R2"]), (gone: 2, new: 1, kept: ["R1", "T2"]),
            (gone: 3, new: 2, kept: ["R1", "R2", "T3"]),
        ])
    func otherCount(gone: Int, new: Int, kept: [String]) throws {
        let first = (1...gone).map { transaction("T\($0)") }
        let second = (1...new).map { transaction("R\($0)") }
        try stored.store(account(coverage: march, first))
        let outcome = try stored.store(account(coverage: march, second))
        #expect(outcome.newTransactions == max(0, new - gone))
        #expect(try rows().values.sorted() == kept)
    }

    @Test("an old id that the answer still has is another transaction")
    func stillThere() throws {
        try stored.store(account(coverage: march, [transaction("T1")]))
        try stored.store(account(coverage: march, [transaction("T1"), transaction("R1")]))
        #expect(try rows() == [1: "T1", 2: "R1"])
    }

    @Test(
        "what differs in day, amount or a text is another transaction",
        arguments: [
            transaction("R1", on: day(2025, 3, 10)), transaction("R1", -1001),
            transaction("R1", description: "Coffee"), transaction("R1", payee: "COFFEE"),
            transaction("R1", memo: "x"), transaction("R1", isPending: true),
        ])
    func difference(other: ReceivedTransaction) throws {
        try stored.store(account(coverage: march, [transaction("T1")]))
        try stored.store(account(coverage: march, [other]))
        #expect(try rows() == [1: "T1", 2: "R1"])
    }

    @Test(
        "an answer that does not have the day whole tells nothing of what is gone",
        arguments: [
            nil, day(2025, 3, 10)..<day(2025, 4, 1), day(2025, 2, 1)..<day(2025, 3, 9),
        ])
    func notCovered(coverage: Range<CalendarDay>?) throws {
        try stored.store(account(coverage: march, [transaction("T1")]))
        try stored.store(account(coverage: coverage, [transaction("R1")]))
        #expect(try rows() == [1: "T1", 2: "R1"])
    }

    @Test("the first and the last day of an answer are whole too")
    func border() throws {
        let window = day(2025, 3, 9)..<day(2025, 3, 10)
        try stored.store(account(coverage: march, [transaction("T1")]))
        try stored.store(account(coverage: window, [transaction("R1")]))
        #expect(try rows() == [1: "R1"])
    }

    @Test("accounts with the same ids are looked at each by itself")
    func twoAccounts() throws {
        try stored.store(
            account("A1", coverage: march, [transaction("T1")]),
            account("A2", coverage: march, [transaction("T1")]))
        try stored.store(
            account("A1", coverage: march, [transaction("R1")]),
            account("A2", coverage: march, [transaction("T1")]))
        #expect(try rows() == [1: "R1", 2: "T1"])
        let accounts = try stored.vault.everything().map(\.account)
        #expect(accounts == [1, 2])
    }

    @Test("a hold that is there under a new id is the same hold")
    func hold() throws {
        try stored.store(account(coverage: march, [transaction("P1", isPending: true)]))
        try stored.store(account(coverage: march, [transaction("P2", isPending: true)]))
        #expect(try rows() == [1: "P2"])
    }

    @Test("what the vault says of covered days stays as it is")
    func coverage() throws {
        try stored.store(account(coverage: march, [transaction("T1")]))
        try stored.vault.noteWholeHistory(accounts: [1])
        try stored.store(account(coverage: march, [transaction("R1")]))
        let record = try #require(try stored.vault.accounts().first)
        #expect(record.coverage == march)
        #expect(record.hasWholeHistory)
    }
}
