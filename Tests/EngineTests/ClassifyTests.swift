import Classification
import Configuration
import DemoHousehold
import Engine
import Model
import Testing
import Vault

@Suite("Classifying a vault")
struct ClassifyTests {
    private let demo: DemoVault

    init() throws {
        demo = try HouseholdVault(months: 3, isClassified: false).copy()
    }

    private func verdicts() throws -> [Verdict?] {
        try demo.vault.everything().map(\.verdict)
    }

    @Test("gives every transaction a verdict, and guesses every account's type")
    func everyTransaction() throws {
        let report = try demo.engine().classify(dryRun: false)
        let all = try demo.vault.everything()
        #expect(report.considered == all.count)
        #expect(report.changes.count == all.count)
        #expect(report.problems.isEmpty)
        #expect(all.allSatisfy { $0.verdict != nil })
        let types = Dictionary(
            uniqueKeysWithValues: try demo.vault.accounts().map { ($0.bankID, $0.type) })
        #expect(
            types
                == Dictionary(
                    uniqueKeysWithValues: Household.ordinary.accounts.map { ($0.id, $0.type) }))
    }

    @Test("leaves less than a tenth of each month's spending without a category of its own")
    func other() throws {
        let household = try HouseholdVault().copy()
        for month in 5...10 {
            var query = TransactionQuery()
            query.days = day(2026, month, 1)..<day(2026, month + 1, 1)
            let spent = try household.vault.transactions(query)
                .filter { $0.verdict?.transactionClass.value == .expense }
            let sums = Dictionary(grouping: spent) { $0.verdict?.category.value ?? "" }
                .mapValues { -$0.reduce(0) { $0 + $1.amount.minorUnits } }
            let all = sums.values.reduce(0, +)
            #expect(all > 100_000)
            #expect(sums.count > 9, "\(month): \(sums)")
            #expect(sums["other", default: 0] * 10 < all, "\(month): \(sums)")
        }
    }

    @Test("a second time changes nothing")
    func twice() throws {
        _ = try demo.engine().classify(dryRun: false)
        let before = try demo.vault.contents()
        #expect(try demo.engine().classify(dryRun: false).changes.isEmpty)
        #expect(try demo.vault.contents() == before)
    }

    @Test("in a dry run writes nothing, account types included")
    func dryRun() throws {
        let before = try demo.vault.contents()
        let report = try demo.engine().classify(dryRun: true)
        #expect(report.changes.count == before.verdicts.count)
        #expect(try demo.vault.contents() == before)
    }

    @Test("in a dry run guesses account types as the real run does, after an edit of their words")
    func dryRunOfTypes() throws {
        _ = try demo.engine().classify(dryRun: false)
        try demo.write(
            "[[guess]]\ntype = \"brokerage\"\nwords = [\"high yield\"]\ninstitutions = []\n",
            to: "config/account-types.toml")
        let dry = try demo.engine().classify(dryRun: true)
        let real = try demo.engine().classify(dryRun: false)
        #expect(!real.changes.isEmpty)
        #expect(dry.changes.map(\.transaction) == real.changes.map(\.transaction))
        #expect(dry.changes.map(\.after) == real.changes.map(\.after))
    }

    @Test("an account's type that the person chose decides what its rows are")
    func chosenType() throws {
        _ = try demo.engine().classify(dryRun: false)
        let savings = try demo.engine().account(meantBy: "high yield")
        let report = try demo.engine().decideType(.brokerage, of: savings)
        #expect(!report.changes.isEmpty)
        let again = try demo.engine().account(meantBy: "high yield")
        #expect(again.type == .brokerage)
        #expect(again.typeReason == "chosen by you")
    }

    // MARK: Rules

    @Test("skips and reports a broken rule file, and applies the others")
    func brokenRule() throws {
        try demo.write("rule { name = \"Everything is ignored\", set = {", to: "rules/20-mine.lua")
        try demo.write(
            "rule { when = { amount = less(0) }, set = { notes = \"seen\" } }",
            to: "rules/30-whole.lua")
        let report = try demo.engine().classify(dryRun: false)
        #expect(report.leftOut.map(\.file) == ["rules/20-mine.lua"])
        #expect(report.userRules == 3)
        #expect(try verdicts().contains { $0?.notes?.value == "seen" })
    }

    @Test("counts how often each rule matched")
    func uses() throws {
        try demo.write(
            """
            rule { name = "none", when = { amount = between(0.001, 0.002) }, set = {} }
            rule { name = "all", when = function() return true end, set = {} }
            """, to: "rules/20-mine.lua")
        let report = try demo.engine().classify(dryRun: true)
        #expect(
            report.uses.suffix(2) == [
                RuleUse(name: "none", file: "rules/20-mine.lua", line: 1, matches: 0),
                RuleUse(
                    name: "all", file: "rules/20-mine.lua", line: 2, matches: report.considered),
            ])
    }

    @Test("asks the owner's rules beside the shipped ones")
    func ownRule() throws {
        try demo.write(
            """
            rule {
                name = "Groceries are ours",
                when = { description = contains "a", amount = less(0) },
                set = { notes = "seen" },
            }
            """, to: "rules/20-mine.lua")
        let report = try demo.engine().classify(dryRun: false)
        #expect(report.userRules == 3)
        #expect(try verdicts().contains { $0?.notes?.value == "seen" })
    }

    @Test("an empty rule file switches the shipped one of its name off")
    func emptyRuleFile() throws {
        let shipped = try demo.engine().classify(dryRun: true)
        #expect(shipped.userRules == 2)
        #expect(shipped.uses.map(\.name) == ["Fees that a bank takes", "Large card purchase"])
        try demo.write("", to: "rules/10-starter.lua")
        let report = try demo.engine().classify(dryRun: false)
        #expect(report.userRules == 0)
        #expect(report.uses.isEmpty)
    }

    // MARK: Configuration

    @Test("a vault's own file replaces the shipped one")
    func ownConfiguration() throws {
        try demo.write(
            """
            [[stage]]
            name = "signs only"
            kind = "default"
            """, to: "config/pipeline.toml")
        _ = try demo.engine().classify(dryRun: false)
        for record in try demo.vault.everything() {
            let verdict = try #require(record.verdict)
            #expect(verdict.category.value == "other")
            #expect(verdict.transactionClass.reason.by == "signs only")
            #expect(record.partner == nil)
        }
    }

    @Test("a misspelt setting is reported with its file, and the last good version is used")
    func misspeltSetting() throws {
        _ = try demo.engine().classify(dryRun: false)
        let before = try verdicts()
        try demo.write(
            """
            [[stage]]
            name = "signs only"
            kind = "default"
            onlyfor = ["expense"]
            """, to: "config/pipeline.toml")
        let report = try demo.engine().classify(dryRun: false)
        #expect(report.leftOut.map(\.file) == ["config/pipeline.toml"])
        #expect(report.leftOut.first?.problems.first?.message.contains("onlyfor") == true)
        #expect(try verdicts() == before)
    }

    // MARK: Explaining

    @Test("a trace's decisive proposals are what is stored")
    func trace() throws {
        _ = try demo.engine().classify(dryRun: false)
        let ofEachClass = Dictionary(
            grouping: try demo.vault.everything(), by: { $0.verdict?.transactionClass.value })
        for record in ofEachClass.values.flatMap({ $0.prefix(2) }) {
            let verdict = try #require(record.verdict)
            let decisive = try demo.engine().trace(record.id).trace.steps.flatMap(\.proposals)
                .filter(\.isDecisive)
            let decided = decisive.first { $0.attribute == .class }
            #expect(decided?.value == verdict.transactionClass.value.rawValue)
            #expect(decided?.reason == verdict.transactionClass.reason)
            #expect(
                decisive.first { $0.attribute == .category }?.value == verdict.category.value)
        }
    }

    @Test("there is no trace of a transaction that is not there")
    func noTrace() {
        #expect(throws: EngineError.noSuchTransaction(99_999)) {
            try demo.engine().trace(99_999)
        }
    }

    @Test(
        "an account is meant by its number, its name or a part of it",
        arguments: [
            ("3", "ACT-c90a57de-visa"), ("joint brokerage (5093)", "ACT-f4436d18-brokerage"),
            ("MASTERCARD", "ACT-5e2c91b7-mastercard"),
        ])
    func meantAccount(text: String, bankID: String) throws {
        #expect(try demo.engine().account(meantBy: text).bankID == bankID)
    }

    @Test("a name that no account or more than one has is an error")
    func unclearAccount() throws {
        let known = try demo.vault.accounts().map(\.name)
        #expect(throws: EngineError.noSuchAccount("Swiss", known: known)) {
            try demo.engine().account(meantBy: "Swiss")
        }
        let candidates = try demo.vault.accounts().filter { [5, 6].contains($0.id) }
            .map { "\($0.id) \($0.name)" }
        #expect(
            throws: AmbiguousName(kind: "accounts", name: "age", candidates: candidates)
        ) {
            try demo.engine().account(meantBy: "age")
        }
    }
}
