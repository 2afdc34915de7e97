import Classification
import Engine
import GRDB
import Model
import Testing
import Vault

@Suite("What rules match, in a list of them")
struct RuleCountTests {
    private let demo: DemoVault
    private var engine: Engine { demo.engine() }
    private let hall = "{ name = \"Hall\", when = { text = \"ZORBA\" }, set = { notes = \"x\" } }"

    init() throws {
        demo = try DemoVault()
        try demo.importPayments(["ZORBA HALL", "ZORBA HALL", "ZORBA HALL", "UBER TRIP 81"])
        _ = try engine.addRule(hall)
        _ = try engine.classify(dryRun: false, isWhole: true)
    }

    private func tally(of name: String) throws -> RuleTally? {
        try engine.rules().rules.first { $0.name == name }?.tally
    }

    @Test("a rule tells how many transactions it matches, and the newest day of them")
    func counted() throws {
        #expect(
            try tally(of: "Hall")
                == RuleTally(rule: "stored-1", hits: 3, lastDay: day(2026, 3, 3)))
    }

    @Test("new transactions are counted too")
    func arrived() throws {
        try demo.importPayments([
            "ZORBA HALL", "ZORBA HALL", "ZORBA HALL", "UBER TRIP 81", "ZORBA HALL",
        ])
        _ = try engine.classify(dryRun: false)
        #expect(
            try tally(of: "Hall")
                == RuleTally(rule: "stored-1", hits: 4, lastDay: day(2026, 3, 5)))
    }

    @Test("a removed transaction is not counted, and the newest day moves back")
    func gone() throws {
        let newest = try #require(
            try demo.vault.everything().filter { $0.description == "ZORBA HALL" }.last)
        try DatabaseQueue(path: demo.folder.databasePath).write {
            try $0.execute(
                sql: """
                    UPDATE transactions SET is_pending = 1, voided_at = 1 WHERE id = ?;
                    UPDATE pass_state SET changes = changes + 1;
                    """,
                arguments: [newest.id])
        }
        _ = try engine.classify(dryRun: false)
        #expect(
            try tally(of: "Hall")
                == RuleTally(rule: "stored-1", hits: 2, lastDay: day(2026, 3, 2)))
    }

    @Test("a function that sets nothing is counted by its matches")
    func silentFunction() throws {
        try demo.write(
            """
            rule {
                name = "Silent", when = function(tx) return tx.amount < 0 end,
                set = function(tx) return {} end,
            }
            """, to: "rules/50-mine.lua")
        _ = try engine.classify(dryRun: false)
        #expect(try tally(of: "Silent")?.hits == 4)
        try demo.importPayments([
            "ZORBA HALL", "ZORBA HALL", "ZORBA HALL", "UBER TRIP 81", "KIOSK",
        ])
        _ = try engine.classify(dryRun: false)
        #expect(try tally(of: "Silent")?.hits == 5)
    }

    @Test("where a function failed in the last pass, rules edited since are counted as they are")
    func afterFailure() throws {
        let broken = "rule { name = \"Broken\", when = function(tx) return nil + 1 end, "
        try demo.write(broken + "set = { notes = \"x\" } }", to: "rules/50-mine.lua")
        #expect(try !engine.classify(dryRun: false).problems.isEmpty)
        try demo.write(
            "rule { name = \"Trip\", when = { text = \"TRIP\" }, set = { tags = { \"x\" } } }",
            to: "rules/60-mine.lua")
        #expect(try tally(of: "Trip")?.hits == 1)
    }

    @Test("a rule that is looked up to be changed is not counted")
    func lookedUp() throws {
        #expect(try engine.rule(meantBy: "Hall").tally == nil)
        #expect(try engine.rule(meantBy: "Hall", isCounting: true).tally?.hits == 3)
    }
}
