import GRDB
import Model
import Testing
import Vault

@Suite("The snapshot of a vault")
struct SnapshotTests {
    private let stored: StoredVault
    private let today = day(2025, 3, 31)

    init() throws {
        stored = try StoredVault()
    }

    @Test("has what the bank says of an account's balance")
    func balances() throws {
        let noon = day(2025, 3, 9).secondsSinceEpoch + 43_200
        try stored.store(
            account(
                "A1",
                balance: ReceivedBalance(
                    minorUnits: -5000, availableMinorUnits: 1000, at: noon)),
            account(
                "A2",
                balance: ReceivedBalance(minorUnits: 70, availableMinorUnits: nil, at: noon)),
            account("A3"), receivedAt: noon)
        try stored.vault.decideType(.credit, account: 1)
        let accounts = try stored.vault.snapshot(asOf: today).accounts
        #expect(accounts.map(\.bankID) == ["A1", "A2", "A3"])
        #expect(accounts.map(\.balance) == [-5000, 70, nil])
        #expect(accounts.map(\.availableBalance) == [1000, nil, nil])
        #expect(accounts.map(\.balanceDay) == [day(2025, 3, 9), day(2025, 3, 9), nil])
        #expect(accounts.map(\.isLiability) == [true, false, false])
    }

    @Test("has the UTC day on which a transaction was made, where the bank says so")
    func transactedDay() throws {
        func row(_ id: String, transactedAt: Int64?) -> ReceivedTransaction {
            ReceivedTransaction(
                bankID: id, day: day(2025, 3, 9), amount: -1, description: "", payee: "", memo: "",
                merchantCode: "", isPending: false, postedAt: nil, transactedAt: transactedAt)
        }
        let midnight = day(2025, 3, 8).secondsSinceEpoch
        try stored.store(
            account([
                row("T1", transactedAt: midnight), row("T2", transactedAt: midnight - 1),
                row("T3", transactedAt: nil),
            ]))
        let transactions = try stored.vault.snapshot(asOf: today).transactions
        #expect(transactions.map(\.day) == Array(repeating: day(2025, 3, 9), count: 3))
        #expect(transactions.map(\.transactedDay) == [day(2025, 3, 8), day(2025, 3, 7), nil])
    }

    @Test("has the bank's ids of transactions where they are asked for, byte for byte")
    func bankIDs() throws {
        let ids = ["TRN-1", "e\u{301}", "\u{e9}", "a\0b", ""]
        try stored.store(account(ids.map { transaction($0) }))
        #expect(try stored.vault.snapshot(asOf: today).bankIDs == nil)
        let snapshot = try stored.vault.snapshot(asOf: today, includingBankIDs: true)
        let column = try #require(snapshot.bankIDs)
        #expect(column.count == snapshot.transactions.count)
        #expect(
            (0..<column.count).map { Array(column[$0].utf8) } == ids.map { Array($0.utf8) })
    }

    @Test("has texts as their bank meant them, and the vault as it sent them")
    func entities() throws {
        try stored.store(account([transaction("T1", description: "AT&amp;T WIRELESS")]))
        let snapshot = try stored.vault.snapshot(asOf: today)
        let row = try #require(snapshot.transactions.first)
        #expect(snapshot.texts[row.description] == "AT&T WIRELESS")
        #expect(try stored.vault.everything().first?.description == "AT&amp;T WIRELESS")
    }

    @Test("has the texts of rows whose numbers are far apart, as damage leaves them")
    func distantTexts() throws {
        try stored.store(account([transaction("T1", description: "COFFEE")]))
        try stored.home.database().writeWithoutTransaction { database in
            try database.execute(
                sql: """
                    PRAGMA foreign_keys = OFF;
                    INSERT INTO texts (id, value) VALUES (4000000000000000000, 'FAR'), (-5, 'BELOW');
                    UPDATE transactions SET payee_id = 4000000000000000000, memo_id = -5;
                    """)
        }
        let snapshot = try stored.vault.snapshot(asOf: today)
        let row = try #require(snapshot.transactions.first)
        #expect(snapshot.texts[row.payee] == "FAR")
        #expect(snapshot.texts[row.memo] == "BELOW")
        #expect(snapshot.texts[row.description] == "COFFEE")
    }

    @Test("is an error where a day is no day, and not another day")
    func dayOutOfRange() throws {
        try stored.store(account([transaction("T1")]))
        try stored.home.database().write {
            try $0.execute(sql: "UPDATE transactions SET day = 4294987296")
        }
        #expect(
            failure { try stored.vault.snapshot(asOf: today) }
                == .damagedRow(
                    table: "transactions", id: 1, reason: "its day is out of range",
                    path: stored.home.folder.databasePath))
    }
}
