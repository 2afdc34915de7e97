import Dispatch
import Model
import Synchronization
import Testing
import Vault

@Suite("The day's requests")
struct RequestLimitTests {
    private let stored: StoredVault

    init() throws {
        stored = try StoredVault()
    }

    private func reserve(_ connection: Int64? = nil, at instant: Int64, limit: Int = 24) throws
        -> Int?
    {
        try stored.vault.reserveRequest(
            connection: connection ?? stored.connection, sync: nil, window: nil, at: instant,
            limit: limit)
    }

    @Test("are counted down to the limit, and none is given beyond it")
    func limit() throws {
        let left = try (0..<26).map { _ in try reserve(at: firstOfMarch) }
        #expect(left == (0..<24).reversed().map { $0 } + [nil, nil])
        #expect(
            try stored.vault.requestsUsed(connection: stored.connection, at: firstOfMarch) == 24)
    }

    @Test("begin anew at midnight in UTC, and not a second earlier")
    func midnight() throws {
        let midnight = firstOfMarch + 86_400
        #expect(try reserve(at: firstOfMarch, limit: 1) == 0)
        #expect(try reserve(at: midnight - 1, limit: 1) == nil)
        #expect(try reserve(at: midnight, limit: 1) == 0)
        #expect(try reserve(at: midnight, limit: 1) == nil)
    }

    private static let month: Int64 = 30 * 86_400

    @Test("that lie ahead of a clock that was set back count for a day by it, and no longer")
    func clockSetBack() throws {
        for _ in 0..<24 { _ = try reserve(at: firstOfMarch + Self.month) }
        let vault = stored.vault
        try vault.noteRequestsAhead(of: firstOfMarch)
        #expect(try reserve(at: firstOfMarch) == nil)
        #expect(try vault.requestsUsed(connection: stored.connection, at: firstOfMarch) == 24)
        let last = firstOfMarch + 86_399
        try vault.noteRequestsAhead(of: last)
        #expect(
            try vault.rollingLimitEnds(connection: stored.connection, limit: 24, at: last)
                == last + 1)
        #expect(
            try vault.rollingLimitEnds(connection: stored.connection, limit: 24, at: last + 1)
                == nil)
        #expect(try reserve(at: last + 1) == 23)
    }

    @Test("that lie ahead count as one of today also before anybody noted it")
    func notNoted() throws {
        for _ in 0..<24 { _ = try reserve(at: firstOfMarch + Self.month) }
        #expect(try reserve(at: firstOfMarch) == nil)
        #expect(
            try stored.vault.rollingLimitEnds(
                connection: stored.connection, limit: 23, at: firstOfMarch)
                == firstOfMarch + 86_400)
    }

    @Test("count by their own time where it was the clock set back that was wrong")
    func clockWrongForAWhile() throws {
        for _ in 0..<24 { _ = try reserve(at: firstOfMarch) }
        // As a machine begins whose battery is empty.
        try stored.vault.noteRequestsAhead(of: 0)
        try stored.vault.noteRequestsAhead(of: firstOfMarch + 60)
        #expect(try reserve(at: firstOfMarch + 60) == nil)
        #expect(
            try stored.vault.rollingLimitEnds(
                connection: stored.connection, limit: 24, at: firstOfMarch + 60)
                == firstOfMarch + 86_400)
    }

    @Test("are counted for each connection apart")
    func twoConnections() throws {
        let other = try stored.vault.addConnection(
            .simplefin, name: "other.example", allowsPlainHTTP: false, createdAt: firstOfMarch)
        #expect(try reserve(at: firstOfMarch, limit: 1) == 0)
        #expect(try reserve(other.id, at: firstOfMarch, limit: 1) == 0)
        #expect(try reserve(other.id, at: firstOfMarch, limit: 1) == nil)
    }

    @Test("are counted also where the command that reserved them was killed")
    func afterReopening() throws {
        #expect(try reserve(at: firstOfMarch, limit: 2) == 1)
        let reopened = try Vault.open(stored.home.folder)
        #expect(
            try reopened.reserveRequest(
                connection: stored.connection, sync: nil, window: nil, at: firstOfMarch, limit: 2)
                == 0)
    }

    @Test("never exceed the limit, however many commands ask at once")
    func simultaneousCommands() throws {
        let folder = stored.home.folder
        let connection = stored.connection
        let given = Mutex<[Int]>([])
        let errors = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 6) { _ in
            do {
                let vault = try Vault.open(folder)
                for _ in 0..<10 {
                    let left = try vault.reserveRequest(
                        connection: connection, sync: nil, window: nil, at: firstOfMarch,
                        limit: 24)
                    if let left { given.withLock { $0.append(left) } }
                }
            } catch {
                errors.withLock { $0.append("\(error)") }
            }
        }
        #expect(errors.withLock { $0 } == [])
        #expect(given.withLock { $0.sorted() } == Array(0..<24))
    }
}

@Suite("Syncs")
struct SyncRecordTests {
    private let stored: StoredVault

    init() throws {
        stored = try StoredVault()
    }

    @Test("the newest is shown with its outcome and messages")
    func lastSync() throws {
        let vault = stored.vault
        #expect(try vault.lastSync(connection: stored.connection) == nil)
        let first = try vault.beginSync(connection: stored.connection, at: firstOfMarch)
        try vault.endSync(
            first, at: firstOfMarch + 5, outcome: .complete, stored: StoredAnswer(), messages: [])
        let second = try vault.beginSync(connection: stored.connection, at: firstOfMarch + 60)
        #expect(try vault.lastSync(connection: stored.connection)?.outcome == .running)
        let messages = [
            ReceivedMessage(code: "con.auth", text: "Sign in again"),
            ReceivedMessage(code: nil, text: "Hello"),
        ]
        try vault.endSync(
            second, at: firstOfMarch + 65, outcome: .partial, stored: StoredAnswer(),
            messages: messages)
        let last = try #require(try vault.lastSync(connection: stored.connection))
        #expect(last.startedAt == firstOfMarch + 60)
        #expect(last.outcome == .partial)
        #expect(last.messages.map(\.code) == ["con.auth", nil])
        #expect(last.messages.map(\.text) == ["Sign in again", "Hello"])
    }
}
