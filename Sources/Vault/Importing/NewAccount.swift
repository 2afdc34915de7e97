internal import GRDB
internal import Model

/// An account that no connection has.
struct NewAccount {
    let name: String
    let bank: String
    let source: String
    let currency: Currency

    /// Returns its row ID.
    func add(
        to connection: Connection, _ database: Database, at instant: Int64
    ) throws -> Int64 {
        let (connection, kind) = (connection.id, connection.kind.rawValue)
        let store = AccountStore(
            database: database, connection: connection, sync: nil,
            answer: ReceivedAnswer(institutions: [], accounts: [], receivedAt: instant))
        let institutions = try store.store([
            ReceivedInstitution(key: "\(kind):\(bank)", name: bank, url: nil)
        ])
        let sameName = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM accounts WHERE connection_id = ?",
            arguments: [connection])
        // An account whose import was undone keeps its id.
        let account = ReceivedAccount(
            institutionKey: "\(kind):\(bank)", bankID: "\(kind):\(sameName ?? 0):\(source)",
            name: name, currency: currency, balance: nil, transactions: [], coverage: nil)
        guard let id = try store.store(account, institutions: institutions, moved: [:]) else {
            throw VaultError.database(reason: "a new account has another currency")
        }
        return id
    }
}
