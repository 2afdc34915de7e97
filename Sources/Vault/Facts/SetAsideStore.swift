internal import GRDB
public import Model

/// An entry of a response that can't be read exactly. It is not stored as a fact.
public struct SetAsideEntry: Hashable, Sendable {
    /// The kind of entry, such as "transaction".
    public let subject: String
    /// The bank's key; empty if unknown.
    public let institutionKey: ExactText
    /// The bank's id of the account; empty if unknown.
    public let accountID: ExactText
    /// The bank's id of the transaction; empty if unknown.
    public let transactionID: ExactText
    /// Why it can't be read, as a sentence.
    public let explanation: String
    /// The entry as the bank sent it; empty if it is no transaction.
    public let raw: ExactText

    public init(
        subject: String, institutionKey: String, accountID: String, transactionID: String,
        explanation: String, raw: String
    ) {
        self.subject = subject
        self.institutionKey = ExactText(institutionKey)
        self.accountID = ExactText(accountID)
        self.transactionID = ExactText(transactionID)
        self.explanation = explanation
        self.raw = ExactText(raw)
    }
}

/// An account of which the bank sent something that can't be read.
public struct UnreadableAccount: Hashable, Sendable {
    /// Its row ID.
    public let account: Int64
    /// The row ID of its bank.
    public let institution: Int64
    /// When the first of it came, in POSIX seconds.
    public let since: Int64
    /// How many things.
    public let entries: Int
}

extension Vault {
    /// The entries that are set aside, those of one account together.
    public func setAsideEntries(connection: Int64) throws(VaultError) -> [SetAsideEntry] {
        try read { database in
            var entries: [SetAsideEntry] = []
            let rows = try RowIterator(
                database,
                sql: """
                    SELECT subject, institution_key, account_id, transaction_id, explanation, raw
                    FROM set_aside_entries WHERE connection_id = ?
                    ORDER BY institution_key, account_id, transaction_id, raw, explanation
                    """)
            try rows.forEach(having: connection) { row in
                entries.append(
                    SetAsideEntry(
                        subject: row.text(0), institutionKey: row.text(1), accountID: row.text(2),
                        transactionID: row.text(3), explanation: row.text(4), raw: row.text(5)))
            }
            return entries
        }
    }

    /// The accounts of which something can't be read, which every figure lacks.
    public func unreadableAccounts() throws(VaultError) -> [UnreadableAccount] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT accounts.id, accounts.institution_id, min(received_at), count(*)
                    FROM set_aside_entries AS entries
                    JOIN institutions ON institutions.connection_id = entries.connection_id
                        AND institutions.bank_key = entries.institution_key
                    JOIN accounts ON accounts.institution_id = institutions.id
                        AND accounts.bank_id = entries.account_id
                    WHERE subject IN ('account', 'transaction')
                    GROUP BY accounts.id ORDER BY accounts.id
                    """
            ).map { row in
                try UnreadableAccount(
                    account: row.value(0), institution: row.value(1), since: row.value(2),
                    entries: row.value(3))
            }
        }
    }

    /// Sets entries aside. Forgets earlier ones that the bank sends in another form by now:
    /// those about an account that answered, and transactions whose ids are stored. The
    /// first thousand are kept.
    ///
    /// - Parameters:
    ///   - entries: all unreadable entries of a sync.
    ///   - isWhole: whether the sync received everything that it requested.
    public func setAside(
        _ entries: Set<SetAsideEntry>, connection: Int64, at instant: Int64, isWhole: Bool
    ) throws(VaultError) {
        let known = try setAsideEntries(connection: connection)
        guard !entries.isEmpty || !known.isEmpty else { return }
        try write { database in
            for entry in known where isWhole && !entries.contains(entry) {
                let isReadable =
                    try entry.subject != "transaction"
                    || Bool.fetchOne(
                        database,
                        sql: """
                            SELECT EXISTS (SELECT 1 FROM transactions
                                JOIN accounts ON accounts.id = transactions.account_id
                                WHERE transactions.bank_id = CAST(? AS TEXT)
                                    AND accounts.bank_id = CAST(? AS TEXT))
                            """,
                        arguments: [
                            TextBytes(entry.transactionID.text), TextBytes(entry.accountID.text),
                        ]) == true
                guard isReadable else { continue }
                try database.execute(
                    sql: "DELETE FROM set_aside_entries WHERE \(Self.isEntry)",
                    arguments: Self.arguments(entry, connection))
            }
            for entry in entries {
                try database.execute(
                    sql: """
                        INSERT INTO set_aside_entries (connection_id, subject, institution_key,
                            account_id, transaction_id, explanation, raw, received_at)
                        VALUES (?, ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), ?,
                            CAST(? AS TEXT), ?)
                        ON CONFLICT DO NOTHING
                        """,
                    arguments: Self.arguments(entry, connection) + [instant])
            }
            try database.execute(
                sql: """
                    DELETE FROM set_aside_entries WHERE id IN (
                        SELECT id FROM set_aside_entries WHERE connection_id = ?
                        ORDER BY id LIMIT -1 OFFSET 1000)
                    """,
                arguments: [connection])
        }
    }

    private static let isEntry = """
        connection_id = ? AND subject = ? AND institution_key = CAST(? AS TEXT)
            AND account_id = CAST(? AS TEXT) AND transaction_id = CAST(? AS TEXT)
            AND explanation = ? AND raw = CAST(? AS TEXT)
        """

    private static func arguments(
        _ entry: SetAsideEntry, _ connection: Int64
    ) -> StatementArguments {
        [
            connection, entry.subject, TextBytes(entry.institutionKey.text),
            TextBytes(entry.accountID.text), TextBytes(entry.transactionID.text),
            entry.explanation, TextBytes(entry.raw.text),
        ]
    }
}
