internal import GRDB
internal import Model

/// A message of a bank or bridge, with the institution and account it is about, if
/// known.
public struct ReceivedMessage: Hashable, Sendable {
    public let code: String?
    public let text: String
    /// The institution's key in the answer.
    public let institutionKey: String?
    /// The institution's name, if the message has only that.
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

    /// What is known of its bank.
    fileprivate var bank: ExactText? {
        (institutionKey ?? institutionName ?? accountID).map { ExactText($0) }
    }

    fileprivate var exactTexts: [ExactText?] {
        [code, text, institutionKey, institutionName, accountID].map { $0.map { ExactText($0) } }
    }
}

/// A stored message.
public struct StoredMessage: Hashable, Sendable {
    public let code: String?
    public let text: String
    /// The row ID of the institution; nil if there is none, or if several match.
    public let institution: Int64?
    /// The row ID of the account; nil if there is none, or if several match.
    public let account: Int64?
}

/// The messages of one sync, each resolved to its institution and account.
struct MessageStore {
    let database: Database
    let sync: Int64

    func store(_ messages: [ReceivedMessage]) throws {
        guard !messages.isEmpty else { return }
        let connection = try Int64.fetchOne(
            database, sql: "SELECT connection_id FROM syncs WHERE id = ?", arguments: [sync])
        var known: Set<[ExactText?]> = []
        let distinct = messages.filter { known.insert($0.exactTexts).inserted }
        // One more than is kept is counted instead.
        let kept = distinct.count > Self.mostMessages ? Self.mostMessages - 1 : distinct.count
        for message in distinct.fairShare(atMost: kept, by: \.bank)
            + Self.rest(ofMessages: distinct.count - kept)
        {
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

    /// Each is read and shown as often as the health of its bank.
    private static let mostMessages = 100

    private static func rest(ofMessages count: Int) -> [ReceivedMessage] {
        count == 0
            ? []
            : [ReceivedMessage(code: nil, text: "The bridge sent \(count) more messages.")]
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
            try StoredMessage(
                code: $0.value("code"), text: $0.value("text"),
                institution: $0.value("institution_id"),
                account: $0.value("account_id"))
        }
    }

    /// By its key, else by its name. An institution without accounts is not matched by
    /// name, as it may be an older one of the same bank.
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

/// The health of one bank in a connection.
public struct InstitutionHealth: Sendable {
    public let id: Int64
    public let connection: Int64
    public let name: String
    /// The number of its known accounts.
    public let accounts: Int
    /// The last time a bridge sent one of its accounts, in POSIX seconds.
    public let lastReceivedAt: Int64?
    /// The messages about it and its accounts in the last sync that mentioned it. A
    /// sync with none of its accounts and no message about it doesn't count.
    public let messages: [StoredMessage]

    /// Whether nothing needs attention.
    public var isWell: Bool { messages.isEmpty }
}

extension Vault {
    /// Every bank with accounts or with messages in the last sync, in order of first
    /// appearance.
    public func institutionHealth() throws(VaultError) -> [InstitutionHealth] {
        try read { database in
            let messages = try Row.fetchAll(
                database,
                sql: """
                    -- Each bank's last sync is found once, from the newest on.
                    SELECT messages.institution_id, account_id, code, text FROM institutions
                    CROSS JOIN messages ON messages.institution_id = institutions.id
                        AND messages.sync_id = coalesce(
                            max(answered_sync_id, coalesce(
                                (SELECT syncs.id
                                    FROM messages AS about JOIN syncs ON syncs.id = about.sync_id
                                    WHERE about.institution_id = institutions.id
                                        AND outcome IN ('complete', 'partial')
                                    ORDER BY about.sync_id DESC LIMIT 1), 0)),
                            (SELECT id FROM syncs
                                WHERE syncs.connection_id = institutions.connection_id
                                    AND outcome IN ('complete', 'partial')
                                    AND coalesce(syncs.institution_id, institutions.id)
                                        = institutions.id
                                ORDER BY id DESC LIMIT 1))
                    ORDER BY messages.id
                    """)
            let byInstitution = try Dictionary(
                grouping: messages, by: { try $0.value("institution_id") as Int64 })
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
            return try institutions.compactMap { row in
                let said = try byInstitution[row.value("id"), default: []]
                guard try row.value("account_count") > 0 || !said.isEmpty else { return nil }
                return try InstitutionHealth(
                    id: row.value("id"), connection: row.value("connection_id"),
                    name: row.value("name"),
                    accounts: row.value("account_count"),
                    lastReceivedAt: row.value("last_received_at"),
                    messages: said.map {
                        try StoredMessage(
                            code: $0.value("code"), text: $0.value("text"),
                            institution: $0.value("institution_id"),
                            account: $0.value("account_id"))
                    })
            }
        }
    }
}

extension Array {
    /// As many elements as asked for, in their order: the first of each group, then the second of
    /// each, and so on. So no group, however large, leaves out another.
    public func fairShare<Group: Hashable>(
        atMost count: Int, by group: (Element) -> Group
    ) -> [Element] {
        guard self.count > count else { return self }
        var sizes: [Group: Int] = [:]
        let turns = enumerated().map { place, element in
            let turn = sizes[group(element), default: 0]
            sizes[group(element)] = turn + 1
            return (turn: turn, place: place)
        }
        return turns.sorted { $0 < $1 }.prefix(count).map(\.place).sorted().map { self[$0] }
    }
}
