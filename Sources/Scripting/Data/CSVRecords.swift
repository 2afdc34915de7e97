/// Reads comma-separated values as RFC 4180 has them, in linear time.
///
/// Fields may be in quotes, in which two stand for one; a field in quotes may
/// hold commas and line ends. Lines end with a line feed, with or without a
/// carriage return. An empty line is no record.
struct CSVRecords {
    struct Record: Equatable {
        /// Where the record begins; the first line is 1.
        let line: Int
        let fields: [String]
    }

    private var bytes: Substring.UTF8View
    private var line = 1

    /// - Parameter text: with or without a byte order mark.
    static func read(_ text: String) throws(DataMistake) -> [Record] {
        var reader = CSVRecords(text)
        var records: [Record] = []
        while let record = try reader.next() {
            if record.fields != [""] { records.append(record) }
        }
        return records
    }

    private init(_ text: String) {
        bytes = Substring(text).utf8
        if bytes.starts(with: "\u{FEFF}".utf8) { bytes.removeFirst(3) }
    }

    private mutating func next() throws(DataMistake) -> Record? {
        guard !bytes.isEmpty else { return nil }
        let start = line
        var fields: [String] = []
        while true {
            fields.append(try field())
            if !take(Self.comma) { break }
        }
        _ = take(Self.carriageReturn)
        guard take(Self.lineFeed) || bytes.isEmpty else {
            throw DataMistake(
                line: line, "a quote must be followed by a comma or the line's end")
        }
        line += 1
        return Record(line: start, fields: fields)
    }

    private mutating func field() throws(DataMistake) -> String {
        guard take(Self.quote) else { return plainField() }
        let start = line
        var text: [UInt8] = []
        while let byte = bytes.popFirst() {
            if byte == Self.lineFeed { line += 1 }
            if byte == Self.quote, !take(Self.quote) {
                return String(decoding: text, as: UTF8.self)
            }
            text.append(byte)
        }
        throw DataMistake(line: start, "this quote is never closed")
    }

    private mutating func plainField() -> String {
        let end =
            bytes.firstIndex { $0 == Self.comma || $0 == Self.lineFeed } ?? bytes.endIndex
        var field = bytes[..<end]
        bytes = bytes[end...]
        // It belongs to the line's end.
        if field.last == Self.carriageReturn, bytes.first != Self.comma { field.removeLast() }
        return String(decoding: field, as: UTF8.self)
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard bytes.first == byte else { return false }
        bytes.removeFirst()
        return true
    }

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let lineFeed = UInt8(ascii: "\n")
}
