internal import GRDB
internal import Model

/// What a pass asks for more than once, kept from when it was read first: all
/// is read at one moment.
final class FirstReadings {
    private let database: Database
    private let verdicts: VerdictStore
    private let guess: AccountTypeGuess?
    private var knownFrame: SnapshotReader.Frame?
    private var knownSeries: [SeriesFacts]?
    /// Nil for payees whose history is damaged.
    private var knownHistories: [String: PaymentHistory?] = [:]
    private var counterparts: BoundStatement?
    /// Nil for transactions without a conclusion.
    private var conclusions: [Int64: (verdict: Verdict, partner: Int64?)?] = [:]

    /// - Parameter guess: what types accounts; nil for the stored types.
    init(_ database: Database, typedBy guess: AccountTypeGuess?) {
        self.database = database
        self.guess = guess
        verdicts = VerdictStore(database)
    }

    /// The accounts and what the person decided.
    var frame: SnapshotReader.Frame {
        get throws {
            if let knownFrame { return knownFrame }
            let frame = try SnapshotReader(database: database).frame(typedBy: guess)
            knownFrame = frame
            return frame
        }
    }

    /// All series that the last pass found.
    var series: [SeriesFacts] {
        get throws {
            if let knownSeries { return knownSeries }
            let series = try SeriesStore(database: database).all()
            knownSeries = series
            return series
        }
    }

    func histories(of payees: Set<String>) throws -> [PaymentHistory] {
        let new = payees.filter { knownHistories[$0] == nil }
        for payee in new { knownHistories.updateValue(nil, forKey: payee) }
        for history in try PaymentHistoryStore(database: database).histories(of: new) {
            knownHistories[history.payee] = history
        }
        return payees.compactMap { knownHistories[$0] ?? nil }
    }

    /// Finds posted transactions by size, from a day, to a day, and whether they
    /// are not received.
    var findCounterparts: BoundStatement {
        get throws {
            if let counterparts { return counterparts }
            let statement = try BoundStatement(
                database,
                sql: """
                    SELECT id, day FROM transactions INDEXED BY transactions_by_size
                    WHERE CASE WHEN amount < 0 THEN amount ELSE -amount END = ?
                        AND day BETWEEN ? AND ? AND is_pending = 0 AND voided_at IS NULL
                        AND (amount > 0) <> ?
                    """)
            counterparts = statement
            return statement
        }
    }

    func conclusions(
        about ids: Set<Int64>
    ) throws -> [Int64: (verdict: Verdict, partner: Int64?)] {
        let find = try RowWalk(
            database,
            sql: "SELECT verdict_id, partner_id FROM conclusions WHERE transaction_id = ?")
        var found: [Int64: (verdict: Verdict, partner: Int64?)] = [:]
        for id in ids {
            if let known = conclusions[id] {
                found[id] = known
                continue
            }
            conclusions.updateValue(nil, forKey: id)
            try find.forEach(having: id) { row in
                guard let verdict = try verdicts.verdict(row.integer(0)) else { return }
                conclusions[id] = (verdict, row.optionalInteger(1))
            }
            if let new = conclusions[id] { found[id] = new }
        }
        return found
    }
}
