/// One line of a file.
struct TextLine: Sendable {
    let number: Int
    let text: Substring

    private static let most = 4_000_000

    /// All lines, which end with LF, CR LF or CR alone.
    ///
    /// - Throws: ``StatementError/tooLarge`` for more than four million.
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
                lines.append(TextLine(number: lines.count + 1, text: text[start..<index]))
                let isPair = byte == 13 && next < bytes.endIndex && bytes[next] == 10
                start = isPair ? bytes.index(after: next) : next
                index = start
            } else {
                index = next
            }
        }
        if start < bytes.endIndex {
            lines.append(TextLine(number: lines.count + 1, text: text[start...]))
        }
        return lines
    }
}
