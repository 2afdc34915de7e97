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
        try Self.data { csession_changes(session, &$0, &$1) }
    }

    /// The changes that take changes back.
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

    /// To be called once, and nothing after it.
    func end() { csession_end(session) }

    static func check(_ code: Int32) throws {
        let code = ResultCode(rawValue: code)
        guard code == .SQLITE_OK else { throw DatabaseError(resultCode: code) }
    }
}

extension Database {
    /// Applies recorded changes within a transaction, or takes them back.
    ///
    /// - Parameter withCorrections: whether changes of corrections are applied too.
    /// - Returns: false, with nothing applied, where a row is not as the
    ///   changes expect it.
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
                        table.map { CorrectionChanges.tables.contains(String(cString: $0)) }
                            ?? false
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
