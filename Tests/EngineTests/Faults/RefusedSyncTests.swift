import DemoHousehold
import Engine
import Model
import SimpleFIN
import Testing
import Vault

@Suite("A sync with a bank in trouble")
struct RefusedSyncTests {
    private let demo: DemoVault
    private let connection: Connection

    init() throws {
        demo = try DemoVault()
        connection = try demo.connect()
    }

    private static let refusals: [(BridgeFault, SimpleFINError)] = [
        (.forbidden, .accessRefused), (.htmlForbidden, .accessRefused),
        (.paymentRequired, .paymentRequired),
        (.tooManyRequests, .tooManyRequests(retryAfterSeconds: nil)),
        (.tooManyRequestsForNow, .tooManyRequests(retryAfterSeconds: 3600)),
        (.serverError, .bridgeFailure(status: 500)), (.unavailable, .bridgeFailure(status: 503)),
        (.redirectElsewhere, .redirectRefused(.toAnotherHost)),
        (.redirectInsecure, .redirectRefused(.toInsecureAddress)),
        (.redirectLosingPath, .redirectRefused(.toAnotherHost)),
        (.notJSON, .notAnAnswer(.notJSON)), (.empty, .notAnAnswer(.empty)),
        (.endsEarly, .notAnAnswer(.notJSON)), (.deepNesting, .notAnAnswer(.notJSON)),
        (.cutOff, .cannotConnect(.cutOff, host: "bridge.example")),
    ]

    private static let tomorrow = Household(today: today.adding(days: 1), months: 24)

    private func expectWhole(_ household: Household) throws {
        let first = Household.ordinary.firstDay
        #expect(try demo.vault.posted().inOrder == household.posted(since: first).inOrder)
    }

    @Test("that is refused says why, and leaves the vault as it was", arguments: refusals)
    func refused(fault: BridgeFault, error: SimpleFINError) throws {
        let months = 1
        try demo.sync(connection, Household(today: today, months: months), months: months)
        _ = try demo.engine().classify(dryRun: false)
        let before = try demo.vault.contents()
        demo.transport.fail([fault])
        let report = try demo.sync(
            connection, Household(today: today.adding(days: 1), months: months), months: months)
        #expect(report.failure as? SimpleFINError == error)
        #expect(report.outcome == .failed)
        #expect(report.requests == 1)
        #expect(report.stored == StoredAnswer())
        #expect(try demo.vault.contents() == before)
        let last = try demo.vault.lastSync(connection: connection.id)
        #expect(last?.outcome == .failed)
        let isTooMany = if case .tooManyRequests = error { true } else { false }
        #expect(last?.failureCode == (isTooMany ? "too_many_requests" : nil))
        let later = demo.engine(on: Self.tomorrow.today)
        #expect(try later.refusesRequests(connection) == isTooMany)
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
            Client(
                transport: NoTransport(failure: failure), policy: policy, retries: .none)
        }
        let report = try engine.synchronise(connection, historyMonths: 1, progress: { _ in })
        #expect(report.outcome == .failed)
        #expect(report.requestsLeft == left - cost)
        #expect(try engine.requestsLeft(connection) == left - cost)
    }

    @Test("with a token that was claimed before is refused, and makes no connection")
    func claimedToken() throws {
        let other = try DemoVault()
        other.transport.fail([.claimed])
        #expect(throws: SimpleFINError.claimRefused) { try other.connect() }
        #expect(try other.vault.connections().isEmpty)
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
}

/// A network that fails each request in one way.
private struct NoTransport: HTTPTransport {
    let failure: TransportFailure

    func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse { throw failure }
}
