import Engine
import Testing
import Vault

@Suite("Another name of an account or a payee")
struct RenamingTests {
    private let demo: DemoVault
    private var engine: Engine { demo.engine() }

    /// Three payments from one account.
    init() throws {
        demo = try DemoVault()
        try demo.importPayments(["ZORBA HALL", "ZORBA HALL", "GREENLEAF GROCERY"])
        _ = try engine.classify(dryRun: false)
    }

    private func rename(_ name: String) throws -> RenamingReport {
        try engine.name(try engine.account(meantBy: "Everyday Checking"), name)
    }

    @Test("reports rules that no longer match anything")
    func account() throws {
        let definition = """
            { name = "Halls", when = { account = contains "Everyday" }, set = { tags = { "a" } } }
            """
        _ = try engine.addRule(definition)
        try demo.write("rule " + definition, to: "rules/20-mine.lua")
        _ = try engine.classify(dryRun: false)
        let report = try rename("Main")
        #expect(report.silenced.map(\.kind) == [.stored, .file])
        #expect(report.classified.changes.count == 3)
    }

    @Test("reports no rule that still matches, is off, or never matched")
    func others() throws {
        for (when, isEnabled) in [
            ("account = contains \"Checking\"", true), ("account = contains \"Every\"", false),
            ("account = contains \"Savings\"", true), ("description = contains \"HALL\"", true),
        ] {
            let rule = try engine.addRule("{ when = { \(when) }, set = { tags = { \"a\" } } }").rule
            _ = try engine.enableRule(rule, isEnabled)
        }
        #expect(try rename("My Checking").silenced.isEmpty)
    }

    @Test("of a payee reports rules that used its former name")
    func payee() throws {
        _ = try engine.addRule(
            """
            { name = "Z", when = { payee = "Zorba Hall" }, set = { category = "travel" } }
            """)
        let report = try engine.giveAlias("Dancing", toPayee: "Zorba Hall")
        #expect(report.silenced.map(\.name) == ["Z"])
        #expect(try engine.takeAlias(ofPayee: "Dancing").silenced.isEmpty)
    }

    @Test("of a spelling is one of its merchant, and so is taking it back")
    func spelling() throws {
        let places = ["HULL", "LEEDS", "YORK"]
        let names = [
            "HARBOR BOOKS", "TWIN OAKS", "CEDAR GROCERS", "NORTHWIND", "IRON BELL", "LARK BAKERY",
            "PIKE HARDWARE", "ROWAN FLOWERS", "OLD MILL",
        ]
        let demo = try DemoVault()
        let texts = names.enumerated().map { "\($1) \(places[$0 / 3])" }
        try demo.importPayments(texts + ["HARBOR BOOKS"])
        let engine = demo.engine()
        _ = try engine.classify(dryRun: false)
        func listed(_ text: String) throws -> [String] {
            try engine.payees(search: text).map(\.name)
        }
        #expect(try listed("HARBOR") == ["Harbor Books"])
        _ = try engine.giveAlias("The bookshop", toPayee: "HARBOR BOOKS HULL")
        #expect(try listed("HARBOR") == ["The bookshop"])
        _ = try engine.takeAlias(ofPayee: "HARBOR BOOKS HULL")
        #expect(try listed("HARBOR") == ["Harbor Books"])
    }
}
