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

    @Test("a refusal tells no stored value")
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

    @Test("a sum beyond 64 bits is exact")
    func overflow() throws {
        try stored.store(account([transaction("T2", .max), transaction("T3", .max)]))
        let flows = try stored.vault.dailyFlows(
            of: stored.vault.accounts(), after: day(2025, 3, 1))
        #expect(flows.map(\.minorUnits) == [2 * Int128(Int64.max) - 1000])
    }
}
