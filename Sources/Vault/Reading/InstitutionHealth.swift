internal import GRDB

/// How well one bank's part of a connection is.
public struct InstitutionHealth: Sendable {
    public let id: Int64
    public let connection: Int64
    public let name: String
    /// How many accounts of it are known.
    public let accounts: Int
    /// When a bridge last told of one of its accounts, in POSIX seconds.
    public let lastReceivedAt: Int64?
    /// What was said of it and of its accounts in the last sync that told of it: one
    /// that brought none of its accounts and no message about it says nothing.
    public let messages: [StoredMessage]

    /// Whether nothing was said that needs attention.
    public var isWell: Bool { messages.isEmpty }
}

extension Vault {
    /// Every bank that has accounts or of which the last sync told something,
    /// in the order in which they were first seen.
    public func institutionHealth() throws(VaultError) -> [InstitutionHealth] {
        try read { database in
            let messages = try Row.fetchAll(
                database,
                sql: """
                    SELECT messages.institution_id, account_id, code, text FROM messages
                    JOIN institutions ON institutions.id = messages.institution_id
                    WHERE sync_id = coalesce(
                        (SELECT max(answered_sync_id, coalesce(max(syncs.id), 0))
                            FROM messages AS about JOIN syncs ON syncs.id = about.sync_id
                            WHERE about.institution_id = institutions.id
                                AND outcome IN ('complete', 'partial')),
                        (SELECT max(id) FROM syncs
                            WHERE syncs.connection_id = institutions.connection_id
                                AND outcome IN ('complete', 'partial')
                                AND coalesce(syncs.institution_id, institutions.id)
                                    = institutions.id))
                    ORDER BY messages.id
                    """)
            let byInstitution = Dictionary(
                grouping: messages, by: { $0["institution_id"] as Int64 })
            let institutions = try Row.fetchAll(
                database,
                sql: """
                    SELECT institutions.id, institutions.connection_id, institutions.name,
                        count(accounts.id) AS account_count,
                        max(last_received_at) AS last_received_at
                    FROM institutions
                    LEFT JOIN accounts ON accounts.institution_id = institutions.id
                        AND accounts.id NOT IN (SELECT from_account FROM account_merges)
                    GROUP BY institutions.id ORDER BY institutions.id
                    """)
            return institutions.compactMap { row in
                let said = byInstitution[row["id"], default: []]
                guard row["account_count"] > 0 || !said.isEmpty else { return nil }
                return InstitutionHealth(
                    id: row["id"], connection: row["connection_id"], name: row["name"],
                    accounts: row["account_count"], lastReceivedAt: row["last_received_at"],
                    messages: said.map {
                        StoredMessage(
                            code: $0["code"], text: $0["text"], institution: $0["institution_id"],
                            account: $0["account_id"])
                    })
            }
        }
    }
}
