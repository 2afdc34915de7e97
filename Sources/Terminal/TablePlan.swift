internal import Model

/// The columns of a table that a terminal has room for, and their widths.
struct TablePlan {
    static let gap = 2
    /// Narrower than this, cut text is useless.
    private static let narrowest = 8
    /// The width that a flexible column has before others are left out for it.
    private static let comfortable = 16
    /// The same for text that wraps.
    private static let comfortableToRead = 20

    /// The indices of the columns in the line of a row.
    private(set) var kept: [Int]
    /// The width of each column, of those left out too.
    private(set) var widths: [Int]
    /// The indices of the columns in the second line of a row.
    private(set) var below: [Int] = []

    /// The least width of each column: amounts at the end of its cells are shown whole.
    private let least: [Int]

    /// - Parameters:
    ///   - width: the terminal's; nil for no limit.
    ///   - mark: what stands in place of what is cut.
    init(
        columns: [Table.Column], headings: [String], body: [[String]], width: Int?,
        mark: String = "…"
    ) {
        widths = headings.map { DisplayWidth.columns(of: $0) }
        var least = [Int](repeating: Self.narrowest, count: columns.count)
        for cells in body {
            for (position, cell) in cells.enumerated() {
                widths[position] = max(widths[position], DisplayWidth.columns(of: cell))
                if width != nil, columns[position].isFlexible, !columns[position].wraps {
                    least[position] = max(
                        least[position], Shortened.leastColumns(of: cell, mark: mark))
                }
            }
        }
        self.least = least
        kept = Array(columns.indices)
        // Empty columns take no room.
        kept.removeAll { widths[$0] == 0 }
        guard let width else { return }
        let isNarrow = width < Table.widthForOneLine
        let needs = columns.indices.map { column in
            let usual = columns[column].wraps ? Self.comfortableToRead : Self.comfortable
            return columns[column].isFlexible
                ? min(widths[column], max(usual, least[column])) : widths[column]
        }
        while Self.sum(needs, of: kept) > width, let last = Self.leastImportant(kept, columns) {
            kept.removeAll { $0 == last }
            if isNarrow { below.append(last) }
        }
        if isNarrow, kept.count > 1, let last = kept.last, columns[last].wraps,
            Self.sum(needs, of: kept) > width
        {
            kept.removeLast()
            below.append(last)
        }
        below.sort()
        for column in kept where columns[column].isFlexible {
            widths[column] = min(widths[column], max(width, Self.narrowest))
        }
        var excess = Self.sum(widths, of: kept) - width
        let lengths = CellLengths(body, of: kept.filter { columns[$0].isFlexible })
        while excess > 0,
            let column = lengths.leastNeeded(of: widths, where: { widths[$0] > needs[$0] })
        {
            widths[column] -= 1
            excess -= 1
        }
        while excess > 0, let widest = widestShrinkable(columns) {
            widths[widest] -= 1
            excess -= 1
        }
    }

    private static func sum(_ widths: [Int], of kept: [Int]) -> Int {
        kept.reduce(gap * max(0, kept.count - 1)) { $0 + widths[$1] }
    }

    private static func leastImportant(_ kept: [Int], _ columns: [Table.Column]) -> Int? {
        kept.filter { columns[$0].rank > 0 }.max { columns[$0].rank <= columns[$1].rank }
    }

    private func widestShrinkable(_ columns: [Table.Column]) -> Int? {
        kept.filter { columns[$0].isFlexible && widths[$0] > least[$0] }
            .max { widths[$0] < widths[$1] }
    }
}

/// How many cells of each flexible column are cut where it becomes narrower.
private struct CellLengths {
    /// By column: the number of cells of each width.
    private let counts: [Int: [Int: Int]]

    init(_ body: [[String]], of columns: [Int]) {
        counts = Dictionary(
            uniqueKeysWithValues: columns.map { column in
                let lengths = body.compactMap {
                    column < $0.count ? DisplayWidth.columns(of: $0[column]) : nil
                }
                return (column, Dictionary(lengths.map { ($0, 1) }, uniquingKeysWith: +))
            })
    }

    /// The column whose last place the fewest cells need, of those the widest: one long cell
    /// takes no room from all others.
    func leastNeeded(of widths: [Int], where canShrink: (Int) -> Bool) -> Int? {
        func need(_ column: Int) -> Int {
            (counts[column] ?? [:]).reduce(0) { $0 + ($1.key >= widths[column] ? $1.value : 0) }
        }
        return counts.keys.filter(canShrink).map { (need($0), -widths[$0], $0) }.min(by: <)?.2
    }
}

/// The lines of a table with a plan.
struct TablePage {
    let columns: [Table.Column]
    let headings: [String]
    let plan: TablePlan
    let palette: Palette

    /// The indentation of a row's second line.
    private static let indent = 4

    func appendHeading(
        _ cells: [String], styles: [Style?], width: Int?, to text: inout String
    ) {
        guard let last = cells.indices.last else {
            return append(cells, styles: styles, widths: plan.widths, to: &text)
        }
        let before = plan.kept.filter { $0 < last }.reduce(0) {
            $0 + plan.widths[$1] + TablePlan.gap
        }
        let room = width.map { max($0 - before, plan.widths[last]) }
        let shown =
            room.map { Shortened.end(cells[last], to: $0, mark: palette.mark) } ?? cells[last]
        if !shown.isEmpty {
            text += String(repeating: " ", count: before) + palette.styled(shown, as: styles[last])
        }
        text += "\n"
    }

    func appendRow(_ cells: [String], styles: [Style?], width: Int?, to text: inout String) {
        for line in lines(of: cells) {
            append(line, styles: styles, widths: plan.widths, to: &text)
        }
        guard let width, !plan.below.isEmpty else { return }
        let indent = String(repeating: " ", count: Self.indent)
        let words = below(cells, styles, room: width - Self.indent)
        if !words.isEmpty { text += indent + words + "\n" }
        guard let last = plan.below.last, columns[last].wraps, last < cells.count,
            !cells[last].isEmpty
        else { return }
        for line in Self.wrapped(cells[last], to: width - Self.indent) {
            text += indent + palette.styled(line, as: styles[last] ?? .muted) + "\n"
        }
    }

    /// What a row has in columns that were left out, the most important first as far as there is
    /// room.
    private func below(_ cells: [String], _ styles: [Style?], room: Int) -> String {
        var shown: [Int: String] = [:]
        var left = room
        let ranked = plan.below.filter { !columns[$0].wraps && $0 < cells.count }
            .sorted { columns[$0].rank < columns[$1].rank }
        for column in ranked where !cells[column].isEmpty {
            let isNumber = columns[column].alignment == .trailing && !headings[column].isEmpty
            let words = isNumber ? "\(headings[column]) \(cells[column])" : cells[column]
            let most = columns[column].isFlexible && left >= 12 ? left : Int.max
            let cut = shortened(words, columns[column], to: most)
            let length = DisplayWidth.columns(of: cut)
            guard length <= left else { continue }
            shown[column] = palette.styled(cut, as: styles[column] ?? .muted)
            left -= length + TablePlan.gap
        }
        return shown.keys.sorted().compactMap { shown[$0] }.joined(separator: "  ")
    }

    /// Splits a row into lines: its cells, then a further line for each wrapped part of the
    /// last cell.
    private func lines(of cells: [String]) -> [[String]] {
        guard let last = columns.indices.last, columns[last].wraps, plan.kept.last == last,
            cells.count == columns.count, DisplayWidth.columns(of: cells[last]) > plan.widths[last]
        else { return [cells] }
        let empty = [String](repeating: "", count: last)
        return Self.wrapped(cells[last], to: plan.widths[last]).enumerated().map { position, line in
            (position == 0 ? Array(cells.dropLast()) : empty) + [line]
        }
    }

    private static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let line = lines.last, DisplayWidth.columns(of: "\(line) \(word)") <= width {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    private func shortened(_ text: String, _ column: Table.Column, to width: Int) -> String {
        column.isName
            ? Shortened.name(text, to: width, mark: palette.mark)
            : Shortened.end(text, to: width, mark: palette.mark)
    }

    func append(
        _ cells: [String], styles: [Style?], widths: [Int], to text: inout String
    ) {
        var blanks = 0
        for column in plan.kept where column < cells.count {
            let shown = shortened(cells[column], columns[column], to: widths[column])
            let room = widths[column] - DisplayWidth.columns(of: shown)
            let isTrailing = columns[column].alignment == .trailing
            if !shown.isEmpty {
                text += String(repeating: " ", count: blanks + (isTrailing ? room : 0))
                text += palette.styled(shown, as: styles[column])
                blanks = 0
            }
            blanks += TablePlan.gap + (shown.isEmpty ? widths[column] : isTrailing ? 0 : room)
        }
        text += "\n"
    }
}
