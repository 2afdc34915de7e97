import Engine
import Foundation
import Model
import SimpleFIN
import Synchronization
import Testing
import Vault

@Suite("Entries that can't be read exactly")
struct SetAsideTests {
    /// A bank that always serves all it has, and one unreadable row or field with it.
    private final class Bank: HTTPTransport {
        let unreadable = Mutex("")
        let currency = Mutex("USD")
        /// POSIX seconds.
        let now = Mutex(today.noon)

        func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
            if request.url.contains("/claim/1") {
                return HTTPResponse(status: 200, body: Array("https://a:b@bank.example".utf8))
            }
            let now = now.withLock { $0 }
            let row = unreadable.withLock { $0 }
            let currency = currency.withLock { $0 }
            return HTTPResponse(
                status: 200,
                body: Array(
                    """
                    {"errlist":[],"connections":[{"conn_id":"C","name":"First Bank"}],
                    "accounts":[{"id":"A","conn_id":"C","name":"Brokerage","currency":"\(currency)",
                    "balance":"100.00","balance-date":\(now),"transactions":[
                    {"id":"T1","posted":\(today.noon - 86_400),"amount":"-5.00",
                    "description":"SHOP"}\(row)]}]}
                    """.utf8))
        }
    }

    private static let rows = [
        #"{"id":"X","posted":1795046400,"amount":"-12.3456","description":"REINVEST VTSAX"}"#,
        #"{"posted":1795046400,"amount":"-12.3456","description":"REINVEST"}"#,
        #"{"id":"X","posted":1795046400,"amount":-9.100000000000001,"description":"DUST"}"#,
        #"{"id":"X","posted":1795046400000,"amount":"-1.00","description":"MILLISECONDS"}"#,
        #""no object""#,
        #"{"id":"T1","posted":1795046400,"amount":"-5.0001","description":"SHOP"}"#,
    ]

    /// A vault connected to the bank, and its syncs.
    private struct Connected {
        let bank = Bank()
        let home: DemoVault
        let connection: Connection

        init() throws {
            home = try DemoVault()
            let token = Data("https://bank.example/claim/1".utf8).base64EncodedString()
            connection = try Self.engine(bank, home, day: 0).connect(
                SetupToken(token), as: .new(name: "Bank"), policy: NetworkPolicy())
        }

        /// Syncs some days after the first.
        func sync(_ day: Int) throws -> SyncReport {
            try Self.engine(bank, home, day: day).synchronise(
                connection, historyMonths: 1, progress: { _ in })
        }

        var entries: [SetAsideEntry] {
            get throws { try home.vault.setAsideEntries(connection: connection.id) }
        }

        private static func engine(_ bank: Bank, _ home: DemoVault, day: Int) -> Engine {
            let now = today.noon + Int64(day) * 86_400
            bank.now.withLock { $0 = now }
            return Engine(vault: home.vault, moment: Moment(clock: now)) { policy in
                Client(transport: bank, policy: policy)
            }
        }
    }

    @Test("are reported once, keep two requests a day, and stay in sight", arguments: rows)
    func once(row: String) throws {
        let connected = try Connected()
        connected.bank.unreadable.withLock { $0 = ", " + row }
        let first = try connected.sync(0)
        #expect(first.outcome == .partial)
        #expect(first.rejected.count == 1)
        for day in [1, 2, 75, 300, 301] {
            let report = try connected.sync(day)
            #expect(report.outcome == .complete)
            #expect(report.rejected.isEmpty)
        }
        #expect(try connected.sync(302).requests == 2)
        let entry = try #require(try connected.entries.first)
        #expect(!entry.raw.text.isEmpty)
        #expect(try connected.home.vault.everything().map(\.amount.minorUnits) == [-500])
        #expect(try connected.home.vault.missingTransactions().isEmpty)
    }

    @Test("include an account in another currency, until its bank reports the first again")
    func otherCurrency() throws {
        let connected = try Connected()
        #expect(try connected.sync(0).outcome == .complete)
        connected.bank.currency.withLock { $0 = "EUR" }
        let changed = try connected.sync(1)
        #expect(changed.outcome == .partial)
        #expect(changed.stored.inOtherCurrency.map(\.currency) == ["EUR"])
        for day in [2, 3, 75, 300, 301] {
            let report = try connected.sync(day)
            #expect(report.outcome == .complete)
            #expect(report.stored.inOtherCurrency.isEmpty)
            #expect(report.requests <= 2)
        }
        #expect(try connected.entries.map(\.accountID) == [ExactText("A")])
        #expect(try connected.home.vault.everything().map(\.amount.minorUnits) == [-500])

        connected.bank.currency.withLock { $0 = "USD" }
        #expect(try connected.sync(302).outcome == .complete)
        #expect(try connected.entries.isEmpty)
    }

    @Test("are at most a thousand, and those known before stay known")
    func atMostAThousand() throws {
        let connected = try Connected()
        func entries(_ numbers: ClosedRange<Int>) -> Set<SetAsideEntry> {
            Set(
                numbers.map {
                    SetAsideEntry(
                        subject: "transaction", institutionKey: "C", accountID: "A",
                        transactionID: "T\($0)", explanation: "inexact", raw: "")
                })
        }
        func setAside(_ entries: Set<SetAsideEntry>, at instant: Int64) throws {
            try connected.home.vault.setAside(
                entries, connection: connected.connection.id, at: instant, isWhole: false)
        }
        try setAside(entries(1...600), at: 1)
        try setAside(entries(1...1600), at: 2)
        let kept = Set(try connected.entries)
        #expect(kept.count == 1000)
        #expect(kept.isSuperset(of: entries(1...600)))
    }

    @Test("make their account incomplete since they came, until all can be read")
    func incompleteAccount() throws {
        let connected = try Connected()
        _ = try connected.sync(0)
        #expect(try connected.home.vault.unreadableAccounts().isEmpty)
        connected.bank.unreadable.withLock { $0 = ", " + Self.rows[0] }
        for day in [1, 2, 9] {
            _ = try connected.sync(day)
            let unreadable = try connected.home.vault.unreadableAccounts()
            #expect(unreadable.map(\.since) == [today.noon + 86_400])
            #expect(
                unreadable.map(\.account) == (try connected.home.vault.accounts().map(\.id)))
        }
        connected.bank.unreadable.withLock { $0 = "" }
        _ = try connected.sync(10)
        let end = try connected.home.vault.unreadableAccounts()
        #expect(end.map(\.since) == [today.noon + 86_400])
    }
}
