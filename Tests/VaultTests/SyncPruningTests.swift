import GRDB
import Model
import Testing
import Vault

@Suite("Old syncs")
struct SyncPruningTests {
    private let stored: StoredVault
    private static let day: Int64 = 86_400

    init() throws {
        stored = try StoredVault()
    }

    private func sync(
        _ connection: Int64, at instant: Int64, _ outcome: SyncOutcome = .complete
    ) throws {
        let sync = try stored.vault.beginSync(connection: connection, at: instant)
        _ = try stored.vault.reserveRequest(
            connection: connection, sync: sync, window: nil, at: instant, limit: .max)
        try stored.vault.endSync(
            sync, at: instant, outcome: outcome, stored: StoredAnswer(),
            messages: [ReceivedMessage(code: nil, text: "Look")])
    }

    private func counts() throws -> [Int?] {
        try ["syncs", "requests", "messages"].map { try stored.home.count($0) }
    }

    @Test("go after 400 days with their requests and messages, but for the last of each kind")
    func old() throws {
        let other = try stored.vault.addConnection(
            .simplefin, name: "other.example", allowsPlainHTTP: false, createdAt: firstOfMarch
        ).id
        try sync(stored.connection, at: firstOfMarch, .partial)
        try sync(other, at: firstOfMarch)
        for number in 1...150 { try sync(stored.connection, at: firstOfMarch + Int64(number)) }
        #expect(try counts() == [152, 152, 152])
        try sync(stored.connection, at: firstOfMarch + 401 * Self.day)
        // The newest hundred of each connection stay, and its last partial one.
        #expect(try counts() == [102, 101, 102])
        #expect(try stored.vault.lastAnsweredSync(connection: other) != nil)
        #expect(try stored.vault.damage() == [])
    }

    @Test("count as answered only if they listed an account or had no problem")
    func answered() throws {
        let received = ReceivedAnswer(
            institutions: [ReceivedInstitution(key: "otter", name: "Otter", url: nil)],
            accounts: [
                ReceivedAccount(
                    institutionKey: "otter", bankID: "A1", name: "A1",
                    currency: Currency(code: "USD", exponent: 2), balance: nil, transactions: [],
                    coverage: nil)
            ], receivedAt: firstOfMarch)
        func last() throws -> Int64? {
            try stored.vault.lastAnsweredSync(connection: stored.connection)?.startedAt
        }
        try sync(stored.connection, at: firstOfMarch, .partial)
        #expect(try last() == nil)
        let listed = try stored.vault.beginSync(
            connection: stored.connection, at: firstOfMarch + 1)
        _ = try stored.vault.store(received, connection: stored.connection, sync: listed)
        try stored.vault.endSync(
            listed, at: firstOfMarch + 1, outcome: .partial, stored: StoredAnswer(), messages: [])
        #expect(try last() == firstOfMarch + 1)
        try sync(stored.connection, at: firstOfMarch + 2, .partial)
        #expect(try last() == firstOfMarch + 1)
        try sync(stored.connection, at: firstOfMarch + 3)
        #expect(try last() == firstOfMarch + 3)
    }

    @Test("stay while they are younger")
    func young() throws {
        for number in 0...150 {
            try sync(stored.connection, at: firstOfMarch + Int64(number) * 2 * Self.day)
        }
        #expect(try counts() == [151, 151, 151])
    }

    @Test("cost today's requests nothing where the clock is ahead once")
    func clockAhead() throws {
        for number in 0..<24 { try sync(stored.connection, at: firstOfMarch + Int64(number)) }
        try sync(stored.connection, at: firstOfMarch + 4_000 * Self.day)
        #expect(
            try stored.vault.requestsUsed(
                connection: stored.connection, at: firstOfMarch + 60) >= 24)
    }
}
