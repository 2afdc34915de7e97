import Engine
import Model
import SimpleFIN
import Statements
import Testing
import Vault

@Suite("The account of a statement")
struct StatementPlaceTests {
    private let demo: DemoVault

    /// Two accounts of one currency, and one of another.
    init() throws {
        demo = try DemoVault()
        let first = day(2026, 10, 1).noon
        func account(_ id: String, _ name: String, _ currency: String, _ cents: Int) -> String {
            let rows = (0..<9).map { number in
                """
                {"id": "\(number)", "posted": \(first + Int64(number) * 86_400),
                 "amount": "-\(cents + number).25", "description": "SHOP \(number)"}
                """
            }.joined(separator: ",")
            return """
                {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
                 "id": "\(id)", "name": "\(name)", "currency": "\(currency)", "balance": "10",
                 "balance-date": \(first + 10 * 86_400), "transactions": [\(rows)]}
                """
        }
        let accounts = [
            account("A", "Checking (4471)", "USD", 10), account("B", "Savings", "USD", 40),
            account("C", "Reise 4471", "EUR", 10),
        ]
        let answer = #"{"errors": [], "accounts": ["# + accounts.joined(separator: ",") + "]}"
        _ = try demo.engine().importAnswer(Answer(body: Array(answer.utf8)))
    }

    /// Rows as the account has them whose first amount is this.
    private func rows(_ first: Int64, _ days: ClosedRange<Int>) -> [StatementRow] {
        days.map { number in
            StatementRow(
                line: number, day: day(2026, 10, number),
                amount: DecimalAmount(
                    coefficient: -(first + Int64(number) - 1) * 100 - 25, decimals: 2),
                description: "Shop \(number)")
        }
    }

    private func place(_ account: StatementAccount) throws -> String? {
        guard case .known(let known, _) = try demo.engine().place(of: account) else { return nil }
        return known.name
    }

    @Test("is the one whose name ends with its number, in its currency")
    func number() throws {
        let number = "US64 3300 0000 4471"
        #expect(try place(StatementAccount(id: number, currency: "USD")) == "Checking (4471)")
        #expect(try place(StatementAccount(id: number, currency: "EUR")) == "Reise 4471")
        #expect(try place(StatementAccount(id: number)) == nil)
        #expect(try place(StatementAccount(id: "71", currency: "USD")) == nil)
    }

    @Test(
        "is none of a file with another number or bank",
        arguments: [
            ("00081234", "Kelp Bank", "", "Kelp"), ("00081234", "Reef Union", "", nil),
            ("RU991234", "Kelp Bank", "", nil), ("", "Kelp Bank", "Kelp", "Kelp"),
            ("", "Reef Union", "Kelp", nil),
        ])
    func others(id: String, bank: String, name: String, place: String?) throws {
        let known = StatementAccount(
            id: "00081234", bank: "Kelp Bank", name: "Kelp", currency: "USD", rows: rows(70, 1...2))
        _ = try demo.engine().importStatement(
            Statement(format: .ofx, encoding: "utf-8", accounts: [known]), file: "a.ofx",
            to: [.new(name: "Kelp", currency: Currency(code: "USD"))], dryRun: false)
        #expect(
            try self.place(StatementAccount(id: id, bank: bank, name: name, currency: "USD"))
                == place)
    }

    @Test("is the one that has most rows which could be there")
    func rows() throws {
        #expect(try place(StatementAccount(currency: "USD", rows: rows(40, 4...9))) == "Savings")
        #expect(try place(StatementAccount(currency: "USD", rows: rows(40, 8...9))) == nil)
        let others = (4...9).map { number in
            StatementRow(
                line: number, day: day(2026, 10, number),
                amount: DecimalAmount(coefficient: -77, decimals: 2))
        }
        #expect(
            try place(StatementAccount(currency: "USD", rows: rows(40, 4...7) + others)) == nil)
    }

    @Test("is the one to which the same file was imported before, also a file of one row")
    func again() throws {
        let one = StatementAccount(currency: "USD", rows: rows(70, 1...1))
        #expect(try place(one) == nil)
        for name in ["Savings", "Checking (4471)"] {
            let known = try #require(try demo.vault.accounts().first { $0.name == name })
            _ = try demo.engine().importStatement(
                Statement(format: .csv, encoding: "utf-8", accounts: [one]), file: "a.csv",
                to: [.known(known)], dryRun: false)
            #expect(try place(one) == (name == "Savings" ? name : nil))
            #expect(try place(StatementAccount(currency: "USD", rows: rows(70, 1...2))) == nil)
        }
    }

    @Test("is the one whose last balance it continues")
    func continued() throws {
        let first = try #require(try demo.vault.accounts().first { $0.name == "Reise 4471" })
        let balance = try #require(first.balance?.minorUnits)
        for (change, name) in [(Int64(0), "Reise 4471"), (1, nil)] as [(Int64, String?)] {
            var left = Int64(clamping: balance) + change
            let rows = (1...3).map { number in
                left -= 500
                return StatementRow(
                    line: number, day: today.adding(days: number),
                    amount: DecimalAmount(coefficient: -500, decimals: 2),
                    description: "Shop", balance: DecimalAmount(coefficient: left, decimals: 2))
            }
            #expect(try place(StatementAccount(currency: "EUR", rows: rows)) == name)
        }
    }

    @Test("is none of the same name that has none of many rows")
    func namesake() throws {
        let others = rows(70, 1...6)
        #expect(
            try place(StatementAccount(name: "Savings", currency: "USD", rows: rows(40, 1...6)))
                == "Savings")
        #expect(
            try place(StatementAccount(name: "Savings", currency: "USD", rows: others)) == nil)
    }

    @Test("is unknown if two accounts have the rows")
    func ambiguous() throws {
        #expect(try place(StatementAccount(rows: rows(10, 1...9))) == nil)
    }

    @Test("is the one of an earlier file with the same number")
    func earlier() throws {
        let account = StatementAccount(
            id: "990", bank: "KELP", currency: "USD", rows: rows(70, 1...2))
        #expect(try place(account) == nil)
        let engine = demo.engine()
        let choice = StatementChoice.new(name: "Old", currency: Currency(code: "USD"))
        _ = try engine.importStatement(
            Statement(format: .ofx, encoding: "utf-8", accounts: [account]), file: "old.ofx",
            to: [choice], dryRun: false)
        #expect(try place(account) == "Old")
        _ = try demo.vault.undo()
        #expect(try place(account) == nil)
    }

    @Test("takes no amount that its currency has no decimals for, and says which")
    func inexact() throws {
        let account = StatementAccount(
            rows: rows(70, 1...1) + [
                StatementRow(
                    line: 9, day: day(2026, 10, 2),
                    amount: DecimalAmount(coefficient: 1_158_331, decimals: 4)),
                StatementRow(
                    line: 10, day: day(2026, 10, 2),
                    amount: DecimalAmount(coefficient: 5, decimals: 0), currency: "GBP"),
            ])
        let known = try #require(try demo.vault.accounts().first)
        let report = try demo.engine().importStatement(
            Statement(format: .csv, encoding: "utf-8", accounts: [account]), file: "a.csv",
            to: [.known(known)], dryRun: false)
        #expect(report.accounts.map(\.new.count) == [1])
        #expect(report.rejected.map(\.line) == [9, 10])
        #expect(report.rejected.map(\.reason) == [.badAmount, .otherCurrency])
    }
}
