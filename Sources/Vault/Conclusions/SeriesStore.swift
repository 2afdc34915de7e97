internal import GRDB
internal import Model

/// Reads and writes the series of recurring payments.
struct SeriesStore {
    let database: Database

    /// All series, by name.
    func all() throws -> [SeriesFacts] {
        var series: [SeriesFacts] = []
        try RowWalk(
            database,
            sql: """
                SELECT name, payee, currency, exponent, frequency, rhythm, usual_amount, is_fixed,
                    confidence, transaction_count, first_day, last_day, newest_id, class,
                    category, is_linked_by_rule, decision, decided_id
                FROM series ORDER BY name
                """
        ).forEach { series.append(try SeriesFacts($0)) }
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
    fileprivate init(_ row: WalkedRow) throws {
        let decision = row.optionalText(16)
        guard let frequency = Frequency(rawValue: row.text(4)),
            let rhythm = Rhythm(canonicalText: row.text(5)),
            let transactionClass = TransactionClass(rawValue: row.text(13)),
            decision == nil || decision.flatMap(SeriesDecision.init) != nil
        else {
            throw VaultError.damagedRow(
                table: "series", id: row.integer(12),
                reason: "it holds a word that no version writes")
        }
        self.init(
            name: row.text(0), payee: row.text(1),
            currency: Currency(
                code: row.text(2), exponent: Int(truncatingIfNeeded: row.integer(3))),
            frequency: frequency, rhythm: rhythm, usualAmount: row.integer(6),
            isFixed: row.integer(7) != 0,
            confidence: Int(truncatingIfNeeded: row.integer(8)),
            transactionCount: Int(truncatingIfNeeded: row.integer(9)),
            firstDay: CalendarDay(
                daysSinceEpoch: try row.int32(10, of: "series", row: row.integer(12))),
            lastDay: CalendarDay(
                daysSinceEpoch: try row.int32(11, of: "series", row: row.integer(12))),
            newestTransaction: row.integer(12), transactionClass: transactionClass,
            category: row.text(14), isLinkedByRule: row.integer(15) != 0,
            decision: decision.flatMap(SeriesDecision.init),
            decidedTransaction: row.optionalInteger(17))
    }
}
