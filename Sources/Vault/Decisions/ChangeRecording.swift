internal import CSQLiteSessionShim
internal import Foundation
internal import GRDB

/// A recording of the changes in some tables of a connection, until it ends.
struct ChangeRecording {
    private let session: OpaquePointer

    /// - Throws: ``VaultError/noJournal`` if SQLite was built without sessions.
    init(of tables: [String], in database: Database) throws {
        guard csession_is_available() else { throw VaultError.noJournal }
        var started: OpaquePointer?
        try Self.check(csession_begin(database.sqliteConnection, &started))
        guard let started else { throw VaultError.noJournal }
        session = started
        for table in tables {
            do {
                try Self.check(csession_watch(session, table))
            } catch {
                end()
                throw error
            }
        }
    }

    /// The changes so far, one for each row; empty if there are none.
    func changes() throws -> Data {
        try Self.data { csession_changes(session, &$0, &$1) }
    }

    /// The changes that revert the given ones.
    static func inverse(of changes: Data) throws -> Data {
        try changes.withUnsafeBytes { given in
            try data { csession_invert(given.baseAddress, Int32(given.count), &$0, &$1) }
        }
    }

    private static func data(
        _ make: (inout UnsafeMutableRawPointer?, inout Int32) -> Int32
    ) throws -> Data {
        var bytes: UnsafeMutableRawPointer?
        var size: Int32 = 0
        try check(make(&bytes, &size))
        defer { csession_free(bytes) }
        return bytes.map { Data(bytes: $0, count: Int(size)) } ?? Data()
    }

    /// Call it once, and nothing after it.
    func end() { csession_end(session) }

    static func check(_ code: Int32) throws {
        let code = ResultCode(rawValue: code)
        guard code == .SQLITE_OK else { throw DatabaseError(resultCode: code) }
    }
}

extension Database {
    /// Applies or reverts recorded changes within a transaction.
    ///
    /// - Parameter withCorrections: whether to include changes of corrections.
    /// - Returns: false, with nothing applied, if a row differs from what the changes
    ///   expect.
    func apply(
        _ changes: Data, inverted: Bool, withCorrections: Bool = true
    ) throws -> Bool {
        guard csession_is_available() else { throw VaultError.noJournal }
        let result = changes.withUnsafeBytes { bytes in
            csession_apply(
                sqliteConnection, bytes.baseAddress, Int32(bytes.count), inverted,
                withCorrections
                    ? nil
                    : { table in
                        table.map { String(cString: $0) == CorrectionChanges.table } ?? false
                    },
                { table in table.map { String(cString: $0) == Journal.handlerValues } ?? false })
        }
        switch result.outcome {
        case CSESSION_DONE: return true
        case CSESSION_FAILED:
            throw DatabaseError(resultCode: ResultCode(rawValue: result.code))
        default: return false
        }
    }
}

/// A journal entry's changes of corrections, field by field, for undo and redo after
/// handlers have changed the same transactions.
struct CorrectionChanges {
    static let table = "transaction_corrections"

    /// The winner of a conflict over a field.
    enum Precedence {
        /// Later changes win, and nothing is applied.
        case present
        /// The applied change wins for transactions that handlers changed.
        case applied(spokenOf: Set<Int64>)
    }

    /// A row before and after; unchanged columns are unknown.
    private struct Change {
        let transaction: Int64
        let before: [DatabaseValue?]
        let after: [DatabaseValue?]
    }

    private let changes: [Change]
    /// The changed tables, of corrections and others.
    private(set) var changedTables: Set<String> = []

    /// - Parameter inverted: whether to swap before and after.
    init(_ data: Data, inverted: Bool = false) throws {
        var tables: Set<String> = []
        changes = try data.withUnsafeBytes { try Self.changes($0, inverted, &tables) }
        changedTables = tables
    }

    /// The transactions whose corrections changed.
    var transactions: Set<Int64> { Set(changes.map(\.transaction)) }

    /// - Returns: false for a conflict; some changes may have been applied then.
    func apply(to database: Database, _ precedence: Precedence) throws -> Bool {
        for change in changes {
            guard try apply(change, to: database, precedence) else { return false }
        }
        try Self.dropEmpty(database)
        return true
    }

    /// Deletes corrections that set nothing.
    static func dropEmpty(_ database: Database) throws {
        let fields = try database.columns(in: table).map(\.name).dropFirst()
            .filter { $0 != "reach" && $0 != "numbers" }
        try database.execute(
            sql: """
                DELETE FROM transaction_corrections
                WHERE \(fields.map { "\($0) IS NULL" }.joined(separator: " AND "))
                """)
    }

    private func apply(
        _ change: Change, to database: Database, _ precedence: Precedence
    ) throws -> Bool {
        let names = try database.columns(in: Self.table).map(\.name)
        let row = try Row.fetchOne(
            database, sql: "SELECT * FROM transaction_corrections WHERE transaction_id = ?",
            arguments: [change.transaction])
        var fields = row.map { Array($0.databaseValues) } ?? names.map { _ in .null }
        fields[0] = change.transaction.databaseValue
        let numbers = names.firstIndex(of: "numbers")
        let present = fields
        for column in change.before.indices.dropFirst() where fields.indices.contains(column) {
            let before = change.before[column] ?? .null
            let after = change.after[column] ?? .null
            guard before != after else { continue }
            if names[column] == "tags" || column == numbers {
                fields[column] = Self.lines(fields[column], without: before, with: after)
                continue
            }
            let mayReplace =
                switch precedence {
                case .present: false
                case .applied(let spokenOf): spokenOf.contains(change.transaction)
                }
            guard fields[column] == before || mayReplace else { return false }
            fields[column] = after
        }
        // A value that is there already was not said by this change, unless it said it again.
        func isOther(_ one: [DatabaseValue?], _ other: [DatabaseValue?]) -> Bool {
            zip(one, other).enumerated().contains { column, values in
                column > 0 && column != numbers && (values.0 ?? .null) != (values.1 ?? .null)
            }
        }
        if isOther(change.before, change.after), !isOther(fields, present) { return true }
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO transaction_corrections (\(names.joined(separator: ", ")))
                VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
                """,
            arguments: StatementArguments(fields))
        return true
    }

    /// Merges what is stored one per line.
    private static func lines(
        _ present: DatabaseValue, without before: DatabaseValue, with after: DatabaseValue
    ) -> DatabaseValue {
        func list(_ value: DatabaseValue) -> [Substring] {
            String.fromDatabaseValue(value)?.split(separator: "\n") ?? []
        }
        let (old, new) = (list(before), list(after))
        var lines = list(present).filter { !old.contains($0) || new.contains($0) }
        lines += new.filter { !old.contains($0) && !lines.contains($0) }
        return lines.isEmpty ? .null : lines.joined(separator: "\n").databaseValue
    }

    private static func changes(
        _ bytes: UnsafeRawBufferPointer, _ inverted: Bool, _ changedTables: inout Set<String>
    ) throws -> [Change] {
        var walk: OpaquePointer?
        try ChangeRecording.check(
            csession_walk_begin(bytes.baseAddress, Int32(bytes.count), &walk))
        defer { csession_walk_end(walk) }
        var changes: [Change] = []
        while true {
            var name: UnsafePointer<CChar>?
            var columns: Int32 = 0
            try ChangeRecording.check(csession_walk_next(walk, &name, &columns))
            guard let name else { return changes }
            let changed = String(cString: name)
            changedTables.insert(changed)
            guard changed == table else { continue }
            func values(isNew: Bool) -> [DatabaseValue?] {
                (0..<columns).map { column in
                    csession_walk_field(walk, column, isNew).databaseValue
                }
            }
            let before = values(isNew: inverted)
            let after = values(isNew: !inverted)
            let key = before.first.flatMap(\.self) ?? after.first.flatMap(\.self)
            guard let transaction = key.flatMap(Int64.fromDatabaseValue) else { continue }
            changes.append(Change(transaction: transaction, before: before, after: after))
        }
    }
}

extension csession_field {
    /// Nil if unknown.
    fileprivate var databaseValue: DatabaseValue? {
        switch kind {
        case CSESSION_NULL: .null
        case CSESSION_INTEGER: integer.databaseValue
        case CSESSION_TEXT:
            String(decoding: UnsafeBufferPointer(start: text, count: Int(size)), as: UTF8.self)
                .databaseValue
        default: nil
        }
    }
}
