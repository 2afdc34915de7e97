import Model
import Testing
import Vault

@Suite("Storing transactions")
struct TransactionStoreTests {
    private let stored: StoredVault

    init() throws {
        stored = try StoredVault()
    }

    @Test("an answer stored twice changes nothing")
    func twice() throws {
        let rows = [transaction("T1"), transaction("T2", 250_000, isPending: true)]
        #expect(try stored.store(account(rows)) == StoredAnswer(new: 2, changed: 0))
        let before = try stored.vault.everything().map(\.bankWords)
        #expect(try stored.store(account(rows)) == StoredAnswer(new: 0, changed: 0))
        #expect(try stored.vault.everything().map(\.bankWords) == before)
    }

    @Test("a pending row settles in place when its posted one has the same id")
    func settling() throws {
        try stored.store(
            account([transaction("T1", -1000, on: day(2025, 3, 9), isPending: true)]))
        let pending = try #require(try stored.vault.everything().first)
        let outcome = try stored.store(
            account([transaction("T1", -1150, on: day(2025, 3, 11), description: "CAFE TIP")]))
        #expect(outcome == StoredAnswer(new: 0, changed: 1))
        let all = try stored.vault.everything()
        let posted = try #require(all.first)
        #expect(all.count == 1)
        #expect(posted.id == pending.id)
        #expect(!posted.isPending)
        #expect(posted.amount == Money(minorUnits: -1150, currency: dollars))
        #expect(posted.day == day(2025, 3, 11))
        #expect(posted.description == "CAFE TIP")
    }

    @Test("a hold that is gone from days answered whole is void, until it comes again")
    func voiding() throws {
        let hold = transaction("P1", on: day(2025, 3, 9), isPending: true)
        let march = day(2025, 3, 1)..<day(2025, 4, 1)
        try stored.store(account(coverage: march, [hold]))
        let id = try #require(try stored.vault.everything().first).id

        let posted = transaction("T1", 70_000, on: day(2025, 3, 10), description: "PAYROLL")
        let outcome = try stored.store(account(coverage: march, [posted]))
        #expect(outcome == StoredAnswer(new: 1, changed: 1))
        #expect(try stored.vault.everything().map(\.bankID) == ["T1"])
        #expect(try stored.vault.transaction(id) == nil)
        #expect(try stored.vault.transactionCount(TransactionQuery()) == 1)
        #expect(try stored.vault.snapshot(asOf: day(2025, 3, 31)).transactions.count == 1)

        try stored.store(account(coverage: march, [hold, posted]))
        #expect(try stored.vault.everything().map(\.id).contains(id))
    }

    @Test(
        "a hold is kept where the answer may not have held it",
        arguments: [
            nil,  // The bank failed, or the answer was capped.
            day(2025, 3, 10)..<day(2025, 4, 1), day(2025, 2, 1)..<day(2025, 3, 9),
        ])
    func keptHold(coverage: Range<CalendarDay>?) throws {
        let hold = transaction("P1", on: day(2025, 3, 9), isPending: true)
        try stored.store(account([hold]))
        try stored.store(account(coverage: coverage, [transaction("T1")]))
        #expect(try stored.vault.everything().map(\.bankID) == ["P1", "T1"])
    }

    @Test("a posted row that an answer lacks is kept: banks forget, people don't")
    func keptPosted() throws {
        try stored.store(account([transaction("T1", on: day(2025, 3, 9))]))
        try stored.store(account(coverage: day(2025, 3, 1)..<day(2025, 4, 1), []))
        #expect(try stored.vault.everything().map(\.bankID) == ["T1"])
    }

    @Test("a posted row is never turned back into a pending one")
    func staysPosted() throws {
        try stored.store(account([transaction("T1", -1150)]))
        let before = try stored.vault.everything().map(\.bankWords)
        let outcome = try stored.store(account([transaction("T1", -1000, isPending: true)]))
        #expect(outcome == StoredAnswer(new: 0, changed: 0))
        #expect(try stored.vault.everything().map(\.bankWords) == before)
    }

    @Test("a bank's later word on a posted row is taken")
    func correction() throws {
        try stored.store(account([transaction("T1", -1150)]))
        let outcome = try stored.store(account([transaction("T1", -1100, memo: "corrected")]))
        #expect(outcome == StoredAnswer(new: 0, changed: 1))
        let record = try #require(try stored.vault.everything().first)
        #expect(record.amount.minorUnits == -1100)
        #expect(record.memo == "corrected")
    }

    @Test(
        "of a pending and a posted row with one id in an answer the posted one holds",
        arguments: [(pending: [true, false], kept: 2), (pending: [false, true], kept: 1)]
            as [(pending: [Bool], kept: Int64)])
    func repeatedID(pending: [Bool], kept: Int64) throws {
        let rows = [
            transaction("T1", 1, isPending: pending[0]),
            transaction("T1", 2, isPending: pending[1]),
        ]
        #expect(try stored.store(account(rows)) == StoredAnswer(new: 1, changed: 0))
        #expect(try stored.vault.everything().map(\.amount.minorUnits) == [Int128(kept)])
    }

    @Test("two equal rows with different ids are two transactions")
    func equalRows() throws {
        try stored.store(account([transaction("T1", -300), transaction("T2", -300)]))
        #expect(try stored.vault.everything().map(\.bankID) == ["T1", "T2"])
    }

    @Test("one id in two accounts is two transactions")
    func idOfTwoAccounts() throws {
        try stored.store(account("A1", [transaction("T1")]), account("A2", [transaction("T1")]))
        #expect(try stored.vault.everything().count == 2)
    }

    @Test("amounts keep every unit to the ends of 64 bits", arguments: [.min, -1, 0, 1, Int64.max])
    func extremeAmounts(amount: Int64) throws {
        try stored.store(account([transaction("T1", amount)]))
        #expect(try stored.vault.everything().map(\.amount.minorUnits) == [Int128(amount)])
        let facts = try stored.vault.snapshot(asOf: day(2025, 3, 9)).transactions
        #expect(facts.map(\.amount) == [amount])
    }

    @Test("an account that names an institution the answer lacks stores nothing of the answer")
    func allOrNothing() throws {
        let answer = ReceivedAnswer(
            institutions: [ReceivedInstitution(key: "bank", name: "Bank", url: nil)],
            accounts: [
                account("A1", [transaction("T1")]), account("A2", at: "elsewhere", []),
            ],
            receivedAt: firstOfMarch)
        #expect(throws: VaultError.self) {
            try stored.vault.store(answer, connection: stored.connection, sync: nil)
        }
        #expect(try stored.vault.accounts().isEmpty)
        #expect(try stored.vault.everything().isEmpty)
        #expect(try stored.home.count("institutions") == 0)
    }
}

extension StoredAnswer {
    fileprivate init(new: Int, changed: Int) {
        self.init()
        newTransactions = new
        changedTransactions = changed
    }
}

/// What a bank said in a transaction.
private struct BankWords: Hashable {
    let id: Int64
    let day: CalendarDay
    let amount: Money
    let texts: [String]
    let isPending: Bool
}

extension TransactionRecord {
    fileprivate var bankWords: BankWords {
        BankWords(
            id: id, day: day, amount: amount,
            texts: [bankID, description, bankPayee, memo, merchantCode], isPending: isPending)
    }
}
