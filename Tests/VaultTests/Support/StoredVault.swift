import Vault

/// A vault with one connection, for suites that store answers.
struct StoredVault {
    let home = TemporaryFolder()
    let vault: Vault
    let connection: Int64

    init() throws {
        vault = try Vault.openOrCreate(home.folder)
        connection = try vault.addConnection(
            .simplefin, name: "bridge.example", allowsPlainHTTP: false, createdAt: firstOfMarch
        ).id
    }

    @discardableResult
    func store(_ accounts: ReceivedAccount..., receivedAt: Int64 = firstOfMarch) throws
        -> StoredAnswer
    {
        var keys: [String] = []
        for account in accounts where !keys.contains(account.institutionKey) {
            keys.append(account.institutionKey)
        }
        return try vault.store(
            ReceivedAnswer(
                institutions: keys.map {
                    ReceivedInstitution(key: $0, name: "Bank \($0)", url: nil)
                },
                accounts: accounts, body: Array("{}".utf8), receivedAt: receivedAt),
            connection: connection, sync: nil)
    }
}
