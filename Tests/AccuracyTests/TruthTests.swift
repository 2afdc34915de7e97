import Accuracy
import Classification
import DemoHousehold
import Model
import Testing

@Suite("Who knows the truth")
struct TruthTests {
    private static let household = Household(
        seed: 5, today: CalendarDay(daysSinceEpoch: 20_777), months: 36)
    private static let types = AccountTypeGuesser(guesses: [
        .init(type: .credit, words: ["Visa", "Mastercard"], institutions: []),
        .init(type: .mortgage, words: ["Mortgage"], institutions: []),
        .init(type: .loan, words: ["Loan"], institutions: []),
    ])

    @Test("is right about everything", arguments: Noise.Level.allCases)
    func everything(level: Noise.Level) {
        let noise = Noise(level: level)
        let score = Score(Self.household, noise: noise, accountTypes: Self.types) { _ in
            Self.truth(with: noise)
        }
        for (name, value) in score.figures {
            #expect(value == Percentage(hundredths: 10_000), "\(name)")
        }
        #expect(score.misses.isEmpty)
    }

    @Test("is wrong about a series that has lost a quarter of its payments")
    func partOfSeries() throws {
        let noise = Noise(level: .none)
        var seen = 0
        let score = Score(Self.household, noise: noise, accountTypes: Self.types) { _ in
            Self.truth(with: noise) { truth in
                guard truth.series?.name == "preschool" else { return true }
                seen += 1
                return !seen.isMultiple(of: 4)
            }
        }
        let series = try #require(score.tallies[.series])
        #expect(series.found == series.existing)
        #expect(series.right == series.existing - 1)
        #expect(
            score.misses.keys.map(\.expected).sorted()
                == ["a series of other members or frequency", "monthly series preschool"])
    }

    /// What is true of each row, as conclusions.
    private static func truth(
        with noise: Noise, inSeries: (TruthLabel) -> Bool = { _ in true }
    ) -> Conclusions {
        let accounts = household.accounts(with: noise)
        var rows: [TransactionReference: Int64] = [:]
        for account in accounts {
            for transaction in account.transactions {
                rows[TransactionReference(account: account.id, transaction: transaction.id)] =
                    Int64(rows.count + 1)
            }
        }
        let truths = accounts.flatMap { $0.transactions.map(\.truth) }
        let entries = truths.enumerated().map { row, truth in
            Conclusions.Entry(
                transaction: Int64(row + 1), verdict: Int32(row),
                partner: truth.partner.flatMap { rows[$0] })
        }
        let verdicts = truths.map { truth in
            let reason = Reason(
                by: truth.paysOff == nil ? "truth" : "card payments", rule: nil)
            return Verdict(
                transactionClass: Decided(truth.transactionClass, because: reason),
                category: Decided(truth.category ?? "other", because: reason),
                series: truth.series.flatMap {
                    inSeries(truth) ? Decided($0.name, because: reason) : nil
                })
        }
        let series = Dictionary(
            truths.compactMap(\.series).map { ($0.name, facts(of: $0)) },
            uniquingKeysWith: { first, _ in first })
        return Conclusions(
            verdicts: verdicts, entries: entries, series: Array(series.values))
    }

    /// Of a series only the name, the frequency and that it is certain matter.
    private static func facts(of series: TruthSeries) -> SeriesFacts {
        SeriesFacts(
            name: series.name, payee: "", currency: Currency(code: "USD"),
            frequency: series.frequency, rhythm: Rhythm(.days(1, phase: 0)), usualAmount: -1,
            isFixed: true, confidence: 100, transactionCount: 3, firstDay: household.firstDay,
            lastDay: household.today, newestTransaction: 1, transactionClass: .expense,
            category: "other", isLinkedByRule: false, decision: nil, decidedTransaction: nil)
    }
}
