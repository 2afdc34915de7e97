import Classification
import Engine
import Foundation
import Model
import Scripting
import Testing
import Vault

@Suite("What files were found to hold is kept")
struct ReadingCacheTests {
    private let demo: DemoVault

    private static let tables = """
        local shops = map("shops.csv")
        rule { name = "Shop", when = { description = "ALDI" }, set = { notes = shops["Aldi"] } }
        """

    init() throws {
        demo = try DemoVault()
        try demo.importPayments([
            (description: "ALDI 42", amount: "-5.00"), (description: "SALARY", amount: "5.00"),
        ])
        try demo.write("name,kind\nAldi,food\n", to: "rules/shops.csv")
        try demo.write(Self.tables, to: "rules/20-tables.lua")
    }

    /// A pass as another run of the program makes it.
    @discardableResult
    private func pass(on host: ScriptHost = PlantedWorker.host()) throws -> [Verdict?] {
        _ = try demo.engine(scripts: host).classify(dryRun: false, isWhole: true)
        return try demo.vault.everything().map(\.verdict)
    }

    @Test("so that a pass of table rules needs no worker, and concludes the same")
    func withoutWorker() throws {
        let first = PlantedWorker.host()
        let verdicts = try pass(on: first)
        #expect(first.workerNumber != nil)
        #expect(verdicts.contains { $0?.notes?.value == "food" })
        let second = PlantedWorker.host()
        #expect(try pass(on: second) == verdicts)
        #expect(second.workerNumber == nil)
    }

    @Test("and functions are run as before")
    func functions() throws {
        try demo.write(
            """
            rule {
                name = "Plus", when = function(tx) return tx.amount > 0 end,
                set = function(tx) return { tags = { "plus", tx.currency } } end,
            }
            """, to: "rules/30-functions.lua")
        let verdicts = try pass()
        #expect(verdicts.contains { $0?.tags?.value == ["plus", "USD"] })
        let second = PlantedWorker.host()
        #expect(try pass(on: second) == verdicts)
        #expect(second.workerNumber != nil)
    }

    @Test(
        "and what changed is read again",
        arguments: [
            ("rules/shops.csv", "name,kind\nAldi,shop\n", "shop"),
            ("rules/20-tables.lua", tables.replacing("shops[\"Aldi\"]", with: "'else'"), "else"),
        ])
    func changed(file: String, text: String, notes: String) throws {
        try pass()
        try demo.write(text, to: file)
        #expect(try pass().contains { $0?.notes?.value == notes })
    }

    @Test("and what was spoilt is read again")
    func spoilt() throws {
        let verdicts = try pass()
        let answers = try demo.vault.cachedReadings()
        #expect(answers.count >= 3)
        for spoil: ([UInt8]) -> [UInt8] in [
            { $0.dropLast() }, { $0 + [0] }, { _ in [] }, { $0.map { _ in 0xff } },
        ] {
            try demo.vault.keep(answers: answers.mapValues(spoil))
            #expect(try pass() == verdicts)
        }
    }

    @Test("within bounds, the latest first, however often a file is edited")
    func bounded() throws {
        for number in 0..<24 {
            let answer = [UInt8](repeating: UInt8(number), count: 1 << 20)
            try demo.vault.keep(answers: [[UInt8(number)]: answer])
        }
        let kept = try demo.vault.cachedReadings().keys.map { $0[0] }.sorted()
        #expect(kept == Array(16..<24))
    }

    @Test("but for files with mistakes, and what files print")
    func notKept() throws {
        try pass()
        let known = try demo.vault.cachedReadings()
        try demo.write("rule {\n", to: "rules/30-slip.lua")
        try demo.write(
            "print('hello') rule { when = { payee = 'x' }, set = { tags = 'x' } }\n",
            to: "rules/40-print.lua")
        for _ in 0..<2 {
            let report = try demo.engine(scripts: PlantedWorker.host())
                .classify(dryRun: false, isWhole: true)
            #expect(report.leftOut.map(\.file) == ["rules/30-slip.lua"])
            #expect(report.printed.map(\.text) == ["hello"])
        }
        #expect(try demo.vault.cachedReadings().keys == known.keys)
    }
}
