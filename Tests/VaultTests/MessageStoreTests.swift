import Testing
import Vault

@Suite("A message of a sync")
struct MessageStoreTests {
    private let stored: StoredVault

    init() throws {
        stored = try StoredVault()
        try stored.store(
            account("A1", at: "otter"), account("A1", at: "heron"), account("A2", at: "heron"),
            account("A3", at: "heron"))
    }

    private func kept(_ message: ReceivedMessage) throws -> StoredMessage {
        let vault = stored.vault
        let sync = try vault.beginSync(connection: stored.connection, at: firstOfMarch)
        try vault.endSync(
            sync, at: firstOfMarch, outcome: .partial, stored: StoredAnswer(), messages: [message])
        let messages = try vault.lastSync(connection: stored.connection)?.messages ?? []
        return try #require(messages.first)
    }

    @Test("of many only some are kept, each once, and the number of the others")
    func many() throws {
        let vault = stored.vault
        let sync = try vault.beginSync(connection: stored.connection, at: firstOfMarch)
        let messages = (0..<30_000).map {
            ReceivedMessage(code: nil, text: "Failed \($0 % 5_000)", institutionKey: "heron")
        }
        try vault.endSync(
            sync, at: firstOfMarch, outcome: .partial, stored: StoredAnswer(), messages: messages)
        let kept = try vault.lastSync(connection: stored.connection)?.messages ?? []
        #expect(kept.count == 100)
        #expect(Set(kept.map(\.text)).count == 100)
        #expect(kept.last?.text == "The bridge sent 4901 more messages.")
    }

    @Test("of one bank don't crowd out those of others")
    func crowd() throws {
        let vault = stored.vault
        let sync = try vault.beginSync(connection: stored.connection, at: firstOfMarch)
        let messages =
            (0..<5_000).map {
                ReceivedMessage(code: nil, text: "Failed \($0)", institutionKey: "heron")
            } + [
                ReceivedMessage(code: "con.auth", text: "Sign in", institutionKey: "otter"),
                ReceivedMessage(code: nil, text: "No news", accountID: "A3"),
            ]
        try vault.endSync(
            sync, at: firstOfMarch, outcome: .partial, stored: StoredAnswer(), messages: messages)
        let kept = try vault.lastSync(connection: stored.connection)?.messages ?? []
        #expect(kept.count == 100)
        #expect(
            kept.suffix(3).map(\.text)
                == ["Sign in", "No news", "The bridge sent 4903 more messages."])
        let health = try vault.institutionHealth()
        #expect(health.map(\.messages.first?.text) == ["Sign in", "Failed 0"])
    }

    private func record(of id: String, at institution: String) throws -> AccountRecord {
        try #require(
            try stored.vault.accounts().first {
                $0.bankID == id && $0.institution == "Bank \(institution)"
            })
    }

    /// Vault numbers of institutions are those in which they were stored.
    private let otter: Int64 = 1
    private let heron: Int64 = 2

    @Test("is kept with the institution that its key names")
    func key() throws {
        let message = try kept(
            ReceivedMessage(code: "con.auth", text: "Sign in", institutionKey: "heron"))
        #expect(message.institution == heron)
        #expect(message.account == nil)
    }

    @Test("is kept with the institution that has its name, where only one does")
    func name() throws {
        let message = try kept(
            ReceivedMessage(code: nil, text: "Look", institutionName: "Bank otter"))
        #expect(message.institution == otter)
    }

    @Test(
        "names no institution that it may not mean",
        arguments: [
            ReceivedMessage(code: nil, text: "Look"),
            ReceivedMessage(code: nil, text: "Look", institutionName: ""),
            ReceivedMessage(code: nil, text: "Look", institutionName: " "),
            ReceivedMessage(code: nil, text: "Look", institutionName: "Bank wren"),
            ReceivedMessage(code: nil, text: "Look", institutionKey: "wren"),
            ReceivedMessage(code: nil, text: "Look", accountID: "A1"),
            ReceivedMessage(code: nil, text: "Look", accountID: "A9"),
        ])
    func nobody(_ message: ReceivedMessage) throws {
        let message = try kept(message)
        #expect(message.institution == nil)
        #expect(message.account == nil)
    }

    @Test("of an account that only one bank has leads to that bank too")
    func accountAlone() throws {
        let message = try kept(ReceivedMessage(code: "act.failed", text: "No", accountID: "A2"))
        #expect(message.account == (try record(of: "A2", at: "heron").id))
        #expect(message.institution == heron)
    }

    @Test("of an account whose id several banks have needs the bank")
    func sharedAccountID() throws {
        let message = try kept(
            ReceivedMessage(
                code: "act.failed", text: "No", institutionKey: "otter", accountID: "A1"))
        #expect(message.account == (try record(of: "A1", at: "otter").id))
        #expect(message.institution == otter)
    }

    @Test("outlives an answer that does not describe the bank, whose name stays")
    func undescribed() throws {
        _ = try stored.vault.store(
            ReceivedAnswer(
                institutions: [ReceivedInstitution(key: "otter", name: "", url: nil)],
                accounts: [], receivedAt: firstOfMarch),
            connection: stored.connection, sync: nil)
        #expect(try stored.vault.accounts().map(\.institution).contains("Bank otter"))
    }
}
