internal import Foundation
internal import GRDB

/// What commands changed in the tables of decisions, the oldest first. Entries
/// that are undone stand at its end.
struct Journal {
    private let database: Database

    /// What is undone and redone. Approvals of plugins are not: that a plugin's
    /// files may run is said about bytes that the person has just seen.
    static let tables = [
        "transaction_corrections", "overruled_rules", "pair_decisions", "series_decisions",
        "payee_aliases", "stored_rules", "disabled_rules", "account_decisions",
        "plugin_decisions", "plugin_settings", "series_reminders",
        "settlement_decisions", "account_merges",
    ]

    init(_ database: Database) {
        self.database = database
    }

    /// Does something within a transaction and adds an entry for what it
    /// changed; what was undone before can't be redone after it.
    ///
    /// - Parameter further: tables beside those of decisions that it changes.
    func record<Value>(
        _ summary: String, madeAt instant: Int64, changing further: [String] = [],
        _ body: () throws -> Value
    ) throws -> Value {
        let recording = try ChangeRecording(of: Self.tables + further, in: database)
        defer { recording.end() }
        let value = try body()
        let changes = try recording.changes()
        guard !changes.isEmpty else { return value }
        try database.execute(sql: "DELETE FROM journal WHERE is_undone")
        try database.execute(
            sql: "INSERT INTO journal (summary, made_at, changeset) VALUES (?, ?, ?)",
            arguments: [summary, instant, changes])
        return value
    }

    /// Takes the newest entry that is not undone back.
    func undo() throws -> JournalEntry {
        try apply(
            inverted: true,
            "SELECT * FROM journal WHERE NOT is_undone ORDER BY id DESC LIMIT 1",
            orElse: .nothingToUndo)
    }

    /// Does the oldest entry that is undone again.
    func redo() throws -> JournalEntry {
        try apply(
            inverted: false, "SELECT * FROM journal WHERE is_undone ORDER BY id LIMIT 1",
            orElse: .nothingToRedo)
    }

    private func apply(
        inverted: Bool, _ query: String, orElse nothing: VaultError
    ) throws -> JournalEntry {
        guard let row = try Row.fetchOne(database, sql: query) else { throw nothing }
        var entry = JournalEntry(row)
        let changes: Data = row["changeset"]
        guard try database.apply(changes, inverted: inverted) else {
            throw VaultError.decisionsChangedSince(entry: entry.number, summary: entry.summary)
        }
        entry.isUndone = inverted
        try database.execute(
            sql: "UPDATE journal SET is_undone = ? WHERE id = ?",
            arguments: [inverted, entry.number])
        return entry
    }
}

extension JournalEntry {
    init(_ row: Row) {
        self.init(
            number: row["id"], summary: row["summary"], madeAt: row["made_at"],
            isUndone: row["is_undone"])
    }
}
