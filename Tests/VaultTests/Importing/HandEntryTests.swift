import Model
import Testing
import Vault

@Suite("What is kept by hand")
struct HandEntryTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }
    private let house: Int64

    /// A bank's account with a cash machine, and a house since March.
    init() throws {
        stored = try StoredVault()
        try stored.store(
            account(
                "A1",
                [
                    transaction("T1", -6000, on: day(2025, 3, 9), description: "ATM MAIN ST"),
                    transaction("T2", -350, on: day(2025, 3, 10), description: "COFFEE BAR"),
                ]), receivedAt: firstOfMarch + 15 * 86_400)
        house = try stored.vault.addAccount(
            HandAccount(name: "House", type: .asset, currency: dollars, follows: []),
            worth: HandValue(day: day(2025, 3, 1), minorUnits: 42_000_000))
    }

    private var kept: AccountRecord? {
        get throws { try vault.accounts().first { $0.id == house } }
    }

    private func set(_ units: Int64, on day: CalendarDay) throws {
        try vault.setValue(HandValue(day: day, minorUnits: units), account: house)
    }

    private func balance() throws -> Int128? { try kept?.balance?.minorUnits }

    private func told() throws -> [Int128] {
        try vault.dailyBalances().filter { $0.account == house }.map(\.minorUnits)
    }

    @Test("has the value, the type and the day that the person gave")
    func added() throws {
        let kept = try #require(try kept)
        #expect(kept.isByHand && kept.isTypeChosen && kept.type == .asset)
        #expect(kept.balanceAt.map(CalendarDay.init(secondsSinceEpoch:)) == day(2025, 3, 1))
        #expect(try balance() == 42_000_000)
    }

    @Test("goes and comes back with undo and redo")
    func undone() throws {
        _ = try vault.undo()
        #expect(try kept == nil)
        #expect(try told().isEmpty)
        _ = try vault.redo()
        #expect(try balance() == 42_000_000)
    }

    @Test("has the newest of several values, also if they come in another order")
    func values() throws {
        try set(43_000_000, on: day(2025, 5, 1))
        try set(42_500_000, on: day(2025, 4, 1))
        #expect(try balance() == 43_000_000)
        #expect(try told() == [42_000_000, 42_500_000, 43_000_000])
    }

    @Test("has one value a day, the last one, and the one before after undo")
    func changed() throws {
        try set(41_000_000, on: day(2025, 3, 1))
        #expect(try told() == [41_000_000])
        _ = try vault.undo()
        #expect(try told() == [42_000_000])
    }

    @Test("stays without a value when the only one is removed")
    func removedValue() throws {
        try vault.removeValue(of: day(2025, 3, 1), account: house)
        #expect(try kept != nil)
        #expect(try balance() == nil)
        #expect(try told().isEmpty)
    }

    @Test("moves by what is entered after its value, on its day, too", arguments: [1, 2])
    func moved(on number: Int) throws {
        _ = try enter(-500, on: day(2025, 3, number))
        #expect(try balance() == 41_999_500)
        #expect(try told() == [number == 1 ? 41_999_500 : 42_000_000])
        _ = try vault.undo()
        #expect(try balance() == 42_000_000)
    }

    @Test("has a value that contains what was entered before it, on its day or earlier")
    func valuedLater() throws {
        _ = try enter(-500, on: day(2025, 3, 4))
        _ = try enter(-700, on: day(2025, 3, 5))
        try set(41_000_000, on: day(2025, 3, 5))
        #expect(try balance() == 41_000_000)
        _ = try enter(-900, on: day(2025, 3, 5))
        #expect(try balance() == 40_999_100)
    }

    private func enter(_ amount: Int64, on day: CalendarDay) throws -> Int64 {
        try vault.addTransaction(
            transaction("", amount, on: day, description: "Roof"), account: house,
            correction: Correction(note: "tiles"))
    }

    @Test("has a value before 1970 and moves by what came the day after")
    func old() throws {
        try set(100, on: day(1965, 6, 1))
        try vault.removeValue(of: day(2025, 3, 1), account: house)
        _ = try enter(-40, on: day(1965, 6, 2))
        #expect(try balance() == 60)
    }

    @Test("has values and entries with the signs that count, where they are reversed")
    func reversed() throws {
        try vault.reverseSigns(ReversedSigns(balance: true, transactions: true), account: house)
        #expect(try balance() == -42_000_000)
        try set(100, on: day(2025, 4, 1))
        #expect(try balance() == 100)
        #expect(try vault.values(ofAccount: house).map(\.minorUnits) == [-42_000_000, 100])
        _ = try enter(-40, on: day(2025, 4, 2))
        #expect(try balance() == 60)
        try vault.reverseSigns(ReversedSigns(balance: true), account: house)
        #expect(try balance() == 140)
        _ = try vault.undo()
        #expect(try balance() == 60)
    }

    @Test("is worth what is merged into it, too, and no more after undo")
    func mergedInto() throws {
        let shed = try vault.addAccount(
            HandAccount(name: "Shed", type: .asset, currency: dollars, follows: []),
            worth: HandValue(day: day(2025, 3, 1), minorUnits: 1000))
        _ = try vault.addTransaction(
            transaction("", -65, on: day(2025, 3, 9), description: "Roof"), account: shed,
            correction: Correction())
        _ = try vault.mergeAccount(shed, into: house, summary: "merge")
        #expect(try balance() == 41_999_935)
        _ = try vault.undo()
        #expect(try balance() == 42_000_000)
        #expect(try vault.accounts().last?.balance?.minorUnits == 935)
    }

    @Test("loses a transaction that is removed, and never one of a bank")
    func removedTransaction() throws {
        let entered = try enter(-500, on: day(2025, 3, 5))
        #expect(try vault.corrections(of: [entered])[entered]?.note == "tiles")
        #expect(try vault.removeTransaction(entered))
        #expect(try balance() == 42_000_000)
        #expect(try !vault.removeTransaction(entered))
        let banks = try #require(try vault.everything().first)
        #expect(try !vault.removeTransaction(banks.id))
        _ = try vault.undo()
        #expect(try balance() == 41_999_500)
    }

    @Test("is removed with all that is in it, and comes back whole")
    func removedAccount() throws {
        _ = try enter(-500, on: day(2025, 3, 5))
        #expect(try vault.removeAccount(house))
        #expect(try kept == nil)
        #expect(try vault.everything().count == 2)
        _ = try vault.undo()
        #expect(try balance() == 41_999_500)
        #expect(try vault.everything().count == 3)
    }

    @Test("is not removed with the transactions of another account in it")
    func mergedAccount() throws {
        _ = try vault.mergeAccount(1, into: house, summary: "merge")
        #expect(try !vault.removeAccount(house))
        #expect(try vault.everything().count == 2)
    }

    @Test("has the opposite of what it follows, as long as it follows it")
    func mirrored() throws {
        let source = try #require(try vault.everything().first { $0.bankID == "T1" })
        try vault.mirror([source.id: house])
        let mirror = try #require(try vault.everything().first { $0.account == house })
        #expect(mirror.amount.minorUnits == 6000)
        #expect(mirror.day == source.day)
        #expect(try vault.pairDecisions()[TransactionPair(source.id, mirror.id)] == .followed)
        #expect(try balance() == 42_006_000)
        try vault.mirror([:])
        #expect(try balance() == 42_000_000)
        try vault.mirror([source.id: house])
        #expect(try vault.everything().filter { $0.account == house }.map(\.id) == [mirror.id])
    }

    @Test("isn't taken for a statement's row of another payee")
    func otherPayee() throws {
        _ = try enter(-500, on: day(2025, 3, 5))
        let rows = ["PARKING GARAGE", "ROOF 12"].map {
            transaction("", -500, on: day(2025, 3, 5), description: $0)
        }
        let outcomes = try rows.map { row in
            try vault.importFile(
                ImportedFile(
                    name: "a.csv",
                    accounts: [
                        ImportedAccount(place: .known(house), source: "", rows: [row], closing: nil)
                    ]), summary: "import", dryRun: false)
        }
        #expect(outcomes.joined().map(\.new.count) == [1, 0])
    }

    @Test("leaves a file's row that is the opposite side when it follows no more")
    func mirrorInFile() throws {
        let source = try #require(try vault.everything().first { $0.bankID == "T1" })
        try vault.mirror([source.id: house])
        let row = transaction("", 6000, on: source.day, description: "ATM MAIN ST")
        _ = try vault.importFile(
            ImportedFile(
                name: "house.csv",
                accounts: [
                    ImportedAccount(place: .known(house), source: "", rows: [row], closing: nil)
                ]),
            summary: "import", dryRun: false)
        for _ in 1...2 {
            try vault.mirror([:])
            #expect(try balance() == 42_006_000)
            #expect(try vault.pairDecisions().isEmpty)
            try vault.mirror([source.id: house])
            #expect(try balance() == 42_006_000)
            #expect(try vault.pairDecisions().count == 1)
        }
    }

    @Test("goes on with what takes the place of the transaction that it follows")
    func movedSource() throws {
        let source = try #require(try vault.everything().first { $0.bankID == "T1" })
        try vault.mirror([source.id: house])
        let mirror = try #require(try vault.everything().first { $0.account == house })
        try stored.store(
            account(
                "B1",
                [transaction("T1", -6000, on: day(2025, 3, 9), description: "ATM MAIN ST")]),
            receivedAt: firstOfMarch + 16 * 86_400)
        let other = try #require(try vault.accounts().first { $0.bankID == "B1" }?.id)
        _ = try vault.mergeAccount(1, into: other, summary: "merge")
        let kept = try #require(
            try vault.everything().first { $0.bankID == "T1" && $0.account == other })
        try vault.mirror([kept.id: house])
        #expect(try vault.everything().filter { $0.account == house }.map(\.id) == [mirror.id])
        _ = try vault.undo()
        try vault.mirror([source.id: house])
        #expect(try vault.everything().filter { $0.account == house }.map(\.id) == [mirror.id])
    }

    @Test("follows the bank's newer amount and day")
    func changedSource() throws {
        let source = try #require(try vault.everything().first { $0.bankID == "T1" })
        try vault.mirror([source.id: house])
        try stored.store(
            account(
                "A1",
                [transaction("T1", -6250, on: day(2025, 3, 11), description: "ATM MAIN ST")]),
            receivedAt: firstOfMarch + 16 * 86_400)
        try vault.mirror([source.id: house])
        let mirror = try #require(try vault.everything().first { $0.account == house })
        #expect(mirror.amount.minorUnits == 6250)
        #expect(mirror.day == day(2025, 3, 11))
    }

    @Test("leaves a transaction that the person gave another class, or took apart from it")
    func decidedOtherwise() throws {
        let source = try #require(try vault.everything().first { $0.bankID == "T1" })
        try vault.correct([source.id: Correction(class: .expense)], summary: "set")
        try vault.mirror([source.id: house])
        #expect(try balance() == 42_000_000)
        _ = try vault.undo()
        try vault.mirror([source.id: house])
        #expect(try balance() == 42_006_000)
        let mirror = try #require(try vault.everything().first { $0.account == house })
        try vault.decide(.unlinked, TransactionPair(source.id, mirror.id), summary: "unlink")
        try vault.mirror([source.id: house])
        #expect(try balance() == 42_000_000)
    }
}
