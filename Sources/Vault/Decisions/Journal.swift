internal import Foundation
internal import GRDB

/// One command, or what handlers asked for at once, that changed what is decided.
public struct JournalEntry: Hashable, Sendable {
    /// Counts up from 1; the number of an entry that was undone is used again
    /// once something else is decided in its place.
    public let number: Int64
    /// What was done, in a few words.
    public let summary: String
    /// POSIX seconds.
    public let madeAt: Int64
    public internal(set) var isUndone: Bool
    /// Whether handlers decided it, and not the person.
    public let isAutomatic: Bool

    init(number: Int64, summary: String, madeAt: Int64, isUndone: Bool, isAutomatic: Bool) {
        self.number = number
        self.summary = summary
        self.madeAt = madeAt
        self.isUndone = isUndone
        self.isAutomatic = isAutomatic
    }
}

extension Vault {
    /// What the person and handlers did about decisions, the newest first.
    ///
    /// - Parameter limit: how many at most; nil for all.
    public func history(limit: Int? = nil) throws(VaultError) -> [JournalEntry] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT id, summary, made_at, is_undone, is_automatic FROM journal
                    ORDER BY id DESC LIMIT ?
                    """,
                arguments: [limit ?? -1]
            ).map(JournalEntry.init)
        }
    }

    /// Takes back what the person's newest command that is not undone decided. What
    /// handlers decided since stays.
    ///
    /// - Parameter entry: the number of what handlers decided, to take that back.
    /// - Returns: the entry of the journal that is undone now.
    /// - Throws: ``VaultError/nothingToUndo``, ``VaultError/noSuchEntry(_:)``,
    ///   ``VaultError/notToBeUndone(_:)``, or
    ///   ``VaultError/decisionsChangedSince(entry:summary:)`` with nothing
    ///   changed.
    public func undo(_ entry: Int64? = nil) throws(VaultError) -> JournalEntry {
        try write { try Journal($0).undo(entry) }
    }

    /// Decides again what the person undid last.
    ///
    /// - Parameter entry: the number of what handlers decided, to do that again.
    /// - Returns: the entry of the journal that holds again.
    /// - Throws: ``VaultError/nothingToRedo``, ``VaultError/noSuchEntry(_:)``,
    ///   ``VaultError/notToBeRedone(_:)``, or
    ///   ``VaultError/decisionsChangedSince(entry:summary:)`` with nothing
    ///   changed.
    public func redo(_ entry: Int64? = nil) throws(VaultError) -> JournalEntry {
        try write { try Journal($0).redo(entry) }
    }
}

/// What commands and handlers changed in the tables of decisions, the oldest
/// first. Of the person's entries the undone ones are the last; those of handlers
/// are undone and done again each by itself.
struct Journal {
    private let database: Database

    /// What is undone and redone. Approvals of plugins are not: that a plugin's
    /// files may run is said about bytes that the person has just seen.
    static let tables = [
        "transaction_corrections", "overruled_rules", handlerValues, "pair_decisions",
        "series_decisions",
        "payee_aliases", "stored_rules", "disabled_rules", "account_decisions",
        "plugin_decisions", "plugin_settings", "series_reminders",
        "settlement_decisions", "account_merges",
    ]

    /// Who set a value is no reason to refuse an undo: rows of it that are otherwise by
    /// now stay as they are.
    static let handlerValues = "handler_values"

    init(_ database: Database) {
        self.database = database
    }

    /// Does something within a transaction and adds an entry for what it
    /// changed; what was undone before can't be redone after it.
    ///
    /// - Parameters:
    ///   - isAutomatic: whether handlers decided it; then what the person undid can
    ///     still be redone.
    ///   - further: tables beside those of decisions that it changes.
    func record<Value>(
        _ summary: String, madeAt instant: Int64, isAutomatic: Bool = false,
        changing further: [String] = [], _ body: () throws -> Value
    ) throws -> Value {
        let recording = try ChangeRecording(of: Self.tables + further, in: database)
        defer { recording.end() }
        let value = try body()
        let changes = try recording.changes()
        guard !changes.isEmpty else { return value }
        if !isAutomatic {
            try database.execute(
                sql: "DELETE FROM journal WHERE is_undone AND NOT is_automatic")
        }
        try database.execute(
            sql: """
                INSERT INTO journal (summary, made_at, changeset, is_automatic)
                VALUES (?, ?, ?, ?)
                """,
            arguments: [summary, instant, changes, isAutomatic])
        return value
    }

    /// Takes back the person's newest entry that is not undone, or one of handlers.
    ///
    /// - Parameter number: of that one; nil for the person's newest.
    func undo(_ number: Int64? = nil) throws -> JournalEntry {
        let newest = try row("NOT is_undone AND NOT is_automatic ORDER BY id DESC")
        guard let number else { return try apply(newest, inverted: true, orElse: .nothingToUndo) }
        return try apply(
            try chosen(number, or: newest, "NOT is_undone"), inverted: true,
            orElse: .notToBeUndone(number))
    }

    /// Does the person's oldest entry that is undone again, or one of handlers.
    ///
    /// - Parameter number: as of ``undo(_:)``.
    func redo(_ number: Int64? = nil) throws -> JournalEntry {
        let oldest = try row("is_undone AND NOT is_automatic ORDER BY id")
        guard let number else { return try apply(oldest, inverted: false, orElse: .nothingToRedo) }
        return try apply(
            try chosen(number, or: oldest, "is_undone"), inverted: false,
            orElse: .notToBeRedone(number))
    }

    private func row(_ condition: String) throws -> Row? {
        try Row.fetchOne(database, sql: "SELECT * FROM journal WHERE \(condition) LIMIT 1")
    }

    /// The person's own go in their order only.
    private func chosen(_ number: Int64, or own: Row?, _ condition: String) throws -> Row? {
        if own?["id"] == number { return own }
        guard try row("id = \(number)") != nil else { throw VaultError.noSuchEntry(number) }
        return try row("id = \(number) AND is_automatic AND \(condition)")
    }

    private func apply(
        _ row: Row?, inverted: Bool, orElse nothing: VaultError
    ) throws -> JournalEntry {
        guard let row else { throw nothing }
        var entry = JournalEntry(row)
        var changes: Data = row["changeset"]
        if try database.apply(changes, inverted: inverted) {
            try CorrectionChanges.dropEmpty(database)
        } else {
            guard let made = try merge(changes, of: entry, inverted: inverted) else {
                throw VaultError.decisionsChangedSince(entry: entry.number, summary: entry.summary)
            }
            // What came of it is what is to be taken back, or done again, next.
            if !made.isEmpty { changes = inverted ? try ChangeRecording.inverse(of: made) : made }
        }
        entry.isUndone = inverted
        try database.execute(
            sql: "UPDATE journal SET is_undone = ?, changeset = ? WHERE id = ?",
            arguments: [inverted, changes, entry.number])
        return entry
    }

    /// Applies changes to corrections that were changed since, field by field: for
    /// the person's where handlers spoke of the same transactions, whose words go
    /// behind; for those of handlers where the fields are as they left them.
    ///
    /// - Returns: what was changed; nil if something else was, and is now. The
    ///   transaction is to be given up then.
    private func merge(_ changes: Data, of entry: JournalEntry, inverted: Bool) throws -> Data? {
        let corrections = try CorrectionChanges(changes, inverted: inverted)
        var spokenOf: Set<Int64> = []
        for changes in try Data.fetchAll(
            database, sql: "SELECT changeset FROM journal WHERE is_automatic")
        {
            spokenOf.formUnion(try CorrectionChanges(changes).transactions)
        }
        guard !spokenOf.isDisjoint(with: corrections.transactions) else { return nil }
        let recording = try ChangeRecording(
            of: corrections.changedTables.union(CorrectionChanges.tables).sorted(), in: database)
        defer { recording.end() }
        guard
            try corrections.apply(
                to: database, entry.isAutomatic ? .present : .applied(spokenOf: spokenOf)),
            try database.apply(changes, inverted: inverted, withCorrections: false)
        else { return nil }
        return try recording.changes()
    }
}

extension JournalEntry {
    init(_ row: Row) {
        self.init(
            number: row["id"], summary: row["summary"], madeAt: row["made_at"],
            isUndone: row["is_undone"], isAutomatic: row["is_automatic"])
    }
}
