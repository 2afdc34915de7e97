import Model
import Testing
import Vault

@Suite("Reminders of series, and notes on them")
struct SeriesReminderTests {
    private let stored: StoredVault
    private let ids: [Int64]

    init() throws {
        stored = try StoredVault()
        try stored.store(account((1...4).map { transaction("T\($0)", on: day(2025, $0, 9)) }))
        ids = try stored.vault.everything().map(\.id)
    }

    /// Concludes that transactions belong to series, in their order.
    private func conclude(_ names: [String?]) throws {
        let reason = Reason(by: "recurring", rule: nil)
        let verdicts = names.map { name in
            Verdict(
                transactionClass: Decided(.expense, because: reason),
                category: Decided("other", because: reason),
                series: name.map { Decided($0, because: reason) })
        }
        _ = try stored.vault.store(
            Conclusions(
                verdicts: verdicts,
                entries: zip(ids, names.indices).map {
                    .init(transaction: $0, verdict: Int32($1), partner: nil)
                }), at: 0, dryRun: false)
    }

    private func series(_ name: String, newest: Int) -> SeriesFacts {
        SeriesFacts(
            name: name, payee: name, currency: dollars, frequency: .monthly,
            rhythm: Rhythm(.months(1, phase: 0, day: 9)), usualAmount: -1549, isFixed: true,
            confidence: 93, transactionCount: 4, firstDay: day(2025, 1, 9),
            lastDay: day(2025, 4, 9), newestTransaction: ids[newest], transactionClass: .expense,
            category: "other", isLinkedByRule: false, decision: nil, decidedTransaction: nil)
    }

    private func remind(_ series: SeriesFacts, _ days: Int?) throws {
        try stored.vault.decideReminder(of: series, daysBefore: days, summary: "remind")
    }

    @Test("stay with the series, whatever it is called and whatever its newest payment is")
    func renamed() throws {
        try conclude(["Netflix", "Netflix", nil, nil])
        try remind(series("Netflix", newest: 1), 3)
        #expect(try stored.vault.seriesReminders() == ["Netflix": 3])
        try conclude(["Films", "Films", "Films", nil])
        #expect(try stored.vault.seriesReminders() == ["Films": 3])
    }

    @Test("are replaced and taken away, also where they were set on an earlier payment")
    func replaced() throws {
        try conclude(["Netflix", "Netflix", "Netflix", "Gym"])
        try remind(series("Netflix", newest: 1), 9)
        try remind(series("Gym", newest: 3), 1)
        try remind(series("Netflix", newest: 2), 2)
        #expect(try stored.vault.seriesReminders() == ["Netflix": 2, "Gym": 1])
        try remind(series("Netflix", newest: 0), nil)
        #expect(try stored.vault.seriesReminders() == ["Gym": 1])
    }

    @Test("of two series that became one, the earliest holds")
    func merged() throws {
        try conclude(["Netflix", "Gym", nil, nil])
        try remind(series("Netflix", newest: 0), 2)
        try remind(series("Gym", newest: 1), 5)
        try conclude(["Both", "Both", nil, nil])
        #expect(try stored.vault.seriesReminders() == ["Both": 5])
    }

    @Test("a note stays with its series, is replaced, and can be undone")
    func notes() throws {
        try conclude(["Netflix", "Netflix", nil, nil])
        func note(_ note: String?, newest: Int) throws {
            try stored.vault.decideNote(
                of: series("Netflix", newest: newest), note, summary: "note")
        }
        try note("Ends in June", newest: 0)
        try note("Ends in July", newest: 1)
        #expect(try stored.vault.seriesNotes() == ["Netflix": "Ends in July"])
        try conclude(["Films", "Films", "Films", nil])
        #expect(try stored.vault.seriesNotes() == ["Films": "Ends in July"])
        _ = try stored.vault.undo()
        #expect(try stored.vault.seriesNotes() == ["Films": "Ends in June"])
        try stored.vault.decideNote(of: series("Films", newest: 1), nil, summary: "note")
        #expect(try stored.vault.seriesNotes().isEmpty)
    }

    @Test("can be undone and redone")
    func undone() throws {
        try conclude(["Netflix", nil, nil, nil])
        try remind(series("Netflix", newest: 0), 2)
        _ = try stored.vault.undo()
        #expect(try stored.vault.seriesReminders().isEmpty)
        _ = try stored.vault.redo()
        #expect(try stored.vault.seriesReminders() == ["Netflix": 2])
    }
}
