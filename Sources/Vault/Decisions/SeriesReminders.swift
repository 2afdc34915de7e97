internal import GRDB
public import Model

extension Vault {
    /// Keeps that the person wants to be reminded of a series, in place of what
    /// they said before.
    ///
    /// - Parameters:
    ///   - series: as the last pass found it.
    ///   - days: how many days before each payment, 0 to 366; nil for no more
    ///     reminders.
    ///   - summary: what the person did, in a few words for `history`.
    public func decideReminder(
        of series: SeriesFacts, daysBefore days: Int?, summary: String
    ) throws(VaultError) {
        try decide(summary) { database in
            // The reminder may have been set when another payment was the newest.
            try database.execute(
                sql: """
                    DELETE FROM series_reminders WHERE transaction_id <> ? AND transaction_id IN (
                        SELECT transaction_id FROM conclusions
                        JOIN verdicts ON verdicts.id = verdict_id WHERE series = ?)
                    """,
                arguments: [series.newestTransaction, series.name])
            guard let days else {
                try database.execute(
                    sql: "DELETE FROM series_reminders WHERE transaction_id = ?",
                    arguments: [series.newestTransaction])
                return
            }
            try database.execute(
                sql: """
                    INSERT INTO series_reminders (transaction_id, days_before) VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET days_before = excluded.days_before
                    WHERE days_before <> excluded.days_before
                    """,
                arguments: [series.newestTransaction, days])
        }
    }

    /// By the name of a series, how many days before a payment the person
    /// wants to be reminded. Where series became one, the earliest holds.
    public func seriesReminders() throws(VaultError) -> [String: Int] {
        try read { database in
            var reminders: [String: Int] = [:]
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT series, max(days_before) FROM series_reminders
                    JOIN conclusions USING (transaction_id)
                    JOIN verdicts ON verdicts.id = verdict_id
                    WHERE series IS NOT NULL GROUP BY series
                    """)
            while let row = try rows.next() { reminders[row[0]] = row[1] }
            return reminders
        }
    }
}
