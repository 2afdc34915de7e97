/// One line of a file.
struct TextLine: Sendable {
    let number: Int
    let text: Substring

    private static let most = 4_000_000
    /// Fields of statements have some hundred bytes.
    private static let longest = 64 * 1024

    /// All lines, which end with LF, CR LF or CR alone.
    ///
    /// - Throws: ``StatementError/tooLarge`` for more than four million, and
    ///   ``StatementError/malformed(line:)`` for one of more than 64 KiB.
    static func all(of text: String) throws(StatementError) -> [TextLine] {
        var lines: [TextLine] = []
        let bytes = text.utf8
        var start = bytes.startIndex
        var index = start
        while index < bytes.endIndex {
            let byte = bytes[index]
            let next = bytes.index(after: index)
            if byte == 10 || byte == 13 {
                guard lines.count < most else { throw .tooLarge }
                let line = TextLine(number: lines.count + 1, text: text[start..<index])
                guard line.text.utf8.count <= longest else { throw .malformed(line: line.number) }
                lines.append(line)
                let isPair = byte == 13 && next < bytes.endIndex && bytes[next] == 10
                start = isPair ? bytes.index(after: next) : next
                index = start
            } else {
                index = next
            }
        }
        if start < bytes.endIndex {
            let line = TextLine(number: lines.count + 1, text: text[start...])
            guard line.text.utf8.count <= longest else { throw .malformed(line: line.number) }
            lines.append(line)
        }
        return lines
    }
}
