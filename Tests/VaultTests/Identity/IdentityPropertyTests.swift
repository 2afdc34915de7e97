import Model
import TestSupport
import Testing
import Vault

@Suite("A bank that changes its ids")
struct IdentityPropertyTests {
    @Test(
        "has each transaction in the vault once, and what was said about it stays with it",
        arguments: Seeds.first(of: 20))
    func property(seed: UInt64) throws {
        let stored = try StoredVault()
        var bank = ChangingBank(seed: seed, today: day(2025, 3, 1))
        var kept = 0
        for _ in 0..<45 {
            for _ in 0..<(bank.chance(25) ? 3 : 1) { bank.passDay() }
            if bank.chance(20) { bank.reissueIDs() }
            try sync(&bank, with: stored)
            let seen = try stored.vault.everything()
            #expect(
                seen.map {
                    "\($0.day) \($0.amount.minorUnits) \($0.description) \($0.isPending) "
                        + $0.bankID
                }.sorted() == bank.truth)
            kept += try checkAndSetNotes(of: &bank, in: stored.vault, seen)
        }
        #expect(kept > 100)
    }

    /// Asks for one window, or for two of which the older comes first.
    private func sync(_ bank: inout ChangingBank, with stored: StoredVault) throws {
        let end = bank.today.adding(days: 1)
        let start = end.adding(days: -44)
        let middle = bank.chance(30) ? end.adding(days: -3) : end
        for window in [start..<middle, middle..<end] where !window.isEmpty {
            try stored.store(
                account(coverage: window, bank.answer(window)),
                receivedAt: bank.today.secondsSinceEpoch + 50_000)
        }
    }

    /// - Returns: how many notes were found with their purchase, now posted.
    private func checkAndSetNotes(
        of bank: inout ChangingBank, in vault: Vault, _ seen: [TransactionRecord]
    ) throws -> Int {
        let rows = Dictionary(uniqueKeysWithValues: seen.map { ($0.bankID, $0.id) })
        let corrections = try vault.corrections(of: seen.map(\.id))
        var kept = 0
        var notes: [Int64: Correction] = [:]
        for place in bank.purchases.indices where bank.purchases[place].isUnique {
            let purchase = bank.purchases[place]
            let row = try #require(rows[purchase.bankID])
            if purchase.note.isEmpty {
                #expect(corrections[row] == nil)
                bank.purchases[place].note = purchase.text
                notes[row] = Correction(note: purchase.text)
            } else {
                #expect(corrections[row]?.note == purchase.note)
                kept += purchase.isPending ? 0 : 1
            }
        }
        if !notes.isEmpty { try vault.correct(notes, summary: "notes") }
        return kept
    }
}
