import DemoHousehold
import Engine
import Model
import SimpleFIN
import Testing
import Vault

@Suite("A sync whose answer tells of trouble")
struct TroubledBankTests {
    private let demo: DemoVault
    private let connection: Connection

    init() throws {
        demo = try DemoVault()
        connection = try demo.connect()
    }

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

    private func stored() throws -> LastSync {
        try #require(try demo.vault.lastSync(connection: connection.id))
    }

    // MARK: One bank

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

    @Test("asks for one bank alone, of which the others' state does not change")
    func onlyOneBank() throws {
        demo.transport.fail([.oneInstitutionFailing])
        try demo.sync(connection)
        demo.transport.fail([])
        let health = try demo.vault.institutionHealth()
        let failing = try #require(health.first { !$0.isWell })
        let other = try #require(health.first { $0.isWell })
        demo.transport.show(.ordinary, at: today.noon)
        let report = try demo.engine().synchronise(
            connection, bank: other, historyMonths: 1, progress: { _ in })
        #expect(report.accounts == other.accounts)
        #expect(try demo.vault.institutionHealth().filter { !$0.isWell }.map(\.id) == [failing.id])
        _ = try demo.engine().synchronise(
            connection, bank: failing, historyMonths: 1, progress: { _ in })
        #expect(try demo.vault.institutionHealth().allSatisfy(\.isWell))
        #expect(try demo.engine().mergeOffers().isEmpty)
    }

    @Test("knows a bank by its name or a part of it, without case, and says which there are")
    func bankNames() throws {
        try demo.sync(connection, months: 1)
        for name in ["meridian card services", "Meridian"] {
            #expect(try demo.engine().banks(named: name).map(\.accounts) == [1], "\(name)")
        }
        #expect(throws: EngineError.self) { try demo.engine().banks(named: "Meridiana") }
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
    @Test(
        "says which bank a message concerns, in either version of the protocol",
        arguments: [
            [BridgeFault.oneInstitutionFailing], [.oneInstitutionFailing, .firstVersionOnly],
        ])
    func whoseMessage(faults: [BridgeFault]) throws {
        demo.transport.fail(faults)
        let report = try demo.sync(connection)
        let bank = try failingRecord().institution
        #expect(report.messagesWithBanks.map(\.institution) == [bank])
        #expect(report.messagesWithBanks.map(\.account) == [nil])
        #expect(report.outcome == .partial)
        let message = try #require(try stored().messages.first)
        #expect(message.institution != nil)
        #expect(message.account == nil)
        #expect(try failingRecord().coverage == nil)
    }

    // MARK: One account

    @Test("does not count days as covered for an account whose data is missing, only for others")
    func missingData() throws {
        demo.transport.fail([.oneAccountIncomplete])
        let report = try demo.sync(connection)
        #expect(report.outcome == .partial)
        #expect(report.messagesWithBanks.map(\.message.code) == ["act.missingdata"])
        #expect(report.messagesWithBanks.map(\.account) == [try failingRecord().name])
        #expect(try stored().messages.map(\.account) == [try failingRecord().id])
        let uncovered = try demo.vault.accounts().filter { $0.coverage == nil }
        #expect(uncovered.map(\.bankID) == [Self.failingAccount])
        demo.transport.fail()
        #expect(try demo.sync(connection, Self.tomorrow).outcome == .complete)
        try expectWhole(Self.tomorrow)
    }

    @Test("does so also where several banks have an account of that id")
    func sharedIDs() throws {
        demo.transport.fail([.sharedAccountIDs, .oneInstitutionFailing])
        try demo.sync(connection)
        let uncovered = try demo.vault.accounts().filter { $0.coverage == nil }
        #expect(uncovered.map(\.institution) == ["Meridian Card Services"])
    }

    @Test("leaves a failing bank failing where a later sync tells of no bank at all")
    func failingBankUnheard() throws {
        demo.transport.fail([.oneInstitutionFailing])
        try demo.sync(connection)
        let failing = try demo.vault.institutionHealth().filter { !$0.isWell }.map(\.name)
        #expect(failing.count == 1)
        demo.transport.fail([.signInNeeded])
        try demo.sync(connection, Self.tomorrow)
        #expect(try demo.vault.institutionHealth().filter { !$0.isWell }.map(\.name) == failing)
        demo.transport.fail()
        try demo.sync(connection, Self.tomorrow)
        #expect(try demo.vault.institutionHealth().allSatisfy(\.isWell))
    }

    // MARK: The bridge

    @Test("with no accounts and a word to sign in keeps all that is there, and is not complete")
    func signInNeeded() throws {
        try demo.sync(connection)
        let before = try demo.vault.contents()
        demo.transport.fail([.signInNeeded])
        let report = try demo.sync(connection, Self.tomorrow)
        #expect(report.outcome == .partial)
        #expect(report.accounts == 0)
        #expect(report.requests == 1)
        #expect(report.messagesWithBanks.map(\.message.code) == ["gen.auth"])
        #expect(try demo.vault.contents() == before)
        #expect(try stored().outcome == .partial)
        demo.transport.fail()
        #expect(try demo.sync(connection, Self.tomorrow).outcome == .complete)
        try expectWhole(Self.tomorrow)
    }

    @Test("does not take the history for ended while the bridge wants a sign-in")
    func signInNeededAtFirst() throws {
        demo.transport.fail(
            requests: Dictionary(uniqueKeysWithValues: (2...19).map { ($0, .signInNeeded) }))
        #expect(try demo.sync(connection).outcome == .partial)
        demo.transport.fail()
        #expect(try demo.sync(connection, Self.tomorrow).outcome == .complete)
        try expectWhole(Self.tomorrow)
    }

    @Test("of fewer days than were asked for is not complete, and moves nothing forward")
    func capped() throws {
        demo.transport.fail([.capped])
        let report = try demo.sync(connection)
        #expect(report.outcome == .partial)
        #expect(report.messagesWithBanks.map(\.message.saysCapped) == [true])
        for account in try demo.vault.accounts() {
            #expect(!account.hasWholeHistory)
            // The oldest window has fewer days than the cap.
            let end = account.coverage?.upperBound ?? Household.ordinary.firstDay
            #expect(end < Household.ordinary.firstDay.adding(days: 30))
        }
        demo.transport.fail()
        #expect(try demo.sync(connection, Self.tomorrow).outcome == .complete)
        try expectWhole(Self.tomorrow)
    }

    @Test("takes a warning that days may be capped in the future for no cap, and tells it")
    func rangeWarning() throws {
        demo.transport.fail([.rangeWarning])
        let report = try demo.sync(connection)
        #expect(report.outcome == .complete)
        #expect(report.messagesWithBanks.map(\.message.code) == ["gen.api"])
        #expect(try stored().messages.map(\.code) == ["gen.api"])
        try expectWhole(.ordinary)
    }
}
