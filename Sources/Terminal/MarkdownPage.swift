internal import Model

/// A page of documentation, laid out for a terminal.
///
/// It reads the Markdown that this project's pages use: headings, paragraphs, lists, tables,
/// fenced code, and in a line code, bold and links.
public struct MarkdownPage {
    private let blocks: [Block]

    private enum Block {
        case heading(String)
        case paragraph(String)
        case item(marker: String, text: String, indent: Int)
        case code([String])
        case table([[String]])
    }

    /// Lines longer than this are hard to read.
    private static let widest = 100

    public init(_ text: String) {
        var blocks: [Block] = []
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst() {
            let indent = line.prefix { $0 == " " }.count
            let words = line.dropFirst(indent)
            if words.hasPrefix("```") {
                let code = lines.prefix { !$0.drop { $0 == " " }.hasPrefix("```") }
                lines = lines.dropFirst(code.count + 1)
                blocks.append(.code(code.map(String.init)))
            } else if line.hasPrefix("#") {
                blocks.append(.heading(String(line.drop { $0 == "#" || $0 == " " })))
            } else if line.hasPrefix("|") {
                let rows = [line] + lines.prefix { $0.hasPrefix("|") }
                lines = lines.dropFirst(rows.count - 1)
                blocks.append(.table(rows.map(Self.cells).filter { !Self.isRule($0) }))
            } else if let marker = Self.marker(of: words) {
                let text = words.dropFirst(marker.count)
                let rest = Self.takeContinuation(from: &lines)
                blocks.append(
                    .item(
                        marker: String(marker), text: ([text] + rest).joined(separator: " "),
                        indent: indent))
            } else if !words.isEmpty {
                let rest = Self.takeContinuation(from: &lines)
                blocks.append(.paragraph(([words] + rest).joined(separator: " ")))
            }
        }
        self.blocks = blocks
    }

    /// "- " or "12. ", with which an item of a list begins.
    private static func marker(of words: Substring) -> Substring? {
        if words.hasPrefix("- ") { return words.prefix(2) }
        let digits = words.prefix { $0.isNumber }
        let isNumbered = !digits.isEmpty && words.dropFirst(digits.count).hasPrefix(". ")
        return isNumbered ? words.prefix(digits.count + 2) : nil
    }

    /// The further lines of a paragraph.
    private static func takeContinuation(from lines: inout ArraySlice<Substring>) -> [Substring] {
        let taken = lines.prefix { line in
            let words = line.drop { $0 == " " }
            return !words.isEmpty && !words.hasPrefix("```") && !line.hasPrefix("#")
                && !line.hasPrefix("|")
                && marker(of: words) == nil
        }
        lines = lines.dropFirst(taken.count)
        return taken.map { $0.drop { $0 == " " } }
    }

    /// The cells of a table's row; "\|" is no border.
    private static func cells(of row: Substring) -> [String] {
        var cells: [String] = []
        var cell = ""
        var isEscaped = false
        for character in row.dropFirst() {
            switch character {
            case "\\" where !isEscaped: isEscaped = true
            case "|" where !isEscaped:
                cells.append(trimmed(cell))
                cell = ""
            default:
                if isEscaped, character != "|" { cell.append("\\") }
                cell.append(character)
                isEscaped = false
            }
        }
        return cells
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop { $0 == " " }
        return String(start.dropLast(start.reversed().prefix { $0 == " " }.count))
    }

    private static func isRule(_ cells: [String]) -> Bool {
        cells.allSatisfy { !$0.isEmpty && $0.allSatisfy { "-: ".contains($0) } }
    }

    /// The page in lines of at most the width. Code is never broken.
    ///
    /// - Parameter width: the terminal's width in columns.
    public func text(width: Int, palette: Palette) -> String {
        let width = min(width, Self.widest)
        var text = ""
        var isList = false
        for block in blocks {
            var isItem = false
            if case .item = block { isItem = true }
            if !text.isEmpty, !(isItem && isList) { text += "\n" }
            isList = isItem
            switch block {
            case .heading(let heading):
                text += palette.styled(Self.plain(heading), as: .heading) + "\n"
            case .paragraph(let words):
                text += Prose.filled(Self.styled(words, palette), to: width, hanging: 0) + "\n"
            case .item(let marker, let words, let indent):
                let start = String(repeating: " ", count: indent) + marker
                text += Prose.filled(
                    start + Self.styled(words, palette), to: width, hanging: start.count)
                text += "\n"
            case .code(let lines):
                for line in lines { text += line.isEmpty ? "\n" : "    \(line)\n" }
            case .table(let rows): text += Self.table(rows, width: width, palette)
            }
        }
        return palette.drawn(text)
    }

    /// A table; or, if it leaves the last column too little room, its rows as lists.
    private static func table(_ rows: [[String]], width: Int, _ palette: Palette) -> String {
        guard let headings = rows.first, headings.count > 1 else { return "" }
        let body = rows.dropFirst().map { $0.map(plain) }
        let leading = headings.indices.dropLast().map { column in
            ([headings] + body).map { row in
                column < row.count ? DisplayWidth.columns(of: row[column]) : 0
            }.max() ?? 0
        }
        guard leading.reduce(0, { $0 + $1 + 2 }) + leastLastColumn <= width else {
            return body.map { row in
                let parts = zip(headings, row).dropFirst().filter { !$0.1.isEmpty }.map {
                    Prose.filled(
                        $0.0.isEmpty ? "    \($0.1)" : "    \($0.0): \($0.1)", to: width,
                        hanging: 6)
                }
                return ([palette.styled(row.first ?? "", as: .accent)] + parts)
                    .joined(separator: "\n") + "\n"
            }.joined()
        }
        var table = Table(
            columns: headings.enumerated().map {
                Table.Column($1, wraps: $0 == headings.count - 1)
            })
        for row in body {
            table.add(row.enumerated().map { Table.Cell($1, $0 == 0 ? .accent : nil) })
        }
        return table.text(width: width, palette: palette)
    }

    /// The last column is readable from this width on.
    private static let leastLastColumn = 24

    private static func plain(_ text: String) -> String { styled(text, .plain) }

    /// The text with code, bold and links in place of their signs. Links to other pages are
    /// shown by their words, others with their address.
    private static func styled(_ text: String, _ palette: Palette) -> String {
        text.replacing(/`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)/) { match in
            if let code = match.output.1 { return palette.styled(String(code), as: .accent) }
            if let bold = match.output.2 { return palette.styled(String(bold), as: .heading) }
            let words = plain(String(match.output.3 ?? ""))
            let target = match.output.4 ?? ""
            return target.hasPrefix("http") && target != words ? "\(words) (\(target))" : words
        }
    }
}
