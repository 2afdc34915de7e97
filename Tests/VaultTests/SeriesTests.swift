import GRDB
import Model
import Testing
import Vault

@Suite("Storing series")
struct SeriesTests {
    private let stored: StoredVault
    private let ids: [Int64]

    init() throws {
        stored = try StoredVault()
        try stored.store(
            account(
                (1...4).map { transaction("T\($0)", on: day(2025, $0, 9)) }
                    + [transaction("P", on: day(2025, 5, 9), isPending: true)]))
        ids = try stored.vault.everything().map(\.id)
    }

    private func facts(
        _ name: String, amount: Int64 = -1549,
        rhythm: Rhythm = Rhythm(.months(1, phase: 0, day: 9)),
        decision: SeriesDecision? = nil
    ) -> SeriesFacts {
        SeriesFacts(
            name: name, payee: "Netflix \u{1F4B0}", currency: dollars, frequency: .monthly,
            rhythm: rhythm, usualAmount: amount, isFixed: true, confidence: 93,
            transactionCount: 4, firstDay: day(2025, 1, 9), lastDay: day(2025, 4, 9),
            newestTransaction: ids[3], transactionClass: .expense, category: "entertainment",
            isLinkedByRule: false, decision: decision,
            decidedTransaction: decision.map { _ in ids[1] })
    }

    private func store(_ series: [SeriesFacts], dryRun: Bool = false) throws {
        let reason = Reason(by: "recurring", rule: nil)
        let verdict = Verdict(
            transactionClass: Decided(.expense, because: reason),
            category: Decided("other", because: reason),
            series: series.first.map { Decided($0.name, because: reason) })
        _ = try stored.vault.store(
            Conclusions(
                verdicts: [verdict],
                entries: ids.map { .init(transaction: $0, verdict: 0, partner: nil) },
                series: series), at: 0, dryRun: dryRun)
    }

    @Test("come back as they were, by name")
    func roundTrip() throws {
        let series = [
            facts("Netflix"),
            facts(
                "Gym", rhythm: Rhythm(.twiceAMonth(first: 1, second: 15), weekendShift: .earlier),
                decision: .cancelled),
        ]
        try store(series)
        #expect(try stored.vault.series() == series.reversed())
    }

    @Test("that are no more are forgotten, and changed ones are replaced")
    func replaced() throws {
        try store([facts("Gym"), facts("Netflix")])
        try store([facts("Netflix", amount: -1799)])
        #expect(try stored.vault.series() == [facts("Netflix", amount: -1799)])
    }

    @Test("are not written in a dry run")
    func dryRun() throws {
        try store([facts("Netflix")], dryRun: true)
        #expect(try stored.vault.series().isEmpty)
    }

    @Test("that are stored already are not written again")
    func writesNothing() throws {
        try store([facts("Gym"), facts("Netflix")])
        func rows() throws -> [Int64] {
            try stored.home.database().read {
                try Int64.fetchAll($0, sql: "SELECT rowid FROM series ORDER BY rowid")
            }
        }
        let before = try rows()
        try store([facts("Gym"), facts("Netflix")])
        // A row that is replaced gets another number.
        #expect(try rows() == before)
        try store([facts("Gym", amount: -2), facts("Netflix")])
        #expect(try rows() != before)
    }

    @Test("have the posted transactions that carry their name, oldest first")
    func members() throws {
        try store([facts("Netflix")])
        let posted = Array(ids.prefix(4))
        let payments = try stored.vault.seriesPayments()
        #expect(payments.keys.sorted() == ["Netflix"])
        #expect(payments["Netflix"]?.map(\.transaction) == posted)
        #expect(payments["Netflix"]?.first?.day == day(2025, 1, 9))
        #expect(payments["Netflix"]?.first?.amount == -1000)
    }

    @Test("carry what the person decides, and can be left to the pipeline again")
    func decisions() throws {
        func decided() throws -> [Int64: SeriesDecision] {
            try stored.vault.snapshot(asOf: day(2025, 5, 1)).decisions.series
        }
        try stored.vault.decide(about: facts("Netflix"), .dismissed, summary: "dismissed Netflix")
        #expect(try decided() == [ids[3]: .dismissed])
        // A series that was decided keeps its transaction.
        let known = facts("Netflix", decision: .dismissed)
        try stored.vault.decide(about: known, .confirmed, summary: "confirmed Netflix")
        #expect(try decided() == [ids[3]: .dismissed, ids[1]: .confirmed])
        try stored.vault.decide(about: known, nil, summary: "left Netflix")
        #expect(try decided() == [ids[3]: .dismissed])
        try stored.vault.decide(aboutSeriesOf: ids[0], .cancelled, summary: "cancelled")
        #expect(try decided() == [ids[3]: .dismissed, ids[0]: .cancelled])
    }
}
