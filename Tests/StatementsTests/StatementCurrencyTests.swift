import Model
import Statements
import Testing

@Suite("Rows of several currencies")
struct StatementCurrencyTests {
    private func text(lastOfDollars: String = "230.00") -> String {
        """
        Date,Text,Amount,Currency,Balance
        2026-03-02,Kelp Coffee,-5.00,EUR,95.00
        2026-03-03,Harrow Cinema,-5.00,EUR,90.00
        2026-03-02,Sale,10.00,USD,210.00
        2026-03-30,Sale,20.00,USD,\(lastOfDollars)
        """
    }

    @Test("count for no balance but that of their own currency")
    func balances() throws {
        let statement = try read(text())
        #expect(statement.balances == ["closing 2026-03-03 90"])
        #expect(statement.accounts.first?.balanceProof?.continued == 1)
    }

    @Test("break no balance but that of their own currency")
    func breaks() throws {
        let statement = try read(text(lastOfDollars: "1.00"))
        #expect(statement.accounts.first?.balanceProof?.isWhole == true)
        #expect(
            statement.inCurrency("USD").accounts.first?.balanceProof?.breaks.map(\.line) == [5])
    }

    @Test(
        "can be those of the account in any of its currencies",
        arguments: [
            ("EUR", ["EUR", "USD"], [nil, nil, "USD", "USD"], ["closing 2026-03-03 90"]),
            ("USD", ["USD", "EUR"], ["EUR", "EUR", nil, nil], ["closing 2026-03-30 230"]),
            ("GBP", ["EUR", "USD"], [nil, nil, "USD", "USD"], ["closing 2026-03-03 90"]),
        ])
    func chosen(
        code: String, currencies: [String], ofRows: [String?], balances: [String]
    ) throws {
        let statement = try read(text()).inCurrency(code)
        #expect(statement.accounts.first?.currencies == currencies)
        #expect(statement.accounts.first?.rows.map(\.currency) == ofRows)
        #expect(statement.balances == balances)
    }

    @Test("stay with their account if the file has several")
    func several() throws {
        let text = """
            Date,Text,Amount,Currency,Account
            2026-03-02,Kelp Coffee,-5.00,EUR,Main
            2026-03-03,Kelp Coffee,-5.00,USD,Main
            2026-03-03,Kelp Coffee,-5.00,EUR,Card
            """
        #expect(try read(text).inCurrency("USD") == read(text))
    }
}
