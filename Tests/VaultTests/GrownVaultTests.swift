import Foundation
import GRDB
import TestSupport
import Testing
import Vault

/// A vault after 400 days in which a bank failed at every hour's sync and gave new ids, and a
/// young one.
@Suite("A vault that has grown for years")
struct GrownVaultTests {
    private static let hours = 400 * 24

    private let young: StoredVault
    private let grown: StoredVault

    init() throws {
        young = try Self.vault(syncs: 24)
        grown = try Self.vault(syncs: Self.hours)
    }

    /// - Parameter outcome: of each sync: "failed" where no bank answered.
    private static func vault(syncs: Int, outcome: String = "partial") throws -> StoredVault {
        let stored = try StoredVault()
        try stored.store(
            account("A1", at: "otter", [transaction("T1")]),
            account("A2", at: "heron", [transaction("T2")]))
        try stored.home.database().write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE hours (hour) AS (
                        SELECT 1 UNION ALL SELECT hour + 1 FROM hours WHERE hour < :syncs)
                    INSERT INTO syncs (id, connection_id, started_at, finished_at, outcome)
                    SELECT 20000 + hour, :connection, :start + 3600 * hour,
                        :start + 3600 * hour + 60, :outcome FROM hours
                    """,
                arguments: [
                    "syncs": syncs, "connection": stored.connection, "start": firstOfMarch,
                    "outcome": outcome,
                ])
            try database.execute(
                sql: """
                    INSERT INTO messages (sync_id, institution_id, account_id, code, text)
                        SELECT id, 1, 1, 'con.auth', 'Sign in to your bank' FROM syncs
                        WHERE outcome <> 'failed';
                    INSERT INTO requests (connection_id, sync_id, reserved_at)
                        SELECT connection_id, id, started_at FROM syncs;
                    INSERT INTO former_bank_ids (transaction_id, bank_id, replaced_at)
                        SELECT transactions.id, syncs.id, started_at FROM syncs, transactions;
                    """)
        }
        return stored
    }

    private struct View: Sendable, CustomTestStringConvertible {
        let name: String
        let read: @Sendable (Vault, Int64) throws -> Void

        init(_ name: String, _ read: @escaping @Sendable (Vault, Int64) throws -> Void) {
            self.name = name
            self.read = read
        }

        var testDescription: String { name }
    }

    private static let views = [
        View("the health of banks") { vault, _ in _ = try vault.institutionHealth() },
        View("the last sync") { vault, connection in
            let last = try vault.lastSync(connection: connection)
            #expect(last != nil)
        },
        View("the last sync with data") { vault, connection in
            _ = try vault.lastAnsweredSync(connection: connection)
        },
        View("the last whole syncs") { vault, _ in _ = try vault.lastWholeSyncs() },
        View("connections never synced") { vault, _ in _ = try vault.connectionsNeverSynced() },
        View("requests of a day") { vault, connection in
            _ = try vault.requestsUsed(
                connection: connection, at: firstOfMarch + Int64(hours) * 3600)
        },
        View("accounts") { vault, _ in _ = try vault.accounts() },
        View("the traces of accounts") { vault, _ in _ = try vault.accountTraces() },
        View("an account's activity") { vault, _ in _ = try vault.activity(ofAccount: 1) },
        View("the state of history") { vault, connection in
            _ = try vault.historyState(connection: connection)
        },
        View("the newest transactions' beginning") { vault, _ in
            _ = try vault.beginningOfNewest()
        },
        View("a transaction") { vault, _ in _ = try vault.transaction(1) },
        View("failing steps") { vault, _ in _ = try vault.failingCounts() },
    ]

    @Test("shows everything in about the time of a young one", arguments: views)
    private func view(_ view: View) throws {
        try compare(view, young, grown)
    }

    @Test("also where no sync had an answer", arguments: views)
    private func unanswered(_ view: View) throws {
        try compare(
            view, Self.vault(syncs: 24, outcome: "failed"),
            Self.vault(syncs: Self.hours, outcome: "failed"))
    }

    private static let accounts = 20_000

    /// A vault with so many accounts beside those of a young one, each with a transaction.
    private static func crowded() throws -> StoredVault {
        let stored = try vault(syncs: 24)
        try stored.home.database().write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE numbers (number) AS (
                        SELECT 10 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
                    INSERT INTO accounts (id, connection_id, institution_id, bank_id, name,
                        currency_id, balance, balance_at, last_received_at)
                    SELECT number, connection_id, institution_id, 'B' || number, name || number,
                        currency_id, balance, balance_at, last_received_at
                    FROM numbers JOIN accounts ON accounts.id = 2
                    """, arguments: [accounts + 9])
            try database.execute(
                sql: """
                    INSERT INTO transactions (account_id, bank_id, day, amount, description_id,
                        payee_id, memo_id, merchant_code_id, is_pending, posted_at,
                        first_received_at, bank_amount)
                    SELECT accounts.id, 'T' || accounts.id, day, amount, description_id,
                        payee_id, memo_id, merchant_code_id, is_pending, posted_at,
                        first_received_at, bank_amount
                    FROM accounts JOIN transactions ON transactions.id = 2 WHERE accounts.id >= 10
                    """)
        }
        return stored
    }

    /// The views that neither list nor count accounts or transactions.
    private static let viewsOfOne = views.filter {
        [
            "the last sync", "the last whole syncs", "connections never synced",
            "requests of a day", "an account's activity", "a transaction", "failing steps",
        ].contains($0.name)
    }

    @Test("shows one thing as fast beside 20,000 other accounts", arguments: viewsOfOne)
    private func viewOfOne(_ view: View) throws {
        try compare(view, young, Self.crowded())
    }

    private func compare(_ view: View, _ young: StoredVault, _ grown: StoredVault) throws {
        func time(_ stored: StoredVault) throws -> Double {
            try (0..<7).map { _ in
                try ProcessorTime.used { try view.read(stored.vault, stored.connection) }
            }.min() ?? 0
        }
        // The time of the smallest read is added, so that noise is no growth.
        let floor =
            try (0..<7).map { _ in
                try ProcessorTime.used { _ = try young.vault.failingCounts() }
            }.max() ?? 0
        _ = try (time(young), time(grown))
        let ratio = try time(grown) / (time(young) + floor)
        #expect(ratio < 2, "\(view.name)")
    }

    @Test("reports of each bank what its last sync said")
    func health() throws {
        for vault in [young.vault, grown.vault] {
            let health = try vault.institutionHealth()
            #expect(health.map(\.messages.count) == [1, 0])
        }
    }
}
