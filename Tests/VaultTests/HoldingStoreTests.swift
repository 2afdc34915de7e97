import GRDB
import Model
import TestSupport
import Testing
import Vault

@Suite("Storing holdings")
struct HoldingStoreTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }

    init() throws {
        stored = try StoredVault()
    }

    private func holding(
        _ symbol: String, shares: String = "1", value: Int64? = 100, currency: Currency = dollars
    ) -> ReceivedHolding {
        ReceivedHolding(
            symbol: symbol, name: "Name of \(symbol)", currency: currency,
            shares: LongDecimal(shares), value: value, cost: 80)
    }

    /// Stores what an account holds some days after the first of March.
    private func store(
        _ holdings: [ReceivedHolding]?, of account: String = "A1", after days: Int64 = 0,
        answeredAfter answered: Int64? = nil
    ) throws {
        try stored.store(
            ReceivedAccount(
                institutionKey: "bank", bankID: account, name: account, currency: dollars,
                balance: ReceivedBalance(
                    minorUnits: 500, availableMinorUnits: nil, at: firstOfMarch + days * 86_400),
                transactions: [], coverage: nil, holdings: holdings),
            receivedAt: firstOfMarch + (answered ?? days) * 86_400)
    }

    private func history(of account: Int64 = 1) throws -> [String] {
        try vault.holdings(of: account, on: day(2025, 2, 1)...day(2025, 4, 1)).map {
            "\($0.day): " + $0.holdings.map(\.symbol).joined(separator: " ")
        }
    }

    @Test("keeps one state a day, the last")
    func oneStateADay() throws {
        try store([holding("VTI"), holding("BND")])
        try store([holding("VTI")])
        try store([holding("BND"), holding("VTI")], after: 1)
        #expect(try history() == ["2025-03-01: VTI", "2025-03-02: BND VTI"])
    }

    @Test("keeps the day on which everything was sold, and none of accounts without holdings")
    func sold() throws {
        try store([])
        try store([holding("VTI")], after: 1)
        try store([], after: 2)
        try store(nil, after: 3)
        #expect(try history() == ["2025-03-02: VTI", "2025-03-03: "])
        #expect(try vault.newestHoldings(through: day(2025, 3, 9)).map(\.holdings.count) == [0])
    }

    @Test("leaves the known ones where an older balance comes late")
    func older() throws {
        try store([holding("VTI")], after: 2)
        try store([holding("BND")], after: 1, answeredAfter: 3)
        #expect(try history() == ["2025-03-03: VTI"])
    }

    @Test("keeps shares of any length, own currencies and unknown amounts")
    func figures() throws {
        let euro = Currency(code: "EUR", exponent: 2)
        let shares = "0.123456789012345678901234567891"
        try store([
            holding("A\u{1B}[31m\u{202E}", shares: shares, value: nil, currency: euro)
        ])
        let found = try #require(
            try vault.newestHoldings(through: day(2025, 3, 1)).first?.holdings.first)
        #expect(found.symbol == "A\u{1B}[31m\u{202E}")
        #expect(found.shares?.text == shares)
        #expect(found.value == nil)
        #expect(found.cost == Money(minorUnits: 80, currency: euro))
    }

    @Test("the newest ones until a day are those of each account")
    func newest() throws {
        try store([holding("VTI")])
        try store([holding("BND")], of: "A2", after: 1)
        try store([holding("VXUS")], after: 2)
        let found = try vault.newestHoldings(through: day(2025, 3, 2))
        #expect(found.map(\.account) == [1, 2])
        #expect(found.flatMap(\.holdings).map(\.symbol) == ["VTI", "BND"])
    }

    @Test("the view has every day, and marks the newest unless all was sold")
    func view() throws {
        try store([holding("VTI", shares: "1.50")])
        try store([holding("BND", value: nil)], after: 1)
        let columns = "day, symbol, shares, value, cost, currency, is_newest"
        func rows() throws -> [[QueryValue]] {
            var rows: [[QueryValue]] = []
            try VaultQuery(
                "SELECT \(columns) FROM v_holdings ORDER BY day", of: vault, seconds: 60
            ).forEachRow { rows.append($0) }
            return rows
        }
        let first: [QueryValue] = [
            .text("2025-03-01"), .text("VTI"), .text("1.5"), .text("1.00"), .text("0.80"),
            .text("USD"), .integer(0),
        ]
        let second: [QueryValue] = [
            .text("2025-03-02"), .text("BND"), .text("1"), .null, .text("0.80"), .text("USD"),
        ]
        #expect(try rows() == [first, second + [.integer(1)]])
        try store([], after: 2)
        #expect(try rows() == [first, second + [.integer(0)]])
    }

    @Test("a merged account gives the days before the remaining one's; undo gives them back")
    func merge() throws {
        try store([holding("VTI")])
        try store([holding("OLD")], after: 2)
        try store([holding("VTI"), holding("BND")], of: "A2", after: 1)
        _ = try vault.mergeAccount(1, into: 2, summary: "merge")
        #expect(try history(of: 2) == ["2025-03-01: VTI", "2025-03-02: VTI BND"])
        _ = try vault.undo()
        #expect(try history() == ["2025-03-01: VTI", "2025-03-03: OLD"])
        #expect(try history(of: 2) == ["2025-03-02: VTI BND"])
    }
}
