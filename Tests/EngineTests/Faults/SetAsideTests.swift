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
        /// POSIX seconds.
        let now = Mutex(today.noon)

        func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
            if request.url.contains("/claim/1") {
                return HTTPResponse(status: 200, body: Array("https://a:b@bank.example".utf8))
            }
            let now = now.withLock { $0 }
            let row = unreadable.withLock { $0 }
            return HTTPResponse(
                status: 200,
                body: Array(
                    """
                    {"errlist":[],"connections":[{"conn_id":"C","name":"First Bank"}],
                    "accounts":[{"id":"A","conn_id":"C","name":"Brokerage","currency":"USD",
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

    @Test("are reported once, keep two requests a day, and stay in sight", arguments: rows)
    func once(row: String) throws {
        let bank = Bank()
        let home = try DemoVault()
        func engine(_ days: Int) -> Engine {
            let now = today.noon + Int64(days) * 86_400
            bank.now.withLock { $0 = now }
            return Engine(vault: home.vault, moment: Moment(clock: now)) { policy in
                Client(transport: bank, policy: policy)
            }
        }
        let token = Data("https://bank.example/claim/1".utf8).base64EncodedString()
        let connection = try engine(0).connect(
            SetupToken(token), as: .new(name: "Bank"), policy: NetworkPolicy())
        bank.unreadable.withLock { $0 = ", " + row }
        func sync(_ day: Int) throws -> SyncReport {
            try engine(day).synchronise(connection, historyMonths: 1, progress: { _ in })
        }
        let first = try sync(0)
        #expect(first.outcome == .partial)
        #expect(first.rejected.count == 1)
        for day in [1, 2, 75, 300, 301] {
            let report = try sync(day)
            #expect(report.outcome == .complete)
            #expect(report.rejected.isEmpty)
        }
        #expect(try sync(302).requests == 2)
        let entry = try #require(try home.vault.setAsideEntries(connection: connection.id).first)
        #expect(!entry.raw.text.isEmpty)
        #expect(try home.vault.everything().map(\.amount.minorUnits) == [-500])
        #expect(try home.vault.missingTransactions().isEmpty)
    }
}
