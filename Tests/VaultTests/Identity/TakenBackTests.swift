import Model
import Testing
import Vault

@Suite("Transactions that a bank takes back")
struct TakenBackTests {
    private let stored: StoredVault
    private let march = day(2025, 3, 1)..<day(2025, 4, 1)

    init() throws {
        stored = try StoredVault()
    }

    @Test("a doubled row counts once when the bank takes it back, until it comes again")
    func doubled() throws {
        let both = [transaction("T1"), transaction("T2")]
        try stored.store(account(coverage: march, both))
        let outcome = try stored.store(account(coverage: march, [transaction("T2")]))
        #expect(outcome.takenBack == 1)
        #expect(try stored.vault.everything().map(\.bankID) == ["T2"])
        #expect(try stored.vault.snapshot(asOf: day(2025, 3, 31)).transactions.count == 1)
        #expect(try stored.store(account(coverage: march, both)).takenBack == 0)
        #expect(try stored.vault.everything().map(\.bankID) == ["T1", "T2"])
        #expect(try stored.vault.everything().allSatisfy { !$0.isPending })
    }

    @Test(
        "an incomplete answer takes nothing back",
        arguments: [nil, day(2025, 3, 10)..<day(2025, 4, 1)])
    func incomplete(coverage: Range<CalendarDay>?) throws {
        try stored.store(account(coverage: march, [transaction("T1"), transaction("T2")]))
        try stored.store(account(coverage: coverage, [transaction("T2")]))
        #expect(try stored.vault.everything().count == 2)
    }

    @Test("a duplicate stays while some row of its account can't be read", arguments: ["N3", ""])
    func unreadable(id: String) throws {
        let both = ["T1", "T2"].map { transaction($0, -3_551, on: day(2025, 3, 4)) }
        try stored.store(account(coverage: march, both))
        let outcome = try stored.store(
            account(coverage: march, unreadable: [ExactText(id)], [both[0]]))
        #expect(outcome.takenBack == 0)
        #expect(outcome.missing.isEmpty)
        #expect(try stored.vault.everything().map(\.bankID) == ["T1", "T2"])
        #expect(try stored.store(account(coverage: march, [both[0]])).takenBack == 1)
    }

    @Test("a decision about a withdrawn duplicate waits for the person")
    func decision() throws {
        try stored.store(account(coverage: march, [transaction("T1"), transaction("T2")]))
        try stored.vault.correct([1: Correction(note: "for Ann")], summary: "a note")
        try stored.store(account(coverage: march, [transaction("T2")]))
        let doubts = try stored.vault.doubtfulHolds()
        #expect(doubts.map(\.hold.id) == [1])
        #expect(doubts.map { $0.candidates.map(\.id) } == [[2]])
    }

    @Test("any other row that is gone counts on, and is told once")
    func missing() throws {
        let rows = [transaction("T1"), transaction("T2", -700), transaction("T3", -20)]
        try stored.store(account(coverage: march, rows))
        let outcome = try stored.store(account(coverage: march, Array(rows.dropLast())))
        #expect(outcome.missing == [3])
        #expect(try stored.vault.everything().count == 3)
        #expect(try stored.store(account(coverage: march, Array(rows.dropLast()))).missing == [])
        #expect(try stored.vault.missingSince(3) == firstOfMarch)
        try stored.store(account(coverage: march, rows))
        #expect(try stored.vault.missingSince(3) == nil)
    }

    @Test(
        "a row that is gone is asked about until the person says whether it counts",
        arguments: [true, false])
    func missingUntilDecided(isExcluded: Bool) throws {
        let rows = [transaction("T1"), transaction("T2", -700), transaction("T3", -20)]
        try stored.store(account(coverage: march, rows))
        #expect(try stored.vault.missingTransactions() == [])
        try stored.store(account(coverage: march, Array(rows.prefix(1))))
        #expect(try stored.vault.missingTransactions() == [2, 3])
        try stored.vault.correct([2: Correction(excluded: isExcluded)], summary: "set")
        #expect(try stored.vault.missingTransactions() == [3])
        try stored.store(account(coverage: march, rows))
        #expect(try stored.vault.missingTransactions() == [])
    }

    @Test(
        "days that a bank no longer has are no loss to tell of, but those of the last weeks are",
        arguments: [(60, []), (20, [1])] as [(Int64, [Int64])])
    func forgotten(later: Int64, missing: [Int64]) throws {
        try stored.store(account(coverage: march, [transaction("T1")]))
        let at = day(2025, 3, 9).secondsSinceEpoch + later * 86_400
        #expect(
            try stored.store(account(coverage: march, []), receivedAt: at).missing == missing)
        #expect(try stored.vault.everything().count == 1)
    }
}
