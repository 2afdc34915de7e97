internal import Model

/// A line over time, with labels of values at the left and of times below.
public struct LineChart: Sendable {
    /// Oldest first.
    public let values: [Double]
    /// What each value may be instead, drawn as shade; empty for none.
    public let ranges: [ClosedRange<Double>]
    /// Labels of times, each with the index of its value; those that have no room are left out.
    public let times: [(index: Int, label: String)]
    /// The number of lines of the drawing.
    public let height: Int

    public init(
        values: [Double], ranges: [ClosedRange<Double>] = [],
        times: [(index: Int, label: String)], height: Int = 6
    ) {
        self.values = values
        self.ranges = ranges.count == values.count ? ranges : []
        self.times = times
        self.height = max(2, height)
    }

    /// The lines of the chart, without trailing blanks; none for fewer than two values.
    ///
    /// - Parameters:
    ///   - width: the columns to fill.
    ///   - label: the words for a value on the axis.
    public func lines(width: Int, palette: Palette, label: (Double) -> String) -> [String] {
        let bounds = values + ranges.flatMap { [$0.lowerBound, $0.upperBound] }
        guard values.count > 1, let lowest = bounds.min(), let highest = bounds.max() else {
            return []
        }
        // A line without change is in the middle.
        let span = highest > lowest ? highest - lowest : 1
        let bottom = highest > lowest ? lowest : lowest - 0.5
        let labels = (0..<height).reversed().map {
            label(bottom + span * Double($0) / Double(height - 1))
        }
        let margin = labels.map { DisplayWidth.columns(of: $0) }.max() ?? 0
        let columns = width - margin - 2
        guard columns >= 8 else { return [] }
        func rowNumbers(_ values: [Double]) -> [Int] {
            (0..<columns).map { column in
                let value = Self.value(of: values, at: column, of: columns)
                return Int(((value - bottom) / span * Double(height - 1)).rounded())
            }
        }
        let rows = rowNumbers(values)
        var drawn = drawing(of: rows)
        if !ranges.isEmpty {
            let (lows, highs) = (
                rowNumbers(ranges.map(\.lowerBound)), rowNumbers(ranges.map(\.upperBound))
            )
            for column in 0..<columns {
                for row in lows[column]...max(lows[column], highs[column])
                where drawn[height - 1 - row][column] == " " {
                    drawn[height - 1 - row][column] = "░"
                }
            }
        }
        for (position, text) in labels.enumerated() {
            let gap = String(repeating: " ", count: margin - DisplayWidth.columns(of: text))
            let axis = position == height - 1 - rows[0] ? "┼" : "┤"
            let line = String(drawn[position]).trimmedEnd
            drawn[position] = Array(
                palette.styled(palette.drawn(gap + text + " " + axis), as: .muted)
                    + palette.styled(palette.drawn(line), as: .accent))
        }
        let axis = String(repeating: " ", count: margin + 2) + timeLine(columns)
        return drawn.map { String($0) } + [palette.styled(axis.trimmedEnd, as: .muted)]
    }

    /// The value at a column, between two values by their distance.
    private static func value(of values: [Double], at column: Int, of columns: Int) -> Double {
        let place = Double(column) * Double(values.count - 1) / Double(columns - 1)
        let before = min(Int(place), values.count - 1)
        let after = min(before + 1, values.count - 1)
        return values[before] + (values[after] - values[before]) * (place - Double(before))
    }

    /// The line itself, the highest row first.
    private func drawing(of rows: [Int]) -> [[Character]] {
        var drawn = [[Character]](
            repeating: [Character](repeating: " ", count: rows.count), count: height)
        func draw(_ character: Character, _ row: Int, _ column: Int) {
            drawn[height - 1 - row][column] = character
        }
        for column in rows.indices {
            let row = rows[column]
            let before = column > 0 ? rows[column - 1] : row
            if column == rows.count - 1 {
                draw("●", row, column)
            } else if row == before {
                draw("─", row, column)
            } else {
                draw(row > before ? "╯" : "╮", before, column)
                draw(row > before ? "╭" : "╰", row, column)
            }
            for between in min(row, before) + 1..<max(row, before, min(row, before) + 1) {
                draw("│", between, column)
            }
        }
        return drawn
    }

    private func timeLine(_ columns: Int) -> String {
        var line = [Character](repeating: " ", count: columns)
        var free = 0
        for (index, label) in times {
            let place = Int(
                (Double(index) * Double(columns - 1) / Double(values.count - 1)).rounded())
            let start = min(place, columns - label.count)
            guard start >= free, index < values.count else { continue }
            for (offset, character) in label.enumerated() { line[start + offset] = character }
            free = start + label.count + 2
        }
        return String(line)
    }
}

/// A line of a few columns, one for each value.
public enum Sparkline {
    /// Draws each value between 0, or the lowest if that is below or far above it, and the
    /// highest. Empty for fewer than two values.
    ///
    /// - Parameter columns: the most columns; of more values each column has the last of some.
    public static func text(_ values: [Double], columns: Int) -> String {
        guard values.count > 1, columns > 0, let lowest = values.min(), let highest = values.max()
        else { return "" }
        let count = min(columns, values.count)
        let shown = (1...count).map { values[$0 * values.count / count - 1] }
        // Far from 0, changes would not be seen.
        let bottom = lowest > 0 && lowest < highest / 2 ? 0 : lowest
        let span = highest - bottom
        return shown.map { value in
            span > 0 ? blocks[Int(((value - bottom) / span * 7).rounded())] : blocks[3]
        }.joined()
    }

    private static let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
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

extension String {
    fileprivate var trimmedEnd: String {
        guard let last = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[...last])
    }
}
