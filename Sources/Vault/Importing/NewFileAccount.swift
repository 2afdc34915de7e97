internal import GRDB
internal import Model

/// An account that no connection has.
struct NewFileAccount {
    let name: String
    let bank: String
    let source: String
    let currency: Currency

    func add(to database: Database, at instant: Int64) throws -> Int64 {
        let connection = try Vault.fileConnection(database, createdAt: instant).id
        let store = AccountStore(
            database: database, connection: connection, sync: nil,
            answer: ReceivedAnswer(institutions: [], accounts: [], receivedAt: instant))
        let institutions = try store.store([
            ReceivedInstitution(key: "file:\(bank)", name: bank, url: nil)
        ])
        let sameName = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM accounts WHERE connection_id = ?",
            arguments: [connection])
        // An account whose import was undone keeps its id.
        let account = ReceivedAccount(
            institutionKey: "file:\(bank)", bankID: "file:\(sameName ?? 0):\(source)", name: name,
            currency: currency, balance: nil, transactions: [], coverage: nil)
        guard let id = try store.store(account, institutions: institutions, moved: [:]) else {
            throw VaultError.database(reason: "a new account has another currency")
        }
        return id
    }
}
