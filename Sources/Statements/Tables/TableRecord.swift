/// One line of a table, or several where a quoted cell has line breaks.
struct TableRecord: Hashable, Sendable {
    /// The line of the file on which it begins, from 1.
    let line: Int
    /// Without quotes and the blanks around them.
    var cells: [String]

    var filled: [String] { cells.filter { !$0.isEmpty } }
    var text: String { cells.joined(separator: " | ") }

    func cell(_ column: Int) -> String { column < cells.count ? cells[column] : "" }

    /// The number of cells without the empty ones at the end.
    var width: Int { (cells.lastIndex { !$0.isEmpty } ?? -1) + 1 }

    /// Whether the cells are these, but for empty ones at the end.
    func isLike(_ other: TableRecord) -> Bool {
        cells.prefix(width).elementsEqual(other.cells.prefix(other.width))
    }
}

extension Unicode.Scalar {
    /// Looked up without Unicode's tables for ASCII, as most of a file is.
    var isBlank: Bool { isASCII ? value == 32 || (9...13) ~= value : properties.isWhitespace }

    var isLetter: Bool {
        isASCII ? (97...122) ~= value | 32 : properties.isAlphabetic
    }
}

extension TableRecord {
    /// The lines of a text, without empty ones.
    ///
    /// A quote that is not closed, or that stands within a cell, is an ordinary character.
    static func all(
        of bytes: [UInt8], separator: Character, limit: Int = .max
    ) -> [TableRecord] {
        var reader = RecordReader(bytes: bytes, separator: separator.asciiValue ?? 44)
        var records: [TableRecord] = []
        while records.count < limit, let record = reader.next() {
            if record.cells.contains(where: { !$0.isEmpty }) { records.append(record) }
        }
        return records
    }

    /// The separator that makes most sense of the first lines: days and amounts fill cells
    /// of their own, headings are known, and the lines have the same number of cells.
    static func separator(of bytes: [UInt8]) -> Character {
        var best: (separator: Character, score: Int) = (",", -1)
        for separator in TableLayout.separators {
            let records = all(of: bytes, separator: separator, limit: 500)
            var score = 0
            var widths: [Int: Int] = [:]
            for (index, record) in records.enumerated() where record.cells.count > 1 {
                widths[record.cells.count, default: 0] += 1
                let cells = record.filled.prefix(60)
                if cells.contains(where: { DayText($0) != nil }) { score += 4 }
                score += min(2, cells.count { AmountText($0) != nil })
                // To look words up costs more than the rest.
                guard index < 60 else { continue }
                let headings = cells.count { ColumnWords.meanings(of: $0).first != nil }
                if headings > 1 { score += 2 * headings }
            }
            score += (widths.values.max() ?? 0) * 2
            if score > best.score { best = (separator, score) }
        }
        return best.separator
    }
}

private struct RecordReader {
    let bytes: [UInt8]
    let separator: UInt8
    private var index = 0
    private var line = 1
    /// The first byte from which quotes no longer open a cell, because one was never closed.
    private var literalQuotes = Int.max
    /// The cells of the last line: the next one has as many.
    private var width = 0

    init(bytes: [UInt8], separator: UInt8) {
        self.bytes = bytes
        self.separator = separator
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    mutating func next() -> TableRecord? {
        guard index < bytes.count else { return nil }
        let first = line
        var cells: [String] = []
        cells.reserveCapacity(width)
        while true {
            cells.append(cell())
            guard index < bytes.count else { break }
            let byte = bytes[index]
            index += 1
            if byte == separator { continue }
            if byte == 13, index < bytes.count, bytes[index] == 10 { index += 1 }
            line += 1
            break
        }
        width = cells.count
        return TableRecord(line: first, cells: cells)
    }

    /// Reads up to a separator or the end of a line, which it leaves.
    private mutating func cell() -> String {
        var start = index
        while start < bytes.count, bytes[start] == 32 { start += 1 }
        if start < bytes.count, bytes[start] == 34, start < literalQuotes,
            let quoted = quotedCell(from: start + 1)
        {
            let rest = plainCell()
            return TableRecord.tidied(rest.isEmpty ? quoted : quoted + rest)
        }
        return TableRecord.tidied(plainCell())
    }

    private mutating func plainCell() -> String {
        let start = index
        while index < bytes.count, bytes[index] != separator, bytes[index] != 10,
            bytes[index] != 13
        { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func quotedCell(from start: Int) -> String? {
        // What precedes the last doubled quote.
        var content: [UInt8] = []
        var (piece, position) = (start, start)
        var breaks = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == 34 {
                guard position < bytes.count, bytes[position] == 34 else {
                    index = position
                    line += breaks
                    let last = bytes[piece..<(position - 1)]
                    return content.isEmpty
                        ? String(decoding: last, as: UTF8.self)
                        : String(decoding: content + last, as: UTF8.self)
                }
                content += bytes[piece..<position]
                position += 1
                piece = position
            } else if byte == 10
                || (byte == 13 && !(position < bytes.count && bytes[position] == 10))
            {
                breaks += 1
            }
        }
        literalQuotes = start - 1
        return nil
    }
}

extension TableRecord {
    /// A cell without blanks around it, and without what keeps a spreadsheet from taking it
    /// for a formula.
    fileprivate static func tidied(_ cell: String) -> String {
        let isPlain = cell.utf8.first.map { $0 > 32 && $0 < 128 && $0 != 39 && $0 != 61 } ?? true
        if isPlain, cell.utf8.last.map({ $0 > 32 && $0 < 128 }) ?? true { return cell }
        let isBlank = { (scalar: Unicode.Scalar) in
            scalar.isBlank || scalar == "\u{FEFF}"
        }
        let scalars = cell.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isBlank($0) }),
            let last = scalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        let content = cell[first...last]
        if content.hasPrefix("'"), let next = content.dropFirst().first, "=+-@".contains(next) {
            return String(content.dropFirst())
        }
        if content.hasPrefix("=\""), content.hasSuffix("\""), content.count > 2 {
            return String(content.dropFirst(2).dropLast())
        }
        return String(content)
    }
}
