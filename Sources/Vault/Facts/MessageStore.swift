internal import GRDB

/// Something a bank or the bridge said beside the data, and whom it concerns as
/// far as the answer tells.
public struct ReceivedMessage: Hashable, Sendable {
    public let code: String?
    public let text: String
    /// What the answer's accounts refer to the institution by.
    public let institutionKey: String?
    /// The institution's name, where the message has no more than that.
    public let institutionName: String?
    /// The bank's id of the account.
    public let accountID: String?

    public init(
        code: String?, text: String, institutionKey: String? = nil,
        institutionName: String? = nil, accountID: String? = nil
    ) {
        self.code = code
        self.text = text
        self.institutionKey = institutionKey
        self.institutionName = institutionName
        self.accountID = accountID
    }
}

/// A message as it is kept.
public struct StoredMessage: Hashable, Sendable {
    public let code: String?
    public let text: String
    /// The vault's number of the institution concerned; nil where none, or more
    /// than one, may be meant.
    public let institution: Int64?
    /// The same of the account.
    public let account: Int64?
}

/// Keeps the messages of one sync, each with the institution and the account
/// that it concerns.
struct MessageStore {
    let database: Database
    let sync: Int64

    func store(_ messages: [ReceivedMessage]) throws {
        guard !messages.isEmpty else { return }
        let connection = try Int64.fetchOne(
            database, sql: "SELECT connection_id FROM syncs WHERE id = ?", arguments: [sync])
        for message in messages {
            let named = try institution(of: message, connection: connection)
            let account = try account(of: message, institution: named, connection: connection)
            try database.execute(
                sql: """
                    INSERT INTO messages (sync_id, code, text, institution_id, account_id)
                    VALUES (?, ?, ?, coalesce(?, (SELECT institution_id FROM accounts WHERE id = ?)), ?)
                    """,
                arguments: [sync, message.code, message.text, named, account, account])
        }
    }

    func messages() throws -> [StoredMessage] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT code, text, institution_id, account_id FROM messages
                WHERE sync_id = ? ORDER BY id
                """,
            arguments: [sync]
        ).map {
            StoredMessage(
                code: $0["code"], text: $0["text"], institution: $0["institution_id"],
                account: $0["account_id"])
        }
    }

    /// By its key, else by its name. An institution that no account belongs to
    /// any more is not looked for by name: it may be an older one of the same
    /// bank.
    private func institution(of message: ReceivedMessage, connection: Int64?) throws -> Int64? {
        if let key = message.institutionKey {
            return try Int64.fetchOne(
                database,
                sql: """
                    SELECT id FROM institutions
                    WHERE connection_id = ? AND bank_key = CAST(? AS TEXT)
                    """,
                arguments: [connection, TextBytes(key)])
        }
        guard let name = message.institutionName, !name.allSatisfy(\.isWhitespace) else {
            return nil
        }
        return try only(
            Int64.fetchAll(
                database,
                sql: """
                    SELECT id FROM institutions WHERE connection_id = ? AND name = ?
                        AND EXISTS (SELECT 1 FROM accounts WHERE institution_id = institutions.id)
                    LIMIT 2
                    """,
                arguments: [connection, name]))
    }

    private func account(
        of message: ReceivedMessage, institution: Int64?, connection: Int64?
    ) throws -> Int64? {
        guard let id = message.accountID else { return nil }
        return try only(
            Int64.fetchAll(
                database,
                sql: """
                    SELECT id FROM accounts
                    WHERE connection_id = ? AND bank_id = CAST(? AS TEXT)
                        AND institution_id = coalesce(?, institution_id)
                    LIMIT 2
                    """,
                arguments: [connection, TextBytes(id), institution]))
    }

    private func only(_ found: [Int64]) -> Int64? { found.count == 1 ? found.first : nil }
}
