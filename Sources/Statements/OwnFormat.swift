/// What marks the files that a person's own plugin reads.
public struct StatementSign: Hashable, Sendable {
    /// Headings that one row has, among others; empty for a file that is no table.
    public let headings: [String]
    /// Texts that all stand near the beginning.
    public let texts: [String]

    public init(headings: [String] = [], texts: [String] = []) {
        self.headings = headings
        self.texts = texts
    }

    /// How many bytes are the beginning.
    public static let bytesOfHead = 4_000
    /// Among how many rows the headings are sought.
    static let rowsOfHead = 100
}

/// A file for a person's own plugin, before anything is understood of it.
public struct OwnStatement: Hashable, Sendable {
    /// The encoding that its text was read with.
    public let encoding: String
    public let lines: [String]
    /// Without blanks around them; empty if the sign has none.
    public let headings: [String]
    /// The rows below the headings.
    public let rows: [Row]

    public struct Row: Hashable, Sendable {
        /// The line of the file on which it begins, from 1.
        public let line: Int
        public let cells: [String]

        public init(line: Int, cells: [String]) {
            self.line = line
            self.cells = cells
        }
    }

    public init(encoding: String, lines: [String], headings: [String], rows: [Row]) {
        self.encoding = encoding
        self.lines = lines
        self.headings = headings
        self.rows = rows
    }
}

extension OwnStatement {
    /// Which of some signs a file has, and the file's text as the first of them has it.
    ///
    /// - Returns: nil if it has none of them, or is no text.
    /// - Throws: ``StatementError`` for a line that is far too long, or too many of them.
    public static func find(
        _ signs: [StatementSign], in bytes: [UInt8], encoding: String? = nil
    ) throws(StatementError) -> (signs: [Int], file: OwnStatement)? {
        guard !signs.isEmpty, !ZipFile.recognises(bytes) else { return nil }
        let decoded: DecodedText
        do {
            decoded = try DecodedText.decode(bytes, encoding: encoding)
        } catch .notText {
            return nil
        }
        let utf8 = Array(decoded.text.utf8)
        let head = utf8.prefix(StatementSign.bytesOfHead)
        let found = signs.indices.filter { number in
            signs[number].texts.allSatisfy { head.firstRange(of: Array($0.utf8)) != nil }
                && place(of: signs[number].headings, in: utf8) != nil
        }
        guard let first = found.first,
            let table = table(of: utf8, under: signs[first].headings)
        else { return nil }
        let lines = try TextLine.all(of: decoded.text).map { String($0.text) }
        let file = OwnStatement(
            encoding: decoded.encoding, lines: lines, headings: table.headings, rows: table.rows)
        return (found, file)
    }

    /// The rows below the first row with some headings; nil if there is none.
    private static func table(
        of bytes: [UInt8], under headings: [String]
    ) -> (headings: [String], rows: [Row])? {
        guard !headings.isEmpty else { return ([], []) }
        guard let place = place(of: headings, in: bytes) else { return nil }
        let records = TableRecord.all(of: bytes, separator: place.separator)
        return (
            records[place.row].cells,
            records[(place.row + 1)...].map { Row(line: $0.line, cells: $0.cells) }
        )
    }

    /// The first row with some headings; nil if there is none.
    private static func place(
        of headings: [String], in bytes: [UInt8]
    ) -> (row: Int, separator: Character)? {
        guard !headings.isEmpty else { return (0, ",") }
        let wanted = Set(headings)
        for separator in TableLayout.separators {
            let head = TableRecord.all(
                of: bytes, separator: separator, limit: StatementSign.rowsOfHead)
            if let row = head.firstIndex(where: { wanted.isSubset(of: $0.cells) }) {
                return (row, separator)
            }
        }
        return nil
    }
}
