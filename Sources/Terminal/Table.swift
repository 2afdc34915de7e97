internal import Model

/// A table of rows under headings, fitted to its contents and to the terminal.
public struct Table: Sendable {
    public let columns: [Column]
    public private(set) var rows: [[Cell]] = []
    /// The indices of rows added by `addHeading`.
    private var headings: Set<Int> = []

    public init(columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row. Missing cells are empty; surplus cells are dropped.
    public mutating func add(_ cells: Cell...) {
        add(cells)
    }

    public mutating func add(_ cells: [Cell]) {
        rows.append(Array(cells.prefix(columns.count)))
    }

    /// Adds a heading over the rows that follow.
    ///
    /// It may extend over the columns after its own, and widens none of them.
    ///
    /// - Parameter column: the column where it starts, from 0.
    public mutating func addHeading(_ cell: Cell, inColumn column: Int = 0) {
        let empty = [Cell](repeating: "", count: min(column, columns.count - 1))
        headings.insert(rows.count)
        rows.append(empty + [cell])
    }

    /// Renders the table: a muted line of headings if there are any, then a line for each row.
    ///
    /// Each line ends with a line feed and has no trailing blanks. Cells may hold untrusted
    /// text; it is made safe here. Only flexible columns are cut, the widest first. A table
    /// that is still too wide stays so, because a cut amount would be a wrong amount. A last
    /// column that wraps continues on further lines.
    ///
    /// - Parameter width: the terminal's width in columns; nil cuts only cells wider than
    ///   ``widestCell``.
    public func text(width: Int?, palette: Palette) -> String {
        layout(width: width, palette: palette).text
    }

    /// The maximum width of a cell in columns.
    ///
    /// A left-aligned cell in the last column may be wider, since it widens no other row.
    public static let widestCell = 200

    /// - Returns: the text of ``text(width:palette:)``, and whether a cell was cut although no
    ///   terminal limits the width.
    public func layout(width: Int?, palette: Palette) -> (text: String, isCut: Bool) {
        let limited = columns.indices.dropLast(columns.last?.alignment == .leading ? 1 : 0)
        var isCut = false
        let body = rows.enumerated().map { position, cells in
            cells.enumerated().map { column, cell in
                let text = cell.safeText
                guard limited.contains(column), !headings.contains(position) else { return text }
                let shown = SafeText.truncated(text, to: Self.widestCell)
                if width == nil, shown != text { isCut = true }
                return shown
            }
        }
        let names = columns.map { Cell($0.heading).safeText }
        let measured = body.enumerated().filter { !headings.contains($0.offset) }.map(\.element)
        let widths = fittedWidths(headings: names, body: measured, width: width)

        var text = ""
        if names.contains(where: { !$0.isEmpty }) {
            let styles = [Style?](repeating: .muted, count: columns.count)
            append(names, styles: styles, widths: widths, palette: palette, to: &text)
        }
        for (position, (row, cells)) in zip(rows, body).enumerated() {
            var widths = widths
            if headings.contains(position), let last = cells.indices.last {
                let before = widths[..<last].reduce(0) { $0 + $1 + Self.gap }
                let room = width.map { $0 - before } ?? DisplayWidth.columns(of: cells[last])
                widths[last] = max(widths[last], room)
            }
            for line in lines(of: cells, widths: widths) {
                append(line, styles: row.map(\.style), widths: widths, palette: palette, to: &text)
            }
        }
        return (text, isCut)
    }

    /// Splits a row into lines: its cells, then a further line for each wrapped part of the
    /// last cell.
    private func lines(of cells: [String], widths: [Int]) -> [[String]] {
        guard columns.last?.wraps == true, cells.count == columns.count, let last = cells.last,
            let width = widths.last, DisplayWidth.columns(of: last) > width
        else { return [cells] }
        var lines: [String] = []
        for word in last.split(separator: " ") {
            if let line = lines.last, DisplayWidth.columns(of: "\(line) \(word)") <= width {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        let empty = [String](repeating: "", count: cells.count - 1)
        return lines.enumerated().map { position, line in
            (position == 0 ? Array(cells.dropLast()) : empty) + [line]
        }
    }

    private static let gap = 2
    /// Narrower than this, cut text is useless.
    private static let narrowestFlexibleColumn = 8

    private func fittedWidths(headings: [String], body: [[String]], width: Int?) -> [Int] {
        var widths = headings.map { DisplayWidth.columns(of: $0) }
        for cells in body {
            for (position, cell) in cells.enumerated() {
                widths[position] = max(widths[position], DisplayWidth.columns(of: cell))
            }
        }
        guard let width else { return widths }
        for column in columns.indices where columns[column].isFlexible {
            widths[column] = min(widths[column], max(width, Self.narrowestFlexibleColumn))
        }
        var excess = widths.reduce(0, +) + Self.gap * max(0, columns.count - 1) - width
        while excess > 0, let widest = widestShrinkable(widths) {
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    private func widestShrinkable(_ widths: [Int]) -> Int? {
        columns.indices
            .filter { columns[$0].isFlexible && widths[$0] > Self.narrowestFlexibleColumn }
            .max { widths[$0] < widths[$1] }
    }

    private func append(
        _ cells: [String], styles: [Style?], widths: [Int], palette: Palette, to text: inout String
    ) {
        var blanks = 0
        for (position, cell) in cells.enumerated() {
            let shown = SafeText.truncated(cell, to: widths[position])
            let room = widths[position] - DisplayWidth.columns(of: shown)
            let isTrailing = columns[position].alignment == .trailing
            if !shown.isEmpty {
                text += String(repeating: " ", count: blanks + (isTrailing ? room : 0))
                text += palette.styled(shown, as: styles[position])
                blanks = 0
            }
            blanks += Self.gap + (shown.isEmpty ? widths[position] : isTrailing ? 0 : room)
        }
        text += "\n"
    }
}

extension Table {
    public enum Alignment: Sendable {
        case leading
        /// For numbers, so that decimal points line up.
        case trailing
    }

    public struct Column: Sendable {
        /// Empty for a column without a heading.
        public let heading: String
        public let alignment: Alignment
        /// Whether cells may be cut if the table is too wide.
        public let isFlexible: Bool
        /// Whether long cells wrap instead of being cut; for a flexible last column.
        public let wraps: Bool

        public init(
            _ heading: String, alignment: Alignment = .leading, isFlexible: Bool = false,
            wraps: Bool = false
        ) {
            self.heading = heading
            self.alignment = alignment
            self.isFlexible = isFlexible
            self.wraps = wraps
        }
    }

    public struct Cell: ExpressibleByStringInterpolation, Sendable {
        public let text: String
        public let style: Style?

        public init(_ text: String, _ style: Style? = nil) {
            self.text = text
            self.style = style
        }

        public init(stringLiteral text: String) {
            self.init(text)
        }

        /// The safe text without trailing blanks, which would become trailing blanks of the
        /// line.
        fileprivate var safeText: String {
            let safe = SafeText.neutralised(text)
            guard let last = safe.lastIndex(where: { !$0.isWhitespace }) else { return "" }
            return String(safe[...last])
        }
    }
}

/// A horizontal bar for a share of a whole.
public enum Bar {
    /// Renders the bar without trailing blanks. Any share above zero gets at least the smallest
    /// piece.
    ///
    /// - Parameters:
    ///   - share: 0 to 1; values outside are clamped, and NaN counts as 0.
    ///   - columns: the width of a share of 1.
    ///   - usesUnicode: whether to draw eighths of a column with block elements; else whole
    ///     columns of "#".
    public static func text(share: Double, columns: Int, usesUnicode: Bool) -> String {
        guard share > 0, columns > 0 else { return "" }
        let length = min(share, 1) * Double(columns)
        guard usesUnicode else {
            return String(repeating: "#", count: max(1, Int(length.rounded())))
        }
        let eighths = max(1, Int((length * 8).rounded()))
        let part = eighths % 8
        return String(repeating: "█", count: eighths / 8) + (part == 0 ? "" : partBlocks[part - 1])
    }

    private static let partBlocks = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
