import GRDB
import Model
import Testing
import Vault

@Suite("The vault's integrity")
struct IntegrityTests {
    private let stored: StoredVault

    init() throws {
        stored = try StoredVault()
        try stored.store(account([transaction("T1")]))
    }

    @Test("every table is strict about the types of its columns")
    func strictTables() throws {
        let tables = try stored.home.database().read { database in
            try Row.fetchAll(database, sql: "PRAGMA table_list").filter {
                let name: String = $0["name"]
                return $0["type"] == "table" && !name.hasPrefix("sqlite_")
                    && !name.hasPrefix("grdb_")
            }
        }
        #expect(tables.count >= 14)
        #expect(tables.allSatisfy { $0["strict"] == 1 })
    }

    @Test("text in place of an amount is refused")
    func textAsAmount() throws {
        let database = try stored.home.database()
        #expect(throws: DatabaseError.self) {
            try database.write {
                try $0.execute(sql: "UPDATE transactions SET amount = 'a lot'")
            }
        }
    }

    @Test("an answer of a connection that is not there is refused")
    func unknownConnection() throws {
        let answer = ReceivedAnswer(
            institutions: [ReceivedInstitution(key: "bank", name: "Bank", url: nil)],
            accounts: [], receivedAt: 0)
        #expect(throws: VaultError.self) {
            try stored.vault.store(answer, connection: 99, sync: nil)
        }
    }

    @Test("a decision about an account that is not there is refused")
    func unknownAccount() {
        #expect(throws: VaultError.self) { try stored.vault.decideType(.loan, account: 99) }
    }

    @Test("an error contains no stored value")
    func quietErrors() throws {
        let secret = "PAYROLL OF SOMEONE"
        let answer = ReceivedAnswer(
            institutions: [ReceivedInstitution(key: secret, name: secret, url: secret)],
            accounts: [], receivedAt: 0)
        let error = failure { try stored.vault.store(answer, connection: 99, sync: nil) }
        #expect(error != nil)
        #expect(!String(reflecting: error).contains(secret))
    }

    @Test("a currency stored at other decimals is refused, not rescaled")
    func otherExponent() throws {
        let mills = Currency(code: "USD", exponent: 3)
        #expect(throws: VaultError.self) { try stored.store(account("A2", currency: mills)) }
        #expect(try stored.vault.accounts().count == 1)
    }

    @Test("a day out of range is an error wherever it is read, and is known to doctor")
    func impossibleDay() throws {
        let vault = stored.vault
        #expect(try vault.damage().isEmpty)
        try stored.home.database().write { database in
            try database.execute(
                sql: """
                    UPDATE transactions SET day = 1099511627776;
                    UPDATE accounts SET covered_from = 5, covered_to = 1099511627776;
                    INSERT INTO daily_balances (account_id, day, balance)
                        VALUES (1, -1099511627776, 7);
                    """)
        }
        let reads: [() throws -> Any?] = [
            { try vault.everything() }, { try vault.transaction(1) },
            { try vault.transactions(numbered: [1]) }, { try vault.oldestDay() },
            { try vault.newestDay() }, { try vault.firstKnownDay() },
            { try vault.importedCoverage() }, { try vault.activity(ofAccount: 1) },
            { try vault.accounts() }, { try vault.dailyBalances() },
            { try vault.dailyFlows(of: [], after: day(2025, 3, 1)) },
            {
                try vault.progress(
                    connection: stored.connection, through: day(2025, 3, 1),
                    pendingSince: day(2025, 3, 1))
            },
        ]
        for (number, read) in reads.enumerated() {
            guard case .damagedRow? = failure(of: read) else {
                Issue.record("read \(number) gave no error")
                continue
            }
        }
        #expect(
            failure { try vault.transaction(1) }
                == .damagedRow(
                    table: "transactions", id: 1, reason: "its day is out of range",
                    path: stored.home.folder.databasePath))
        #expect(
            try vault.damage() == [
                "transactions: 1 row has a day out of range",
                "daily_balances: 1 row has a day out of range",
                "accounts: 1 row has a covered_to out of range",
            ])
    }

    @Test("an amount that has no opposite is an error that names its row")
    func lowestAmount() throws {
        try stored.store(account([transaction("T1", .min)]))
        #expect(
            failure {
                try stored.vault.reverseSigns(ReversedSigns(transactions: true), account: 1)
            }
                == .damagedRow(
                    table: "transactions", id: 1,
                    reason: "its amount is too large to reverse its sign",
                    path: stored.home.folder.databasePath))
        try stored.vault.reverseSigns(ReversedSigns(balance: true), account: 1)
    }

    @Test("a sum beyond 64 bits is exact")
    func overflow() throws {
        try stored.store(account([transaction("T2", .max), transaction("T3", .max)]))
        let flows = try stored.vault.dailyFlows(
            of: stored.vault.accounts(), after: day(2025, 3, 1))
        #expect(flows.map(\.minorUnits) == [2 * Int128(Int64.max) - 1000])
    }
}
