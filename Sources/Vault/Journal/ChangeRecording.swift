internal import CSQLiteSessionShim
internal import Foundation
internal import GRDB

/// What changes in some tables of a connection, until it ends.
struct ChangeRecording {
    private let session: OpaquePointer

    /// - Throws: ``VaultError/noJournal`` where SQLite was built without
    ///   sessions.
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

    /// The changes so far, one for each row; empty where there are none.
    func changes() throws -> Data {
        var bytes: UnsafeMutableRawPointer?
        var size: Int32 = 0
        try Self.check(csession_changes(session, &bytes, &size))
        defer { csession_free(bytes) }
        return bytes.map { Data(bytes: $0, count: Int(size)) } ?? Data()
    }

    /// To be called once, and nothing after it.
    func end() { csession_end(session) }

    private static func check(_ code: Int32) throws {
        let code = ResultCode(rawValue: code)
        guard code == .SQLITE_OK else { throw DatabaseError(resultCode: code) }
    }
}

extension Database {
    /// Applies recorded changes within a transaction, or takes them back.
    ///
    /// - Returns: false, with nothing applied, where a row is not as the
    ///   changes expect it.
    func apply(_ changes: Data, inverted: Bool) throws -> Bool {
        guard csession_is_available() else { throw VaultError.noJournal }
        let result = changes.withUnsafeBytes {
            csession_apply(sqliteConnection, $0.baseAddress, Int32($0.count), inverted)
        }
        switch result.outcome {
        case CSESSION_DONE: return true
        case CSESSION_FAILED:
            throw DatabaseError(resultCode: ResultCode(rawValue: result.code))
        default: return false
        }
    }
}
