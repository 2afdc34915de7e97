import DemoHousehold
import Engine
import Model
import SimpleFIN
import Testing
import Vault

@Suite("A sync with a bank in trouble")
struct SyncFaultTests {
    private let demo: DemoVault
    private let connection: Connection

    init() throws {
        demo = try DemoVault()
        connection = try demo.connect()
    }

    private static let refusals: [(BridgeFault, SimpleFINError)] = [
        (.forbidden, .accessRefused), (.htmlForbidden, .accessRefused),
        (.notJSON, .notAnAnswer(.notJSON)), (.paymentRequired, .paymentRequired),
        (.serverError, .bridgeFailure(status: 500)),
    ]

    private static let failingBank = "CON-meridian"
    private static let failingAccount = "ACT-c90a57de-visa"
    private static let tomorrow = Household(today: today.adding(days: 1), months: 24)

    private func failingRecord() throws -> AccountRecord {
        try #require(
            try demo.vault.accounts().first { $0.bankID == Self.failingAccount })
    }

    private func expectWhole(_ household: Household) throws {
        let first = Household.ordinary.firstDay
        #expect(try demo.vault.posted().inOrder == household.posted(since: first).inOrder)
    }

    @Test("that is refused says why, and leaves the vault as it was", arguments: refusals)
    func refused(fault: BridgeFault, error: SimpleFINError) throws {
        try demo.sync(connection)
        _ = try demo.engine().classify(dryRun: false)
        let before = try demo.vault.contents()
        demo.transport.fail([fault])
        let report = try demo.sync(connection, Self.tomorrow)
        #expect(report.failure as? SimpleFINError == error)
        #expect(report.outcome == .failed)
        #expect(report.requests == 1)
        #expect(report.stored == StoredAnswer())
        #expect(try demo.vault.contents() == before)
        #expect(try demo.vault.lastSync(connection: connection.id)?.outcome == .failed)
        #expect(
            try demo.vault.requestsUsed(connection: connection.id, at: Self.tomorrow.today.noon)
                == 1)
    }

    @Test(
        "that never reached the bridge costs no request, and one that may have done costs one",
        arguments: [
            (TransportFailure.refused, 0), (.nameLookup, 0), (.untrustedCertificate, 0),
            (.timedOut, 1), (.cutOff, 1),
        ])
    func unreachable(failure: TransportFailure, cost: Int) throws {
        let left = try demo.engine().requestsLeft(connection)
        let engine = Engine(vault: demo.vault, moment: Moment(clock: today.noon)) { policy in
            Client(transport: NoTransport(failure: failure), policy: policy)
        }
        let report = try engine.synchronise(connection, historyMonths: 1, progress: { _ in })
        #expect(report.outcome == .failed)
        #expect(report.requestsLeft == left - cost)
        #expect(try engine.requestsLeft(connection) == left - cost)
    }

    @Test("that is refused half-way keeps what came before, and goes on the next day")
    func refusedHalfWay() throws {
        demo.transport.fail(requests: [6: .serverError])
        let report = try demo.sync(connection)
        #expect(report.failure as? SimpleFINError == .bridgeFailure(status: 500))
        #expect(report.outcome == .partial)
        let reached = today.adding(days: 1 - 4 * SyncPlan.windowDays)
        #expect(
            try demo.vault.posted().inOrder
                == Household.ordinary.posted(since: reached).inOrder)
        demo.transport.fail()
        #expect(try demo.sync(connection, Self.tomorrow).outcome == .complete)
        try expectWhole(Self.tomorrow)
    }

    @Test("keeps all other banks' transactions where one bank fails, and tells its message")
    func oneBank() throws {
        demo.transport.fail([.oneInstitutionFailing])
        let report = try demo.sync(connection)
        #expect(report.failure == nil)
        #expect(report.outcome == .partial)
        #expect(report.messages.map(\.code) == ["con.auth"])
        #expect(report.messages.map(\.connectionID) == [Self.failingBank])
        let others = Household.ordinary.posted(since: Household.ordinary.firstDay)
            .filter { $0.account != Self.failingAccount }
        #expect(try demo.vault.posted().inOrder == others.inOrder)
        let stored = try #require(try demo.vault.lastSync(connection: connection.id))
        #expect(stored.outcome == .partial)
        #expect(stored.messages.map(\.code) == ["con.auth"])
    }

    @Test("does not count days as covered while the account's bank fails")
    func coverageWaits() throws {
        demo.transport.fail([.oneInstitutionFailing])
        try demo.sync(connection)
        #expect(try failingRecord().coverage == nil)
        #expect(try !failingRecord().hasWholeHistory)
    }

    @Test("brings the whole history of a bank that failed from the start once it answers")
    func newBankRecovers() throws {
        demo.transport.fail([.oneInstitutionFailing])
        try demo.sync(connection)
        demo.transport.fail()
        #expect(try demo.sync(connection, Self.tomorrow).outcome == .complete)
        try expectWhole(Self.tomorrow)
    }

    @Test("catches up on a bank that failed for weeks")
    func knownBankRecovers() throws {
        try demo.sync(connection)
        let covered = try failingRecord().coverage
        demo.transport.fail([.oneInstitutionFailing])
        for days in [20, 60] {
            let household = Household(today: today.adding(days: days), months: 30)
            #expect(try demo.sync(connection, household).outcome == .partial)
            #expect(try failingRecord().coverage == covered)
        }
        demo.transport.fail()
        let recovered = Household(today: today.adding(days: 61), months: 30)
        #expect(try demo.sync(connection, recovered).outcome == .complete)
        try expectWhole(recovered)
    }

    @Test(
        "asks again for days in which a bank failed only for some requests",
        arguments: [[2], [3, 4], [2, 19], Array(2...19)])
    func flickeringBank(requests: [Int]) throws {
        demo.transport.fail(
            requests: Dictionary(
                uniqueKeysWithValues: requests.map { ($0, .oneInstitutionFailing) }))
        #expect(try demo.sync(connection).outcome == .partial)
        demo.transport.fail()
        #expect(try demo.sync(connection, Self.tomorrow).outcome == .complete)
        try expectWhole(Self.tomorrow)
    }
}

/// A network that fails each request in one way.
private struct NoTransport: HTTPTransport {
    let failure: TransportFailure

    func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse { throw failure }
}
