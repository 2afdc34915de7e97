import Engine
import Model
import SimpleFIN
import Testing
import Vault

@Suite("Movements of an investment account in earlier net worth")
struct ContributionTests {
    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
        _ = try demo.engine().importAnswer(
            Answer(
                body: Array(
                    """
                    {"errors":[],"accounts":[{"org":{"domain":"bank.example"},"id":"1",
                      "name":"Brokerage Account","currency":"USD","balance":"10000.00",
                      "balance-date":1795132800,"transactions":[
                        {"id":"W","posted":1794700800,"amount":"1200.00",
                         "description":"INCOMING WIRE ZED"},
                        {"id":"B","posted":1794787200,"amount":"-300.00",
                         "description":"BUY VTSAX"}]}]}
                    """.utf8)))
        let account = try #require(try demo.vault.accounts().first)
        try demo.vault.decideType(.brokerage, account: account.id)
        _ = try demo.engine().classify(dryRun: false)
    }

    private func flows() throws -> [Int128] {
        try demo.vault.dailyFlows(
            of: try demo.vault.accounts(), after: CalendarDay(secondsSinceEpoch: 0)
        ).map(\.minorUnits)
    }

    @Test("are contributions and purchases whoever says that they are transfers")
    func anyDecider() throws {
        #expect(try flows() == [120_000])
        let ids = try demo.vault.everything().map(\.id)
        _ = try demo.engine().correct(
            ids, CorrectionChange(Correction(class: .transfer)), asRule: false)
        #expect(try flows() == [120_000])
    }

    @Test("are money that left the account if it was lent")
    func lent() throws {
        let purchase = try #require(
            try demo.vault.everything().first { $0.description == "BUY VTSAX" })
        _ = try demo.engine().correct(
            [purchase.id], CorrectionChange(Correction(loan: "Sam")), asRule: false)
        #expect(try flows() == [120_000, -30_000])
    }

    @Test("stay what they are when a rule of the person says so")
    func rule() throws {
        try demo.write(
            "rule { name = \"mine\", when = { amount = less(5000) }, set = { class = \"transfer\" } }",
            to: "rules/20-mine.lua")
        _ = try demo.engine().classify(dryRun: false)
        #expect(try flows() == [120_000])
    }
}
