import DemoHousehold
import Foundation
import Model
import Testing

@Suite("What the household is written as")
struct WrittenFilesTests {
    private let household = Household(today: day(2026, 11, 20))

    @Test("a whole answer is JSON with every transaction", arguments: ProtocolVersion.allCases)
    func wholeAnswer(version: ProtocolVersion) throws {
        var bytes: [UInt8] = []
        AccountsAnswer(everythingOf: household, version: version)
            .write { bytes.append(contentsOf: $0) }
        let json = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        let accounts = try #require(json?["accounts"] as? [[String: Any]])
        #expect(accounts.map { $0["id"] as? String } == household.accounts.map(\.id))
        for (sent, account) in zip(accounts, household.accounts) {
            let transactions = try #require(sent["transactions"] as? [[String: Any]])
            #expect(
                transactions.compactMap { $0["id"] as? String } == account.transactions.map(\.id))
            #expect(
                transactions.compactMap { $0["description"] as? String }
                    == account.transactions.map(\.description))
            let amounts = try transactions.map {
                try MinorUnits.exactly(try #require($0["amount"] as? String), exponent: 2)
            }
            #expect(amounts == account.transactions.map(\.amount))
        }
    }

    @Test("the truth is a line of JSON for every transaction")
    func labels() throws {
        var bytes: [UInt8] = []
        LabelLines(of: household).write { bytes.append(contentsOf: $0) }
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        let transactions = household.accounts.flatMap { Array($0.transactions) }
        #expect(lines.count == transactions.count)
        for (line, transaction) in zip(lines, transactions) {
            let label = try #require(
                try JSONSerialization.jsonObject(with: Data(line)) as? [String: String])
            #expect(label["id"] == transaction.id)
            #expect(label["class"] == transaction.truth.transactionClass.rawValue)
            #expect(label["category"] == transaction.truth.category)
            #expect(label["partner"] == transaction.truth.partner?.transaction)
            #expect(label["partner_account"] == transaction.truth.partner?.account)
            #expect(label["series"] == transaction.truth.series?.name)
            #expect(label["frequency"] == transaction.truth.series?.frequency.rawValue)
            #expect(label["amounts"] == transaction.truth.series?.amounts.rawValue)
            #expect(label["pays_off"] == transaction.truth.paysOff?.rawValue)
            #expect(label["payee"] == transaction.truth.payee)
        }
    }

    @Test("writing stops where the output fails")
    func failingOutput() {
        struct Full: Error, Equatable {}
        let household = Household(today: day(2026, 11, 20), transactions: 5_000)
        var pieces = 0
        #expect(throws: Full()) {
            try LabelLines(of: household).write { (_) throws(Full) in
                pieces += 1
                throw Full()
            }
        }
        #expect(pieces == 1)
    }
}
