import GRDB
import Model
import Testing
import Vault

@Suite("Confirmations in the vault")
struct ConfirmationTests {
    private let stored: StoredVault
    private var vault: Vault { stored.vault }

    private static let dining = ConfirmedValues(.expense, category: "dining")

    init() throws {
        stored = try StoredVault()
        try stored.store(account("A1", [transaction("T1"), transaction("T2")]))
    }

    @Test("a snapshot has what was seen, the latest of each transaction")
    func snapshot() throws {
        try vault.confirm([1: ConfirmedValues(.income), 2: Self.dining], summary: "confirm")
        try vault.confirm([1: ConfirmedValues(.transfer)], summary: "confirm")
        let expected: [Int64: ConfirmedValues] = [1: ConfirmedValues(.transfer), 2: Self.dining]
        #expect(try vault.confirmations() == expected)
        #expect(
            try vault.snapshot(asOf: day(2025, 3, 31)).decisions
                == Decisions(confirmations: expected))
    }

    @Test("each is an entry of the journal, which undo takes back and redo restores")
    func undo() throws {
        try vault.confirm([1: Self.dining], summary: "transactions confirm 1")
        #expect(try vault.undo().summary == "transactions confirm 1")
        #expect(try vault.confirmations() == [:])
        _ = try vault.redo()
        #expect(try vault.confirmations() == [1: Self.dining])
        // The same again is no decision.
        try vault.confirm([1: Self.dining], summary: "transactions confirm 1")
        #expect(try vault.history().count == 1)
    }

    @Test("a later class or category takes its place, and a note does not")
    func corrected() throws {
        try vault.confirm([1: Self.dining, 2: Self.dining], summary: "confirm")
        func set(_ correction: Correction, _ transaction: Int64) throws {
            try vault.correct([transaction: correction], stating: correction, summary: "set")
        }
        try set(Correction(note: "lunch"), 1)
        #expect(try vault.confirmations().keys.sorted() == [1, 2])
        try set(Correction(category: "gifts"), 1)
        #expect(try vault.confirmations().keys.sorted() == [2])
        try set(Correction(class: .transfer), 2)
        #expect(try vault.confirmations() == [:])
        _ = try vault.undo()
        #expect(try vault.confirmations() == [2: Self.dining])
        try vault.correct([2: Correction()], forgettingConfirmations: true, summary: "clear")
        #expect(try vault.confirmations() == [:])
    }

    @Test("a handler's correction leaves it as it is")
    func handler() throws {
        try vault.confirm([1: Self.dining], summary: "confirm")
        let correction = Correction(category: "gifts")
        try vault.correct(
            [1: correction],
            settingForHandlers: HandlerValue.all(of: correction, on: 1, by: "mine"),
            summary: "automation")
        #expect(try vault.confirmations() == [1: Self.dining])
    }

    @Test("a word that no version writes is a damaged row")
    func damage() throws {
        try vault.confirm([1: Self.dining], summary: "confirm")
        try stored.home.database().write { database in
            try database.execute(sql: "UPDATE confirmations SET class = 'gift'")
        }
        #expect(
            failure { try vault.confirmations() }
                == .damagedRow(
                    table: "confirmations", id: 1,
                    reason: "it holds a word that no version writes",
                    path: stored.home.folder.databasePath))
    }
}
