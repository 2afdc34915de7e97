import Automation
import Engine
import Model
import Rules
import Testing
import Vault

@Suite("A payee that a rule names")
struct NamedByRuleTests {
    private let demo: DemoVault
    private var engine: Engine { demo.engine() }

    init() throws {
        demo = try DemoVault()
        try demo.importPayments([
            "BLUE HERON", "SQ *HERON CAFE", "CHECK", "CHECK", "GREENLEAF GROCERY",
        ])
        try demo.write(
            """
            rule {
                name = "Heron", when = { description = "HERON" }, set = { payee = "The Nest" },
            }
            rule {
                name = "Piano", when = { description = "CHECK", day = "2026-03-03" },
                set = { payee = "Piano lessons" },
            }
            rule {
                name = "By name", when = { payee = "The Nest" }, set = { notes = "never" },
            }
            """, to: "rules/20-mine.lua")
        _ = try engine.classify(dryRun: false)
    }

    private func categories() throws -> [String?] {
        try demo.vault.everything().map(\.verdict?.category.value)
    }

    @Test("is found by a search, as it is shown")
    func searched() throws {
        var query = TransactionQuery()
        query.searches = [TransactionSearch(finds: TextSearch("the nest").finds)]
        #expect(try demo.vault.transactions(query).map(\.payee) == ["The Nest", "The Nest"])
    }

    @Test("is listed among payees by that name, and no more by the one of before")
    func listed() throws {
        let payees = try engine.payees(search: nil)
        #expect(payees.map(\.name) == ["The Nest", "Check", "Greenleaf Grocery", "Piano lessons"])
        #expect(payees.first?.transactions == 2)
        #expect(payees.first?.spellings == ["BLUE HERON", "SQ *HERON CAFE"])
    }

    @Test("is found among payees by that name and by banks' texts", arguments: ["nest", "sq *her"])
    func found(search: String) throws {
        #expect(try engine.payees(search: search).map(\.name) == ["The Nest"])
    }

    @Test("is given no other name by an alias, which says whose name it is")
    func alias() throws {
        #expect(
            throws: PayeeError.namedOtherwise(
                "the nest", reason: "Matched: Heron (rules/20-mine.lua:1)")
        ) { try engine.giveAlias("Nest", toPayee: "the nest") }
    }

    @Test("a bank's text keeps its alias beneath the rule")
    func aliasOfText() throws {
        _ = try engine.giveAlias("Heron", toPayee: "BLUE HERON")
        #expect(try engine.payees(search: nil).map(\.name).contains("The Nest"))
        #expect(try demo.vault.payeeAliases().values.sorted() == ["Heron"])
    }

    @Test("a payee counts what came until a day, and is not there before its first")
    func payeesUntil() throws {
        let days = try demo.vault.everything().map(\.day).sorted()
        let first = try #require(days.first)
        let payees = try engine.payees(search: nil, through: first)
        #expect(payees.map(\.transactions).reduce(0, +) == days.count { $0 == first })
        #expect(payees.allSatisfy { $0.lastSeen == first })
        #expect(try engine.payees(search: nil, through: first.adding(days: -1)).isEmpty)
    }

    @Test("a correction of a payee covers all transactions shown under that name")
    func allFromPayee() throws {
        let report = try engine.correct(
            [1], CorrectionChange(Correction(category: "dining")), asRule: true)
        #expect(report.rules.map(\.payee) == ["The Nest"])
        #expect(report.rules.map(\.matches) == [2])
        #expect(try categories().prefix(2) == ["dining", "dining"])
    }

    @Test("a correction of all from it is refused where it would take in what is shown otherwise")
    func partOfPayee() throws {
        #expect(
            throws: EngineError.payeeNotAlone("Piano lessons", transaction: 3, other: "Check")
        ) {
            try engine.correct(
                [3], CorrectionChange(Correction(category: "entertainment")), asRule: true)
        }
        #expect(try demo.vault.history().isEmpty)
    }

    @Test("other rules see the payee of before")
    func unseen() throws {
        #expect(try demo.vault.everything().allSatisfy { $0.verdict?.notes == nil })
    }

    @Test("is the name in events and their filters")
    func events() throws {
        let vault = try EventVault()
        try vault.demo.write(
            "rule { when = { description = \"HERON\" }, set = { payee = \"The Nest\" } }",
            to: "rules/20-mine.lua")
        let subscription = EventSubscription(.newTransaction) { $0.payee = "the nest" }
        _ = try vault.told(subscription)
        try vault.receive([line("1", -1250, on: vault.today, "BLUE HERON")])
        #expect(
            try vault.told(subscription).map { $0.text("transaction", "payee") } == ["The Nest"])
    }
}
