import Model
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
        var keys: [ExactText] = []
        for key in accounts.map({ ExactText($0.institutionKey) }) where !keys.contains(key) {
            keys.append(key)
        }
        return try vault.store(
            ReceivedAnswer(
                institutions: keys.map {
                    ReceivedInstitution(key: $0.text, name: "Bank \($0.text)", url: nil)
                },
                accounts: accounts, receivedAt: receivedAt),
            connection: connection, sync: nil)
    }
}
