import GRDB
import Model
import Testing
import Vault

@Suite("An account whose bank reverses its signs")
struct AccountSignsTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }

    /// A card that reports purchases and debts as positive, and a checking account.
    init() throws {
        stored = try StoredVault()
        try stored.store(
            account("card", balance: balance(900, daysIn: 0), [transaction("T1", 100)]),
            account("checking", balance: balance(500, daysIn: 0), [transaction("T1", -300)]))
    }

    private func balance(_ minorUnits: Int64, daysIn days: Int64) -> ReceivedBalance {
        ReceivedBalance(
            minorUnits: minorUnits, availableMinorUnits: 40, at: firstOfMarch + days * 86_400)
    }

    private func reverse(_ signs: ReversedSigns = both) throws {
        try vault.reverseSigns(signs, account: 1)
    }

    private static let both = ReversedSigns(balance: true, transactions: true)

    private func amounts() throws -> [Int128] { try vault.everything().map(\.amount.minorUnits) }

    private func balances() throws -> [Int128?] { try vault.accounts().map(\.balance?.minorUnits) }

    /// Every row of what banks said, without what is derived from it.
    private func facts() throws -> [String] {
        try stored.home.database().read { database in
            try [
                "SELECT id, balance, available_balance, balance_at FROM accounts",
                "SELECT * FROM daily_balances",
                "SELECT id, account_id, bank_id, day, bank_amount, voided_at FROM transactions",
            ].flatMap { try Row.fetchAll(database, sql: $0).map(\.debugDescription) }
        }
    }

    @Test("counts the other way, and what its bank said stays as it was")
    func reversed() throws {
        let facts = try facts()
        try reverse()
        #expect(try amounts() == [-100, -300])
        #expect(try balances() == [-900, 500])
        #expect(try vault.dailyBalances().map(\.minorUnits) == [-900, 500])
        #expect(try vault.accounts().first?.availableBalance?.minorUnits == 40)
        #expect(try self.facts() == facts)
        #expect(try vault.damage() == [])
    }

    @Test("counts the other way in only what the person chose")
    func chosen() throws {
        try reverse(ReversedSigns(balance: true))
        #expect(try amounts() == [100, -300])
        #expect(try balances() == [-900, 500])
        try reverse(ReversedSigns(transactions: true))
        #expect(try amounts() == [-100, -300])
        #expect(try balances() == [900, 500])
        #expect(
            try vault.history().map(\.summary) == [
                #"accounts reverse "Account card" --transactions"#,
                #"accounts reverse "Account card" --balance"#,
            ])
    }

    @Test("counts as its bank said after undo, and the other way after redo")
    func undone() throws {
        try reverse()
        #expect(
            try vault.undo().summary
                == #"accounts reverse "Account card" --balance --transactions"#)
        #expect(try amounts() == [100, -300])
        #expect(try balances() == [900, 500])
        #expect(try vault.accounts().map(\.reversedSigns) == [ReversedSigns(), ReversedSigns()])
        _ = try vault.redo()
        #expect(try amounts() == [-100, -300])
        #expect(try balances() == [-900, 500])
        try reverse(ReversedSigns())
        #expect(try amounts() == [100, -300])
        _ = try vault.undo()
        #expect(try amounts() == [-100, -300])
        #expect(try vault.damage() == [])
    }

    @Test("is one decision, however often it is repeated")
    func repeated() throws {
        try reverse()
        try reverse()
        #expect(try amounts() == [-100, -300])
        #expect(try vault.history().count == 1)
    }

    @Test("has undo and redo of what came in between, too")
    func syncsBetween() throws {
        let april = day(2025, 4, 1)
        try stored.store(
            account("card", [transaction("P1", 700, on: april, isPending: true)]))
        try reverse()
        let changed = account(
            "card", balance: balance(1800, daysIn: 40),
            coverage: day(2025, 3, 25)..<day(2025, 4, 15),
            [transaction("N2", 200, on: april), transaction("N3", 700, on: april.adding(days: 1))])
        try stored.store(changed, receivedAt: firstOfMarch + 40 * 86_400)
        let rows = [-100, -300, -700, -200] as [Int128]
        #expect(try amounts() == rows)
        #expect(try vault.everything().map(\.bankID) == ["T1", "T1", "N3", "N2"])
        #expect(try balances() == [-1800, 500])
        let facts = try facts()
        _ = try vault.undo()
        #expect(try amounts() == [100, -300, 700, 200])
        #expect(try balances() == [1800, 500])
        #expect(
            try stored.store(changed, receivedAt: firstOfMarch + 41 * 86_400).changedTransactions
                == 0)
        _ = try vault.redo()
        #expect(try amounts() == rows)
        #expect(try vault.dailyBalances().map(\.minorUnits) == [-900, 500, -1800])
        #expect(
            try stored.store(changed, receivedAt: firstOfMarch + 42 * 86_400).newTransactions == 0)
        #expect(try self.facts().sorted() == facts.sorted())
        #expect(try vault.damage() == [])
    }

    // MARK: Merged accounts

    /// A second connection to the card, with a purchase that both have.
    private func merge() throws {
        try stored.store(
            account(
                "anew", balance: balance(950, daysIn: 9),
                [transaction("N1", 100), transaction("N2", 400)]))
        #expect(
            try vault.mergeAccount(1, into: 3, summary: "merge")
                .counts == [0, 1, 0])
    }

    /// All that merging and signs may change.
    private func contents() throws -> [String] {
        try stored.home.database().read { database in
            try ["transactions", "daily_balances", "account_merges", "account_signs"].flatMap {
                try Row.fetchAll(database, sql: "SELECT * FROM \($0)").map(\.debugDescription)
            }
        }
    }

    @Test("is reversed with those merged into it, and undo takes back one after the other")
    func merged() throws {
        try merge()
        let merged = try contents()
        try vault.reverseSigns(Self.both, account: 3)
        let reversed = try contents()
        #expect(try amounts() == [-300, -100, -400])
        let balances = try vault.dailyBalances().filter { $0.account == 3 }.map(\.minorUnits)
        #expect(balances == [-950])
        _ = try vault.undo()
        #expect(try contents() == merged)
        _ = try vault.undo()
        #expect(try amounts() == [100, -300, 100, 400])
        _ = try vault.redo()
        _ = try vault.redo()
        #expect(try contents() == reversed)
        #expect(try vault.damage() == [])
    }

    @Test("keeps its signs when it is merged, also in later answers about it")
    func mergedLater() throws {
        try stored.store(account("anew"))
        for account in [1, 3] as [Int64] {
            try vault.reverseSigns(Self.both, account: account)
        }
        try merge()
        try stored.store(account("card", [transaction("T9", 500, on: day(2025, 3, 20))]))
        #expect(try amounts() == [-300, -100, -400, -500])
        #expect(try vault.damage() == [])
    }

    @Test("has other amounts than its bank's only by decision, or doctor knows")
    func doctor() throws {
        try reverse()
        try stored.home.database().write { database in
            try database.execute(sql: "UPDATE transactions SET amount = 100")
        }
        #expect(
            try vault.damage() == [
                "transactions: 2 rows have an amount that differs from its bank's"
            ])
    }
}
