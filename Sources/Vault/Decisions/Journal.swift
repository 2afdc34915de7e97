internal import Foundation
internal import GRDB
public import Model

/// An undoable change of decisions: one command, or the requests of handlers.
public struct JournalEntry: Hashable, Sendable {
    /// Counts up from 1; never used again.
    public let number: Int64
    /// A short description.
    public let summary: String
    /// POSIX seconds.
    public let madeAt: Int64
    public internal(set) var isUndone: Bool
    /// Whether handlers made the decision instead of the person.
    public let isAutomatic: Bool
    /// The imported transactions that undoing or redoing it took along just now.
    public internal(set) var imported: ImportedChange?

    init(number: Int64, summary: String, madeAt: Int64, isUndone: Bool, isAutomatic: Bool) {
        self.number = number
        self.summary = summary
        self.madeAt = madeAt
        self.isUndone = isUndone
        self.isAutomatic = isAutomatic
    }
}

extension Vault {
    /// The journal entries of the person and of handlers, the newest first.
    ///
    /// - Parameter limit: the maximum number; nil for all.
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

    /// Undoes the person's newest command that is not undone. Later decisions of
    /// handlers stay.
    ///
    /// - Parameter entry: the number of a handlers' entry to undo instead.
    /// - Returns: the undone entry.
    /// - Throws: ``VaultError/nothingToUndo``, ``VaultError/noSuchEntry(_:)``,
    ///   ``VaultError/notToBeUndone(_:)``, or
    ///   ``VaultError/decisionsChangedSince(entry:)`` with nothing
    ///   changed.
    public func undo(_ entry: Int64? = nil) throws(VaultError) -> JournalEntry {
        let instant = clock()
        return try write { database in
            var undone = try Journal(database).undo(entry)
            undone.imported = try ImportedTransactions(database).settle(at: instant)
            return undone
        }
    }

    /// Redoes the person's last undone command.
    ///
    /// - Parameter entry: the number of a handlers' entry to redo instead.
    /// - Returns: the redone entry.
    /// - Throws: ``VaultError/nothingToRedo``, ``VaultError/noSuchEntry(_:)``,
    ///   ``VaultError/notToBeRedone(_:)``, or
    ///   ``VaultError/decisionsChangedSince(entry:)`` with nothing
    ///   changed.
    public func redo(_ entry: Int64? = nil) throws(VaultError) -> JournalEntry {
        let instant = clock()
        return try write { database in
            var redone = try Journal(database).redo(entry)
            redone.imported = try ImportedTransactions(database).settle(at: instant)
            return redone
        }
    }
}

/// A decision to look at before it is made.
public enum SupposedDecision: Hashable, Sendable {
    /// The undo of the person's newest command, or of a handlers' entry.
    case undo(Int64?)
    /// The redo of what the person undid last, or of a handlers' entry.
    case redo(Int64?)
    case category(CategoryChange)
    /// The merge of an account into another one, by row ID.
    case merge(Int64, into: Int64)

    /// - Parameter instant: POSIX seconds.
    fileprivate func make(in database: Database, at instant: Int64) throws {
        switch self {
        case .undo(let entry): _ = try Journal(database).undo(entry)
        case .redo(let entry): _ = try Journal(database).redo(entry)
        case .category(let change): return try change.store(isNew: false, in: database)
        case .merge(let earlier, let account):
            try AccountMerger(
                database: database, earlier: earlier, account: account, instant: instant
            ).merge()
        }
        try ImportedTransactions(database).settle(at: instant)
    }
}

extension Vault {
    /// Runs reading use cases on the vault as a decision would leave it. Nothing is stored.
    ///
    /// - Throws: what making the decision, or the body, throws.
    public func supposing<Value>(
        _ decision: SupposedDecision, _ body: () throws -> Value
    ) throws -> Value {
        let instant = clock()
        return try supposing({ try decision.make(in: $0, at: instant) }, body)
    }
}

/// The log of changes to decisions, oldest first. Undone entries of the person that can be
/// redone are at the end. Entries of handlers are undone and redone individually.
struct Journal {
    private let database: Database

    /// The tables with undo. Plugin approvals are excluded, as an approval is for files
    /// that the person has just seen.
    static let tables = [
        CorrectionChanges.table, handlerValues, "confirmations",
        "pair_decisions", "series_decisions",
        "payee_aliases", "stored_rules", "disabled_rules", "account_decisions",
        "plugin_decisions", "plugin_settings", "series_reminders", "series_notes",
        "settlement_decisions", "account_merges", "account_signs", "category_decisions",
        "import_decisions", "budget_decisions", "plan_decisions",
    ]

    /// The origin of a value never blocks an undo: rows that have changed since stay as
    /// they are.
    static let handlerValues = "handler_values"

    init(_ database: Database) {
        self.database = database
    }

    /// The number of the next entry, unless it changes nothing.
    static func nextNumber(_ database: Database) throws -> Int64 {
        let last = try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT max(id) FROM journal"))
        return (last ?? 0) + 1
    }

    /// Runs a change in a transaction and records it. Entries that were undone before
    /// can't be redone afterwards.
    ///
    /// - Parameters:
    ///   - isAutomatic: whether handlers made the decision; then the person's undone
    ///     entries can still be redone.
    ///   - further: additional tables to record.
    func record<Value>(
        _ summary: String, madeAt instant: Int64, isAutomatic: Bool = false,
        changing further: [String] = [], _ body: () throws -> Value
    ) throws -> Value {
        let recording = try ChangeRecording(of: Self.tables + further, in: database)
        defer { recording.end() }
        let value = try body()
        let changes = try recording.changes()
        guard !changes.isEmpty else { return value }
        try PassState.noteChange(in: database)
        if !isAutomatic {
            try database.execute(
                sql: """
                    UPDATE journal SET is_final = 1, changeset = x''
                    WHERE is_undone AND NOT is_automatic AND NOT is_final
                    """)
        }
        try database.execute(
            sql: """
                INSERT INTO journal (summary, made_at, changeset, is_automatic)
                VALUES (?, ?, ?, ?)
                """,
            arguments: [summary, instant, changes, isAutomatic])
        if isAutomatic { try noteHandled(CorrectionChanges(changes).transactions) }
        return value
    }

    /// Undoes the person's newest entry, or one of handlers.
    ///
    /// - Parameter number: a handlers' entry; nil for the person's newest.
    func undo(_ number: Int64? = nil) throws -> JournalEntry {
        let newest = try row("NOT is_undone AND NOT is_automatic ORDER BY id DESC")
        guard let number else { return try apply(newest, inverted: true, orElse: .nothingToUndo) }
        return try apply(
            try chosen(number, or: newest, "NOT is_undone"), inverted: true,
            orElse: .notToBeUndone(number))
    }

    /// Redoes the person's oldest undone entry, or one of handlers.
    ///
    /// - Parameter number: a handlers' entry; nil for the person's oldest undone one.
    func redo(_ number: Int64? = nil) throws -> JournalEntry {
        let oldest = try row("is_undone AND NOT is_final AND NOT is_automatic ORDER BY id")
        guard let number else { return try apply(oldest, inverted: false, orElse: .nothingToRedo) }
        return try apply(
            try chosen(number, or: oldest, "is_undone"), inverted: false,
            orElse: .notToBeRedone(number))
    }

    private func row(_ condition: String) throws -> Row? {
        try Row.fetchOne(database, sql: "SELECT * FROM journal WHERE \(condition) LIMIT 1")
    }

    /// The person's own entries go in order only.
    private func chosen(_ number: Int64, or own: Row?, _ condition: String) throws -> Row? {
        if let own, try own.value("id") == number { return own }
        guard try row("id = \(number)") != nil else { throw VaultError.noSuchEntry(number) }
        return try row("id = \(number) AND is_automatic AND \(condition)")
    }

    private func apply(
        _ row: Row?, inverted: Bool, orElse nothing: VaultError
    ) throws -> JournalEntry {
        guard let row else { throw nothing }
        var entry = try JournalEntry(row)
        var changes: Data = try row.value("changeset")
        if try database.apply(changes, inverted: inverted) {
            try CorrectionChanges.dropEmpty(database)
        } else {
            guard let made = try merge(changes, of: entry, inverted: inverted) else {
                throw VaultError.decisionsChangedSince(entry: entry.number)
            }
            // The next undo or redo reverts what was actually changed.
            if !made.isEmpty { changes = inverted ? try ChangeRecording.inverse(of: made) : made }
        }
        try PassState.noteChange(in: database)
        entry.isUndone = inverted
        try database.execute(
            sql: "UPDATE journal SET is_undone = ?, changeset = ? WHERE id = ?",
            arguments: [inverted, changes, entry.number])
        return entry
    }

    private func noteHandled(_ transactions: Set<Int64>) throws {
        for transaction in transactions {
            try database.execute(
                sql: "INSERT OR IGNORE INTO handled_transactions (transaction_id) VALUES (?)",
                arguments: [transaction])
        }
    }

    /// Those of some transactions whose corrections handlers ever changed.
    private func handled(among transactions: Set<Int64>) throws -> Set<Int64> {
        try transactions.filter { transaction in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM handled_transactions WHERE transaction_id = ?)
                    """,
                arguments: [transaction]) ?? false
        }
    }

    /// Applies changes to corrections that have changed since, field by field. The
    /// person's changes win over those of handlers. A handlers' change applies only to
    /// fields that are as they left them.
    ///
    /// - Returns: the actual changes; nil for a conflict. The transaction must be
    ///   rolled back then.
    private func merge(_ changes: Data, of entry: JournalEntry, inverted: Bool) throws -> Data? {
        let corrections = try CorrectionChanges(changes, inverted: inverted)
        let spokenOf = try handled(among: corrections.transactions)
        guard !spokenOf.isEmpty else { return nil }
        let recording = try ChangeRecording(
            of: corrections.changedTables.union([CorrectionChanges.table]).sorted(), in: database)
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
    init(_ row: Row) throws {
        try self.init(
            number: row.value("id"), summary: row.value("summary"), madeAt: row.value("made_at"),
            isUndone: row.value("is_undone"), isAutomatic: row.value("is_automatic"))
    }
}
