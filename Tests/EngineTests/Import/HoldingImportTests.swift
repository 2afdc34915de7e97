import DemoHousehold
import Engine
import Model
import SimpleFIN
import TestSupport
import Testing
import Vault

@Suite("Holdings in an answer")
struct HoldingImportTests {
    /// What is stored of one holding in an account in dollars.
    private func stored(_ holding: String) throws -> HoldingDay.Holding {
        let demo = try DemoVault()
        let answer = """
            {"errors": [], "accounts": [{"id": "A", "name": "Brokerage", "currency": "USD",
              "balance": "1.00", "balance-date": 1773532800, "holdings": [{\(holding)}]}]}
            """
        _ = try demo.engine().importAnswer(Answer(body: Array(answer.utf8)))
        let days = try demo.vault.newestHoldings(through: CalendarDay(daysSinceEpoch: .max))
        return try #require(days.first { $0.holdings.count == 1 }?.holdings.first)
    }

    @Test(
        "has a total cost; one that equals the price of a share is that of a share",
        arguments: [
            // A real one of each kind: total with a price, total without one, per share.
            ("55.00", "0.10", "550.0", "55.00"), ("10000.00", "0.00", "200.00", "10000.00"),
            ("40.2500", "40.25", "12.5", "503.13"), ("40.25", "40.25", "1", "40.25"),
            ("40.25", "", "12.5", "40.25"), ("40.25", "40.25", "", "40.25"),
        ])
    func cost(cost: String, price: String, shares: String, total: String) throws {
        let holding = try stored(
            """
            "cost_basis": "\(cost)", "purchase_price": "\(price)", "shares": "\(shares)"
            """)
        #expect(holding.cost?.plainText == total)
    }

    @Test(
        "is of the account's currency unless it has its own",
        arguments: [("", "USD"), ("EUR", "EUR"), ("\\u200b EUR ", "EUR"), ("JPY", "JPY")])
    func currency(sent: String, code: String) throws {
        #expect(try stored("\"currency\": \"\(sent)\"").currency.code == code)
    }

    @Test(
        "rounds a value to the currency, and leaves what is no number unknown",
        arguments: [
            ("105884.8", "105884.80"), ("0.125", "0.13"), ("-3", "-3.00"), ("n/a", nil), ("", nil),
            (String(repeating: "9", count: 300), nil),
        ])
    func value(sent: String, value: String?) throws {
        #expect(try stored("\"market_value\": \"\(sent)\"").value?.plainText == value)
    }

    @Test("come with each sync, and move with the market")
    func sync() throws {
        let households = (0..<3).map {
            Household(seed: 7, today: today.adding(days: $0 * 6), months: 2)
        }
        let demo = try DemoVault(households[0])
        let connection = try demo.connect()
        for household in households { try demo.sync(connection, household, months: 1) }
        let broker = try #require(
            try demo.vault.accounts().first { $0.bankID.hasSuffix("brokerage") })
        let states = try demo.vault.holdings(of: broker.id, on: today...today.adding(days: 20))
        let values = states.map { $0.holdings.reduce(0) { $0 + ($1.value?.minorUnits ?? 0) } }
        #expect(states.map(\.day) == households.map(\.today))
        #expect(Set(values).count > 1)
        #expect(
            values
                == households.map { household in
                    household.accounts.flatMap { $0.holdings(on: household.today) }
                        .reduce(0) { $0 + Int128($1.marketValue) }
                })
    }

    @Test("has texts of bounded length")
    func lengths() throws {
        let text = String(repeating: "x", count: 100_000)
        let holding = try stored("\"symbol\": \"\(text)\", \"description\": \"\(text)\"")
        #expect(holding.symbol.count == 200)
        #expect(holding.name.count == 200)
    }
}
