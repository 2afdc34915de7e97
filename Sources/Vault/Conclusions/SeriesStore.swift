internal import GRDB
internal import Model

/// Reads and writes the series of recurring payments.
struct SeriesStore {
    let database: Database

    /// All series, by name.
    func all() throws -> [SeriesFacts] {
        var series: [SeriesFacts] = []
        let rows = try Row.fetchCursor(database, sql: "SELECT * FROM series ORDER BY name")
        while let row = try rows.next() { series.append(try SeriesFacts(row)) }
        return series
    }

    /// What has to be written for these to be all series.
    ///
    /// - Parameter part: what the pass was over, nil for everything: series that
    ///   it has not stay.
    func changes(to series: [SeriesFacts], of part: ConcludedPart?) throws -> SeriesChanges {
        var known: [String: SeriesFacts] = [:]
        for series in try all() { known[series.name] = series }
        let names = Set(series.map(\.name))
        let gone = known.values.filter { series in
            !names.contains(series.name) && part?.has(series) ?? true
        }
        return SeriesChanges(
            gone: gone.map(\.name).sorted(), changed: series.filter { known[$0.name] != $0 })
    }

    func write(_ changes: SeriesChanges) throws {
        for name in changes.gone {
            try database.execute(sql: "DELETE FROM series WHERE name = ?", arguments: [name])
        }
        let insert = try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO series
                    (name, payee, currency, exponent, frequency, rhythm, usual_amount, is_fixed,
                     confidence, transaction_count, first_day, last_day, newest_id, class,
                     category, is_linked_by_rule, decision, decided_id)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for series in changes.changed {
            try insert.execute(
                arguments: [
                    series.name, series.payee, series.currency.code, series.currency.exponent,
                    series.frequency.rawValue, series.rhythm.canonicalText, series.usualAmount,
                    series.isFixed, series.confidence, series.transactionCount,
                    series.firstDay.daysSinceEpoch, series.lastDay.daysSinceEpoch,
                    series.newestTransaction, series.transactionClass.rawValue, series.category,
                    series.isLinkedByRule, series.decision?.rawValue, series.decidedTransaction,
                ])
        }
    }
}

struct SeriesChanges {
    /// Names of stored series that are no more.
    let gone: [String]
    /// Series that are new or not as they are stored.
    let changed: [SeriesFacts]

    var isEmpty: Bool { gone.isEmpty && changed.isEmpty }
}

extension SeriesFacts {
    fileprivate init(_ row: Row) throws {
        let decision: String? = row["decision"]
        guard let frequency = Frequency(rawValue: row["frequency"]),
            let rhythm = Rhythm(canonicalText: row["rhythm"]),
            let transactionClass = TransactionClass(rawValue: row["class"]),
            decision == nil || decision.flatMap(SeriesDecision.init) != nil
        else {
            throw VaultError.damagedRow(
                table: "series", id: row["newest_id"],
                reason: "it holds a word that no version writes")
        }
        self.init(
            name: row["name"], payee: row["payee"],
            currency: Currency(code: row["currency"], exponent: row["exponent"]),
            frequency: frequency, rhythm: rhythm, usualAmount: row["usual_amount"],
            isFixed: row["is_fixed"], confidence: row["confidence"],
            transactionCount: row["transaction_count"],
            firstDay: CalendarDay(daysSinceEpoch: row["first_day"]),
            lastDay: CalendarDay(daysSinceEpoch: row["last_day"]),
            newestTransaction: row["newest_id"], transactionClass: transactionClass,
            category: row["category"], isLinkedByRule: row["is_linked_by_rule"],
            decision: decision.flatMap(SeriesDecision.init),
            decidedTransaction: row["decided_id"])
    }
}
