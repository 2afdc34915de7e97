internal import Foundation
internal import GRDB

/// A bank's text as its exact bytes.
///
/// `String` equals what Unicode counts as equivalent, and is stored only up to
/// its first NUL. So this is passed to SQLite as bytes, which a statement takes
/// as text by `CAST(? AS TEXT)`, and read by a cursor, which sees all of them.
struct ExactText: Hashable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: ExactText, right: ExactText) -> Bool {
        var left = left.text
        var right = right.text
        return left.withUTF8 { left in
            right.withUTF8 { right in
                left.count == right.count
                    && (left.baseAddress == right.baseAddress || left.elementsEqual(right))
            }
        }
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension ExactText: DatabaseValueConvertible, StatementColumnConvertible {
    var databaseValue: DatabaseValue { Data(text.utf8).databaseValue }

    init(sqliteStatement: SQLiteStatement, index: CInt) {
        let bytes = Data(sqliteStatement: sqliteStatement, index: index)
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    static func fromDatabaseValue(_ value: DatabaseValue) -> ExactText? {
        Data.fromDatabaseValue(value).map { ExactText(String(decoding: $0, as: UTF8.self)) }
    }
}
