import Model
import Testing
import Vault

@Suite("A file of an account")
struct ImportFileTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }

    /// The bank lists three transactions of March.
    init() throws {
        stored = try StoredVault()
        try stored.store(
            account(
                "A1",
                [
                    transaction("T1", -350, on: day(2025, 3, 3), description: "POS COFFEE BAR 12"),
                    transaction("T2", -350, on: day(2025, 3, 3), description: "POS COFFEE BAR 12"),
                    transaction("T3", -8000, on: day(2025, 3, 9), description: "POS FERNWAY MKT"),
                ]), receivedAt: firstOfMarch + 15 * 86_400)
    }

    private func row(
        _ amount: Int64, on day: CalendarDay, _ text: String, id: String = ""
    ) -> ReceivedTransaction {
        transaction(id, amount, on: day, description: text)
    }

    private func imports(
        _ rows: [ReceivedTransaction], to place: ImportedAccount.Place = .known(1),
        source: String = "", closing: ImportedAccount.Closing? = nil, dryRun: Bool = false
    ) throws -> ImportOutcome {
        let account = ImportedAccount(place: place, source: source, rows: rows, closing: closing)
        let outcomes = try vault.importFile(
            ImportedFile(name: "march.csv", accounts: [account]), summary: "import march.csv",
            dryRun: dryRun)
        return try #require(outcomes.first)
    }

    private var february: [ReceivedTransaction] {
        [
            row(-1200, on: day(2025, 2, 3), "Cinema"), row(-350, on: day(2025, 2, 4), "Coffee Bar"),
            row(-350, on: day(2025, 2, 4), "Coffee Bar"),
        ]
    }

    private var march: [ReceivedTransaction] {
        [
            row(-350, on: day(2025, 3, 3), "Coffee Bar"),
            row(-350, on: day(2025, 3, 3), "Coffee Bar"),
            row(-8000, on: day(2025, 3, 9), "Fernway Market, card 1234"),
        ]
    }

    private func amounts() throws -> [Int64] {
        try vault.everything().map(\.amount.minorUnits).map { Int64(clamping: $0) }.sorted()
    }

    @Test("adds what the account lacks, equal rows of a day as often as it has them")
    func added() throws {
        let outcome = try imports(february + march)
        #expect(outcome.new == [0, 1, 2])
        #expect(outcome.knownFromConnection == 3)
        #expect(try amounts() == [-8000, -1200, -350, -350, -350, -350])
    }

    @Test("adds nothing when it comes again")
    func again() throws {
        _ = try imports(february + march)
        let outcome = try imports(february + march)
        #expect(outcome.new.isEmpty)
        #expect([outcome.knownFromConnection, outcome.knownFromFiles] == [3, 3])
    }

    @Test("adds the rest if an earlier file ended within a day")
    func partOfDay() throws {
        _ = try imports(Array(february.prefix(2)))
        #expect(try imports(february).new == [2])
    }

    @Test("adds what has another text than the row of an earlier file on that day")
    func otherText() throws {
        _ = try imports([row(-1549, on: day(2025, 2, 3), "Spotify Premium")])
        let other = try imports([row(-1549, on: day(2025, 2, 3), "Netflix Monthly")])
        #expect(other.new == [0])
        #expect(other.doubtful.map(\.row) == [0])
        #expect(try imports([row(-1549, on: day(2025, 2, 3), "NETFLIX 4410")]).new.isEmpty)
    }

    @Test("knows a row by the memo of another format, and two checks by their numbers")
    func memosAndNumbers() throws {
        let withMemo = transaction(
            "", -400, on: day(2025, 2, 3), description: "Withdrawal", memo: "KELP COFFEE")
        _ = try imports([withMemo, row(-5000, on: day(2025, 2, 4), "CHECK 1001")])
        let outcome = try imports([
            row(-400, on: day(2025, 2, 3), "KELP COFFEE"),
            row(-5000, on: day(2025, 2, 4), "CHECK 1002"),
        ])
        #expect(outcome.new == [1])
    }

    @Test("takes a row of another program for one of a day and amount, whatever its payee is there")
    func program() throws {
        let place = ImportedAccount.Place.known(1)
        for isFirst in [true, false] {
            let day = day(2025, 2, isFirst ? 3 : 4)
            for isOfProgram in [isFirst, !isFirst] {
                let row = row(-6100, on: day, isOfProgram ? "Amazon" : "AMZN MKTP US*1X2Y3")
                let file = ImportedFile(
                    name: "a.csv",
                    accounts: [
                        ImportedAccount(place: place, source: "", rows: [row], closing: nil)
                    ],
                    isOfProgram: isOfProgram)
                _ = try vault.importFile(file, summary: "import", dryRun: false)
            }
        }
        #expect(try amounts().count { $0 == -6100 } == 2)
    }

    @Test("is called so if it brings nothing new, since taking it back changes nothing")
    func nothingNew() throws {
        _ = try imports(february)
        _ = try imports(february)
        let balance = ImportedAccount.Closing(day: day(2025, 2, 5), minorUnits: 100)
        _ = try imports(february, closing: balance)
        let entries = try vault.history(limit: 3).map(\.summary)
        #expect(
            entries == ["import march.csv", "import march.csv, nothing new", "import march.csv"])
        _ = try vault.undo()
        let before = try amounts()
        #expect(try vault.undo().imported == nil)
        #expect(try amounts() == before)
    }

    @Test("is taken back whole, and comes back whole")
    func undone() throws {
        _ = try imports(february + march)
        _ = try vault.undo()
        #expect(try amounts() == [-8000, -350, -350])
        _ = try vault.redo()
        #expect(try amounts() == [-8000, -1200, -350, -350, -350, -350])
    }

    @Test("leaves what another file has too when it is taken back")
    func undoneInPart() throws {
        _ = try imports(Array(february.prefix(2)))
        _ = try imports(february)
        _ = try vault.undo()
        #expect(try amounts() == [-8000, -1200, -350, -350, -350])
    }

    @Test("leaves nothing of a dry run")
    func dryRun() throws {
        #expect(try imports(february, dryRun: true).new == [0, 1, 2])
        #expect(try amounts() == [-8000, -350, -350])
        #expect(try vault.history().isEmpty)
        #expect(
            try imports(february, to: .new(name: "Old", bank: "", currency: dollars), dryRun: true)
                .isNewAccount)
        #expect(try vault.accounts().count == 1)
    }

    /// The bank lists a purchase that a file had before.
    private func bringBakery() throws {
        try stored.store(
            account(
                "A1",
                [transaction("T4", -500, on: day(2025, 3, 12), description: "POS BAKERY OSTER 9")]),
            receivedAt: firstOfMarch + 16 * 86_400)
    }

    @Test("gives way to the bank's rows that come later, with what was said about it")
    func laterSync() throws {
        _ = try imports(march + [row(-500, on: day(2025, 3, 12), "Bakery Oster")])
        let bakery = try #require(try vault.everything().first { $0.amount.minorUnits == -500 })
        try vault.correct([bakery.id: Correction(note: "rolls")], summary: "set")
        try bringBakery()
        #expect(try amounts() == [-8000, -500, -350, -350])
        let kept = try #require(try vault.everything().first { $0.amount.minorUnits == -500 })
        #expect(kept.bankID == "T4")
        #expect(kept.id == bakery.id)
        #expect(try vault.corrections(of: [kept.id])[kept.id]?.note == "rolls")
    }

    @Test("can still be undone with what was said when the bank has brought its rows")
    func undoneAfterSync() throws {
        let before = try amounts()
        _ = try imports([row(-500, on: day(2025, 3, 12), "Bakery Oster")])
        let bakery = try #require(try vault.everything().first { $0.amount.minorUnits == -500 })
        try vault.correct([bakery.id: Correction(note: "rolls")], summary: "set")
        try bringBakery()
        _ = try vault.undo()
        #expect(try vault.corrections(of: [bakery.id]).isEmpty)
        _ = try vault.undo()
        // The bank has it by now.
        #expect(try amounts() == (before + [-500]).sorted())
        _ = try vault.redo()
        _ = try vault.redo()
        #expect(try vault.corrections(of: [bakery.id])[bakery.id]?.note == "rolls")
        #expect(try amounts() == (before + [-500]).sorted())
    }

    @Test("can be taken back after an account of a file was merged, and the merge, too")
    func undoneAfterMerge() throws {
        let place = ImportedAccount.Place.new(name: "Old", bank: "", currency: dollars)
        let closing = ImportedAccount.Closing(day: day(2025, 2, 28), minorUnits: 500)
        _ = try imports(february, to: place, closing: closing)
        let made = try #require(try vault.accounts().last?.id)
        _ = try vault.mergeAccount(made, into: 1, summary: "accounts merge")
        _ = try imports([row(-1, on: day(2025, 3, 20), "Kiosk")])
        for _ in 1...3 { _ = try vault.undo() }
        #expect(try amounts() == [-8000, -350, -350])
        for _ in 1...3 { _ = try vault.redo() }
        #expect(try amounts() == [-8000, -1200, -350, -350, -350, -350, -1])
    }

    @Test("has a last balance that counts, also where the bank reverses balances")
    func reversedBalance() throws {
        let place = ImportedAccount.Place.new(name: "Old", bank: "", currency: dollars)
        let closing = ImportedAccount.Closing(day: day(2025, 2, 28), minorUnits: 500)
        _ = try imports(february, to: place)
        let made = try #require(try vault.accounts().last?.id)
        try vault.reverseSigns(ReversedSigns(balance: true), account: made)
        _ = try imports(
            [row(-1, on: day(2025, 2, 20), "Kiosk")], to: .known(made), closing: closing)
        #expect(try vault.accounts().last?.balance?.minorUnits == 500)
    }

    @Test("has the signs that count, also where the bank reverses them")
    func reversed() throws {
        try vault.reverseSigns(ReversedSigns(transactions: true), account: 1)
        let rows = march.map { row($0.amount * -1, on: $0.day, $0.description) }
        #expect(try vault.commonRows(rows, account: 1) == (3, 3))
        let outcome = try imports(rows + [row(-500, on: day(2025, 3, 12), "Bakery Oster")])
        #expect(outcome.new == [3])
        #expect(try amounts() == [-500, 350, 350, 8000])
    }

    @Test("leaves balances that another account brought into one that a file made")
    func mergedBalances() throws {
        let place = ImportedAccount.Place.new(name: "Old", bank: "", currency: dollars)
        let closing = ImportedAccount.Closing(day: day(2025, 2, 28), minorUnits: 500)
        _ = try imports(february, to: place, closing: closing)
        let made = try #require(try vault.accounts().last?.id)
        let balance = ReceivedBalance(
            minorUnits: 77, availableMinorUnits: nil, at: day(2025, 2, 20).secondsSinceEpoch)
        try stored.store(account("A1", balance: balance), receivedAt: firstOfMarch + 16 * 86_400)
        _ = try vault.mergeAccount(1, into: made, summary: "accounts merge")
        _ = try imports([row(-1, on: day(2025, 3, 20), "Kiosk")], to: .known(made))
        #expect(
            try vault.dailyBalances().filter { $0.account == made }.map(\.minorUnits) == [77, 500])
    }

    @Test("says which rows may be another's on a day nearby, and counts them")
    func doubtful() throws {
        let outcome = try imports([row(-8000, on: day(2025, 3, 11), "POS FERNWAY MKT")])
        #expect(outcome.new == [0])
        #expect(outcome.doubtful.map(\.transaction) == [3])
        #expect(try amounts() == [-8000, -8000, -350, -350])
    }

    @Test("begins where the bank's list ends, and the next purchase stays a second one")
    func adjoining() throws {
        _ = try imports([
            row(-350, on: day(2025, 2, 28), "POS COFFEE BAR 12"),
            row(-350, on: day(2025, 3, 1), "POS COFFEE BAR 12"),
        ])
        #expect(try amounts() == [-8000, -350, -350, -350, -350])
    }

    @Test("makes an account with the file's balance, which goes when it is taken back")
    func newAccount() throws {
        let closing = ImportedAccount.Closing(day: day(2025, 3, 31), minorUnits: 91_000)
        let place = ImportedAccount.Place.new(name: "Savings", bank: "Kelp", currency: dollars)
        let outcome = try imports(february, to: place, source: "Kelp#77", closing: closing)
        let made = try #require(try vault.accounts().last)
        #expect(made.id == outcome.account && made.name == "Savings")
        #expect(made.balance?.minorUnits == 91_000)
        #expect(try vault.account(importedAs: "Kelp#77") == made.id)
        _ = try vault.undo()
        #expect(try vault.accounts().count == 1)
        #expect(try vault.account(importedAs: "Kelp#77") == nil)
    }

    @Test("has no part in what a bank's answer lacks")
    func notMissing() throws {
        _ = try imports(february + [row(-77, on: day(2025, 3, 10), "Kiosk")])
        let answer = try stored.store(
            account(
                "A1", coverage: day(2025, 2, 1)..<day(2025, 3, 15),
                [
                    transaction("T1", -350, on: day(2025, 3, 3), description: "POS COFFEE BAR 12"),
                    transaction("T2", -350, on: day(2025, 3, 3), description: "POS COFFEE BAR 12"),
                    transaction("T3", -8000, on: day(2025, 3, 9), description: "POS FERNWAY MKT"),
                ]), receivedAt: firstOfMarch + 17 * 86_400)
        #expect(answer == StoredAnswer())
        #expect(try amounts().count == 7)
    }
}
