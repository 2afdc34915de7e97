internal import Foundation
internal import GRDB

/// All bytes of a text, on its way to SQLite or back.
///
/// A `String` is stored only up to its first NUL. So this is passed as bytes,
/// which a statement takes as text by `CAST(? AS TEXT)`, and read by a cursor,
/// which sees all of them.
struct TextBytes {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

extension TextBytes: DatabaseValueConvertible, StatementColumnConvertible {
    var databaseValue: DatabaseValue { Data(text.utf8).databaseValue }

    init(sqliteStatement: SQLiteStatement, index: CInt) {
        let bytes = Data(sqliteStatement: sqliteStatement, index: index)
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    static func fromDatabaseValue(_ value: DatabaseValue) -> TextBytes? {
        Data.fromDatabaseValue(value).map { TextBytes(String(decoding: $0, as: UTF8.self)) }
    }
}
