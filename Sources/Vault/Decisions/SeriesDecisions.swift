internal import GRDB
public import Model

extension Vault {
    /// Stores the person's reminder for a series, replacing an earlier one.
    ///
    /// - Parameters:
    ///   - series: as the last pass found it.
    ///   - days: days before each payment, 0 to 366; nil for no reminders.
    ///   - summary: a short description for `history`.
    public func decideReminder(
        of series: SeriesFacts, daysBefore days: Int?, summary: String
    ) throws(VaultError) {
        try decide(summary) { database in
            try SeriesValues.reminders.replace(
                of: series, with: days?.databaseValue, in: database)
        }
    }

    /// The days before a payment at which to remind the person, by series name. The
    /// earliest wins if series were joined.
    public func seriesReminders() throws(VaultError) -> [String: Int] {
        try read { try SeriesValues.reminders.all("max(days_before)", in: $0) }
    }

    /// Stores the person's note on a series, replacing an earlier one.
    ///
    /// - Parameters:
    ///   - series: as the last pass found it.
    ///   - note: nil for none.
    ///   - summary: a short description for `history`.
    public func decideNote(
        of series: SeriesFacts, _ note: String?, summary: String
    ) throws(VaultError) {
        try decide(summary) { database in
            try SeriesValues.notes.replace(of: series, with: note?.databaseValue, in: database)
        }
    }

    /// The person's notes, by series name. That of the newest transaction wins if series were
    /// joined.
    public func seriesNotes() throws(VaultError) -> [String: String] {
        // SQLite takes the note from the row of the maximum.
        try read { try SeriesValues.notes.all("note, max(transaction_id)", in: $0) }
    }
}

/// A table of what the person said of series, each identified by one of its transactions.
private struct SeriesValues {
    let table: String
    let column: String

    static let reminders = SeriesValues(table: "series_reminders", column: "days_before")
    static let notes = SeriesValues(table: "series_notes", column: "note")

    /// - Parameter value: nil to delete it.
    func replace(
        of series: SeriesFacts, with value: DatabaseValue?, in database: Database
    ) throws {
        // An earlier value may date from when another payment was the newest.
        try database.execute(
            sql: """
                DELETE FROM \(table) WHERE transaction_id <> ? AND transaction_id IN (
                    SELECT transaction_id FROM conclusions
                    JOIN verdicts ON verdicts.id = verdict_id WHERE series = ?)
                """,
            arguments: [series.newestTransaction, series.name])
        guard let value else {
            return try database.execute(
                sql: "DELETE FROM \(table) WHERE transaction_id = ?",
                arguments: [series.newestTransaction])
        }
        try database.execute(
            sql: """
                INSERT INTO \(table) (transaction_id, \(column)) VALUES (?, ?)
                ON CONFLICT DO UPDATE SET \(column) = excluded.\(column)
                WHERE \(column) <> excluded.\(column)
                """,
            arguments: [series.newestTransaction, value])
    }

    /// By series name.
    ///
    /// - Parameter value: the aggregate for series that were joined, as SQL.
    func all<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ value: String, in database: Database
    ) throws -> [String: Value] {
        var values: [String: Value] = [:]
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT series, \(value) FROM \(table)
                JOIN conclusions USING (transaction_id)
                JOIN verdicts ON verdicts.id = verdict_id
                WHERE series IS NOT NULL GROUP BY series
                """)
        while let row = try rows.next() { try values[row.value(0)] = row.value(1) }
        return values
    }
}
