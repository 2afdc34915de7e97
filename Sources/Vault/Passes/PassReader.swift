internal import GRDB
public import Model

/// Reads the vault for a pass, all at one moment. Only for use in
/// ``Vault/readForPass(typedBy:_:)``.
public struct PassReader {
    /// The last stored pass.
    public let last: PassState

    private let database: Database
    private let readings: PassReadCache

    init(_ database: Database, typedBy guess: AccountTypeGuess?) throws {
        self.database = database
        readings = PassReadCache(database, typedBy: guess)
        guard
            let row = try Row.fetchOne(
                database,
                sql: "SELECT generation, rulebook, balances, last_transaction FROM pass_state")
        else {
            throw VaultError.damagedRow(table: "pass_state", id: 1, reason: "it is missing")
        }
        last = PassState(
            generation: row[0], rulebookDigest: row[1], balancesDigest: row[2],
            lastTransaction: row[3])
    }

    /// The accounts and decisions, without transactions.
    public func frame(asOf day: CalendarDay) throws -> Snapshot {
        try snapshot(asOf: day, of: .only([]))
    }

    /// A snapshot of everything.
    public func snapshot(asOf day: CalendarDay) throws -> Snapshot {
        try snapshot(asOf: day, of: .all)
    }

    /// A snapshot of some transactions, by the vault's numbers. Numbers of deleted
    /// transactions are ignored.
    public func snapshot(asOf day: CalendarDay, of ids: Set<Int64>) throws -> Snapshot {
        try snapshot(asOf: day, of: .only(ids.sorted()))
    }

    private func snapshot(asOf day: CalendarDay, of scope: SnapshotReader.Scope) throws -> Snapshot
    {
        try SnapshotReader(database: database).snapshot(
            asOf: day, of: scope, in: try readings.frame)
    }

    /// The stamp to store with the conclusions about this data.
    public func stamp(rulebookDigest: String, balancesDigest: String?) throws -> PassStamp {
        PassStamp(
            rulebookDigest: rulebookDigest, balancesDigest: balancesDigest, basedOn: last,
            lastTransaction: try Int64.fetchOne(
                database, sql: "SELECT max(id) FROM transactions") ?? 0,
            lastChange: try Int64.fetchOne(
                database, sql: "SELECT max(id) FROM changed_transactions") ?? 0)
    }

    /// Transactions that are new, changed, gone or decided about since the last pass.
    public func changes() throws -> ChangedTransactions {
        var changes = ChangedTransactions()
        let new = try RowIterator(
            database, sql: "SELECT id FROM transactions WHERE id > ?",
            arguments: [last.lastTransaction])
        try new.forEach { changes.ids.insert($0.integer(0)) }
        let changed = try RowIterator(
            database, sql: "SELECT transaction_id, amount, day FROM changed_transactions")
        try changed.forEach { row in
            changes.ids.insert(row.integer(0))
            changes.earlier.append(
                SizeAndDay(
                    amount: row.integer(1),
                    day: try row.int32(2, of: "changed_transactions", row: row.integer(0))))
        }
        return changes
    }

    /// The possible other sides of a transfer: posted transactions of the same size
    /// and other sign, within some days.
    public func counterparts(of place: SizeAndDay, within days: Int) throws -> [PlacedTransaction] {
        let find = try readings.findCounterparts
        find.bind(place.size, at: 1)
        find.bind(Int64(place.day) - Int64(days), at: 2)
        find.bind(Int64(place.day) + Int64(days), at: 3)
        find.bind(place.isReceived, at: 4)
        var found: [PlacedTransaction] = []
        try find.forEach { row in
            found.append(
                PlacedTransaction(
                    id: row.integer(0),
                    place: SizeAndDay(
                        size: place.size, isReceived: !place.isReceived,
                        day: try row.int32(1, of: "transactions", row: row.integer(0)))))
        }
        return found
    }

    /// The sizes and days of posted transactions; others are missing.
    public func places(of ids: Set<Int64>) throws -> [SizeAndDay] {
        let find = try RowIterator(
            database,
            sql: """
                SELECT amount, day FROM transactions
                WHERE id = ? AND is_pending = 0 AND voided_at IS NULL
                """)
        var found: [SizeAndDay] = []
        for id in ids {
            try find.forEach(having: id) {
                found.append(
                    SizeAndDay(
                        amount: $0.integer(0),
                        day: try $0.int32(1, of: "transactions", row: id)))
            }
        }
        return found
    }

    /// The remembered payments with some payees. A payee without any has an empty
    /// history; one with a damaged history is missing.
    public func histories(of payees: Set<String>) throws -> [PaymentHistory] {
        try readings.histories(of: payees)
    }

    /// The series that the last pass found for some payees, without those made by
    /// rules.
    public func foundSeries(of payees: Set<String>) throws -> [SeriesFacts] {
        try readings.series.filter { !$0.isLinkedByRule && payees.contains($0.payee) }
    }

    /// The names of the series that rules made in the last pass.
    public func seriesOfRules() throws -> [String] {
        try readings.series.filter(\.isLinkedByRule).map(\.name)
    }

    /// The conclusions about some transactions; those without are missing.
    public func conclusions(
        about ids: Set<Int64>
    ) throws -> [Int64: (verdict: Verdict, partner: Int64?)] {
        try readings.conclusions(about: ids)
    }

    /// The conclusions about every classified transaction, without splits, series and
    /// candidates.
    public func conclusions() throws -> Conclusions {
        var verdicts: [Verdict] = []
        var positions: [Int64: Int32] = [:]
        let store = VerdictStore(database)
        for (id, verdict) in try store.all() {
            positions[id] = Int32(verdicts.count)
            verdicts.append(verdict)
        }
        var entries: [Conclusions.Entry] = []
        let rows = try RowIterator(
            database,
            sql: """
                SELECT transaction_id, verdict_id, partner_id FROM conclusions
                ORDER BY transaction_id
                """)
        try rows.forEach { row in
            guard let verdict = positions[row.integer(1)] else { return }
            entries.append(
                Conclusions.Entry(
                    transaction: row.integer(0), verdict: verdict,
                    partner: row.optionalInteger(2)))
        }
        return Conclusions(verdicts: verdicts, entries: entries)
    }

    /// The candidates of those transactions that could be a side of several
    /// transfers.
    public func candidates(of ids: Set<Int64>) throws -> [Int64: [Int64]] {
        try CandidateStore(database: database).candidates(of: ids)
    }

    /// The transactions of all payees and series connected with some, as concluded by
    /// the last pass.
    ///
    /// Payees are connected if their transactions are in one series, and series if
    /// they share a payee.
    ///
    /// - Parameters:
    ///   - payees: the payees to start with; those found are added.
    ///   - series: likewise.
    ///   - limit: the most transactions that are useful.
    /// - Returns: nil if there are more.
    /// - Complexity: linear in the number of transactions, about 50 ns each.
    public func transactions(
        linkedWith payees: inout Set<String>, _ series: inout Set<String>, atMost limit: Int
    ) throws -> Set<Int64>? {
        let store = VerdictStore(database)
        let verdicts = try store.all()
        var linked: Set<Int64> = []
        var isComplete = false
        while !isComplete {
            isComplete = true
            for (id, verdict) in verdicts where !linked.contains(id) {
                let isOfPayee = verdict.payee.map { payees.contains($0.value) } ?? false
                let isOfSeries = verdict.series.map { series.contains($0.value) } ?? false
                guard isOfPayee || isOfSeries else { continue }
                linked.insert(id)
                if let payee = verdict.payee?.value { payees.insert(payee) }
                if let name = verdict.series?.value { series.insert(name) }
                isComplete = false
            }
        }
        var found: Set<Int64> = []
        let rows = try RowIterator(
            database, sql: "SELECT transaction_id, verdict_id FROM conclusions")
        try rows.forEach { row in
            guard found.count <= limit, linked.contains(row.integer(1)) else { return }
            found.insert(row.integer(0))
        }
        return found.count <= limit ? found : nil
    }
}

extension Vault {
    /// Reads the vault for a pass, all at one moment.
    ///
    /// - Parameter guess: guesses account types; nil for the stored types.
    public func readForPass<Value>(
        typedBy guess: AccountTypeGuess? = nil, _ body: (PassReader) throws -> Value
    ) throws(VaultError) -> Value {
        try read { try body(PassReader($0, typedBy: guess)) }
    }
}

/// A cache of what a pass reads more than once, all at one moment.
final class PassReadCache {
    private let database: Database
    private let verdicts: VerdictStore
    private let guess: AccountTypeGuess?
    private var knownFrame: SnapshotReader.Frame?
    private var knownSeries: [SeriesFacts]?
    /// Nil for payees with a damaged history.
    private var knownHistories: [String: PaymentHistory?] = [:]
    private var counterparts: BoundStatement?
    /// Nil for transactions without a conclusion.
    private var conclusions: [Int64: (verdict: Verdict, partner: Int64?)?] = [:]

    /// - Parameter guess: guesses account types; nil for the stored types.
    init(_ database: Database, typedBy guess: AccountTypeGuess?) {
        self.database = database
        self.guess = guess
        verdicts = VerdictStore(database)
    }

    /// The accounts and decisions.
    var frame: SnapshotReader.Frame {
        get throws {
            if let knownFrame { return knownFrame }
            let frame = try SnapshotReader(database: database).frame(typedBy: guess)
            knownFrame = frame
            return frame
        }
    }

    /// All series of the last pass.
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

    /// Finds posted transactions. Arguments: size, first day, last day, and whether
    /// to find paid ones rather than received ones.
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
        let find = try RowIterator(
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
