import Engine
import Model
import Testing
import Vault

@Suite("Accounts in currencies without a rate")
struct CurrenciesApartTests {
    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
    }

    private func receive(_ currencies: String...) throws {
        let connection = try demo.vault.addConnection(
            .simplefin, name: "bridge.example", allowsPlainHTTP: false, createdAt: 0
        ).id
        let sync = try demo.vault.beginSync(connection: connection, at: today.noon)
        let stored = try demo.vault.store(
            ReceivedAnswer(
                institutions: [ReceivedInstitution(key: "first", name: "First", url: nil)],
                accounts: currencies.enumerated().map { number, currency in
                    ReceivedAccount(
                        institutionKey: "first", bankID: "\(number)", name: "\(currency) \(number)",
                        currency: Currency(code: currency, exponent: 2), balance: nil,
                        transactions: [], coverage: nil)
                },
                receivedAt: today.noon),
            connection: connection, sync: sync)
        try demo.vault.endSync(
            sync, at: today.noon, outcome: .complete, stored: stored, messages: [])
    }

    private func apart() throws -> [String]? {
        try demo.engine().currenciesApart()?.accounts.map(\.name)
    }

    @Test("are those in other currencies than most")
    func others() throws {
        try receive("EUR", "USD", "USD", "GBP")
        #expect(try demo.engine().currenciesApart()?.usual.code == "USD")
        #expect(try apart() == ["EUR 0", "GBP 3"])
    }

    @Test("are empty if all accounts share a currency")
    func oneCurrency() throws {
        try receive("EUR", "EUR")
        #expect(try apart() == nil)
    }

    @Test("do not include one that counts nowhere")
    func hidden() throws {
        try receive("USD", "USD", "EUR")
        let account = try #require(try demo.vault.accounts().last)
        try demo.vault.decideVisibility(.hidden, account: account.id)
        #expect(try apart() == nil)
    }

    @Test("are none once there is a rate, and the others go on without")
    func rate() throws {
        try receive("USD", "USD", "EUR", "GBP")
        try demo.write(
            "base = \"USD\"\n[[rate]]\ncurrency = \"EUR\"\nvalue = 1.08\n", to: "config/rates.toml")
        #expect(try apart() == ["GBP 3"])
    }
}
